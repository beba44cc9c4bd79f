internal import PropertyLists

/// Looks at the objects of a property list in the archive, and makes a ``StoredTree`` of them.
///
/// Arrays and dictionaries of the library's own types are followed from reference to reference, with a stack of its
/// own, and no objects are made for them. Anything of another shape is decoded as an object, which is then walked:
/// old-style arrays, mutable strings, dates, data, objects that have been decoded already, and everything if a delegate
/// must see it.
///
/// A container that several others hold is walked once and shared. A reader of the tree walks it each time, though, so
/// that all its values count against ``PropertyLists/Limits/expansion`` as often as they are reached, text by its
/// length.
struct GraphToTree: ~Copyable {
    /// A container whose values are being looked at.
    ///
    /// It holds nothing that is counted, so that entering and leaving one moves a few words and no more.
    struct Frame: BitwiseCopyable {
        /// The UID, if it is followed by references; null if it was decoded as an object.
        var uid: EntryUID
        var isDictionary: Bool
        /// The index of its first node.
        var start: Int
        var count: Int
        /// How many of its values are done.
        var position = 0
        var total = 1
        var height = 1

        /// The index of the node of its first value.
        var firstValue: Int { isDictionary ? start + count : start }
    }

    /// What a class stands for.
    enum Shape {
        case unknown
        case array
        case dictionary
        case null
        case other
    }

    let unarchiver: KeyedUnarchiver
    let archive: ArchiveIndex
    let limits: Limits
    /// How many values the tree may have.
    private let maximumCount: Int
    /// Whether references may be followed without making objects.
    let isDirect: Bool
    var table = TreeTable()
    var stack = GrowingTable<Frame>()
    /// The containers on the stack that were decoded as objects, with their values.
    var openContainers: [(object: any Codingable & AnyObject, values: [any Codingable])] = []
    /// What the classes seen last stand for.
    var shapes = DirectMappedCache(placeCount: 16, noKey: -1, noValue: Shape.unknown, areSuccessive: true)
    /// Where an object is found among the containers, the open frames or the keys, by its UID: one more than its index.
    ///
    /// What is found there counts only if it has the same UID. So nothing has to be cleared, and the next walk uses the
    /// same table: its size is that of the archive, however small the property list is.
    private var places: LazyTable<UInt32>
    /// The keys that were seen, by UID, with their index in the tree's keys.
    var keyEntries: [(uid: EntryUID, key: Int)] = []
    var keyIndexes: [PropertyListString: Int] = [:]
    /// For each key the dictionary that had it last.
    var keyUses: [Int] = []
    /// How many dictionaries were seen.
    var dictionaryCount = 0
    /// What the last text costs in addition to its place, in values: a reader of the tree reads it at each place.
    var textCost = 0
    /// What the keys of the last dictionary cost in addition to their places, in values.
    var keyCost = 0
    /// The indexes of the containers that were decoded as objects, which are held so that their identity is theirs.
    var objectContainers: [ObjectIdentifier: (object: AnyObject, index: Int)] = [:]
    var openObjects: Set<ObjectIdentifier> = []

    private init(_ unarchiver: KeyedUnarchiver) {
        self.unarchiver = unarchiver
        archive = unarchiver.state.archive
        limits = unarchiver.limits
        maximumCount = limits.mostContent(ofInputOf: archive.reader.bytes.count)
        isDirect = !unarchiver.state.hasDelegate && unarchiver.state.identities == nil
        places = LazyTable(repeating: 0, count: 0)
        swap(&unarchiver.state.nodeForUID, &places)
        if places.count == 0 { places = LazyTable(repeating: 0, count: archive.entries.count) }
    }

    /// The tree of the object at a UID; nil if that stands for nil.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if an object has no place in a property list,
    ///   ``/PropertyLists/ArchiveError/Code/cycle`` if a container holds itself,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded``, and otherwise as decoding the objects does.
    static func tree(from uid: UID, of unarchiver: KeyedUnarchiver) throws -> StoredTree? {
        var walk = GraphToTree(unarchiver)
        defer { swap(&unarchiver.state.nodeForUID, &walk.places) }
        guard let root = try walk.root(from: uid) else { return nil }
        var table = TreeTable()
        swap(&table, &walk.table)
        return StoredTree(unarchiver, table, root: root)
    }

