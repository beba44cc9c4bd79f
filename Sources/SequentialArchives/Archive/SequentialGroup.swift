internal import PropertyLists

/// The values that one call of a coder wrote, with their type string.
public struct SequentialGroup: Sendable {
    /// The type string as it is stored.
    public let typeBytes: [UInt8]

    /// The values, one for each type of the string.
    public internal(set) var values: [SequentialValue]

    /// The types of the string.
    let nodes: [TypeCodeNode]

    init(typeBytes: [UInt8], nodes: [TypeCodeNode], values: [SequentialValue]) {
        self.typeBytes = typeBytes
        self.nodes = nodes
        self.values = values
    }

    /// The type string, such as `iI` or `{CGPoint=dd}`.
    public var types: String { String(decoding: typeBytes, as: UTF8.self) }
}

extension SequentialGroup: Hashable {
    /// Whether the type strings and the values are the same.
    public static func == (left: SequentialGroup, right: SequentialGroup) -> Bool {
        left.typeBytes == right.typeBytes && left.values == right.values
    }

    /// Hashes the type string and the values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(typeBytes)
        hasher.combine(values)
    }
}

extension SequentialGroup: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { values.startIndex }

    /// The number of values.
    public var endIndex: Int { values.endIndex }

    /// The value at a position.
    public subscript(position: Int) -> SequentialValue { values[position] }
}
