public import PropertyLists

// What is at a place, or nil.

extension ArchiveView {
    /// The text of a string, an attributed string or a URL; nil if something else, or nothing, is here.
    ///
    /// Nil, too, for a string with an unpaired surrogate, which a Swift string cannot hold.
    public var string: String? { optional(readString) }

    /// The integer, or a real without a fraction, inline or as an object; nil if something else is here, or more than
    /// `Int` holds.
    public var int: Int? { optional(readInt) }

    /// The real, or the one nearest to an integer, inline or as an object; nil if something else is here.
    public var double: Double? { optional(readDouble) }

    /// The boolean, inline or as an object; nil if something else is here.
    public var bool: Bool? { optional(readBool) }

    /// The date; nil if something else is here.
    public var date: ArchivedDate? { optional(readDate) }

    /// The bytes of data, inline or as an object, or of a UUID; nil if something else is here.
    public var bytes: [UInt8]? { optional(readBytes) }

    /// The name of the class of the object here; nil if there is none: plain values have no class.
    public var className: String? { optional(readClassName) }

    /// The class record of the object here; nil if there is none.
    public var archivedClass: ArchivedClass? { optional(readClass) }

    /// Whether a reference to nil is here.
    public var isNil: Bool {
        guard let place = foundPlace, let uid = try? place.reference else { return false }
        return uid == .null || place.archive?.isNil(uid) == true
    }

    /// The value as it is stored, a reference or an inline value; nil if nothing is here, or the top level of an
    /// archive.
    public var value: PropertyList? {
        switch foundPlace {
        case .slot(let slot, let shared): try? shared.archive.value(slot)
        case .value(let value, _): value
        case .topLevel, nil: nil
        }
    }

    /// The UID of the object that is referred to here; nil if nothing or an inline value is here.
    public var uid: UID? { (try? foundPlace?.reference) ?? nil }

    /// The archive that the place is in, to which ``uid`` belongs; nil if nothing is here, or in a plain property list.
    public var archive: KeyedArchive? { foundPlace?.archive }

    /// The result of reading this place, or nil; for a path that leads nowhere no error is made.
    func optional<Value>(_ read: () throws(ArchiveError) -> Value?) -> Value? {
        guard foundPlace != nil else { return nil }
        do {
            return try read()
        } catch {
            failure?.error.withValue { $0 = error }
            return nil
        }
    }
}

// MARK: - Reading

extension ArchiveView {
    func readString() throws(ArchiveError) -> String? {
        if let plain = try plainValue(.string) { return plain.stringValue }
        switch try content(of: [.string, .attributedString, .url, .value]) {
        case .string(let text), .url(let text, _), .geometry(let text): return text.string
        default: return nil
        }
    }

    func readInt() throws(ArchiveError) -> Int? {
        if let number = try numberValue() { return number.wholeNumber?.integer(as: Int.self) }
        guard case .decimal(let text) = try content(of: [.decimal]) else { return nil }
        return PropertyList(decimal: text)?.wholeNumber?.integer(as: Int.self)
    }

    func readDouble() throws(ArchiveError) -> Double? {
        if let number = try numberValue() { return number.real(as: Double.self) }
        guard case .decimal(let text) = try content(of: [.decimal]) else { return nil }
        return PropertyList(decimal: text)?.real(as: Double.self)
    }

    func readBool() throws(ArchiveError) -> Bool? {
        try numberValue()?.boolValue
    }

    func readDate() throws(ArchiveError) -> ArchivedDate? {
        if let plain = try plainValue(.date) {
            return plain.dateValue.map { ArchivedDate(timeIntervalSinceReferenceDate: $0) }
        }
        guard case .date(let seconds) = try content(of: [.date]) else { return nil }
        return ArchivedDate(timeIntervalSinceReferenceDate: seconds)
    }

    func readBytes() throws(ArchiveError) -> [UInt8]? {
        if let plain = try plainValue(.data) { return plain.dataValue }
        switch try content(of: [.data, .uuid]) {
        case .data(let bytes), .uuid(let bytes): return bytes
        default: return nil
        }
    }

    func readClass() throws(ArchiveError) -> ArchivedClass? {
        guard let archive = try place.archive, let (_, classUID) = try place.object else { return nil }
        return try archive.archivedClass(at: classUID)
    }

    func readClassName() throws(ArchiveError) -> String? {
        guard let archive = try place.archive, let (_, classUID) = try place.object else { return nil }
        return try archive.className(at: classUID)
    }

    /// The value that is inline here, or a plain entry of the archive, if it is of one of some kinds; a value of the
    /// file of another kind isn't read.
    func plainValue(_ kinds: ObjectKind) throws(ArchiveError) -> PropertyList? {
        switch try place {
        case .topLevel: return nil
        case .value(let value, _): return value.isContainer ? nil : value
        case .slot(let slot, let shared):
            let archive = shared.archive
            guard let uid = try archive.reference(slot) else { return try archive.plainValue(slot, kinds) }
            guard !archive.isNil(uid), case .scalar(let slot) = try archive.content(at: uid) else {
                return nil
            }
            return try archive.plainValue(slot, kinds)
        }
    }

    /// The plain value here, or the number that an object of `NSNumber` holds in its fields.
    func numberValue() throws(ArchiveError) -> PropertyList? {
        if let plain = try plainValue([.integer, .real, .boolean]) { return plain }
        return try object(of: [.value]).flatMap { NumberFields.value(in: $0.record) }
    }

    /// The value that the object here represents, if its class is of one of the given families.
    func content(of families: [FoundationFamily]) throws(ArchiveError) -> FoundationValue.Content? {
        guard let (record, family) = try object(of: families), let archive = try place.archive else { return nil }
        return try archive.content(of: record, in: family)
    }

    /// The object here if its class is of one of some families; the fields of others aren't read.
    private func object(
        of families: [FoundationFamily]
    ) throws(ArchiveError) -> (record: ArchivedRecord, family: FoundationFamily)? {
        let place = try place
        var budget = place.budget
        guard let archive = place.archive, let uid = try place.reference,
            let (fields, classUID) = try place.object(charging: &budget),
            let family = archive.family(ofClassAt: classUID), families.contains(family)
        else { return nil }
        try archive.checkContent(of: fields)
        guard case .object(let record) = try archive.entry(of: fields, at: uid, charging: &budget)
        else { return nil }
        return (record, family)
    }
}

extension KeyedArchive {
    /// A value that isn't a container, if it is of one of some kinds or was put into the archive.
    fileprivate func plainValue(_ slot: Slot, _ kinds: ObjectKind) throws(ArchiveError) -> PropertyList? {
        if case .stored(let object) = slot {
            let kind = index.kind(of: object)
            // What can't be read is an error, not nothing.
            if !kinds.contains(kind), kind != .unreadable { return nil }
        }
        if case .list = slot { return nil }
        return try value(slot)
    }
}
