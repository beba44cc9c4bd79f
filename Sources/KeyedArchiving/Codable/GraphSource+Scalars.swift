internal import PropertyLists

// Values as types that decoders ask for. Each is nil where the value is of another kind, or nil.

extension GraphSource {
    /// The object index of a value in the file.
    @inline(__always)
    func index(of value: GraphValue) -> ObjectIndex? {
        switch value {
        case .entry(let uid): index[uid]
        case .inline(let index): index
        case .integer, .made: nil
        }
    }

    /// The object at an entry: its fields and its class; nil if it is a plain value, or nil.
    @inline(__always)
    func storedObject(of value: GraphValue) throws(ArchiveError) -> UnarchiverState.StoredObject? {
        guard case .entry(let uid) = value else { return nil }
        return try unarchiver.state.storedObject(at: uid)
    }

    /// The value that an object of one of Foundation's classes represents; nil for other objects.
    func content(of value: GraphValue) throws(ArchiveError) -> FoundationValue.Content? {
        guard case .entry(let uid) = value, let stored = try storedObject(of: value),
            family(ofClass: stored.classIndex) != nil,
            let object = try archivedRecord(at: uid)
        else { return nil }
        let archivedClass = unarchiver.state.classes[stored.classIndex].record
        return try archive().foundationValue(
            of: object, ofClass: archivedClass, caching: &tables.foundationCache, charging: &unarchiver.state.budget)?
            .content
    }

    func archivedRecord(at uid: EntryUID) throws(ArchiveError) -> ArchivedRecord? {
        guard case .object(let object) = try archive().entry(at: uid.uid, charging: &unarchiver.state.budget) else {
            return nil
        }
        return object
    }

    // MARK: Texts

    @inline(__always)
    func string(_ value: GraphValue) throws(ArchiveError) -> String? {
        if case .entry(let uid) = value, uid != .null, let text = try unarchiver.state.plainString(at: uid) {
            return text
        }
        return try slowString(value)
    }

    @inline(never)
    private func slowString(_ value: GraphValue) throws(ArchiveError) -> String? {
        switch value {
        case .entry:
            switch try content(of: value) {
            case .string(let text) where text.isNullText && isNil(value): return nil
            case .string(let text), .url(let text, base: nil), .geometry(let text): return try swiftString(text)
            case .decimal(let text):
                try unarchiver.state.chargeBuffer(text.utf8.count)
                return text
            case .uuid(let bytes):
                try unarchiver.state.chargeBuffer(36)
                return UUIDFields.text(bytes)
            default: return nil
            }
        case .inline(let index):
            return try unarchiver.state.inlineString(at: index)
        case .made(let index):
            guard case .string(let text) = madeValues[index] else { return nil }
            return try swiftString(text)
        case .integer: return nil
        }
    }

    /// The text of a string with a class, `$null` too; nil for all else.
    func textOfObject(_ value: GraphValue) throws(ArchiveError) -> String? {
        guard case .string(let text) = try content(of: value) else { return nil }
        return try swiftString(text)
    }

    /// A text that was read before, charged each time: who gets it may go through all of it.
    private func swiftString(_ text: PropertyListString) throws(ArchiveError) -> String {
        try unarchiver.state.chargeBuffer(text.size)
        guard let string = text.string else { throw .unpairedSurrogate() }
        return string
    }

    // MARK: Numbers

    @inline(__always)
    func boolean(_ value: GraphValue) throws(ArchiveError) -> Bool? {
        guard let index = index(of: value) else { return madeBoolean(value) }
        let header = try unarchiver.state.header(at: index)
        if let boolean = header.boolean { return boolean }
        guard header.kind == .dictionary, case .boolean(let boolean) = try numberObject(value) else { return nil }
        return boolean
    }

    private func madeBoolean(_ value: GraphValue) -> Bool? {
        guard case .made(let index) = value, case .boolean(let boolean) = madeValues[index] else { return nil }
        return boolean
    }

    /// A number if it is whole.
    @inline(never)
    func wholeNumber(_ value: GraphValue) throws(ArchiveError) -> WholeNumber? {
        if let index = index(of: value), let integer = reader.fastInteger(at: index) { return .signed(integer) }
        return try number(value)?.wholeNumber
    }

    @inline(__always)
    func storedDouble(_ value: GraphValue) -> Double? {
        index(of: value).flatMap { reader.fastDouble(at: $0) }
    }

    /// A number as a value of a property list; for a date, the seconds since 2001-01-01T00:00:00Z.
    @inline(never)
    func number(_ value: GraphValue) throws(ArchiveError) -> PropertyList? {
        switch value {
        case .integer(let integer): return .integer(integer)
        case .made(let index):
            if case .date(let seconds) = madeValues[index] { return .double(seconds) }
            return madeValues[index]
        case .entry, .inline: break
        }
        guard let index = index(of: value) else { return nil }
        let header = try unarchiver.state.header(at: index)
        switch header.kind {
        case .integer, .real: return try reader.scalar(of: header)
        case .date:
            guard case .date(let seconds) = try reader.scalar(of: header) else { return nil }
            return .double(seconds)
        case .dictionary: return try numberObject(value)
        default: return nil
        }
    }

    func numberObject(_ value: GraphValue) throws(ArchiveError) -> PropertyList? {
        guard case .entry(let uid) = value, let stored = try storedObject(of: value) else { return nil }
        switch family(ofClass: stored.classIndex) {
        case .date:
            guard case .date(let seconds) = try content(of: value) else { return nil }
            return .double(seconds)
        case .decimal:
            guard case .decimal(let text) = try content(of: value) else { return nil }
            return PropertyList(decimal: text)
        case .value: return try number(in: archivedRecord(at: uid))
        default: return nil
        }
    }

    /// The number in the fields of an `NSNumber`, of which a real archive has none: its numbers are plain values.
    private func number(in object: ArchivedRecord?) -> PropertyList? {
        object.flatMap { NumberFields.value(in: $0) }
    }

    // MARK: Data

    func bytes(_ value: GraphValue) throws(ArchiveError) -> [UInt8]? {
        guard let index = index(of: value) else {
            guard case .made(let index) = value, case .data(let bytes) = madeValues[index] else { return nil }
            return try charged(bytes)
        }
        switch try unarchiver.state.header(at: index).kind {
        case .data: return try unarchiver.state.dataCopy(at: index, key: nil)
        case .dictionary:
            switch try content(of: value) {
            case .data(let bytes), .uuid(let bytes): return try charged(bytes)
            default: return nil
            }
        default: return nil
        }
    }

    /// Data that was read before, charged each time as texts are.
    private func charged(_ bytes: [UInt8]) throws(ArchiveError) -> [UInt8] {
        try unarchiver.state.chargeBuffer(bytes.count)
        return bytes
    }

    /// The value and all that it holds as a property list; nil if it is nil.
    func propertyList(_ value: GraphValue) throws -> PropertyList? {
        switch value {
        case .entry(let uid): return try PropertyListFold.list(at: uid.uid, of: unarchiver, hasWarnings: hasWarnings)
        case .inline(let index):
            return try reader.tree(at: index, spending: &unarchiver.state.budget)
        case .integer(let integer): return .integer(integer)
        case .made(let index): return madeValues[index]
        }
    }
}

extension PropertyList {
    /// The number that the text of a decimal number stands for: an integer of 64 bits, or the nearest real.
    init?(decimal text: String) {
        let number: PropertyList? =
            Int64(text).map { .integer($0) } ?? UInt64(text).map { .unsignedInteger($0) }
            ?? Double(text).map { .double($0) }
        guard let number else { return nil }
        self = number
    }
}
