#if !hasFeature(Embedded)

/// A container of an encoded value.
package enum TreeContainer: BitwiseCopyable {
    case list
    /// A dictionary with a number of entries.
    case dictionary(count: Int)
    /// The fields of an object of a class.
    case object(classIndex: Int)
}

/// Walks through the encoded tree of a value, with an explicit list rather than on the stack.
///
/// The entries of dictionaries are in the order of their keys, each key once with its last value; the fields of objects
/// are as they were encoded. Whoever makes something of the tree takes one step after the other, so that nothing
/// here is generic over that.
package struct TreeWalk: ~Copyable {
    package enum Step: BitwiseCopyable {
        /// A value without others in it.
        case leaf(EncodedNode.Content)
        case begin(TreeContainer)
        /// The end of the container that was begun last.
        case end
    }

    /// An entry of a dictionary that is being walked.
    private struct Entry: BitwiseCopyable {
        var rank: KeyTable.ID
        let key: KeyTable.ID
        let node: Int
    }

    /// A container that is being walked.
    private struct Frame: BitwiseCopyable {
        /// The first of its entries if it is a dictionary.
        var firstEntry = OptionalIndex.none
        /// The next of these; otherwise the next node.
        var next: Int
    }

    private let tree: EncodedTree
    private let knowsObjects: Bool
    /// For each key, how many come before it in their order; empty if they are sorted for each dictionary.
    private let ranks: FixedTable<KeyTable.ID>
    private var frames = GrowingTable<Frame>()
    /// The entries of the dictionaries that are being walked, the innermost last.
    private var entries = GrowingTable<Entry>()
    private var isStarted = false

    /// The node of the last step that wasn't an end; it has its key if it is in a dictionary.
    package private(set) var node: Int

    /// - Parameters:
    ///   - root: The node to begin with.
    ///   - sortsAllKeys: Whether the keys of all dictionaries are sorted once, which is worth it for the whole tree.
    ///   - knowsObjects: Whether the fields of objects are told from dictionaries.
    package init(_ tree: EncodedTree, from root: Int, sortsAllKeys: Bool, knowsObjects: Bool) {
        self.tree = tree
        self.knowsObjects = knowsObjects
        node = root
        ranks = sortsAllKeys ? tree.table.keys.ranks() : FixedTable(repeating: 0, count: 0)
    }

    /// The next step; nil at the end of all.
    package mutating func next() -> Step? {
        if !isStarted {
            isStarted = true
            return visit()
        }
        if frames.isEmpty { return nil }
        if let next = nextNode() {
            node = next
            return visit()
        }
        frames.truncate(to: frames.count - 1)
        return .end
    }

    /// Skips the contents of the container that was begun last, and its end.
    package mutating func skipContainer() {
        guard let frame = frames.popLast() else { return }
        if let firstEntry = frame.firstEntry.value { entries.truncate(to: firstEntry) }
    }

    /// The key of an entry of the dictionary that was begun last.
    package func key(at position: Int) -> KeyTable.ID {
        let first = frames[frames.count - 1].firstEntry.value ?? 0
        return entries[first + position].key
    }

    @inline(__always)
    private mutating func visit() -> Step {
        let content = tree.content(of: node)
        switch content {
        case .list(let index):
            frames.append(Frame(next: tree.table.containers[index].first))
            return .begin(.list)
        case .dictionary(let index):
            let container = tree.table.containers[index]
            if let classIndex = container.classIndex.value, knowsObjects {
                frames.append(Frame(next: container.first))
                return .begin(.object(classIndex: classIndex))
            }
            let start = entries.count
            pushEntries(from: container.first)
            frames.append(Frame(firstEntry: OptionalIndex(start), next: start))
            return .begin(.dictionary(count: entries.count - start))
        default: return .leaf(content)
        }
    }

    /// The next node of the innermost container; nil at its end.
    @inline(__always)
    private mutating func nextNode() -> Int? {
        let last = frames.count - 1
        let frame = frames[last]
        if let firstEntry = frame.firstEntry.value {
            // The entries of what is within it are gone.
            guard frame.next < entries.count else {
                entries.truncate(to: firstEntry)
                return nil
            }
            frames[last].next = frame.next + 1
            return entries[frame.next].node
        }
        guard frame.next != EncodedNode.none else { return nil }
        frames[last].next = tree.table.nodes[frame.next].next
        return frame.next
    }

    // MARK: Entries

    /// Lists the entries of a dictionary in the order of their keys, each key once with its last value.
    private mutating func pushEntries(from first: Int) {
        let start = entries.count
        var node = first
        while node != EncodedNode.none {
            let (key, next) = (tree.table.nodes[node].key, tree.table.nodes[node].next)
            entries.append(Entry(rank: ranks.count > 0 ? ranks[Int(key)] : 0, key: key, node: node))
            node = next
        }
        if ranks.count == 0 { rankEntries(from: start) }
        sortEntries(from: start)
        // Of entries with one key, which are in the order in which they were encoded, the last is kept.
        var end = start
        for position in start..<entries.count {
            if end > start, entries[end - 1].key == entries[position].key { end -= 1 }
            entries[end] = entries[position]
            end += 1
        }
        entries.truncate(to: end)
    }

    /// Ranks the keys of one dictionary.
    private mutating func rankEntries(from start: Int) {
        let keys = entries.elements(start..<entries.count).map(\.key)
        for (offset, rank) in tree.table.keys.ranks(of: keys).enumerated() { entries[start + offset].rank = rank }
    }

    /// Dictionaries with more entries than this are sorted by the library's method, which takes fewer comparisons.
    private static let fewEntries = 24

    /// Sorts entries by the rank of their keys; those of one key keep their order.
    private mutating func sortEntries(from start: Int) {
        guard entries.count - start <= Self.fewEntries else { return sortMany(from: start) }
        var sorted = start + 1
        while sorted < entries.count {
            let entry = entries[sorted]
            var position = sorted
            while position > start, entries[position - 1].rank > entry.rank {
                entries[position] = entries[position - 1]
                position -= 1
            }
            entries[position] = entry
            sorted += 1
        }
    }

    private mutating func sortMany(from start: Int) {
        let unsorted = entries.elements(start..<entries.count)
        let order = TextOrder.sorted(ranks: unsorted.map(\.rank))
        for (offset, item) in order.enumerated() { entries[start + offset] = unsorted[item.number] }
    }
}

#endif
