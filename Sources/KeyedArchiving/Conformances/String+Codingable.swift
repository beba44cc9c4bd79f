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

    /// Reads an inline string.
    public static func _decode(inline index: Int, from unarchiver: KeyedUnarchiver) throws -> String {
        guard let string = try unarchiver.string(at: index) else {
            throw unarchiver.mismatch(inline: index, expected: codedClassName)
        }
        return string
    }
}

extension KeyedUnarchiver {
    /// Strings longer than this are kept once they are met a second time, so that one long string with many references
    /// is held once.
    private static let keptStringLength = 15

    /// Decodes the string at a UID.
    func decodeString(_ uid: UID) throws -> String? {
        if uid == .null { return nil }
        let index = try state.objectIndex(of: uid)
        let header = try state.header(at: index)
        guard header.kind == .asciiString || header.kind == .utf16String, !hasDelegate else {
            return try decodeObject(String.self, reference: uid)
        }
        guard header.count > Self.keptStringLength else { return try string(at: index) }
        let position = Int(truncatingIfNeeded: uid.rawValue)
        switch state.progress[position] {
        case UnarchiverState.Progress.value: return state.values[position] as? String
        case UnarchiverState.Progress.decodedOnce:
            guard let string = try string(at: index) else { return nil }
            state.values[position] = string
            state.progress[position] = UnarchiverState.Progress.value
            return string
        default:
            let string = try string(at: index)
            state.progress[position] = UnarchiverState.Progress.decodedOnce
            return string
        }
    }
}
