internal import PropertyLists

/// Writes a tree into an archive: arrays, dictionaries, strings, numbers, data and dates, as objects.
///
/// It writes what encoding those objects would write, without making them. It makes them in three cases: a delegate must
/// see them, which may encode any of them elsewhere; the archive only serves to compare objects; or the tree holds a
/// value that only its own object can encode or refuse.
struct ArchiveSink: ~Copyable {
    /// The objects that are not plain values.
    private enum Kind: Int {
        case array, dictionary, date
    }

    /// A container that is being written.
    private struct Frame: BitwiseCopyable {
        let node: Int
        let checkpoint: EncodingCheckpoint
        /// The index of its first value among the archiver's elements; none if its values are fields.
        let firstElement: OptionalIndex
    }

    private let tree: EncodedTree
    /// The rules for storing values if the tree is a separate archive; otherwise nil.
    private let rules: ArchiveRules?
    private let archiver: KeyedArchiver
    /// The containers around the next value.
    private var frames = GrowingTable<Frame>()
    /// The outermost value, once it was written.
    private var result = EntryUID.null
    /// The UIDs of the keys that are one object however often they occur, once they were written; otherwise `.null`.
    private var keyUIDs: FixedTable<EntryUID>
    /// The archiver's numbers of the keys of objects, once they were looked up; otherwise ``KeyTable/start``.
    private var fieldKeys: FixedTable<KeyTable.ID>
    /// The archiver's indices of the kinds, and of the classes of the tree, that were seen.
    private var kindIndices = FixedTable(repeating: OptionalIndex.none, count: 3)
    private var classIndices: FixedTable<OptionalIndex>

    /// Writes the content of a node as an object, or refers to the existing object for an equal value.
    static func reference(
        to node: Int,
        of tree: EncodedTree,
        _ rules: ArchiveRules? = nil,
        in archiver: KeyedArchiver
    ) throws -> EntryUID {
        var sink = ArchiveSink(tree, rules, archiver)
        let makesObjects =
            rules == nil
            && (archiver.state.hasDelegate || archiver.contentDepth != .max || !tree.table.values.isEmpty)
        if makesObjects { return try sink.object(node) }
        var walk = TreeWalk(tree, from: node, sortsAllKeys: true, knowsObjects: true)
        while let step = walk.next() {
            switch step {
            case .leaf(let content): try sink.leaf(content, at: walk.node)
            case .begin(let container): if try !sink.begin(container, walk) { walk.skipContainer() }
            case .end: try sink.end()
            }
        }
        return sink.result
    }

    private init(_ tree: EncodedTree, _ rules: ArchiveRules?, _ archiver: KeyedArchiver) {
        self.tree = tree
        self.rules = rules
        self.archiver = archiver
        keyUIDs = FixedTable(repeating: .null, count: tree.table.keys.count)
        let classCount = rules?.classes.count ?? 0
        fieldKeys = FixedTable(repeating: KeyTable.start, count: classCount > 0 ? tree.table.keys.count : 0)
        classIndices = FixedTable(repeating: .none, count: classCount)
    }

    /// Whether the tree is a separate archive: values may be objects of classes, and nil is an object in
    /// collections.
    private var isArchive: Bool { rules != nil }

    // MARK: Values

    private mutating func leaf(_ content: EncodedNode.Content, at node: Int) throws {
        if isField, let value = inlineValue(content) {
            archiver.state.put(value, forKey: fieldKey(tree.table.nodes[node].key))
        } else {
            try add(reference(to: content, at: node), at: node)
        }
    }

    /// Whether the next value is a field of an object.
    private var isField: Bool {
        @inline(__always) get { !frames.isEmpty && frames[frames.count - 1].firstElement.value == nil }
    }

