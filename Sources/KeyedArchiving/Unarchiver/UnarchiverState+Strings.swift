internal import PropertyLists

// Strings by where they are: at an object index, wherever that is, or as an entry of `$objects`, where strings are most
// objects of most archives. Each is charged.

// MARK: - By object index

extension UnarchiverState {
    /// The string at an object index with the code units that are stored; nil if something else is there.
    mutating func text(at index: ObjectIndex) throws(ArchiveError) -> PropertyListString? {
        try text(of: header(at: index))
    }

    /// The string at an object index; nil if something else is there, or code units that are no well-formed text.
    mutating func wellFormedString(at index: ObjectIndex) throws(ArchiveError) -> String? {
        try text(at: index)?.string
    }

    /// The string with a header with the code units that are stored; nil if it is that of something else.
    mutating func text(of header: BinaryObjectHeader) throws(ArchiveError) -> PropertyListString? {
        guard header.kind.isString else { return nil }
        try chargeBuffer(header.scalarSize)
        return try reader.text(of: header)
    }

    /// The string at an object index, where its header is known; nil if something else is there.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if it holds an unpaired surrogate, which a `String`
    ///   cannot.
    mutating func string(at index: ObjectIndex, _ header: BinaryObjectHeader) throws(ArchiveError) -> String? {
        guard let text = try text(of: header) else { return nil }
        guard let string = text.string else { throw unpairedSurrogate(at: index) }
        return string
    }

    /// The error for a string that a Swift string cannot hold.
    func unpairedSurrogate(at index: ObjectIndex) -> ArchiveError {
        .unpairedSurrogate(at: reader.place(of: index))
    }
}

// MARK: - Entries

extension UnarchiverState {
    /// Strings longer than this are kept once they are seen a second time, so that one long string with many references
    /// is held once.
    ///
    /// Shorter ones need no memory of their own.
    static var keptStringLength: Int { Budget.inlineSize }

    /// The string at a UID that is stored as a plain value; nil if it is `$null` or something else, or a delegate must
    /// see it.
    @inline(__always)
    mutating func plainString(at uid: UID) throws(ArchiveError) -> String? {
        let entry = try entry(uid)
        if let string = try fastPlainString(at: entry) { return string }
        return try slowPlainString(at: entry)
    }

    /// The string at a position if it is ASCII, not long, and not seen before or so short that it is not kept; nil for
    /// all else, or if a delegate must see it.
    @inline(__always)
    mutating func fastPlainString(at entry: EntryUID) throws(ArchiveError) -> String? {
        if let string = recentStrings[entry.number] { return string }
        if mustShow(entry) { return nil }
        guard let range = reader.fastASCIIString(at: archive[entry]),
            range.count <= shortStringLimit, range.count <= Self.keptStringLength || isFirstUse(of: entry),
            !reader.isNullText(range), let string = reader.wellFormedASCII(in: range)
        else { return nil }
        if range.count <= Self.keptStringLength {
            recentStrings.note(string, entry.number)
        } else {
            try chargeBuffer(range.count)
        }
        return string
    }

    @inline(never)
    private mutating func slowPlainString(at entry: EntryUID) throws(ArchiveError) -> String? {
        if mustShow(entry) { return nil }
        let index = archive[entry]
        do {
            let header = try header(at: index)
            guard header.kind.isString else { return nil }
            guard header.count > Self.keptStringLength else {
                let string = try string(at: index, header)
                return string?.isNullText == true ? nil : string
            }
            if isFirstUse(of: entry) { return try string(at: index, header) }
            if entries[entry].stage == .value {
                try chargeKeptValue(at: entry)
                return entries.value(at: entry) as? String
            }
            guard let string = try string(at: index, header) else { return nil }
            store(ValueBox.boxed(string), entry)
            return string
        } catch {
            throw located(error, entry)
        }
    }

