internal import PropertyLists

// Texts are read in three ways, each of which is charged: at an object index, wherever that is; as an entry of
// `$objects`, which most objects of most archives are; and in a run of references to such entries.

// MARK: - By object index

extension UnarchiverState {
    /// The text at an object index with the code units that are stored; nil if something else is there.
    mutating func inlineText(at index: ObjectIndex) throws(ArchiveError) -> PropertyListString? {
        let header = try header(at: index)
        guard header.kind.isString else { return nil }
        try chargeBuffer(header.scalarSize)
        return try reader.text(of: header)
    }

    /// The text at an object index as a string; nil if something else is there.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if it holds an unpaired surrogate, which a `String`
    ///   cannot.
    mutating func inlineString(at index: ObjectIndex) throws(ArchiveError) -> String? {
        guard let text = try inlineText(at: index) else { return nil }
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
    /// Shorter ones are stored inline and take no separate memory.
    static var keptStringLength: Int { Budget.inlineSize }

    /// The string of an entry that is a plain value; nil if it is `$null` or something else, or a delegate must see it.
    @inline(__always)
    mutating func plainString(at entry: EntryUID) throws(ArchiveError) -> String? {
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
                let string = try inlineString(at: index)
                return string?.isNullText == true ? nil : string
            }
            if isFirstUse(of: entry) { return try inlineString(at: index) }
            if entries[entry].stage == .value {
                try chargeKeptValue(at: entry)
                return entries.value(at: entry) as? String
            }
            guard let string = try inlineString(at: index) else { return nil }
            store(ValueBox.boxed(string), entry)
            return string
        } catch {
            throw located(error, entry)
        }
    }

    /// The string of an entry that a delegate must see, if it is short ASCII, which is not kept; nil for all else.
    mutating func shownString(at entry: EntryUID) throws(ArchiveError) -> String? {
        guard mustShow(entry), entries[entry].stage.isUnkept,
            let range = reader.fastASCIIString(at: archive[entry]), range.count <= shortStringLimit,
            !reader.isNullText(range), let string = reader.wellFormedASCII(in: range)
        else { return nil }
        try chargeBuffer(range.count)
        return string
    }

    /// The text of an entry with the code units that are stored, `$null` too and also if a delegate was set; nil if
    /// something else is there.
    mutating func text(at entry: EntryUID) throws(ArchiveError) -> PropertyListString? {
        do {
            if let string = try plainString(at: entry) { return PropertyListString(string) }
        } catch {
            guard error.code == .invalidValue else { throw error }
        }
        do {
            return try inlineText(at: archive[entry])
        } catch {
            throw located(error, entry)
        }
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

// MARK: - Runs

extension UnarchiverState {
    /// Adds the strings that a run of references leads to, from the one that comes next up to the first that must be
    /// read on the slow path.
    mutating func appendStrings(of references: BinaryReferences, to strings: inout [String]) throws(ArchiveError) {
        while strings.count < references.count {
            guard let entry = archive.fastEntry(at: reader.unchecked(strings.count, of: references)), entry != .null,
                let string = try plainString(at: entry)
            else { return }
            strings.append(string)
        }
    }

    /// The strings of a small array of strings at a UID; nil if it is anything else, or was seen before.
    ///
    /// No code of a user runs while strings are read, so the array need not be entered and left, which is
    /// much of the work for an array of few strings. If anything is out of the ordinary the array counts as not seen,
    /// and the slow path reports errors.
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
        var strings: [String] = []
        do {
            try charge(for: stored)
            try chargeElements(references.count)
            strings.reserveCapacity(references.count)
            try appendStrings(of: references, to: &strings)
        } catch {
            refund(to: budgetBefore, keptCount)
            return nil
        }
        guard strings.count == references.count else {
            refund(to: budgetBefore, keptCount)
            return nil
        }
        entries.setStage(.readOnce, of: entry)
        return strings
    }
}
