#if !hasFeature(Embedded)

/// One place of an ``EncodedTree``: a small value itself, or where a larger one is found.
@usableFromInline package struct EncodedNode: BitwiseCopyable {
    @usableFromInline package enum Content: BitwiseCopyable {
        /// Nothing yet.
        case nothing
        /// Nil, which is written as the text `$null`.
        case null
        case boolean(Bool)
        case integer(Int64)
        case unsignedInteger(UInt64)
        case float(Float)
        case double(Double)
        case date(Double)
        /// A text, by its index.
        case text(Int)
        /// Data, by their index.
        case data(Int)
        /// A value of a property list of any other kind, by its index.
        case value(Int)
        /// An array of numbers, by its index. It is kept as it is, which saves two thirds of the memory.
        case numbers(Int)
        /// An array, by the index of its container.
        case list(Int)
        /// A dictionary, by the index of its container.
        case dictionary(Int)
        /// A value that encodes itself as an object, by its index.
        case object(Int)
    }

    @usableFromInline package var content: Content
    /// The key in the dictionary that holds it.
    @usableFromInline package var key = KeyTable.start
    /// The node after it in its container, or ``none``.
    @usableFromInline package var next = none

    /// No node.
    @inlinable package static var none: Int { -1 }
}

/// An array of numbers that is kept as it is.
@usableFromInline package enum EncodedNumbers {
    case integers([Int])
    case reals([Double])
}

