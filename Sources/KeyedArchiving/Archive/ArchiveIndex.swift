internal import PropertyLists

/// The entries of an archive by UID, and the kinds and references of the objects of its container.
///
/// The archive, its checks, paths, the unarchiver and the comparison of two archives all use it. No operation takes
/// time in proportion to a text, a list or data, which many places of a hostile file may share. Unreadable objects
/// count as missing: code that must report the cause asks the reader.
struct ArchiveIndex: Sendable {
    let reader: BinaryPropertyListReader
    /// The elements of `$objects`.
    let entries: BinaryReferences
    /// The fields of `$top`.
    let top: BinaryFields

    init(_ reader: BinaryPropertyListReader, _ envelope: ArchiveEnvelope) {
        self.reader = reader
        entries = envelope.objects
        top = envelope.top
    }

    /// An index of the objects of a container whose entries aren't known.
    init(_ reader: BinaryPropertyListReader) {
        self.reader = reader
        entries = BinaryReferences(position: 0, count: 0)
        top = BinaryFields(keys: entries, values: entries)
    }

    /// The fields of the outer dictionary.
    var outer: BinaryFields? { fields(at: reader.topObject) }

    // MARK: Entries

    /// The UIDs of all entries, `$null` first.
    var uids: some RandomAccessCollection<EntryUID> {
        (0..<entries.count).lazy.map { EntryUID($0) }
    }

    /// Whether there is an entry with a UID.
    @inline(__always)
    func contains(_ uid: UID) -> Bool {
        uid.rawValue < UInt64(entries.count)
    }

    /// The UID if there is an entry with it.
    @inline(__always)
    func entry(_ uid: UID) -> EntryUID? {
        contains(uid) ? EntryUID(Int(truncatingIfNeeded: uid.rawValue)) : nil
    }

    /// The object that is the entry at a UID.
    @inline(__always)
    subscript(uid: EntryUID) -> ObjectIndex {
        reader.unchecked(uid.number, of: entries)
    }

    /// The object that is the entry at a UID; nil if there is no such entry.
    subscript(uid: UID) -> ObjectIndex? {
        entry(uid).map { self[$0] }
    }

    // MARK: Objects

    /// The kind of the object at an index.
    func kind(of index: ObjectIndex) -> ObjectKind {
        (try? reader.header(at: index)).map { ObjectKind($0) } ?? .unreadable
    }

    /// The number of bytes of data, of code units of a string, of entries of a container.
    func count(of index: ObjectIndex) -> Int {
        (try? reader.header(at: index).count) ?? 0
    }

    /// The UID at an index; nil if something else is there.
    func uid(at index: ObjectIndex) -> UID? {
        (try? reader.reference(at: index)) ?? nil
    }

    /// The UID of 1 to 4 bytes at an index if it leads to an entry; nil for anything else.
    @inline(__always)
    func fastEntry(at index: ObjectIndex) -> EntryUID? {
        guard let number = reader.fastUID(at: index), number < entries.count else { return nil }
        return EntryUID(number)
    }

    /// The UID at an index if it leads to an entry.
    func entryUID(at index: ObjectIndex) -> EntryUID? {
        fastEntry(at: index) ?? uid(at: index).flatMap { entry($0) }
    }

    /// The fields of the dictionary at an index; nil if something else is there.
    func fields(at index: ObjectIndex) -> BinaryFields? {
        guard let header = try? reader.header(at: index), header.kind == .dictionary else { return nil }
        return reader.fields(of: header)
    }

    /// The fields of the entry at a UID, if it is a dictionary.
    func fields(of uid: UID) -> BinaryFields? {
        self[uid].flatMap { fields(at: $0) }
    }

    /// The elements of the array at an index; nil if something else is there.
    func elements(at index: ObjectIndex) -> BinaryReferences? {
        guard let header = try? reader.header(at: index), header.kind == .array else { return nil }
        return header.references
    }

    /// The objects that the container at an index refers to, the keys of a dictionary before its values; none for a
    /// scalar.
    func members(at index: ObjectIndex) -> some RandomAccessCollection<ObjectIndex> {
        members(of: references(at: index))
    }

    /// The members of the container at an index, as a run of the file.
    func references(at index: ObjectIndex) -> BinaryReferences {
        (try? reader.header(at: index))?.references ?? BinaryReferences(position: 0, count: 0)
    }

    /// The objects that a run refers to.
    func members(of run: BinaryReferences) -> some RandomAccessCollection<ObjectIndex> {
        (0..<run.count).lazy.map { reader.unchecked($0, of: run) }
    }

    /// Whether the fields are those of a class record.
    func isClassRecord(_ fields: BinaryFields) -> Bool {
        ArchivedClass.isRecord { position(of: $0, in: fields) != nil }
    }

    /// The fields of the class record at an index; nil if something else is there.
    func classRecord(at index: ObjectIndex) -> BinaryFields? {
        guard let fields = fields(at: index), isClassRecord(fields) else { return nil }
        return fields
    }

    // MARK: Keys and texts

    /// A key of a dictionary and the value under it.
    typealias Field = (key: ObjectIndex, value: ObjectIndex)

    /// The keys of a dictionary with the values under them, in the order of the file.
    func pairs(of fields: BinaryFields) -> some RandomAccessCollection<Field> {
        fields.positions.lazy.map { (key: reader.key($0, of: fields), value: reader.value($0, of: fields)) }
    }

    /// The first position of a key, compared by text.
    func position(of key: String, in fields: BinaryFields) -> FieldPosition? {
        fields.positions.first { isText(reader.key($0, of: fields), key) }
    }

    /// The value of the first key with a text.
    func value(of key: String, in fields: BinaryFields) -> ObjectIndex? {
        position(of: key, in: fields).map { reader.value($0, of: fields) }
    }

    /// Whether a string has exactly the characters of a text.
    func isText(_ index: ObjectIndex, _ text: String) -> Bool {
        (try? reader.isString(at: index, text)) == true
    }

    /// The text at an index; nil if it isn't a string, or one that no Swift string can hold.
    func text(at index: ObjectIndex) -> String? {
        (try? reader.text(at: index))?.string
    }

    /// How many characters a short text has at most, which is enough for every name that is well known.
    static let shortTextLength = 64

    /// The text at an index if it is short.
    func shortText(at index: ObjectIndex) -> String? {
        guard let header = try? reader.header(at: index), header.kind.isString, header.count <= Self.shortTextLength
        else { return nil }
        return text(at: index)
    }

    /// Whether two strings may be the same: of long ones only the length is compared.
    func mayBeSameText(_ first: ObjectIndex, _ second: ObjectIndex) -> Bool {
        guard kind(of: first) == .string, kind(of: second) == .string, count(of: first) == count(of: second) else {
            return false
        }
        return shortText(at: first) == shortText(at: second)
    }
}
