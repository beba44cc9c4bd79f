#if !hasFeature(Embedded)

/// Makes a property list of a tree.
struct ListSink: ~Copyable {
    /// A container whose values are being made.
    private struct Container {
        /// The keys of a dictionary; nil for an array.
        var keys: [PropertyList]?
        /// The names of a class whose object a dictionary is, and of its superclasses, if these count.
        var classNames: [String] = []
        var values: [PropertyList] = []

        var propertyList: PropertyList {
            guard let keys else { return .array(PropertyListArray(values)) }
            let entries = PropertyList.dictionary(PropertyListDictionary(keysThenValues: keys + values))
            if classNames.isEmpty { return entries }
            let names = classNames.map { PropertyList.string(PropertyListString($0)) }
            return .array(PropertyListArray(names + [entries]))
        }
    }

    private let tree: EncodedTree
    /// Whether the list is only to be compared with others: then objects are in it, with their classes.
    private let isForOrder: Bool
    /// The value that represents nil.
    private let null: PropertyList
    private var open: [Container] = []
    private var result: PropertyList = [:]

    /// The property list of a node's content, with the keys of dictionaries sorted.
    static func propertyList(
        of node: Int,
        in tree: EncodedTree,
        nil null: PropertyList = .nilText,
        isForOrder: Bool = false
    ) -> PropertyList {
        var sink = ListSink(tree: tree, isForOrder: isForOrder, null: null)
        var walk = TreeWalk(tree, from: node, sortsAllKeys: false, knowsObjects: false)
        while let step = walk.next() {
            switch step {
            case .leaf(let content): sink.leaf(content)
            case .begin(let container): sink.begin(container, walk)
            case .end: sink.end()
            }
        }
        return sink.result
    }

    private init(tree: EncodedTree, isForOrder: Bool, null: PropertyList) {
        self.tree = tree
        self.isForOrder = isForOrder
        self.null = null
    }

    private mutating func leaf(_ content: EncodedNode.Content) {
        switch content {
        case .null: add(null)
        case .boolean(let value): add(.boolean(value))
        case .integer(let value): add(.integer(value))
        case .unsignedInteger(let value): add(.unsignedInteger(value))
        case .float(let value): add(.float(value))
        case .double(let value): add(.double(value))
        case .date(let seconds): add(.date(seconds))
        case .text(let index): add(.string(PropertyListString(tree.table.texts[index])))
        case .data(let index): add(.data(tree.table.data[index]))
        case .value(let index): add(tree.table.values[index])
        case .object(let index): add(tree.rules?.ordered(index, limits: tree.limits) ?? [:])
        case .numbers(let index):
            switch tree.table.numbers[index] {
            case .integers(let numbers): add(.array(PropertyListArray(numbers.map { .integer(Int64($0)) })))
            case .reals(let numbers): add(.array(PropertyListArray(numbers.map { .double($0) })))
            }
        // What encoded nothing is an empty dictionary.
        case .nothing, .list, .dictionary: add([:])
        }
    }

    private mutating func begin(_ container: TreeContainer, _ walk: borrowing TreeWalk) {
        var new = Container()
        if case .dictionary(let count) = container {
            new.keys = (0..<count).map { .string(PropertyListString(tree.table.keys.text(of: walk.key(at: $0)))) }
            if isForOrder { new.classNames = tree.classNames(ofObjectAt: walk.node) }
        }
        open.append(new)
    }

    private mutating func end() {
        if let container = open.popLast() { add(container.propertyList) }
    }

    private mutating func add(_ value: PropertyList) {
        if open.isEmpty { result = value } else { open[open.count - 1].values.append(value) }
    }
}

extension EncodedTree {
    /// The names of the class whose object the dictionary at a node is, and of its superclasses; none if it isn't one.
    fileprivate func classNames(ofObjectAt node: Int) -> [String] {
        guard case .dictionary(let container) = content(of: node),
            let classIndex = table.containers[container].classIndex.value
        else { return [] }
        return rules?.classNames(at: classIndex) ?? []
    }
}

#endif
