internal import PropertyLists

/// A property list that is stored as objects: checked, but read from the archive only when its values are asked for.
///
/// Strings take most of the work of decoding, and who decodes a tree asks for each of them once. So the tree holds
/// no strings but its keys and what was decoded as an object; numbers are in its nodes.
final class StoredTree {
    let unarchiver: KeyedUnarchiver
    let table: TreeTable
    let root: TreeNode
    /// How much stack there is for decoding values within values.
    @exclusivity(unchecked) private var stack = StackGauge()
    /// Where a key was found last in each dictionary: the next one asked for is likely to be there or soon after.
    private var cursors: LazyTable<UInt32>
    /// The positions of the keys of dictionaries with many, made when looking at the cursor failed; by container.
    private var positions: [Int: [PropertyListString: Int]] = [:]
    /// The containers that were made into values of a property list, so that none is made twice.
    var made: [Int: PropertyList] = [:]
    /// The types asked for last, with what is known of them.
    private var types = DirectMappedCache<ObjectIdentifier?, (any PropertyListValue.Type)?>(
        placeCount: 16, noKey: nil, noValue: nil)

    /// Dictionaries with more keys than this get an index once they are asked for keys out of order.
    private static let indexedKeyCount = 16

    init(_ unarchiver: KeyedUnarchiver, _ table: consuming TreeTable, root: TreeNode) {
        self.unarchiver = unarchiver
        cursors = LazyTable(repeating: 0, count: table.containers.count)
        self.table = table
        self.root = root
        unsafe stack.begin()
    }

    /// Checks that there is stack for decoding one more value within others.
    @inline(__always)
    func checkStack() throws {
        if unsafe !stack.hasRoom() { throw StackGauge.error("values", limit: unarchiver.limits.depth, "decode") }
    }

    /// The number of elements or entries of a container.
    func count(of container: Int) -> Int {
        table.containers[container].count
    }

    /// An element of an array.
    ///
    /// - Precondition: The position is below the count.
    @inline(__always)
    func element(_ position: Int, of list: Int) -> TreeNode {
        table.nodes[table.containers[list].start &+ position]
    }

    // MARK: Keys

    /// The keys of a dictionary in their stored order, each once.
    func keys(of record: Int) -> [String] {
        let container = table.containers[record]
        return (container.start..<container.start + container.count).compactMap {
            if case .key(let key) = table.nodes[$0] { table.keys[key].text } else { nil }
        }
    }

    /// The value under a key of a dictionary, or nil; of two entries with one key the first counts.
    func value(under name: String, of record: Int) -> TreeNode? {
        let container = table.containers[record]
        var position = Int(cursors[record])
        for attempt in 0..<container.count {
            if case .key(let key) = table.nodes[container.start &+ position], table.keys[key].isText(name) {
                if attempt > 0 { cursors[record] = UInt32(truncatingIfNeeded: position) }
                return table.nodes[container.start &+ container.count &+ position]
            }
            position = position &+ 1 == container.count ? 0 : position &+ 1
            if attempt == 1, container.count > Self.indexedKeyCount { return indexedValue(under: name, of: record) }
        }
        return nil
    }

    private func indexedValue(under name: String, of record: Int) -> TreeNode? {
        let container = table.containers[record]
        guard let position = index(of: record)[PropertyListString(name)] else { return nil }
        cursors[record] = UInt32(truncatingIfNeeded: position)
        return table.nodes[container.start + container.count + position]
    }

    private func index(of record: Int) -> [PropertyListString: Int] {
        if let known = positions[record] { return known }
        let container = table.containers[record]
        var index: [PropertyListString: Int] = [:]
        for position in 0..<container.count {
            guard case .key(let key) = table.nodes[container.start + position] else { continue }
            index[PropertyListString(table.keys[key].text)] = position
        }
        positions[record] = index
        return index
    }

    // MARK: Types

    /// A type as one whose values are values of a property list themselves, or nil.
    ///
    /// Asking at run time whether a type conforms to a protocol is slow, so the results are remembered.
    @inline(__always)
    func valueType(_ type: any Decodable.Type) -> (any PropertyListValue.Type)? {
        let identifier = ObjectIdentifier(type)
        return types[identifier, UInt(bitPattern: identifier) &>> 4] ?? newValueType(type)
    }

    @inline(never)
    private func newValueType(_ type: any Decodable.Type) -> (any PropertyListValue.Type)? {
        let identifier = ObjectIdentifier(type)
        let value = type as? any PropertyListValue.Type
        types.set(value, for: identifier, UInt(bitPattern: identifier) &>> 4)
        return value
    }
}

extension StoredTree {
    /// A value of the tree as a value of a property list.
    ///
    /// Containers are made from the leaves up, with a stack of their own, and none twice.
    ///
    /// - Throws: ``ArchiveError`` if a text is damaged or too long.
    func propertyList(of node: TreeNode) throws -> PropertyList {
        var pending = containerIndex(node).map { [$0] } ?? []
        while let index = pending.last {
            let count = pending.count
            if made[index] == nil {
                for position in nodes(of: index) {
                    if let inner = containerIndex(table.nodes[position]), made[inner] == nil { pending.append(inner) }
                }
                if pending.count > count { continue }
                made[index] = try container(index)
            }
            pending.removeLast()
        }
        return try value(node)
    }

    /// The nodes of a container: its elements, or its keys and then its values.
    private func nodes(of index: Int) -> Range<Int> {
        let container = table.containers[index]
        return container.start..<container.start + (container.isRecord ? 2 * container.count : container.count)
    }

    private func container(_ index: Int) throws -> PropertyList {
        let elements = try nodes(of: index).map { try value(table.nodes[$0]) }
        return table.containers[index].isRecord
            ? .dictionary(PropertyListDictionary(keysThenValues: elements)) : .array(PropertyListArray(elements))
    }

    private func value(_ node: TreeNode) throws -> PropertyList {
        switch node {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        case .text(let uid): try unarchiver.state.storedText(at: uid).map { .string($0) } ?? .nilText
        case .value(let index): table.values[index]
        case .key(let key), .duplicateKey(let key): .string(PropertyListString(table.keys[key].text))
        case .list(let index), .record(let index): made[index] ?? .nilText
        case .null, .pending: .nilText
        }
    }

    private func containerIndex(_ node: TreeNode) -> Int? {
        switch node {
        case .list(let index), .record(let index): index
        default: nil
        }
    }
}