    /// The string at a position, `$null` too and also if a delegate was set; nil if something else is there.
    @inline(__always)
    mutating func string(at entry: EntryUID) throws(ArchiveError) -> String? {
        do {
            if let string = try plainString(at: entry.uid) { return string }
            return try string(at: archive[entry], header(at: archive[entry]))
        } catch {
            throw located(error, entry)
        }
    }

    /// The string at a position with the code units that are stored, as ``string(at:)-(EntryUID)`` finds it.
    mutating func text(at entry: EntryUID) throws(ArchiveError) -> PropertyListString? {
        do {
            return try string(at: entry).map { PropertyListString($0) }
        } catch {
            guard error.code == .invalidValue else { throw error }
        }
        do {
            return try text(at: archive[entry])
        } catch {
            throw located(error, entry)
        }
    }

    /// The string at a position if it is short ASCII, which is not kept; nil for all else.
    mutating func shortString(at entry: EntryUID) throws(ArchiveError) -> String? {
        guard let range = reader.fastASCIIString(at: archive[entry]), range.count <= shortStringLimit,
            !reader.isNullText(range), let string = reader.wellFormedASCII(in: range)
        else { return nil }
        try chargeBuffer(range.count)
        return string
    }

    /// The strings of a small array of strings at a UID; nil if it is anything else, or was seen before.
    ///
    /// No code of a user runs while strings are read, so the array need not be entered and left, which is
    /// much of the work for an array of few strings. Where anything is out of the ordinary the array
    /// counts as not seen, and the slow path says what is wrong.
    mutating func plainStrings(at uid: UID, within limits: Limits) -> [String]? {
        guard let entry = archive.entry(uid), case .running = decodingState, !checksPlainValues, depth < limits.depth
        else {
            return nil
        }
        guard entries[entry].stage == .unseen, let stored = fastStoredObject(at: entry),
            stored.fields.count == 2,
            let type = resolvedType(stored.classIndex, ObjectIdentifier([String].self)),
            ObjectIdentifier(type) == ObjectIdentifier([String].self)
        else { return nil }
        let position = keyShapes[stored.shape].elementsPosition
        guard position != .none, let references = reader.fastArray(at: reader.value(position, of: stored.fields))
        else { return nil }
        let (budgetBefore, keptCount) = (budget, entries.valueCount)
        guard (try? charge(for: stored)) != nil, (try? chargeElements(references.count)) != nil,
            let strings = strings(of: references)
        else {
            refund(to: budgetBefore, keptCount)
            return nil
        }
        entries.setStage(.readOnce, of: entry)
        return strings
    }

    /// The strings that a run of references leads to; nil if one of them must be read on the slow path.
    private mutating func strings(of references: BinaryReferences) -> [String]? {
        var strings: [String] = []
        strings.reserveCapacity(references.count)
        while strings.count < references.count {
            guard let string = try? plainString(at: strings.count, of: references) else { return nil }
            strings.append(string)
        }
        return strings
    }

    /// The string that a reference of a run leads to; nil if it must be read on the slow path.
    @inline(__always)
    mutating func plainString(
        at position: Int,
        of references: BinaryReferences
    ) throws(ArchiveError) -> String? {
        guard let uid = reader.fastUID(at: reader.unchecked(position, of: references)), uid != 0 else { return nil }
        return try plainString(at: UID(UInt64(truncatingIfNeeded: uid)))
    }

    /// Whether the object at a position was not asked for before; from now on it was.
    mutating func isFirstUse(of entry: EntryUID) -> Bool {
        guard entries[entry].stage == .unseen else { return false }
        entries.setStage(.readOnce, of: entry)
        return true
    }

    /// Whether the plain value at a position can't be read: a delegate must see it, or put something in its place.
    @inline(__always)
    mutating func mustShow(_ entry: EntryUID) -> Bool {
        checksPlainValues && !canRead(entry)
    }

    @inline(never)
    private func canRead(_ entry: EntryUID) -> Bool {
        hasDelegate ? entries[entry].wasShown : entries[entry].stage.isUnkept
    }
}
