internal import PropertyLists

/// Decodes a value of a tree.
///
/// It is an object because a decoder of the standard library is handed around as one of any kind: an object takes one
/// word there. What it is for is put together only when somebody asks: the path from decoder to decoder.
final class TreeDecoder: Decoder {
    /// How a value is reached from the one around it.
    enum Step {
        case start
        case key(any CodingKey)
        case position(Int)
    }

    let tree: StoredTree
    let node: TreeNode
    private let parent: TreeDecoder?
    private let step: Step

    init(_ tree: StoredTree, _ node: TreeNode, in parent: TreeDecoder? = nil, _ step: Step = .start) {
        self.tree = tree
        self.node = node
        self.parent = parent
        self.step = step
    }

    var codingPath: [any CodingKey] {
        var path: [any CodingKey] = []
        var decoder: TreeDecoder? = self
        while let current = decoder {
            switch current.step {
            case .start: break
            case .key(let key): path.append(key)
            case .position(let position): path.append(TreeKey.position(position))
            }
            decoder = current.parent
        }
        return path.reversed()
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .record(let record) = node else { throw mismatch([String: Any].self, "a dictionary") }
        return KeyedDecodingContainer(KeyedTreeReader<Key>(decoder: self, record: record))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let list) = node else { throw mismatch([Any].self, "an array") }
        return UnkeyedTreeReader(decoder: self, list: list)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleValueTreeReader(decoder: self)
    }
}

// MARK: - The value

extension TreeDecoder {
    var isNil: Bool { tree.isNil(node) }

    func boolean() throws -> Bool {
        guard let value = tree.boolean(node) else { throw mismatch(Bool.self, "a boolean") }
        return value
    }

    func string() throws -> String {
        if let string = try tree.string(node) { return string }
        if tree.kind(node) == "string", !isNil { throw corrupted("the string holds an unpaired surrogate") }
        throw mismatch(String.self, "a string")
    }

    /// A number as an integer type that holds it exactly; a real without a fraction is accepted.
    func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        if let value = tree.integer(node, as: type) { return value }
        throw isNumber ? corrupted("the number does not fit \(type)") : mismatch(type, "an integer")
    }

    /// A number as a real type; an integer only if the type holds it exactly.
    func real<Value: BinaryFloatingPoint>(_ type: Value.Type) throws -> Value {
        if let value = tree.real(node, as: type) { return value }
        throw isNumber ? corrupted("the number does not fit \(type)") : mismatch(type, "a number")
    }

    private var isNumber: Bool { ["integer", "real"].contains(tree.kind(node)) }

    /// Decodes the value by the conformance of a type to `Decodable`, or takes it as it is.
    @_specialize(where Value == String)
    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    @_specialize(where Value == [String])
    @_specialize(where Value == [Int])
    @_specialize(where Value == [Double])
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try tree.fastValue(node, as: type) { try construct(type) }
    }

    /// Decodes a value of the container that this is the decoder of.
    ///
    /// Calls come from generic code of the standard library, which knows the type only while the program runs. For the
    /// commonest types it is known here, so that nothing has to be looked up.
    @_specialize(where Value == String)
    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    @_specialize(where Value == [String])
    @_specialize(where Value == [Int])
    @_specialize(where Value == [Double])
    func decode<Value: Decodable>(_ type: Value.Type, _ node: TreeNode, _ step: Step) throws -> Value {
        try tree.fastValue(node, as: type) { try TreeDecoder(tree, node, in: self, step).construct(type) }
    }

    @inline(__always)
    private func construct<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let direct = tree.valueType(type) else {
            try tree.checkStack()
            return try type.init(from: self)
        }
        return try take(direct)
    }

    @inline(never)
    private func take<Value>(_ type: any PropertyListValue.Type) throws -> Value {
        let result = type.init(propertyListValue: try tree.propertyList(of: node)) as? Value
        guard let result else { throw mismatch(type, "a \(type)") }
        return result
    }
}

// MARK: - Errors

extension TreeDecoder {
    /// The error for a value of another kind, or for nil where a value must be.
    func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
        if isNil { return .valueNotFound(type, context("\(expected) is expected, but the value is nil")) }
        return .typeMismatch(type, context("\(expected) is expected, but the value is a \(tree.kind(node))"))
    }

    private func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(context(reason))
    }

    func context(_ reason: String) -> DecodingError.Context {
        DecodingError.Context(codingPath: codingPath, debugDescription: reason)
    }
}
