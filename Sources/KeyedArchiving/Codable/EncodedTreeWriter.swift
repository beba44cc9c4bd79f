internal import PropertyLists

/// Writes a tree into an archive: arrays, dictionaries, strings, numbers, data and dates, as objects.
///
/// It does what encoding those objects would do, without making them. Objects are made only if there is a delegate: it
/// gets each container with its contents, and may encode any of them elsewhere, so the objects that it sees must be the
/// ones that are written. They are also made where an archive only serves to compare objects, and
/// for whole trees with a value that only its object knows how to encode, or refuses to.
struct EncodedTreeWriter: ~Copyable {
    /// The objects that are not plain values.
    enum Kind: Int {
        case array, dictionary, date
    }

    /// One entry of a dictionary that is being written.
    struct Entry: BitwiseCopyable {
        let rank: KeyTable.ID
        let key: KeyTable.ID
        let node: Int
    }

    let tree: EncodedTree
    /// What values become if the tree is an archive of its own; otherwise nil.
    let rules: ArchiveRules?
    let archiver: KeyedArchiver
    /// Whether objects are made of every node.
    private let makesObjects: Bool
    /// Whether the tree is an archive of its own: values may be objects of classes, and nil is an object in
    /// collections.
    let isArchive: Bool
    let ranks: FixedTable<KeyTable.ID>
    /// The UIDs of the keys that are one object however often they occur, once they were written; otherwise `.null`.
    var keyUIDs: FixedTable<EntryUID>
    /// The archiver's numbers of the keys of objects, once they were looked up; otherwise ``KeyTable/start``.
    var fieldKeys: FixedTable<KeyTable.ID>
    /// The entries of the dictionaries that are being written.
    var entries = GrowingTable<Entry>()
    /// The classes of the kinds that were seen.
    private var kindIndices = FixedTable(repeating: OptionalIndex.none, count: 3)
    /// The classes of the tree that were seen.
    private var classIndices: FixedTable<OptionalIndex>

    init(_ tree: EncodedTree, _ rules: ArchiveRules? = nil, to archiver: KeyedArchiver) {
        self.tree = tree
        self.rules = rules
        self.archiver = archiver
        isArchive = rules != nil
        makesObjects =
            !isArchive
            && (archiver.state.hasDelegate || archiver.contentDepth != .max || !tree.table.values.isEmpty)
        ranks = tree.table.keys.ranks()
        keyUIDs = FixedTable(repeating: .null, count: tree.table.keys.count)
        let hasClasses = rules?.classes.isEmpty == false
        fieldKeys = FixedTable(repeating: KeyTable.start, count: hasClasses ? tree.table.keys.count : 0)
        classIndices = FixedTable(repeating: .none, count: rules?.classes.count ?? 0)
    }

    /// Writes a node as an object, or refers to the one that is there for equal values.
    mutating func reference(to node: Int) throws -> EntryUID {
        if makesObjects { return try object(node) }
        return switch tree.content(of: node) {
        case .null: try null()
        case .boolean(let value): archiver.state.booleanUID(value)
        case .integer(let value): archiver.state.integerUID(value, .int64)
        case .unsignedInteger(let value): unsignedUID(value)
        case .float(let value): archiver.state.floatUID(value)
        case .double(let value): archiver.state.doubleUID(value)
        case .text(let index): archiver.state.stringUID(tree.table.texts[index])
        case .data(let index): archiver.state.addValueObject(archiver.state.dataEntry(tree.table.data[index][...]))
        case .date(let seconds): try date(seconds, node)
        case .texts(let index): try array(tree.table.textLists[index], node) { $0.stringUID($1) }
        case .integers(let index): try array(tree.table.integerLists[index], node) { $0.integerUID(Int64($1), .int64) }
        case .reals(let index): try array(tree.table.realLists[index], node) { $0.doubleUID($1) }
        case .list(let index): try array(index, node)
        case .textDictionary(let index): try dictionary(of: tree.table.textDictionaries[index], node)
        case .dictionary(let index): try dictionary(index, node)
        case .object(let index):
            EntryUID(try encodeReference(toObject: index))
        case .nothing, .value: try object(node)
        }
    }

    private func encodeReference(toObject index: Int) throws -> UID {
        guard let rules else { return .null }
        return try rules.objects[index]._encodeReference(with: archiver)
    }

    /// Nil as an element: a null object, or in a property list its text.
    private func null() throws -> EntryUID {
        EntryUID(try isArchive ? ArchivedNull()._encodeReference(with: archiver) : archiver.encodeObject(NilText()))
    }

    private func unsignedUID(_ value: UInt64) -> EntryUID {
        if let value = Int64(exactly: value) { return archiver.state.integerUID(value, .int64) }
        return archiver.state.addValueObject(archiver.state.table.addUnsignedInteger(value))
    }

    /// Makes objects of a node and encodes those.
    private func object(_ node: Int) throws -> EntryUID {
        let object = try tree.propertyList(of: node, nil: .null).object(nil: NilText())
        return EntryUID(try object._encodeReference(with: archiver))
    }

    // MARK: Objects

