internal import PropertyLists

// Groups and steps that the loop of `scanGroups` leaves to others.

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
    /// - Returns: The number of the string; nil if there is no group, at the end of the file.
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
        return number
    }

    @inline(never)
    mutating func pay(_ count: UInt32, at position: Int) throws(SequentialArchiveError) {
        do {
            try budget.spend(Int(count), at: position)
        } catch {
            throw SequentialArchiveError(error)
        }
    }

    /// Reads the values of a step that has no objects.
    @inline(never)
    mutating func scanOtherStep(_ step: ScanStep) throws(SequentialArchiveError) {
        switch step.kind {
        case .raw: try skipRaw(Int(step.count))
        case .string: for _ in 0..<step.count { try skipString() }
        case .class: for _ in 0..<step.count { _ = try scanClass() }
        case .cString: for _ in 0..<step.count { try scanCString() }
        case .sharedString: for _ in 0..<step.count { _ = try scanSharedString() }
        case .integer16, .integer32, .integer64, .real32, .real64, .object, .loop, .endLoop: break
        }
    }

    /// Ends a turn of a loop.
    ///
    /// - Returns: Whether there is another.
    mutating func repeatsLoop() -> Bool {
        guard var loop = frames.popLast() else { return false }
        loop.remaining &-= 1
        guard loop.remaining > 0 else { return false }
        frames.append(loop)
        return true
    }
}