    private mutating func root(from uid: UID) throws -> TreeNode? {
        var result = try node(at: unarchiver.state.entry(uid))
        if case .null = result { return nil }
        while !stack.isEmpty {
            var frame = stack[stack.count - 1]
            if let node = result { try add(node, to: &frame) }
            result = try fill(&frame)
        }
        return result
    }

    // MARK: Frames

    /// Looks at the values of the innermost container, up to a container that is seen for the first time.
    ///
    /// - Returns: The node of the container if it is complete.
    private mutating func fill(_ frame: inout Frame) throws -> TreeNode? {
        let top = stack.count - 1
        while frame.position < frame.count {
            guard let node = try nextNode(frame) else {
                stack[top] = frame
                return nil
            }
            try add(node, to: &frame)
        }
        return try close(frame)
    }

    @inline(__always)
    private mutating func nextNode(_ frame: Frame) throws -> TreeNode? {
        if case .pending(let uid) = table.nodes[frame.firstValue &+ frame.position] { return try node(at: uid) }
        guard let container = openContainers.last else { return .null }
        return try node(of: container.values[frame.position])
    }

    @inline(__always)
    private mutating func add(_ node: TreeNode, to frame: inout Frame) throws(ArchiveError) {
        table.nodes[frame.firstValue &+ frame.position] = node
        frame.position &+= 1
        switch node {
        case .list(let index), .dictionary(let index): try addContainer(index, to: &frame)
        default:
            frame.total &+= 1 &+ textCost
            // A long text or data may be decoded again for each place, so what is too much is refused at once.
            if textCost > 0 {
                textCost = 0
                guard frame.total <= maximumCount else { throw .limit("expansion", limits.expansion) }
            }
        }
    }

    private func addContainer(_ index: Int, to frame: inout Frame) throws(ArchiveError) {
        let container = table.containers[index]
        let (total, overflow) = frame.total.addingReportingOverflow(container.total)
        guard !overflow, total <= maximumCount else { throw .limit("expansion", limits.expansion) }
        frame.total = total
        frame.height = max(frame.height, container.height + 1)
        guard stack.count - 1 + frame.height <= limits.depth else { throw .limit("depth", limits.depth) }
    }

    /// Enters a container.
    ///
    /// Its nodes are there, those of its values still to be looked at.
    mutating func push(_ frame: Frame) throws(ArchiveError) {
        stack.append(frame)
        stack[stack.count - 1].total &+= keyCost
        keyCost = 0
        guard stack.count <= limits.depth else { throw .limit("depth", limits.depth) }
    }

    private mutating func close(_ frame: Frame) throws(ArchiveError) -> TreeNode {
        guard frame.total <= maximumCount else { throw .limit("expansion", limits.expansion) }
        stack.truncate(to: stack.count - 1)
        let index = table.containers.count
        table.containers.append(
            TreeTable.Container(
                uid: frame.uid,
                start: frame.start,
                count: frame.count,
                isDictionary: frame.isDictionary,
                total: frame.total,
                height: frame.height
            )
        )
        if frame.uid == .null {
            closeObject(index)
        } else {
            setPlace(index, of: frame.uid)
        }
        return frame.isDictionary ? .dictionary(index) : .list(index)
    }

    // MARK: Places

    /// Where to look for an object; nil if neither this walk nor one before it found it.
    @inline(__always)
    func place(of uid: EntryUID) -> Int? {
        let place = places[uid.number]
        return place == 0 ? nil : Int(place) &- 1
    }

    @inline(__always)
    mutating func setPlace(_ place: Int, of uid: EntryUID) {
        places[uid.number] = UInt32(truncatingIfNeeded: place &+ 1)
    }
}
