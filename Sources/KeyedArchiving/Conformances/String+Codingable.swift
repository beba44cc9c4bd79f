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

    /// Strings are plain values.
    public static var _kind: _CodingKind { .inline }

    /// Stores the string.
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver.checkNotFinished()
        return try archiver.encodeInline(self) { $0.stringUID($1) }
    }

    /// The string itself, or that of a mutable string or of a constant.
    public static func _cast(_ object: any Codingable) -> String? {
        object as? String ?? (object as? MutableArchivedString)?.text.string ?? (object as? ConstantString)?.string
    }

    /// Reads the string; the one under a key in one step.
    public static func _decode(_ source: _CodingSource, from unarchiver: KeyedUnarchiver) throws -> String? {
        switch source {
        case .reference(let uid): return try unarchiver.decodeString(uid)
        case .key(let key, allowsInline: true):
            guard let index = try unarchiver.state.value(forKey: key) else { return nil }
            guard let uid = try unarchiver.state.uid(at: index) else {
                return try unarchiver.inlineValue(String.self, at: index, forKey: key)
            }
            return try unarchiver.decodeString(uid)
        case .key(let key, allowsInline: false):
            return try unarchiver.decodeField(String.self, forKey: key, allowsInline: false)
        case .inline(let index):
            return try unarchiver.state.string(at: index, try unarchiver.state.header(at: index))
        }
    }
}

extension KeyedUnarchiver {
    /// The strings of an array at a UID that was not met before; nil if it is to be read on the slow path.
    @usableFromInline
    func decodePlainStrings(_ uid: UID) -> [String]? {
        state.plainStrings(at: uid, within: limits)
    }

    /// Decodes the elements of a list of strings.
    ///
    /// Strings are most elements of most lists; reading them without a call for each saves 7 % of decoding a dictionary
    /// of strings.
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
    @inline(__always)
    func decodeString(_ uid: UID) throws -> String? {
        if uid == .null { return nil }
        if let string = try state.string(at: uid) { return string }
        return try decodeSlowString(uid)
    }

    @inline(never)
    private func decodeSlowString(_ uid: UID) throws -> String? {
        guard let object = try decodeObject(uid: uid, as: String.self) else { return nil }
        if let text = PropertyListString._cast(object), text.string == nil {
            let position = Int(truncatingIfNeeded: uid.rawValue)
            let index = state.reader.unchecked(position, of: state.objects)
            throw state.located(state.unpairedSurrogate(at: index), position)
        }
        return try cast(object, to: String.self, at: Int(truncatingIfNeeded: uid.rawValue))
    }
}