    private mutating func date(_ seconds: Double, _ node: Int) throws -> EntryUID {
        guard isArchive || !archiver.defersObjects else { return try object(node) }
        let checkpoint = try begin(.date)
        archiver.state.put(archiver.state.doubleEntry(seconds), forKey: DateFields.time)
        return try end(checkpoint)
    }

    private mutating func array(_ list: Int, _ node: Int) throws -> EntryUID {
        guard isArchive || !archiver.defersObjects else { return try object(node) }
        let checkpoint = try begin(.array)
        let start = archiver.state.elements.count
        try appendElements(of: list)
        archiver.state.putElements(from: start, forKey: CollectionFields.elements)
        return try end(checkpoint)
    }

    mutating func appendElements(of list: Int) throws {
        var element = tree.table.containers[list].first
        while element != EncodedNode.none {
            append(try reference(to: element))
            element = tree.table.nodes[element].next
        }
    }

    /// Writes an array whose elements are plain values.
    @inline(__always)
    private mutating func array<Element>(
        _ list: [Element],
        _ node: Int,
        _ uid: (inout ArchiverState, Element) -> EntryUID
    ) throws -> EntryUID {
        guard isArchive || !archiver.defersObjects else { return try object(node) }
        let checkpoint = try begin(.array)
        let start = archiver.state.elements.count
        for element in list { append(uid(&archiver.state, element)) }
        archiver.state.putElements(from: start, forKey: CollectionFields.elements)
        return try end(checkpoint)
    }

    private mutating func dictionary(_ container: Int, _ node: Int) throws -> EntryUID {
        guard isArchive || !archiver.defersObjects else { return try object(node) }
        if let classIndex = tree.table.containers[container].classIndex.value {
            return try fields(container, classIndex)
        }
        let checkpoint = try begin(.dictionary)
        let range = pushEntries(of: container)
        let start = archiver.state.elements.count
        for position in range { append(keyUID(entries[position].key)) }
        archiver.state.putElements(from: start, forKey: CollectionFields.keys)
        for position in range { append(try reference(to: entries[position].node)) }
        archiver.state.putElements(from: start, forKey: CollectionFields.elements)
        entries.truncate(to: range.lowerBound)
        return try end(checkpoint)
    }

    /// Writes a dictionary of texts.
    private mutating func dictionary(of texts: [String: String], _ node: Int) throws -> EntryUID {
        guard isArchive || !archiver.defersObjects else { return try object(node) }
        let checkpoint = try begin(.dictionary)
        let entries = KeyTable.sorted(texts)
        let start = archiver.state.elements.count
        for entry in entries { append(archiver.state.stringUID(entry.key)) }
        archiver.state.putElements(from: start, forKey: CollectionFields.keys)
        for entry in entries { append(archiver.state.stringUID(entry.value)) }
        archiver.state.putElements(from: start, forKey: CollectionFields.elements)
        return try end(checkpoint)
    }

    /// Writes a dictionary as the fields of an object: numbers and booleans as values, all else as objects.
    private mutating func fields(_ container: Int, _ classNumber: Int) throws -> EntryUID {
        let checkpoint = try begin(classIndex(ofNumber: classNumber))
        var next = tree.table.containers[container].first
        while next != EncodedNode.none {
            let node = tree.table.nodes[next]
            let value = try field(node, next)
            archiver.state.put(value, forKey: fieldKey(node.key))
            next = node.next
        }
        return try end(checkpoint)
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

    @inline(__always)
    private mutating func field(_ node: EncodedNode, _ place: Int) throws -> ArchiverState.Entry {
        switch node.content {
        case .null: archiver.state.uidEntry(.null)
        case .boolean(let value): value ? .true : .false
        case .integer(let value): archiver.state.integerEntry(value, .int64)
        case .unsignedInteger(let value):
            Int64(exactly: value).map { archiver.state.integerEntry($0, .int64) }
                ?? archiver.state.table.addUnsignedInteger(value)
        case .float(let value): archiver.state.floatEntry(value)
        case .double(let value): archiver.state.doubleEntry(value)
        case .text(let index): archiver.state.uidEntry(archiver.state.stringUID(tree.table.texts[index]))
        default: archiver.state.uidEntry(try reference(to: place))
        }
    }

    private func append(_ uid: EntryUID) {
        archiver.state.elements.append(archiver.state.uidEntry(uid))
    }

    mutating func begin(_ kind: Kind) throws -> EncodingCheckpoint {
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

    func end(_ checkpoint: EncodingCheckpoint) throws -> EntryUID {
        _ = try archiver.endCollection(checkpoint)
        return checkpoint.uid
    }

    private mutating func classIndex(of kind: Kind) throws -> Int {
        if let known = kindIndices[kind.rawValue].value { return known }
        let index =
            switch kind {
            case .array: try archiver.classIndex(of: ArchivedArray(), ArchivedArray.self)
            case .dictionary: try archiver.classIndex(of: ArchivedDictionary(), ArchivedDictionary.self)
            case .date: try archiver.classIndex(of: ArchivedDate(secondsSince2001: 0), ArchivedDate.self)
            }
        kindIndices[kind.rawValue] = OptionalIndex(index)
        return index
    }
}
