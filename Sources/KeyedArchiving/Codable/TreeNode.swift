internal import PropertyLists

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
    case record(Int)
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
        var isRecord: Bool
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
