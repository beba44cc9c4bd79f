public import PropertyLists

/// `NSString`: a plain value. Its mutable variant and other subclasses, which hold it in a field, are read too.
extension String: Codingable {
    /// `NSString`.
    public static var codedClassName: String { "NSString" }

    /// `NSMutableString` and the strings of nibs.
    public static var codedClassAliases: [String] { ["NSMutableString", "NSLocalizableString"] }

    /// Writes the string as the field of an object, as a subclass of `NSString` would.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeInlineString(self, forKey: "NS.string")
    }

    /// Reads the string from `NS.string`, or from the UTF-8 of `NS.bytes`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        if let string = try unarchiver.decodeInlineString(forKey: "NS.string") {
            self = string
        } else if let bytes = try unarchiver.decodeBytes(forKey: "NS.bytes") {
            guard let string = String(validating: bytes, as: UTF8.self) else {
                throw unarchiver.failure(.invalidValue, "the string is not valid UTF-8", key: "NS.bytes")
            }
            self = string
        } else {
            throw unarchiver.failure(
                .invalidValue, "a string object has neither NS.string nor NS.bytes", key: "NS.string")
        }
    }

    /// True: strings are plain values.
    public static var _isInline: Bool { true }

    /// Stores the string.
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver.checkNotFinished()
        return try archiver.encodeInline(self) { $0.stringUID($1) }
    }

    /// Reads the string.
    public static func _decode(reference: UID, from unarchiver: KeyedUnarchiver) throws -> String? {
        try unarchiver.decodeString(reference)
    }

    /// The string itself, or that of a mutable string or of a constant.
    public static func _cast(_ object: any Codingable) -> String? {
        object as? String ?? (object as? ObjectString)?.string ?? (object as? ConstantString)?.string
    }

    /// Reads an inline string.
    public static func _decode(inline index: Int, from unarchiver: KeyedUnarchiver) throws -> String {
        let header = try unarchiver.state.header(at: index)
        guard let string = try unarchiver.state.string(at: index, header) else {
            throw unarchiver.mismatch(inline: index, expected: codedClassName)
        }
        return string
    }
}

extension KeyedUnarchiver {
    /// Decodes the elements of a list of strings.
    ///
    /// Strings are most elements of most lists, and reading them without a call for each saves 7 % of decoding a dictionary of strings.
    @usableFromInline
    func decodeStrings(_ list: borrowing ElementList, _ key: String) throws -> [String] {
        var strings: [String] = []
        strings.reserveCapacity(list.count)
        for position in 0..<list.count {
            if let references = list.references, let string = try state.string(at: position, of: references) {
                strings.append(string)
                continue
            }
            let uid = try reference(at: position, of: list, key)
            guard let string = try decodeString(uid) else { throw badElement("is nil", position, key) }
            strings.append(string)
        }
        return strings
    }

    /// Decodes the string at a UID.
    func decodeString(_ uid: UID) throws -> String? {
        if uid == .null { return nil }
        if let string = try state.string(at: uid) { return string }
        guard let object = try decodeObject(reference: uid, as: String.self) else { return nil }
        return try cast(object, to: String.self, at: Int(truncatingIfNeeded: uid.rawValue))
    }
}

extension UnarchiverState {
    /// Strings longer than this are kept once they are met a second time, so that one long string with many references
    /// is held once.
    ///
    /// Shorter ones need no memory of their own.
    private static let keptStringLength = 15

    /// The string at a UID that is stored as a plain value; nil if it is something else, or a delegate must see it.
    @inline(__always)
    fileprivate mutating func string(at uid: UID) throws(ArchiveError) -> String? {
        let position = try position(of: uid)
        if !hasDelegate, let string = recentStrings[position] { return string }
        let index = reader.unchecked(position, of: objects)
        if let range = reader.commonASCIIString(at: index), !hasDelegate, range.count <= shortStringLimit,
            range.count <= Self.keptStringLength || isFirstUse(of: position),
            let string = reader.wellFormedASCII(in: range), range.count != 5 || string != "$null"
        {
            if range.count <= Self.keptStringLength {
                recentStrings[position] = string
            } else {
                try payForBuffer(range.count)
            }
            return string
        }
        return try unusualString(at: position, index)
    }

    /// The text of the string at a position, `$null` too and also if a delegate was set; nil if it is something else.
    @inline(__always)
    mutating func text(at position: Int) throws(ArchiveError) -> String? {
        do {
            if let string = try string(at: UID(UInt64(position))) { return string }
            let index = reader.unchecked(position, of: objects)
            return try string(at: index, try header(at: index))
        } catch {
            throw located(error, position)
        }
    }

    /// The string that a reference of a run leads to; nil if it is to be read the long way.
    @inline(__always)
    fileprivate mutating func string(
        at position: Int,
        of references: BinaryReferences
    ) throws(ArchiveError) -> String? {
        guard let uid = reader.commonUID(at: reader.unchecked(position, of: references)), uid != 0 else { return nil }
        return try string(at: UID(UInt64(truncatingIfNeeded: uid)))
    }

    /// Whether the object at a position was not asked for before; from now on it was.
    private mutating func isFirstUse(of position: Int) -> Bool {
        guard decoded[position].progress == Progress.unseen else { return false }
        decoded.setProgress(Progress.decodedOnce, of: position)
        return true
    }

    @inline(never)
    private mutating func unusualString(at position: Int, _ index: Int) throws(ArchiveError) -> String? {
        let header = try header(at: index)
        guard header.kind == .asciiString || header.kind == .utf16String, !hasDelegate else { return nil }
        guard header.count > Self.keptStringLength else { return try entryString(at: index, header) }
        if isFirstUse(of: position) { return try string(at: index, header) }
        if decoded[position].progress == Progress.value { return values[position] as? String }
        guard let string = try string(at: index, header) else { return nil }
        store(string, position)
        return string
    }
}
