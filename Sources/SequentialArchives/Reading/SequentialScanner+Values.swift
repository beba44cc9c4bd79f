internal import PropertyLists

// Groups and values that the loop of `scanGroups` leaves to others.

extension SequentialScanner {
    /// Whether zeros fill the rest of the file, which cannot be groups.
    ///
    /// A zero may refer to a type string with the number 110; if no group follows, it is padding after all.
    mutating func isPadding() -> Bool {
        guard position >= zerosStart, frames.isEmpty else { return false }
        let number = HeadByte.firstReference
        guard tables.strings.count > number, tables.strings[number].isType else { return true }
        if zeroGroupStart == nil { zeroGroupStart = position }
        return false
    }

    /// Reads any type string of a group.
    ///
    /// - Returns: The place before its first value; nil if there is no group, at the end of the file.
    @inline(never)
    mutating func beginOtherGroup() throws(ArchiveError) -> ScanPlace? {
        guard position < bytes.count else {
            if frames.isEmpty { return nil }
            throw truncated()
        }
        if isPadding() { return nil }
        let start = position
        guard let number = try scanSharedString() else {
            throw failure(.invalidType, "a group has no type string", at: start)
        }
        if !tables.strings[number].isType { try compile(number, at: start) }
        let emptyCount = tables.strings[number].emptyCount
        if emptyCount > 0 { try charge(emptyCount, at: start) }
        return program.place(ofWord: tables.strings[number].program)
    }

    @inline(never)
    mutating func charge(_ count: UInt32, at position: Int) throws(ArchiveError) {
        try budget.spend(Int(count), at: position)
    }

    /// Reads a value of a kind that isn't frequent, or begins or ends a loop, or says that the file ends too early.
    ///
    /// Then `current` is at the next value, or at the end of the group.
    @inline(never)
    mutating func scanOther() throws(ArchiveError) {
        let place = current.place
        switch place.code {
        case ScanCode.object: try skipReference()
        case ScanCode.byte: try skipRaw(1)
        case ScanCode.raw: try skipRaw(Int(program.operand(at: place)))
        case ScanCode.string: try skipString()
        case ScanCode.class: _ = try scanClass()
        case ScanCode.cString: try scanCString()
        case ScanCode.sharedString: _ = try scanSharedString()
        case ScanCode.loop:
            frames.append(Frame(object: Frame.loop, count: program.operand(at: place), place: place))
        case ScanCode.endLoop: return current.place = endTurn(of: place)
        case ScanCode.more: break
        default: try skipNumber(place.code)
        }
        current.place = program.place(after: place)
    }

    /// Ends a turn of a loop.
    ///
    /// - Returns: The first code of the loop, or the one after it.
    private mutating func endTurn(of place: ScanPlace) -> ScanPlace {
        guard var loop = frames.popLast(), loop.count > 1 else { return program.place(after: place) }
        loop.count -= 1
        frames.append(loop)
        return program.place(after: loop.place)
    }
}
