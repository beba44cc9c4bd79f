internal import PropertyLists

/// An archiver's record of an archive from which the objects that it encodes were decoded.
final class StoredSource {
    let origin: Origin
    /// For each stored entry, the object that was written for it, and whether it is a copy of it.
    private(set) var written: [EntryUID: (uid: EntryUID, isCopy: Bool)] = [:]
    /// The pairs of written and stored entries, in the order in which they were written.
    private(set) var pairs: [(written: EntryUID, stored: EntryUID)] = []
    /// The places of the fields of large objects that are being encoded.
    private var tables: [FieldTable] = []

    /// The fields of one object by key.
    private struct FieldTable {
        let uid: EntryUID
        let depth: Int
        let values: [PropertyListString: ObjectIndex]
    }

    init(_ origin: Origin) {
        self.origin = origin
    }

    /// The unarchiver for copies of stored entries; nil until the first copy.
    private var knownCopies: KeyedUnarchiver?

    /// Decodes entries as they are stored, where no class has a type.
    private var copies: KeyedUnarchiver {
        if let known = knownCopies { return known }
        let copies = KeyedUnarchiver(origin.archive, registry: ClassRegistry())
        copies.preserve(Origin(origin.archive, ClassRegistry(), preservesIdentity: true, copying: origin))
        knownCopies = copies
        return copies
    }

    /// Decodes entries as the types of values that stand in their places.
    private lazy var values = KeyedUnarchiver(origin.archive, registry: origin.registry)

    /// Whether a value equals the decoded value of an entry, and the entry is an object with a class.
    func holds(_ value: some StoredValue, at uid: EntryUID) -> Bool {
        uid != .null && origin.fields(at: uid) != nil && value.isUnchanged(at: uid, of: values)
    }

    /// Whether a value equals the decoded value of an entry.
    func isEqual(_ value: some StoredValue, at uid: EntryUID) -> Bool {
        uid != .null && value.isUnchanged(at: uid, of: values)
    }

    /// The value of a type that an entry decodes to; nil if it can't be decoded.
    func value<Value: StoredValue>(_ type: Value.Type, at uid: EntryUID) -> Value? {
        uid == .null ? nil : type.stored(at: uid, of: values)
    }

    /// The object that is stored at a UID, untyped; nil if it stands for nil.
    func copy(of uid: EntryUID) throws -> (any Codingable)? {
        try copies.decodingAtTopLevel(nil) { try copies.anyObject(at: uid.uid, .inherited) }
    }

    /// The class record of the object at a UID; nil if that isn't an object with a class, or can't be read.
    func record(ofObjectAt uid: EntryUID) -> ArchivedClass? {
        guard uid != .null, let stored = try? copies.state.storedObject(at: uid) else { return nil }
        return copies.state.classes[stored.classIndex].record
    }

    /// Keeps that an object was written for an entry.
    func note(_ uid: EntryUID, at stored: EntryUID, isCopy: Bool) {
        written[stored] = (uid, isCopy)
        if origin.preservesIdentity { pairs.append((uid, stored)) }
    }

    /// Releases the copies, which may refer to each other in cycles.
    func release() {
        guard let known = knownCopies else { return }
        var objects = known.state.entries.allObjects
        knownCopies = nil
        ObjectGraph.takeApart(&objects)
    }

    // MARK: Places

    /// The number of fields from which on an object has a table of them.
    private static let manyFields = 16

    /// The field value of the object at a UID under a stored key.
    ///
    /// - Parameter depth: How many objects enclose the one that is being encoded.
    func value(forKey key: String, at uid: EntryUID, depth: Int) -> ObjectIndex? {
        guard let fields = origin.fields(at: uid) else { return nil }
        let archive = origin.archive
        guard fields.count > Self.manyFields else { return archive.value(of: key, in: fields) }
        while let last = tables.last, last.depth > depth || (last.depth == depth && last.uid != uid) {
            tables.removeLast()
        }
        if tables.last?.depth != depth {
            let pairs = archive.pairs(of: fields).compactMap { pair in
                archive.shortText(at: pair.key).map { (PropertyListString($0), pair.value) }
            }
            tables.append(FieldTable(uid: uid, depth: depth, values: Dictionary(pairs) { first, _ in first }))
        }
        return tables.last?.values[PropertyListString(key)]
    }

    /// The entry that the object at a UID refers to under a stored key; that of `$null` if there is none.
    func entry(forKey key: String, at uid: EntryUID, depth: Int) -> EntryUID {
        value(forKey: key, at: uid, depth: depth).flatMap { origin.archive.entryUID(at: $0) } ?? .null
    }

    /// The entries that the object at a UID refers to in the list under a key, or in numbered fields instead of it.
    func entries(forKey key: String, at uid: EntryUID, depth: Int) -> [EntryUID] {
        let archive = origin.archive
        if let list = value(forKey: key, at: uid, depth: depth).flatMap({ archive.elements(at: $0) }) {
            return archive.members(of: list).map { archive.entryUID(at: $0) ?? .null }
        }
        let prefix = CollectionPart.prefix(insteadOf: key)
        return entries(forKeys: { "\(prefix)\($0)" }, at: uid, depth: depth)
    }

    /// The entries that the object at a UID refers to under the keys of positions from 0 on, as far as there are such.
    func entries(forKeys key: (Int) -> String, at uid: EntryUID, depth: Int) -> [EntryUID] {
        var entries: [EntryUID] = []
        while let index = value(forKey: key(entries.count), at: uid, depth: depth) {
            entries.append(origin.archive.entryUID(at: index) ?? .null)
        }
        return entries
    }
}