/// The nodes of a tree that is being encoded.
///
/// Nodes lie in one table and are linked, because a value may have several containers open and write into them by
/// turns. A class instance for each value, a hash table for each dictionary, and objects made of both would be far
/// slower (row `encode Codable person` of `Instructions.tsv`).
@usableFromInline package struct EncodedTable: ~Copyable {
    /// An array or a dictionary.
    @usableFromInline package struct Container: BitwiseCopyable {
        @usableFromInline package var first = EncodedNode.none
        @usableFromInline package var last = EncodedNode.none
        /// The number of nodes; in a dictionary, keys that were used twice count twice.
        @usableFromInline package var count = 0
        /// The key of the last node, from which the next is guessed.
        var lastKey = KeyTable.start
        /// The index of the class that a dictionary is an object of; none if it is a dictionary.
        @usableFromInline package var classIndex = OptionalIndex.none
    }

    @usableFromInline package internal(set) var nodes = GrowingTable<EncodedNode>()
    @usableFromInline package internal(set) var containers = GrowingTable<Container>()
    @usableFromInline package internal(set) var texts: [String] = []
    @usableFromInline package internal(set) var data: [[UInt8]] = []
    @usableFromInline package internal(set) var numbers: [EncodedNumbers] = []
    @usableFromInline package internal(set) var values: [PropertyList] = []
    @usableFromInline package var keys = KeyTable()
    /// The last node under each key, in dictionaries that were opened as containers: an existing node is opened again.
    private var children: [ChildKey: Int] = [:]
    /// The dictionaries that were opened as containers.
    private var openedContainers: Set<Int> = []

    /// A place in a dictionary.
    private struct ChildKey: Hashable {
        var container: Int
        var key: KeyTable.ID
    }

    // MARK: Nodes

    /// Adds a node that is in no container.
    @inline(__always)
    mutating func add(_ content: EncodedNode.Content) -> Int {
        nodes.append(EncodedNode(content: content))
        return nodes.count &- 1
    }

    /// Puts a node into a dictionary; of two under one key the later counts.
    @inline(__always)
    mutating func put(_ node: Int, under key: String, in container: Int) {
        let id = keys.id(of: key, isStored: true, after: containers[container].lastKey)
        put(node, under: id, in: container)
        if !openedContainers.isEmpty, openedContainers.contains(container) {
            children[ChildKey(container: container, key: id)] = node
        }
    }

    @inline(__always)
    private mutating func put(_ node: Int, under id: KeyTable.ID, in container: Int) {
        nodes[node].key = id
        containers[container].lastKey = id
        append(node, to: container)
    }

    /// The node under a key for a container or an encoder: the one that is there, or a new one.
    ///
    /// - Parameter replacesLeaf: Whether a value that is no container is replaced by a new node.
    mutating func child(under key: String, in container: Int, replacesLeaf: Bool) -> Int {
        let id = keys.id(of: key, isStored: true, after: containers[container].lastKey)
        let place = ChildKey(container: container, key: id)
        if openedContainers.insert(container).inserted {
            var node = containers[container].first
            while node != EncodedNode.none {
                children[ChildKey(container: container, key: nodes[node].key)] = node
                node = nodes[node].next
            }
        }
        if let known = children[place], !replacesLeaf || nodes[known].content.mayBeOpened { return known }
        let node = add(.nothing)
        put(node, under: id, in: container)
        children[place] = node
        return node
    }

    /// Appends a node to a container; into a dictionary ``put(_:under:in:)`` puts it.
    @inline(__always)
    mutating func append(_ node: Int, to container: Int) {
        var changed = containers[container]
        if changed.count == 0 { changed.first = node } else { nodes[changed.last].next = node }
        changed.last = node
        changed.count &+= 1
        containers[container] = changed
    }

    /// Gives a node its content.
    mutating func fill(_ node: Int, _ content: EncodedNode.Content) {
        nodes[node].content = content
    }

    // MARK: Contents

    /// Adds an empty container.
    mutating func addContainer() -> Int {
        containers.append(Container())
        return containers.count &- 1
    }

    /// Adds a text.
    @inline(__always)
    mutating func content(of text: String) -> EncodedNode.Content {
        texts.append(text)
        return .text(texts.count &- 1)
    }

    /// Adds an array of texts.
    @inline(never)
    mutating func content(of texts: [String]) -> EncodedNode.Content {
        let list = addContainer()
        for text in texts { append(add(content(of: text)), to: list) }
        return .list(list)
    }

    /// Adds an array of numbers.
    @inline(__always)
    mutating func content(of numbers: EncodedNumbers) -> EncodedNode.Content {
        self.numbers.append(numbers)
        return .numbers(self.numbers.count &- 1)
    }

    /// Makes a dictionary an object of a class.
    mutating func setClass(_ classIndex: Int, of container: Int) {
        containers[container].classIndex = OptionalIndex(classIndex)
    }

    /// Adds an integer of 128 bits; nil if it is above the largest that has a sign.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func content(ofLarge value: some FixedWidthInteger) -> EncodedNode.Content? {
        if let value = Int64(exactly: value) { return .integer(value) }
        if let value = UInt64(exactly: value) { return .unsignedInteger(value) }
        return Integer128(exactly: value).map { content(of: .integer128($0)) }
    }

    /// Adds a value of a property list.
    mutating func content(of value: PropertyList) -> EncodedNode.Content {
        switch value {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .unsignedInteger(let value): return .unsignedInteger(value)
        case .float(let value): return .float(value)
        case .double(let value): return .double(value)
        case .date(let seconds): return .date(seconds)
        case .data(let bytes):
            data.append(bytes)
            return .data(data.count - 1)
        case .string(let string):
            if let text = string.string { return content(of: text) }
        default: break
        }
        values.append(value)
        return .value(values.count - 1)
    }
}

extension EncodedNode.Content {
    /// Whether a container can be, or is, in the place.
    fileprivate var mayBeOpened: Bool {
        switch self {
        case .nothing, .list, .numbers, .dictionary: true
        default: false
        }
    }

    /// An integer of any type.
    @inline(__always)
    init(_ value: some FixedWidthInteger) {
        if let value = Int64(exactly: value) {
            self = .integer(value)
        } else {
            self = .unsignedInteger(UInt64(truncatingIfNeeded: value))
        }
    }
}

#endif
