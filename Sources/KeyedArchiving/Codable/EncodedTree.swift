internal import PropertyLists

/// What a value encoded, while it is being encoded: a tree that containers write into.
final class EncodedTree {
    /// What a place of the tree holds.
    enum Content {
        /// Nothing yet.
        case nothing
        case value(PropertyList)
        case list([EncodedTree])
        case record([PropertyListString: EncodedTree])
    }

    var content: Content

    init(_ content: Content = .nothing) {
        self.content = content
    }

    /// The tree as a property list, with the keys of dictionaries sorted: the order of a Swift dictionary changes from
    /// run to run.
    ///
    /// An object that encoded nothing is an empty dictionary.
    var propertyList: PropertyList {
        switch content {
        case .nothing: [:]
        case .value(let value): value
        case .list(let trees): .array(PropertyListArray(trees.map(\.propertyList)))
        case .record(let trees):
            .dictionary(
                PropertyListDictionary(
                    trees.sorted { $0.key < $1.key }.map { (key: .string($0.key), value: $0.value.propertyList) }
                )
            )
        }
    }
}
