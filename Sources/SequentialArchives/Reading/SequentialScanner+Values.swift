internal import PropertyLists

// Groups and values that the loop of `scanGroups` leaves to others.

extension SequentialScanner {
    /// Whether zeros fill the rest of the file, which cannot be groups.
    ///
    /// A zero may refer to a type string with the number 110; if what follows makes no group, it is padding after all.
    mutating func isPadding() -> Bool {
        guard position >= zerosStart, frames.isEmpty else { return false }
        let number = HeadByte.firstReference
        guard tables.strings.count > number, tables.strings[number].isType else { return true }
        if zeroGroupStart == nil { zeroGroupStart = position }
        return false
    }

    /// Reads the type string of a group, whatever it is.
    ///
    /// - Returns: Where its codes begin; nil if there is no group, at the end of the file.
    @inline(never)
    mutating func beginOtherGroup() throws(SequentialArchiveError) -> Int? {
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
        if emptyCount > 0 { try pay(emptyCount, at: start) }
        return Int(tables.strings[number].program)
    }

    @inline(never)
    mutating func pay(_ count: UInt32, at position: Int) throws(SequentialArchiveError) {
        do {
            try budget.spend(Int(count), at: position)
        } catch {
            throw SequentialArchiveError(error)
        }
    }

    /// Reads a value of a kind that isn't frequent, or begins or ends a loop, or says that the file ends too early.
    ///
    /// - Returns: The code to go on with.
    @inline(never)
    mutating func scanOther(_ code: UInt8, at index: Int) throws(SequentialArchiveError) -> Int {
        switch code {
        case ScanCode.object: try skipReference()
        case ScanCode.byte: try skipRaw(1)
        case ScanCode.raw: try skipRaw(Int(program.operand(at: index)))
        case ScanCode.string: try skipString()
        case ScanCode.class: _ = try scanClass()
        case ScanCode.cString: try scanCString()
        case ScanCode.sharedString: _ = try scanSharedString()
        case ScanCode.loop:
            frames.append(
                Frame(object: Frame.loop, count: program.operand(at: index), code: UInt32(truncatingIfNeeded: index)))
        case ScanCode.endLoop: return endTurn(of: index)
        default: try skipNumber(code)
        }
        return index + ScanProgram.size(of: code)
    }

    /// Ends a turn of a loop.
    ///
    /// - Returns: The first code of the loop, or the one after it.
    private mutating func endTurn(of index: Int) -> Int {
        guard var loop = frames.popLast(), loop.count > 1 else { return index + 1 }
        loop.count -= 1
        frames.append(loop)
        return Int(loop.code) + ScanCode.sizeWithOperand
    }
}
