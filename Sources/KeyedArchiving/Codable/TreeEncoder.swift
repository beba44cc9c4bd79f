internal import PropertyLists

/// Encodes an `Encodable` value as a property list, as Apple's property-list coder does: nil as the string `$null`, dates
/// and data as what they are.
struct TreeEncoder: Encoder {
    let box: TreeBox
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The property list of a value.
    ///
    /// - Throws: Whatever the value's `encode(to:)` throws, and `EncodingError` if it encodes nothing.
    static func encode(_ value: some Encodable) throws -> PropertyList {
        let box = TreeBox()
        try box.encode(value, [])
        guard let tree = box.tree else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "the value encodes nothing"))
        }
        return tree
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        box.becomeKeyed()
        return KeyedEncodingContainer(TreeKeyedEncoding<Key>(box: box, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        box.becomeUnkeyed()
        return TreeUnkeyedEncoding(box: box, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        TreeSingleEncoding(box: box, codingPath: codingPath)
    }
}

/// A value that is being encoded.
final class TreeBox {
    enum Content {
        case none
        case scalar(PropertyList)
        case keyed([(key: String, value: TreeBox)])
        case unkeyed([TreeBox])
    }

    var content: Content

    init(_ content: Content = .none) {
        self.content = content
    }

    /// What Apple's property-list coder writes for nil.
    static let null = PropertyList.string("$null")

    /// The property list, or nil if nothing was encoded.
    var tree: PropertyList? {
        switch content {
        case .none: nil
        case .scalar(let value): value
        case .keyed(let entries):
            .dictionary(
                PropertyListDictionary(
                    entries.map { (key: .string(PropertyListString($0.key)), value: $0.value.tree ?? [:]) }
                )
            )
        case .unkeyed(let elements): .array(PropertyListArray(elements.map { $0.tree ?? [:] }))
        }
    }

    func becomeKeyed() {
        if case .keyed = content { return }
        content = .keyed([])
    }

    func becomeUnkeyed() {
        if case .unkeyed = content { return }
        content = .unkeyed([])
    }

    @discardableResult
    func set(_ content: Content, _ key: any CodingKey) -> TreeBox {
        let box = TreeBox(content)
        guard case .keyed(var entries) = self.content else { return box }
        self.content = .none
        if let position = entries.firstIndex(where: { $0.key == key.stringValue }) {
            entries[position].value = box
        } else {
            entries.append((key.stringValue, box))
        }
        self.content = .keyed(entries)
        return box
    }

    @discardableResult
    func append(_ content: Content) -> TreeBox {
        let box = TreeBox(content)
        guard case .unkeyed(var elements) = self.content else { return box }
        self.content = .none
        elements.append(box)
        self.content = .unkeyed(elements)
        return box
    }

    func encode(_ value: some Encodable, _ codingPath: [any CodingKey]) throws {
        if let value = value as? any PropertyListValue {
            content = .scalar(value.propertyListValue)
        } else {
            try value.encode(to: TreeEncoder(box: self, codingPath: codingPath))
        }
    }
}