    /// The inline value of a field: nil, a boolean or a number; nothing for values that become objects.
    private func inlineValue(_ content: EncodedNode.Content) -> ArchiverState.Entry? {
        switch content {
        case .null: archiver.state.uidEntry(.null)
        case .boolean(let value): value ? .true : .false
        case .integer(let value): archiver.state.integerEntry(value, .int64)
        case .unsignedInteger(let value):
            Int64(exactly: value).map { archiver.state.integerEntry($0, .int64) }
                ?? archiver.state.table.addUnsignedInteger(value)
        case .float(let value): archiver.state.floatEntry(value)
        case .double(let value): archiver.state.doubleEntry(value)
        default: nil
        }
    }

    @inline(__always)
    private mutating func reference(to content: EncodedNode.Content, at node: Int) throws -> EntryUID {
        switch content {
        case .null: try null()
        case .boolean(let value): archiver.state.booleanUID(value)
        case .integer(let value): archiver.state.integerUID(value, .int64)
        case .unsignedInteger(let value): unsignedUID(value)
        case .float(let value): archiver.state.floatUID(value)
        case .double(let value): archiver.state.doubleUID(value)
        case .text(let index): archiver.state.stringUID(tree.table.texts[index])
        case .data(let index): archiver.state.addValueObject(archiver.state.dataEntry(tree.table.data[index][...]))
        case .date(let seconds): try date(seconds, at: node)
        case .numbers(let index): try array(of: tree.table.numbers[index], at: node)
        case .object(let index): EntryUID(try rules.map { try archiver.reference(to: $0.objects[index]) } ?? .null)
        case .nothing, .value, .list, .dictionary: try object(node)
        }
    }

    /// Adds a value to the container around it.
    @inline(__always)
    private mutating func add(_ uid: EntryUID, at node: Int) {
        if frames.isEmpty {
            result = uid
        } else if isField {
            archiver.state.put(archiver.state.uidEntry(uid), forKey: fieldKey(tree.table.nodes[node].key))
        } else {
            append(uid)
        }
    }

    private func append(_ uid: EntryUID) {
        archiver.state.elements.append(archiver.state.uidEntry(uid))
    }

    /// Nil as an element: a null object, or in a property list its text.
    private func null() throws -> EntryUID {
        EntryUID(try isArchive ? archiver.reference(to: ArchivedNull()) : archiver.encodeObject(NilText()))
    }

    private func unsignedUID(_ value: UInt64) -> EntryUID {
        if let value = Int64(exactly: value) { return archiver.state.integerUID(value, .int64) }
        return archiver.state.addValueObject(archiver.state.table.addUnsignedInteger(value))
    }

    /// Makes objects of a node and encodes those.
    private func object(_ node: Int) throws -> EntryUID {
        let object = try tree.propertyList(of: node, nil: .null).object(nil: isArchive ? ArchivedNull() : NilText())
        return EntryUID(try archiver.reference(to: object))
    }

    private mutating func date(_ seconds: Double, at node: Int) throws -> EntryUID {
        guard isArchive || !archiver.defersObjects else { return try object(node) }
        let checkpoint = try begin(.date)
        archiver.state.put(archiver.state.doubleEntry(seconds), forKey: DateFields.time)
        return try end(checkpoint)
    }

    private mutating func array(of numbers: EncodedNumbers, at node: Int) throws -> EntryUID {
        guard isArchive || !archiver.defersObjects else { return try object(node) }
        let checkpoint = try begin(.array)
        let start = archiver.state.elements.count
        switch numbers {
        case .integers(let numbers): for number in numbers { append(archiver.state.integerUID(Int64(number), .int64)) }
        case .reals(let numbers): for number in numbers { append(archiver.state.doubleUID(number)) }
        }
        archiver.state.putElements(from: start, forKey: CollectionPart.values.key)
        return try end(checkpoint)
    }

    // MARK: Containers

