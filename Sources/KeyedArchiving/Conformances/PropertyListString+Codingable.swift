public import PropertyLists

/// `NSString` with the code units that it was stored with, unpaired surrogates among them, which a Swift `String` can't
/// hold.
///
/// This is what a call that asks for any object gets for such a string, so that it is written as it was read; a call
/// that asks for a `String` throws. Ask for this type where a string may hold anything:
///
/// ```swift
/// let name = try unarchiver.decode(PropertyListString.self, forKey: "name")
/// print(name.string ?? name.repaired)
/// ```
extension PropertyListString: Codingable {
    /// `NSString`.
    public static var codedClassName: String { String.codedClassName }

    /// The other classes that strings are read from.
    public static var codedClassAliases: [String] { String.codedClassAliases }

    /// Writes the string as the field of an object, as a subclass of `NSString` would.
    public func encode(with archiver: KeyedArchiver) throws {
        if let string { return try string.encode(with: archiver) }
        try archiver.checkNotFinished()
        archiver.state.put(archiver.state.table.add(.string(self)), forKey: "NS.string")
    }

    /// Reads the string from `NS.string`, or from the UTF-8 of `NS.bytes`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        if let string = try unarchiver.inlineText(forKey: "NS.string") {
            self = string
        } else {
            self.init(try String(coder: unarchiver))
        }
    }

    /// Strings are plain values.
    public static var _kind: _CodingKind { .inline }

    /// Stores the string; one that a Swift string can hold, as that is stored.
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver.checkNotFinished()
        return try archiver.encodeInline(self) { state, text in
            text.string.map { state.stringUID($0) } ?? state.addValueObject(state.table.add(.string(text)))
        }
    }

    /// The string, or that of a mutable string or of a constant.
    public static func _cast(_ object: any Codingable) -> PropertyListString? {
        object as? PropertyListString ?? (object as? MutableArchivedString)?.text
            ?? String._cast(object).map { PropertyListString($0) }
    }

    /// Reads the string.
    public static func _decode(
        _ source: _CodingSource,
        from unarchiver: KeyedUnarchiver
    ) throws -> PropertyListString? {
        switch source {
        case .reference(.null): nil
        case .reference(let uid): try unarchiver.slowDecode(PropertyListString.self, uid: uid)
        case .key(let key, let allowsInline):
            try unarchiver.decodeField(PropertyListString.self, forKey: key, allowsInline: allowsInline)
        case .inline(let index):
            try unarchiver.state.storedText(at: index, try unarchiver.state.header(at: index))
        }
    }
}

extension KeyedUnarchiver {
    /// A string that is stored inline, or as an object; nil if the key is missing or holds nil.
    fileprivate func inlineText(forKey key: String) throws -> PropertyListString? {
        guard let index = try state.value(forKey: key) else { return nil }
        if let uid = try state.uid(at: index) { return try PropertyListString._decode(.reference(uid), from: self) }
        return try inlineValue(PropertyListString.self, at: index, forKey: key)
    }
}
