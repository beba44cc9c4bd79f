import PropertyLists

/// What an object or a container holds: the elements of a list, then everything that has a name.
///
/// Elements are kept as they were read, without a label for each, since lists are long.
struct GraphChildren {
    typealias Child = (label: GraphLabel, value: PropertyList)

    private var elements: [PropertyList]
    private var others: [Child]

    init(elements: [PropertyList] = [], others: [Child] = []) {
        self.elements = elements
        self.others = others
    }

    var count: Int { elements.count + others.count }

    var isEmpty: Bool { elements.isEmpty && others.isEmpty }

    /// The child at a position below ``count``.
    subscript(position: Int) -> Child {
        position < elements.count ? (.element(position), elements[position]) : others[position - elements.count]
    }

    mutating func append(contentsOf children: some Sequence<Child>) {
        others.append(contentsOf: children)
    }
}
