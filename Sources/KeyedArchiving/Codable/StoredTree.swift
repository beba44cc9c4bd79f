internal import PropertyLists

/// A property list that is stored as objects: checked, but its texts are read from the archive only when it is made.
final class StoredTree {
    private let unarchiver: KeyedUnarchiver
    private let table: TreeTable
    let root: TreeNode
    /// The containers that were made into values of a property list, so that none is made twice.
    private var made: [Int: PropertyList] = [:]

    init(_ unarchiver: KeyedUnarchiver, _ table: consuming TreeTable, root: TreeNode) {
        self.unarchiver = unarchiver
        self.table = table
        self.root = root
    }
}

extension StoredTree {
    /// A value of the tree as a value of a property list.
    ///
    /// Containers are made from the leaves up, with a stack of their own, and none twice.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if a text is damaged or too long.
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
        return container.start..<container.start + (container.isDictionary ? 2 * container.count : container.count)
    }

    private func container(_ index: Int) throws -> PropertyList {
        let elements = try nodes(of: index).map { try value(table.nodes[$0]) }
        return table.containers[index].isDictionary
            ? .dictionary(PropertyListDictionary(keysThenValues: elements)) : .array(PropertyListArray(elements))
    }

    private func value(_ node: TreeNode) throws -> PropertyList {
        switch node {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        case .text(let uid): try unarchiver.state.text(at: uid).map { .string($0) } ?? .nilText
        case .value(let index): table.values[index]
        case .key(let key), .duplicateKey(let key): .string(PropertyListString(table.keys[key]))
        case .list(let index), .dictionary(let index): made[index] ?? .nilText
        case .null, .pending: .nilText
        }
    }

    private func containerIndex(_ node: TreeNode) -> Int? {
        switch node {
        case .list(let index), .dictionary(let index): index
        default: nil
        }
    }
}

/// One place of a ``StoredTree``: a small value itself, or where a larger one is found.
enum TreeNode: BitwiseCopyable {
    /// Nil, which is the text `$null`.
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    /// The text of an entry of `$objects`, by its UID; it is read when it is asked for.
    case text(EntryUID)
    /// A value of any other kind, by its index in the tree's values.
    case value(Int)
    /// An array, by the index of its container.
    case list(Int)
    /// A dictionary, by the index of its container.
    case dictionary(Int)
    /// A key of a dictionary, by its index in the tree's keys.
    case key(Int)
    /// The same key again in one dictionary. It is kept, but never found.
    case duplicateKey(Int)
    /// An object that is still to be looked at, by its UID.
    case pending(EntryUID)
}

/// The nodes of a tree.
struct TreeTable: ~Copyable {
    /// What a node counts, in bytes: itself, while the table grows in two copies, and the value that is made of it.
    static let nodeCost = 56

    /// An array or a dictionary.
    struct Container: BitwiseCopyable {
        /// The UID of the object; null if it was decoded as an object.
        var uid: EntryUID
        /// The index of its first node; a dictionary has all keys first, then all values.
        var start: Int
        /// How many elements or entries it has.
        var count: Int
        var isDictionary: Bool
        /// How many values it has in all, as often as they are reached, and itself.
        var total: Int
        /// How many levels of containers it is.
        var height: Int
    }

    var nodes = GrowingTable<TreeNode>()
    /// The containers; those that a container holds come before it.
    var containers = GrowingTable<Container>()
    var keys: [String] = []
    var values: [PropertyList] = []
}
