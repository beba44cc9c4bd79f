public import PropertyLists

/// `NSString`: a plain value. Its mutable variant and other subclasses, which hold it in a field, are read too.
extension String: Codingable, ValueCoding {
    /// `NSString`.
    public static var codedClassName: String { "NSString" }

    /// Writes the string as the field of an object, as mutable strings and subclasses of `NSString` have it: `NS.string`,
    /// or `NS.bytes` where a subclass of Apple's archiver writes.
    public func encode(with archiver: KeyedArchiver) throws {
        let key = StringFields.key(writtenBy: archiver.archiverName)
        if key == StringFields.utf8 {
            try archiver.encodeBytes(Array(utf8), forKey: key)
        } else {
            try archiver.encodeInlineString(self, forKey: key)
        }
    }

    /// Reads the string from `NS.string`, or from the UTF-8 of `NS.bytes`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        if let string = try unarchiver.decodeInlineString(forKey: StringFields.string) {
            self = string
        } else if let bytes = try unarchiver.decodeBytes(forKey: StringFields.utf8) {
            guard let string = String(validating: bytes, as: UTF8.self) else {
                throw unarchiver.damaged("the string is not valid UTF-8", key: StringFields.utf8)
            }
            self = string
        } else {
            throw unarchiver.damaged(
                "a string object has neither NS.string nor NS.bytes", key: StringFields.string)
        }
    }

    /// Strings are plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    @usableFromInline
    package static var isInline: Bool { true }

    /// Stores the string.
    @usableFromInline
    package static func reference(to value: String, with archiver: KeyedArchiver) throws -> UID {
        try archiver.checkNotFinished()
        return try archiver.encodeInline(value) { $0.stringUID($1) }
    }

    /// The string itself, or that of a mutable string, of a constant or of an identified value.
    @usableFromInline
    package static func converted(_ object: any Codingable) -> String? {
        object as? String ?? (object as? MutableArchivedString)?.text.string ?? (object as? ConstantString)?.string
            ?? (object as? IdentifiedValue).flatMap { converted($0.value) }
    }

    /// Reads the string; the one under a key in one step, which becomes the call where the source is known.
    @inlinable
    @inline(__always)
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> String? {
        switch source {
        case .reference(let uid): try unarchiver.decodeString(uid)
        case .key(let key, allowsInline: true): try unarchiver.string(forKey: key)
        case .key(let key, allowsInline: false):
            try unarchiver.decodeField(String.self, forKey: key, allowsInline: false)
        case .inline(let index): try unarchiver.inlineString(at: index)
        }
    }
}

extension KeyedUnarchiver {
    /// The string under a key, inline or as an object.
    @usableFromInline
    func string(forKey key: String) throws -> String? {
        guard let index = try state.value(forKey: key) else { return nil }
        guard let uid = try state.uid(at: index) else { return try inlineValue(String.self, at: index, forKey: key) }
        return try decodeString(uid)
    }

    /// The inline string at an object index.
    @usableFromInline
    func inlineString(at index: ObjectIndex) throws -> String? {
        try state.inlineString(at: index)
    }

    /// The strings of an array at a UID that is read for the first time; nil if it must be read on the slow path.
    @usableFromInline
    func decodePlainStrings(_ uid: UID) -> [String]? {
        state.plainStrings(at: uid, within: limits)
    }

    /// Decodes the elements of a list of strings.
    ///
    /// Strings are most elements of most lists, and are read without a call for each (row `decode string-dictionary
    /// entry` of `Instructions.tsv`).
    @usableFromInline
    func decodeStrings(_ list: borrowing ElementList, _ key: String) throws -> [String] {
        var strings: [String] = []
        strings.reserveCapacity(list.count)
        while strings.count < list.count {
            if let references = list.references {
                try state.appendStrings(of: references, to: &strings)
                if strings.count == list.count { break }
            }
            let position = strings.count
            let uid = try reference(at: position, of: list, key)
            guard let string = try decodeString(uid) else { throw nilElement(position, key) }
            strings.append(string)
        }
        return strings
    }

    /// Decodes the string at a UID.
    @usableFromInline
    @inline(__always)
    func decodeString(_ uid: UID) throws -> String? {
        if uid == .null { return nil }
        if let string = try state.plainString(at: state.entry(uid)) { return string }
        return try decodeSlowString(uid)
    }

    @inline(never)
    private func decodeSlowString(_ uid: UID) throws -> String? {
        let entry = try state.entry(uid)
        if let string = try state.shownString(at: entry) {
            guard let substitute = try showPlain(string, entry) else { return string }
            return try self.string(ValueBox.unboxed(substitute), at: entry)
        }
        return try unboxedObject(at: uid, as: String.self).map { try string($0, at: entry) }
    }

    /// A decoded object as a string.
    private func string(_ object: any Codingable, at entry: EntryUID) throws -> String {
        if let string = Substitution.exact(object, as: String.self) { return string }
        if let text = PropertyListString.converted(object), text.string == nil {
            throw state.located(state.unpairedSurrogate(at: state.archive[entry]), entry)
        }
        if let string = try converted(object, to: String.self) { return string }
        throw unexpectedClass(type(of: object), .only(String.self), at: entry)
    }
}

