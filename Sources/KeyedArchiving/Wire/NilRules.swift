public import PropertyLists

// What nil is, wherever an archive can have it, and what is only the text `$null`.
//
// | Place | Written | Read as nil |
// | --- | --- | --- |
// | field, top level | a reference to entry 0 | that, a reference to an entry with the text `$null`, and a null object |
// | element of a list, value of a dictionary | a null object, `NSNull` | the same; an error if the type isn't optional |
// | key of a dictionary | an error | an error |
// | property list of an `Encodable` value | a ``NilText`` | the same, and a ``NilText`` |
//
// The text `$null` that is a value is an object of `NSMutableString`, which is nil nowhere.

// MARK: - Entries

extension ArchiveIndex {
    /// Whether the object at an index is the string `$null`.
    func isNullText(_ index: ObjectIndex) -> Bool { isText(index, NullText.text) }

    /// Whether a reference leads to nothing: to entry 0, or to one with its text.
    func isNil(_ uid: EntryUID) -> Bool { uid == .null || isNullText(self[uid]) }
}

extension KeyedArchive {
    /// Whether a reference leads to nil, after edits too; the fields of an object, which many may share, aren't read.
    func isNil(_ uid: UID) -> Bool {
        switch edits.content(at: uid, sourceCount: index.entries.count) {
        case .scalar(.new(let value)): value.isNullText
        case .scalar(.stored(let object)): index.isNullText(object)
        case .scalar(.list), .dictionary, .other: false
        case nil: index[uid].map { index.isNullText($0) } ?? false
        }
    }
}

extension PackedString {
    /// `$null`.
    static var null: PackedString { PackedString(low: 0x6C_6C75_6E24, high: 6 &<< 24) }
}

// MARK: - Written elements

// Apple's collections hold no nil: Foundation's unarchivers drop a reference to entry 0, or end the process.

extension KeyedArchiver {
    /// The UID of an element of a list.
    ///
    /// - Parameter key: The key of the list.
    func reference(toElement object: (any Codingable)?, forKey key: String) throws -> UID {
        try orNilElement(object.map { try reference(to: $0) } ?? .null, forKey: key)
    }

    /// The UID of an element of a list, in the place of an entry.
    func reference(toElement object: (any Codingable)?, at place: StoredPlace, forKey key: String) throws -> UID {
        let uid = try object.map { try reference(to: $0, at: place) } ?? .null
        guard uid == .null, key != CollectionPart.keys.key else { return try orNilElement(uid, forKey: key) }
        return try reference(to: ArchivedNull(), at: place)
    }

    /// The UID of the encoded object, or of the object that represents nil in a list.
    @inlinable
    @inline(__always)
    func orNilElement(_ uid: UID, forKey key: String) throws -> UID {
        uid == .null ? try nilElement(forKey: key) : uid
    }

    /// The UID of the object that represents nil in a list.
    ///
    /// - Parameter key: The key of the list; a dictionary's keys can't be nil.
    @usableFromInline
    @inline(never)
    func nilElement(forKey key: String) throws -> UID {
        guard key != CollectionPart.keys.key else {
            throw ArchiveError(
                .unrepresentable, "a key of the dictionary is nil",
                remedy: "leave the entry out, or use a key that is not nil")
        }
        return try reference(to: ArchivedNull())
    }
}

// MARK: - Read elements

extension KeyedUnarchiver {
    /// The error for nil where the elements are not optional.
    @usableFromInline
    func nilElement(_ position: Int, _ key: String) -> ArchiveError {
        failure(
            .invalidValue,
            "element \(position) of the collection is nil",
            key: key,
            remedy: key == CollectionPart.keys.key
                ? ArchiveError.damageRemedy
                : "decode it as a type with optional elements, such as `decode([String?].self, forKey:)`"
        )
    }

    /// Whether an element is an object of `NSNull`, and that stands for nil: not where null objects are asked for.
    @usableFromInline
    func isNilElement(_ uid: UID, of type: any Codingable.Type) throws -> Bool {
        guard uid != .null, let stored = try state.storedObject(at: state.entry(uid)) else { return false }
        return state.classes[stored.classIndex].record.name == ArchivedNull.codedClassName && type != ArchivedNull.self
    }
}

// MARK: - Edits

extension PlacedValue {
    /// The value as it is put at a place: nil in a collection is a null object, as collections hold no nil.
    func placed(at location: EditLocation) throws(ArchiveError) -> PlacedValue {
        guard case .reference(.null) = self else { return self }
        switch location {
        case .topLevel, .field: return self
        case .entry, .newEntry, .element, .inlineElement, .fixed: return .object(try SourceObject.nullObject())
        }
    }
}

extension SourceObject {
    /// A null object, which stands for nil in collections.
    static func nullObject() throws(ArchiveError) -> SourceObject {
        do {
            return try SourceObject { try $0.encode(ArchivedNull(), forKey: KeyedArchiver.rootObjectKey) }
        } catch {
            throw error as? ArchiveError ?? ArchiveError(.unrepresentable, "nil cannot be encoded as an object")
        }
    }
}

// MARK: - Codable

/// Nil in a property list that is encoded as objects, which has no object for nil: a string with the text `$null`.
///
/// Foundation takes that text for nil. It is an object of `NSString` itself, and a user's text that is the same one of
/// `NSMutableString`, so that reading can tell them apart.
struct NilText: Codingable {
    static var codedClassName: String { "NSString" }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeInlineString(NullText.text, forKey: StringFields.string)
    }

    init() {}

    init(coder unarchiver: KeyedUnarchiver) throws {}
}

extension GraphSource {
    /// Whether a reference leads to nothing: to the entry `$null`, or to one with its text.
    func isNothing(_ value: GraphValue) -> Bool {
        guard case .entry(let uid) = value else { return false }
        return index.isNil(uid)
    }

    /// Whether a value stands for nil: the entry `$null`, a null object, or a ``NilText``.
    @inline(__always)
    func isNil(_ value: GraphValue) -> Bool {
        switch value {
        case .entry(.null): true
        case .entry(let uid): isNull(index[uid]) || isNullObject(uid)
        case .inline(let index): self.index.kind(of: index) == .null
        case .integer: false
        case .made(let index): madeValues[index] == .null || madeValues[index] == .nilText
        }
    }

    /// Whether an object of the file is `$null` in ASCII, as it nearly always is.
    @inline(__always)
    private func isNull(_ index: ObjectIndex) -> Bool {
        reader.fastASCIIString(at: index).map { reader.isNullText($0) } ?? false
    }

    private func isNullObject(_ uid: EntryUID) -> Bool {
        // A text in UTF-16 may be the same one.
        guard let stored = unarchiver.state.fastStoredObject(at: uid) ?? slowStoredObject(uid) else {
            return index.isNullText(index[uid])
        }
        switch family(ofClass: stored.classIndex) {
        case .null: return true
        case .string: return isNilText(uid, stored)
        default: return false
        }
    }

    /// Whether a string object is a ``NilText``.
    @inline(never)
    private func isNilText(_ uid: EntryUID, _ stored: UnarchiverState.StoredObject) -> Bool {
        guard unarchiver.state.classes[stored.classIndex].record.name == NilText.codedClassName,
            let content = try? content(of: .entry(uid)), case .string(let text) = content
        else { return false }
        return text.isNullText
    }

    /// Damage is reported when the value is decoded.
    @inline(never)
    private func slowStoredObject(_ uid: EntryUID) -> UnarchiverState.StoredObject? {
        (try? unarchiver.state.storedObject(at: uid)) ?? nil
    }
}