    /// Begins a container.
    ///
    /// - Returns: False if the container was taken as a whole.
    private mutating func begin(_ container: TreeContainer, _ walk: borrowing TreeWalk) throws -> Bool {
        let node = walk.node
        guard isArchive || !archiver.defersObjects else {
            try add(object(node), at: node)
            return false
        }
        let start = archiver.state.elements.count
        var firstElement = OptionalIndex(start)
        let checkpoint: EncodingCheckpoint
        switch container {
        case .list: checkpoint = try begin(.array)
        case .dictionary(let count):
            checkpoint = try begin(.dictionary)
            for position in 0..<count { append(keyUID(walk.key(at: position))) }
            archiver.state.putElements(from: start, forKey: CollectionPart.keys.key)
        // Numbers and booleans are fields themselves, all else is an object.
        case .object(let classIndex):
            checkpoint = try begin(self.classIndex(ofNumber: classIndex))
            firstElement = .none
        }
        frames.append(Frame(node: node, checkpoint: checkpoint, firstElement: firstElement))
        return true
    }

    private mutating func end() throws {
        guard let frame = frames.popLast() else { return }
        if let start = frame.firstElement.value {
            archiver.state.putElements(from: start, forKey: CollectionPart.values.key)
        }
        try add(end(frame.checkpoint), at: frame.node)
    }

    private mutating func begin(_ kind: Kind) throws -> EncodingCheckpoint {
        try begin(classIndex(of: kind))
    }

    private func begin(_ classIndex: Int) throws -> EncodingCheckpoint {
        guard archiver.state.hasStack() else { throw archiver.tooDeep(ArchivedArray()) }
        let uid = archiver.state.reserveUID()
        try archiver.checkObjectCount()
        let outer = archiver.state.beginObject(classIndex: classIndex)
        archiver.state.depth += 1
        return EncodingCheckpoint(uid: uid, outer: outer)
    }

    private func end(_ checkpoint: EncodingCheckpoint) throws -> EntryUID {
        _ = try archiver.endCollection(checkpoint)
        return checkpoint.uid
    }

    // MARK: Classes and keys

    private mutating func classIndex(of kind: Kind) throws -> Int {
        if let known = kindIndices[kind.rawValue].value { return known }
        let index =
            switch kind {
            case .array: try archiver.classIndex(of: ArchivedArray(), ArchivedArray.self)
            case .dictionary: try archiver.classIndex(of: ArchivedDictionary(), ArchivedDictionary.self)
            case .date: try archiver.classIndex(of: ArchivedDate(timeIntervalSinceReferenceDate: 0), ArchivedDate.self)
            }
        kindIndices[kind.rawValue] = OptionalIndex(index)
        return index
    }

    /// The archiver's index of a class of the tree.
    private mutating func classIndex(ofNumber classNumber: Int) throws -> Int {
        if let known = classIndices[classNumber].value { return known }
        guard let record = rules?.classes[classNumber] else { return try classIndex(of: .dictionary) }
        try ClassNaming.checkNotEmpty(record.name)
        let index = try archiver.sharedClassIndex(of: record)
        classIndices[classNumber] = OptionalIndex(index)
        return index
    }

    /// The archiver's number of a key of an object.
    @inline(__always)
    private mutating func fieldKey(_ key: KeyTable.ID) -> KeyTable.ID {
        let known = fieldKeys[Int(key)]
        return known == KeyTable.start ? newFieldKey(key) : known
    }

    @inline(never)
    private mutating func newFieldKey(_ key: KeyTable.ID) -> KeyTable.ID {
        fieldKeys[Int(key)] = archiver.state.shapes.keys.id(of: tree.table.keys.text(of: key))
        return fieldKeys[Int(key)]
    }

    /// The UID of a key of a dictionary.
    private mutating func keyUID(_ key: KeyTable.ID) -> EntryUID {
        let known = keyUIDs[Int(key)]
        if known != .null { return known }
        let text = tree.table.keys.text(of: key)
        let uid = archiver.state.stringUID(text)
        if archiver.state.isOneObject(text) { keyUIDs[Int(key)] = uid }
        return uid
    }
}
