internal import PropertyLists

// Where the value under a key is.

extension UnarchiverState {
    /// The object index of the value under a key of the current scope, or nil.
    ///
    /// Objects of one class have the same keys in the same places, and are asked for them in the same order, so what
    /// was found out for one of them is tried first. All decoding goes through here, so this is where it is stopped.
    ///
    /// - Parameter isStored: Whether the key is stored as it is, rather than a user's key.
    @inline(__always)
    mutating func find(_ key: String, isStored: Bool = true) throws(ArchiveError) -> Int? {
        if let position = keyLayouts.position(of: key, scope.askedCount, scope.lines), case .no = stop {
            scope.askedCount &+= 1
            return reader.unchecked(position, of: scope.values)
        }
        return try findByGuess(key, isStored)
    }

    /// Looks for a key of which nothing is known, first where the last object of the class had its key.
    @inline(never)
    private mutating func findByGuess(_ key: String, _ isStored: Bool) throws(ArchiveError) -> Int? {
        let guess = keyGuesses.position(scope.classIndex, scope.askedCount)
        if guess < scope.keys.count, case .no = stop,
            keyCache.knows(reader.unchecked(guess, of: scope.keys), as: key, isStored: isStored)
        {
            return found(key, at: firstPosition(of: guess))
        }
        return try search(key, isStored, from: guess)
    }

    /// Looks for a key, beginning where it is expected.
    @inline(never)
    private mutating func search(_ key: String, _ isStored: Bool, from guess: Int) throws(ArchiveError) -> Int? {
        guard case .no = stop else { return try findNothing() }
        hasStarted = true
        let count = scope.keys.count
        var position = guess < count ? guess : 0
        do {
            for attempt in 0..<count {
                let reference = reader.unchecked(position, of: scope.keys)
                if try keyCache.matches(reference, key, isStored: isStored, in: reader) {
                    let first = firstPosition(of: position)
                    keyGuesses.remember(first, scope.classIndex, scope.askedCount)
                    return found(key, at: first)
                }
                if attempt == 1, count > KeyGuesses.rowLength { return try findByIndex(key, isStored) }
                position = position &+ 1 == count ? 0 : position &+ 1
            }
        } catch {
            throw ArchiveError(error)
        }
        scope.askedCount &+= 1
        return nil
    }

    /// The first position with the key at a position.
    ///
    /// Of two fields with one key, as no writer makes them, the first counts, in whatever order keys are asked for.
    private func firstPosition(of position: Int) -> Int {
        guard position <= KeyGuesses.rowLength else { return position }
        let key = reader.unchecked(position, of: scope.keys)
        for earlier in 0..<position where reader.unchecked(earlier, of: scope.keys) == key { return earlier }
        return position
    }

    /// Remembers where a key was found, for objects with the same keys.
    private mutating func found(_ key: String, at position: Int) -> Int {
        if scope.askedCount < scope.lines.count,
            keyCache.knows(reader.unchecked(position, of: scope.keys), as: key, isStored: false)
        {
            keyLayouts.remember(position, of: key, scope.askedCount, scope.lines)
        }
        scope.askedCount &+= 1
        return reader.unchecked(position, of: scope.values)
    }

    /// Whether decoding failed and the policy is to answer defaults from then on.
    var hasFailed: Bool {
        mutating get { if case .failed = stop { true } else { false } }
    }

    /// How many fields of the current scope have a key that starts in a way.
    mutating func fieldCount(withPrefix prefix: String) throws(ArchiveError) -> Int {
        var count = 0
        for position in 0..<scope.keys.count {
            let key = try header(at: reader.unchecked(position, of: scope.keys))
            guard key.kind == .asciiString, key.count >= prefix.utf8.count else { continue }
            if reader.bytes[key.payload..<key.payload + key.count].starts(with: prefix.utf8) { count += 1 }
        }
        return count
    }

    private func findNothing() throws(ArchiveError) -> Int? {
        if case .failed = stop { return nil }
        throw ArchiveError(.finished, "decoding is already finished", remedy: "use a new unarchiver")
    }

    private mutating func findByIndex(_ key: String, _ isStored: Bool) throws(PropertyListError) -> Int? {
        if !isStored, key.utf8.first == UInt8(ascii: "$") { return nil }
        if !scope.hasKeyIndex {
            var index: [PropertyListString: Int] = [:]
            for position in 0..<scope.keys.count {
                guard case .string(let text) = try reader.scalar(at: reader.unchecked(position, of: scope.keys)) else {
                    throw PropertyListError(.invalidKey, "a key is not a string")
                }
                if index[text] == nil { index[text] = position }
            }
            keyIndexes[scope.uid] = index
            scope.hasKeyIndex = true
        }
        guard let position = keyIndexes[scope.uid]?[PropertyListString(key)] else {
            scope.askedCount &+= 1
            return nil
        }
        keyGuesses.remember(position, scope.classIndex, scope.askedCount)
        return found(key, at: position)
    }

    /// The next generated key of the current scope.
    mutating func nextUnkeyedKey() -> String {
        defer { scope.unkeyedCount += 1 }
        return "$\(scope.unkeyedCount)"
    }

    /// The position of a UID in the tables.
    @inline(__always)
    mutating func position(of uid: UID) throws(ArchiveError) -> Int {
        guard let position = decoded.position(of: uid) else { throw noSuchObject(uid) }
        return position
    }

    mutating func noSuchObject(_ uid: UID) -> ArchiveError {
        ArchiveError(
            .invalidUID,
            "there is no object \(uid); the archive has \(objects.count)",
            uid: uid,
            remedy: "the file was damaged or made by a faulty writer"
        )
    }

    /// The shape of the property-list object at an index.
    @inline(__always)
    mutating func header(at index: Int) throws(ArchiveError) -> BinaryObjectHeader {
        do {
            return try reader.header(at: index)
        } catch {
            throw ArchiveError(error)
        }
    }

    /// The UID at an index, or nil if something else is there.
    @inline(__always)
    mutating func uid(at index: Int) throws(ArchiveError) -> UID? {
        if let uid = reader.commonUID(at: index) { return UID(UInt64(truncatingIfNeeded: uid)) }
        return try unusualUID(at: index)
    }

    @inline(never)
    private mutating func unusualUID(at index: Int) throws(ArchiveError) -> UID? {
        let header = try header(at: index)
        guard header.kind == .uid else { return nil }
        do {
            return UID(try reader.uid(of: header))
        } catch {
            throw ArchiveError(error)
        }
    }
}
