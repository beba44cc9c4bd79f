#if !hasFeature(Embedded)

extension EncodedTree {
    /// What a value encodes by its `Encodable` conformance, as a property list with the keys of dictionaries sorted.
    ///
    /// - Throws: `EncodingError` if it encodes nothing or in a way that contradicts itself, and what its `encode(to:)`
    ///   throws.
    package static func propertyList(
        encoding value: some Encodable,
        limits: Limits,
        userInfo: [CodingUserInfoKey: any Sendable] = [:],
        refusesForeign: Bool = false
    ) throws -> PropertyList {
        let tree = EncodedTree(limits: limits, userInfo: userInfo, refusesForeign: refusesForeign)
        let encoder = TreeEncoder(tree)
        try tree.checkDepth(0)
        try encoder.encode(value)
        if case .nothing = tree.content(of: encoder.place) { throw encoder.nothingEncoded }
        return tree.propertyList(of: encoder.place)
    }

    /// What was encoded into a node, as a property list with the keys of dictionaries sorted.
    ///
    /// What encoded nothing is an empty dictionary.
    ///
    /// - Parameter null: What stands for nil.
    package func propertyList(of node: Int, nil null: PropertyList = .nilText) -> PropertyList {
        let maker = PropertyListMaker(tree: self, isForOrder: false, null: null)
        return maker.propertyList(of: node)
    }

    /// What the elements of hashed collections are ordered by: the bytes of the property list of what was encoded into
    /// some nodes, with the names of classes.
    ///
    /// No archive is made of what encodes itself as an object: it counts as what its `Encodable` conformance encodes.
    func orderKey(of nodes: [Int]) throws(ArchiveError) -> [UInt8] {
        let maker = PropertyListMaker(tree: self, isForOrder: true)
        let list = PropertyList.array(PropertyListArray(nodes.map { maker.propertyList(of: $0) }))
        return try BinaryPropertyListWriter().write(list)
    }

    /// The entries of a dictionary in the order of their keys, each key once with what was encoded last.
    fileprivate func sortedEntries(of container: Int) -> [(key: PropertyListString, node: Int)] {
        var lastNodes: [KeyTable.ID: Int] = [:]
        for node in nodes(of: container) { lastNodes[table.nodes[node].key] = node }
        return lastNodes.map { (key: PropertyListString(table.keys.text(of: $0)), node: $1) }
            .sorted { $0.key < $1.key }
    }

    /// The nodes of a container in the order in which they were encoded.
    fileprivate func nodes(of container: Int) -> [Int] {
        var nodes: [Int] = []
        var node = table.containers[container].first
        while node != EncodedNode.none {
            nodes.append(node)
            node = table.nodes[node].next
        }
        return nodes
    }
}

/// Makes the property list of a tree.
private struct PropertyListMaker {
    /// A container whose values are being made.
    struct Container {
        /// The keys of a dictionary; nil for an array.
        var keys: [PropertyListString]?
        /// The names of a class whose object a dictionary is, and of its superclasses, if these count.
        var classNames: [String] = []

        func propertyList(of values: [PropertyList]) -> PropertyList {
            guard let keys else { return .array(PropertyListArray(values)) }
            let entries = PropertyList.dictionary(
                PropertyListDictionary(Array(zip(keys, values).map { (key: .string($0), value: $1) })))
            if classNames.isEmpty { return entries }
            let names = classNames.map { PropertyList.string(PropertyListString($0)) }
            return .array(PropertyListArray(names + [entries]))
        }
    }

    let tree: EncodedTree
    /// Whether the list is only to be compared with others: then objects are in it, with their classes.
    let isForOrder: Bool
    /// What stands for nil.
    var null = PropertyList.nilText

    func propertyList(of node: Int) -> PropertyList {
        foldFromLeaves(node, open: opened) { $0.propertyList(of: $1) }
    }

    /// What the value of a node is made of.
    private func opened(_ node: Int) -> OpenedNode<Int, Container, PropertyList> {
        switch tree.content(of: node) {
        case .list(let index): return .container(Container(), of: tree.nodes(of: index))
        case .dictionary(let index):
            let entries = tree.sortedEntries(of: index)
            let container = Container(keys: entries.map(\.key), classNames: classNames(of: index))
            return .container(container, of: entries.map(\.node))
        case let scalar: return .leaf(value(of: scalar))
        }
    }

    /// The value of what isn't a list or a dictionary of nodes.
    private func value(of content: EncodedNode.Content) -> PropertyList {
        switch content {
        case .nothing: return [:]
        case .null: return null
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .unsignedInteger(let value): return .unsignedInteger(value)
        case .float(let value): return .float(value)
        case .double(let value): return .double(value)
        case .date(let seconds): return .date(seconds)
        case .text(let index): return .string(PropertyListString(tree.table.texts[index]))
        case .data(let index): return .data(tree.table.data[index])
        case .value(let index): return tree.table.values[index]
        case .object(let index): return tree.rules?.ordered(index, limits: tree.limits) ?? [:]
        case .texts(let index): return .array(tree.table.textLists[index]) { .string(PropertyListString($0)) }
        case .integers(let index): return .array(tree.table.integerLists[index]) { .integer(Int64($0)) }
        case .reals(let index): return .array(tree.table.realLists[index]) { .double($0) }
        case .textDictionary(let index):
            let entries = KeyTable.sorted(tree.table.textDictionaries[index])
            return .dictionary(
                PropertyListDictionary(
                    entries.map {
                        (key: .string(PropertyListString($0.key)), value: .string(PropertyListString($0.value)))
                    }))
        case .list, .dictionary: return [:]
        }
    }
}

extension PropertyListMaker {
    /// The names of the class whose object a dictionary is, if these count.
    private func classNames(of container: Int) -> [String] {
        guard isForOrder, let classIndex = tree.table.containers[container].classIndex.value else { return [] }
        return tree.rules?.classNames(at: classIndex) ?? []
    }
}

extension PropertyList {
    /// An array of the values that a closure makes.
    fileprivate static func array<Element>(_ elements: [Element], _ value: (Element) -> PropertyList) -> PropertyList {
        .array(PropertyListArray(elements.map(value)))
    }
}

#endif
