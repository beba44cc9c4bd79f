public import PropertyLists

// What is at a place, or nil.

extension ArchiveView {
    /// The text of a string, an attributed string or a URL; nil if something else, or nothing, is here.
    ///
    /// Nil, too, for a string with an unpaired surrogate, which a Swift string cannot hold.
    public var string: String? { (try? readString()) ?? nil }

    /// The integer, inline or as an object; nil if something else is here, or more than `Int` holds.
    public var int: Int? { (try? readInt()) ?? nil }

    /// The real, or an integer that a `Double` represents exactly, inline or as an object; nil if something else is
    /// here.
    public var double: Double? { (try? readDouble()) ?? nil }

    /// The boolean, inline or as an object; nil if something else is here.
    public var bool: Bool? { (try? readBool()) ?? nil }

    /// The date; nil if something else is here.
    public var date: ArchivedDate? { (try? readDate()) ?? nil }

    /// The bytes of data, inline or as an object, or of a UUID; nil if something else is here.
    public var bytes: [UInt8]? { (try? readBytes()) ?? nil }

    /// The name of the class of the object here; nil if there is none: plain values have no class.
    public var className: String? { archivedClass?.name }

    /// The class record of the object here; nil if there is none.
    public var archivedClass: ArchivedClass? { (try? readClass()) ?? nil }

    /// Whether a reference to nil is here.
    public var isNil: Bool {
        guard let place = try? place, let uid = try? place.reference else { return false }
        return uid == .null || (try? place.archive?.entry(at: uid)) == .null
    }

    /// The value as it is stored, a reference or an inline value; nil if nothing is here, or the top level of an
    /// archive.
    public var value: PropertyList? {
        switch try? place {
        case .slot(let slot, let shared): try? shared.archive.value(slot)
        case .value(let value, _): value
        case .topLevel, nil: nil
        }
    }

    /// The UID of the object that is referred to here; nil if nothing or an inline value is here.
    public var uid: UID? { (try? place.reference) ?? nil }

    /// The archive that the place is in, to which ``uid`` belongs; nil if nothing is here, or in a plain property list.
    public var archive: KeyedArchive? { (try? place)?.archive }
}

// MARK: - Reading

extension ArchiveView {
    func readString() throws(ArchiveError) -> String? {
        if let plain = try plainValue() { return plain.stringValue }
        switch try content(of: [.string, .attributedString, .url, .value]) {
        case .string(let text), .url(let text, _), .geometry(let text): return text.string
        default: return nil
        }
    }

    func readInt() throws(ArchiveError) -> Int? {
        if let number = try numberValue() { return number.intValue }
        guard case .decimal(let text) = try content(of: [.decimal]) else { return nil }
        return Int(text)
    }

    func readDouble() throws(ArchiveError) -> Double? {
        if let number = try numberValue() { return number.doubleValue }
        guard case .decimal(let text) = try content(of: [.decimal]) else { return nil }
        return Double(text)
    }

    func readBool() throws(ArchiveError) -> Bool? {
        try numberValue()?.boolValue
    }

    func readDate() throws(ArchiveError) -> ArchivedDate? {
        if let plain = try plainValue() { return plain.dateValue.map { ArchivedDate(secondsSince2001: $0) } }
        guard case .date(let seconds) = try content(of: [.date]) else { return nil }
        return ArchivedDate(secondsSince2001: seconds)
    }

    func readBytes() throws(ArchiveError) -> [UInt8]? {
        if let plain = try plainValue() { return plain.dataValue }
        switch try content(of: [.data, .uuid]) {
        case .data(let bytes), .uuid(let bytes): return bytes
        default: return nil
        }
    }

    func readClass() throws(ArchiveError) -> ArchivedClass? {
        guard let archive = try place.archive, let (_, classUID) = try place.object else { return nil }
        return try archive.archivedClass(at: classUID)
    }

    /// The value that is inline here, or a plain entry of the archive; nil for objects and containers.
    private func plainValue() throws(ArchiveError) -> PropertyList? {
        switch try place {
        case .topLevel: return nil
        case .value(let value, _): return value.isContainer ? nil : value
        case .slot(let slot, let shared):
            let archive = shared.archive
            guard let uid = try archive.reference(slot) else {
                if case .stored(let index) = slot, archive.index.kind(of: index).isContainer { return nil }
                return try archive.value(slot)
            }
            guard uid != .null, case .scalar = try archive.content(at: uid) else { return nil }
            guard case .value(let value) = try archive.entry(at: uid) else { return nil }
            return value
        }
    }

    /// The plain value here, or the number that an object of `NSNumber` holds in its fields.
    private func numberValue() throws(ArchiveError) -> PropertyList? {
        if let plain = try plainValue() { return plain }
        return try object(of: [.value]).flatMap { NumberFields.value(in: $0.record) }
    }

    /// What the object here stands for if its class is of one of some families.
    private func content(of families: [FoundationFamily]) throws(ArchiveError) -> FoundationValue.Content? {
        guard let (record, archivedClass) = try object(of: families), let archive = try place.archive else {
            return nil
        }
        var budget = archive.budget
        return try archive.foundationValue(of: record, ofClass: archivedClass, charging: &budget)?.content
    }

    /// The object here if its class is of one of some families; the fields of others aren't read.
    private func object(
        of families: [FoundationFamily]
    ) throws(ArchiveError) -> (record: ArchivedRecord, archivedClass: ArchivedClass)? {
        guard let archivedClass = try readClass(), let family = FoundationFamily(of: archivedClass),
            families.contains(family), let uid = try place.reference, let record = try place.archive?.record(at: uid)
        else { return nil }
        return (record, archivedClass)
    }
}