/// `NSString` with the code units that it was stored with, unpaired surrogates among them, which a Swift `String` can't
/// hold.
///
/// A call that asks for any object returns this type for a string with unpaired surrogates, so that it is written as it
/// was read; a call that asks for a `String` throws. Ask for this type where a string may hold anything:
///
/// ```swift
/// let name = try unarchiver.decode(PropertyListString.self, forKey: "name")
/// print(name.string ?? name.repaired)
/// ```
extension PropertyListString: Codingable, ValueCoding {
    /// `NSString`.
    public static var codedClassName: String { String.codedClassName }

    /// Writes the string as the field of an object, as a subclass of `NSString` would.
    public func encode(with archiver: KeyedArchiver) throws {
        if let string { return try string.encode(with: archiver) }
        try archiver.checkNotFinished()
        archiver.state.put(archiver.state.table.add(.string(self)), forKey: StringFields.string)
    }

    /// Reads the string from `NS.string`, or from the UTF-8 of `NS.bytes`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        if let string = try unarchiver.inlineText(forKey: StringFields.string) {
            self = string
        } else {
            self.init(try String(coder: unarchiver))
        }
    }

    /// Strings are plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    @usableFromInline
    package static var isInline: Bool { true }

    /// Stores the string; one that a Swift string can hold, as that is stored.
    @usableFromInline
    package static func reference(to value: PropertyListString, with archiver: KeyedArchiver) throws -> UID {
        try archiver.checkNotFinished()
        return try archiver.encodeInline(value) { state, text in
            text.string.map { state.stringUID($0) } ?? state.addValueObject(state.table.add(.string(text)))
        }
    }

    /// The string, or that of a mutable string or of a constant.
    @usableFromInline
    package static func converted(_ object: any Codingable) -> PropertyListString? {
        object as? PropertyListString ?? (object as? MutableArchivedString)?.text
            ?? String.converted(object).map { PropertyListString($0) }
    }

    /// Reads the string.
    @usableFromInline
    package static func value(
        from source: CodingSource,
        with unarchiver: KeyedUnarchiver
    ) throws -> PropertyListString? {
        switch source {
        case .reference(.null): nil
        case .reference(let uid): try unarchiver.typedObject(PropertyListString.self, uid: uid)
        case .key(let key, let allowsInline):
            try unarchiver.decodeField(PropertyListString.self, forKey: key, allowsInline: allowsInline)
        case .inline(let index):
            try unarchiver.state.inlineText(at: index)
        }
    }
}

extension KeyedUnarchiver {
    /// A string that is stored inline, or as an object; nil if the key is missing or holds nil.
    fileprivate func inlineText(forKey key: String) throws -> PropertyListString? {
        guard let index = try state.value(forKey: key) else { return nil }
        if let uid = try state.uid(at: index) { return try decode(PropertyListString.self, from: .reference(uid)) }
        return try inlineValue(PropertyListString.self, at: index, forKey: key)
    }
}

/// A string as an instance: `NSMutableString`.
///
/// A call that asks for any object returns this type for a mutable string, which has an identity, and a `String` for an
/// immutable one. A call that asks for a `String` returns one for both.
///
/// ```swift
/// try archiver.encode(MutableArchivedString("draft"), forKey: "text")
/// ```
public final class MutableArchivedString: Codingable, ValueCoding, StoredContainer {
    /// The characters, unpaired surrogates too, which strings of other systems may hold.
    public var text: PropertyListString

    /// The characters, with U+FFFD in place of each unpaired surrogate; ``text`` has them.
    public var string: String {
        get { text.repaired }
        set { text = PropertyListString(newValue) }
    }

    /// The entry that it was decoded from.
    package let entry: StoredEntry?

    /// Creates a mutable string.
    public init(_ string: String) {
        text = PropertyListString(string)
        entry = nil
    }

    /// `NSMutableString`.
    public static var codedClassName: String { "NSMutableString" }

    /// `NSMutableString`; one that was decoded is written with the class record that it had.
    @usableFromInline
    package static func classRecord(of string: MutableArchivedString) -> ArchivedClass? { record }

    static let record = ArchivedClass(standardNamed: codedClassName)

    /// Objects that may be decoded as another type, too.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// Whether a stored field holds the characters.
    package static func owns(_ key: String) -> Bool { key == StringFields.string || key == StringFields.utf8 }

    /// Writes the characters under `NS.string`, or as UTF-8 under `NS.bytes` if that is how they were stored.
    public func encode(with archiver: KeyedArchiver) throws {
        archiver.begin(self, at: entry)
        if archiver.holds(StringFields.utf8), !archiver.holds(StringFields.string), let string = text.string {
            return try archiver.encodeBytes(Array(string.utf8), forKey: StringFields.utf8)
        }
        try text.encode(with: archiver)
    }

    /// Reads the characters.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        text = try PropertyListString(coder: unarchiver)
        entry = unarchiver.currentEntry
    }
}
