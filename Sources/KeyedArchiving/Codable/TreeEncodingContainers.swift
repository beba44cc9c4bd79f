internal import PropertyLists

struct TreeKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let box: TreeBox
    let codingPath: [any CodingKey]

    mutating func encodeNil(forKey key: Key) throws { box.set(.scalar(TreeBox.null), key) }
    mutating func encode(_ value: Bool, forKey key: Key) throws { box.set(.scalar(value.tree), key) }
    mutating func encode(_ value: String, forKey key: Key) throws { box.set(.scalar(value.tree), key) }
    mutating func encode(_ value: Double, forKey key: Key) throws { box.set(.scalar(value.tree), key) }
    mutating func encode(_ value: Float, forKey key: Key) throws { box.set(.scalar(value.tree), key) }
    mutating func encode(_ value: Int, forKey key: Key) throws { box.set(.scalar(value.tree), key) }
    mutating func encode(_ value: Int8, forKey key: Key) throws { box.set(.scalar(value.tree), key) }
    mutating func encode(_ value: Int16, forKey key: Key) throws { box.set(.scalar(value.tree), key) }
    mutating func encode(_ value: Int32, forKey key: Key) throws { box.set(.scalar(value.tree), key) }
    mutating func encode(_ value: Int64, forKey key: Key) throws { box.set(.scalar(value.tree), key) }
    mutating func encode(_ value: UInt, forKey key: Key) throws { box.set(.scalar(value.tree), key) }
    mutating func encode(_ value: UInt8, forKey key: Key) throws { box.set(.scalar(value.tree), key) }
    mutating func encode(_ value: UInt16, forKey key: Key) throws { box.set(.scalar(value.tree), key) }
    mutating func encode(_ value: UInt32, forKey key: Key) throws { box.set(.scalar(value.tree), key) }
    mutating func encode(_ value: UInt64, forKey key: Key) throws { box.set(.scalar(value.tree), key) }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        try box.set(.none, key).encode(value, codingPath + [key])
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        TreeEncoder(box: box.set(.keyed([]), key), codingPath: codingPath + [key]).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        TreeEncoder(box: box.set(.unkeyed([]), key), codingPath: codingPath + [key]).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        TreeEncoder(box: box.set(.none, TreeKey.super), codingPath: codingPath + [TreeKey.super])
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        TreeEncoder(box: box.set(.none, key), codingPath: codingPath + [key])
    }
}

struct TreeUnkeyedEncoding: UnkeyedEncodingContainer {
    let box: TreeBox
    let codingPath: [any CodingKey]

    var count: Int {
        if case .unkeyed(let elements) = box.content { elements.count } else { 0 }
    }

    mutating func encodeNil() throws { box.append(.scalar(TreeBox.null)) }
    mutating func encode(_ value: Bool) throws { box.append(.scalar(value.tree)) }
    mutating func encode(_ value: String) throws { box.append(.scalar(value.tree)) }
    mutating func encode(_ value: Double) throws { box.append(.scalar(value.tree)) }
    mutating func encode(_ value: Float) throws { box.append(.scalar(value.tree)) }
    mutating func encode(_ value: Int) throws { box.append(.scalar(value.tree)) }
    mutating func encode(_ value: Int8) throws { box.append(.scalar(value.tree)) }
    mutating func encode(_ value: Int16) throws { box.append(.scalar(value.tree)) }
    mutating func encode(_ value: Int32) throws { box.append(.scalar(value.tree)) }
    mutating func encode(_ value: Int64) throws { box.append(.scalar(value.tree)) }
    mutating func encode(_ value: UInt) throws { box.append(.scalar(value.tree)) }
    mutating func encode(_ value: UInt8) throws { box.append(.scalar(value.tree)) }
    mutating func encode(_ value: UInt16) throws { box.append(.scalar(value.tree)) }
    mutating func encode(_ value: UInt32) throws { box.append(.scalar(value.tree)) }
    mutating func encode(_ value: UInt64) throws { box.append(.scalar(value.tree)) }

    mutating func encode(_ value: some Encodable) throws {
        let path = codingPath + [TreeKey(intValue: count)]
        try box.append(.none).encode(value, path)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        TreeEncoder(box: box.append(.keyed([])), codingPath: codingPath).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        TreeEncoder(box: box.append(.unkeyed([])), codingPath: codingPath).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        TreeEncoder(box: box.append(.none), codingPath: codingPath)
    }
}

struct TreeSingleEncoding: SingleValueEncodingContainer {
    let box: TreeBox
    let codingPath: [any CodingKey]

    mutating func encodeNil() throws { box.content = .scalar(TreeBox.null) }
    mutating func encode(_ value: Bool) throws { box.content = .scalar(value.tree) }
    mutating func encode(_ value: String) throws { box.content = .scalar(value.tree) }
    mutating func encode(_ value: Double) throws { box.content = .scalar(value.tree) }
    mutating func encode(_ value: Float) throws { box.content = .scalar(value.tree) }
    mutating func encode(_ value: Int) throws { box.content = .scalar(value.tree) }
    mutating func encode(_ value: Int8) throws { box.content = .scalar(value.tree) }
    mutating func encode(_ value: Int16) throws { box.content = .scalar(value.tree) }
    mutating func encode(_ value: Int32) throws { box.content = .scalar(value.tree) }
    mutating func encode(_ value: Int64) throws { box.content = .scalar(value.tree) }
    mutating func encode(_ value: UInt) throws { box.content = .scalar(value.tree) }
    mutating func encode(_ value: UInt8) throws { box.content = .scalar(value.tree) }
    mutating func encode(_ value: UInt16) throws { box.content = .scalar(value.tree) }
    mutating func encode(_ value: UInt32) throws { box.content = .scalar(value.tree) }
    mutating func encode(_ value: UInt64) throws { box.content = .scalar(value.tree) }

    mutating func encode(_ value: some Encodable) throws {
        try box.encode(value, codingPath)
    }
}

/// A key that no type declares: a position, or that of a superclass.
struct TreeKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    static let `super` = TreeKey(stringValue: "super")

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }
}

// MARK: - Scalars

extension Bool {
    fileprivate var tree: PropertyList { .boolean(self) }
}

extension String {
    fileprivate var tree: PropertyList { .string(PropertyListString(self)) }
}

extension Double {
    fileprivate var tree: PropertyList { .double(self) }
}

extension Float {
    fileprivate var tree: PropertyList { .float(self) }
}

extension FixedWidthInteger {
    fileprivate var tree: PropertyList {
        if let value = Int64(exactly: self) { return .integer(value) }
        return .unsignedInteger(UInt64(truncatingIfNeeded: self))
    }
}
