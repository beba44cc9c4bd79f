internal import PropertyLists

// The values of nodes, as types that decoders ask for. Each is nil where the node has no such value.

extension StoredTree {
    /// Whether a value stands for nil.
    @inline(__always)
    func isNil(_ node: TreeNode) -> Bool {
        switch node {
        case .null: true
        case .value(let index): isNil(table.values[index])
        default: false
        }
    }

    private func isNil(_ value: PropertyList) -> Bool {
        switch value {
        case .string(let text): text.isIdentical(to: "$null")
        case .null: true
        default: false
        }
    }

    @inline(__always)
    func boolean(_ node: TreeNode) -> Bool? {
        switch node {
        case .boolean(let value): value
        case .value(let index): if case .boolean(let value) = table.values[index] { value } else { nil }
        default: nil
        }
    }

    /// - Throws: ``ArchiveError`` if the text is damaged, too long, or cannot be a Swift string.
    @inline(__always)
    func string(_ node: TreeNode) throws -> String? {
        switch node {
        case .text(let uid): try unarchiver.state.text(at: uid)
        case .value(let index): string(table.values[index])
        default: nil
        }
    }

    private func string(_ value: PropertyList) -> String? {
        if case .string(let text) = value, !isNil(value) { text.string } else { nil }
    }

    /// A number as an integer type that holds it exactly; a real without a fraction is accepted.
    @inline(__always)
    func integer<Value: FixedWidthInteger>(_ node: TreeNode, as type: Value.Type) -> Value? {
        if case .integer(let value) = node { return Value(exactly: value) }
        return slowInteger(node, type)
    }

    @inline(never)
    private func slowInteger<Value: FixedWidthInteger>(_ node: TreeNode, _ type: Value.Type) -> Value? {
        number(node)?.integer(as: type)
    }

    /// A number as a real type; an integer only if the type holds it exactly.
    @inline(__always)
    func real<Value: BinaryFloatingPoint>(_ node: TreeNode, as type: Value.Type) -> Value? {
        if case .double(let value) = node { return Value(narrowing: value) }
        return slowReal(node, type)
    }

    @inline(never)
    private func slowReal<Value: BinaryFloatingPoint>(_ node: TreeNode, _ type: Value.Type) -> Value? {
        number(node)?.real(as: type)
    }

    /// A number as a value of a property list.
    private func number(_ node: TreeNode) -> PropertyList? {
        switch node {
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        case .value(let index): table.values[index]
        default: nil
        }
    }

    /// A value of one of the types that containers hold most often; otherwise what a closure makes.
    ///
    /// Otherwise the type's own initializer asks for a container for its value, or for each of its elements. There is
    /// no optional of the type here, because that would be one more type to look up while the program runs.
    @inline(__always)
    func fastValue<Value: Decodable>(
        _ node: TreeNode,
        as type: Value.Type,
        otherwise: () throws -> Value
    ) throws -> Value {
        if type == String.self, let string = try string(node), let value = string as? Value { return value }
        if type == Int.self, let integer = integer(node, as: Int.self), let value = integer as? Value { return value }
        if type == Double.self, let real = real(node, as: Double.self), let value = real as? Value { return value }
        if type == Bool.self, let boolean = boolean(node), let value = boolean as? Value { return value }
        if type == [String].self, let list = try elements(node, string), let value = list as? Value { return value }
        if type == [Int].self, let list = elements(node, { integer($0, as: Int.self) }), let value = list as? Value {
            return value
        }
        if type == [Double].self, let list = elements(node, { real($0, as: Double.self) }),
            let value = list as? Value
        {
            return value
        }
        return try otherwise()
    }

    /// The elements of an array if a closure has a value for each of them.
    private func elements<Element>(_ node: TreeNode, _ value: (TreeNode) throws -> Element?) rethrows -> [Element]? {
        guard case .list(let list) = node else { return nil }
        let container = table.containers[list]
        var elements: [Element] = []
        elements.reserveCapacity(container.count)
        for position in container.start..<container.start + container.count {
            guard let element = try value(table.nodes[position]) else { return nil }
            elements.append(element)
        }
        return elements
    }
}

// MARK: - Kinds

extension StoredTree {
    /// What kind of value is at a node, in the words that error messages use.
    func kind(_ node: TreeNode) -> String {
        switch node {
        case .null, .text, .key, .duplicateKey, .pending: "string"
        case .boolean: "boolean"
        case .integer: "integer"
        case .double: "real"
        case .value(let index): table.values[index].kind
        case .list: "array"
        case .record: "dictionary"
        }
    }
}
