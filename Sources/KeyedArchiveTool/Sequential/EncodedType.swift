import PropertyLists

/// A type of a type string, as far as values in JSON need it.
indirect enum EncodedType {
    /// A number, an object or a string, by its code.
    case scalar(UInt8)
    /// An array of so many elements that aren't characters.
    case array(EncodedType, count: Int)
    case structure([EncodedType])
    /// An array of characters or a union, of so many bytes.
    case raw(Int)

    /// The types of a string, one after another; nil if it isn't well formed.
    static func list(_ types: String) -> [EncodedType]? {
        var parser = TypeCodeParser()
        guard let range = try? parser.parse(Array(types.utf8)[...]) else { return nil }
        return list(range, parser.nodes)
    }

    /// The types of some nodes; the parser has bounded how deep they nest, so this may recurse.
    private static func list(_ range: Range<Int>, _ nodes: borrowing GrowingTable<TypeCodeNode>) -> [EncodedType] {
        var list: [EncodedType] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let end = index + Int(nodes[index].nodeCount)
            let inner = self.list(index + 1..<end, nodes)
            switch nodes[index].code {
            case UInt8(ascii: "["):
                let count = Int(nodes[index].count)
                list.append(inner.first.map { $0.isCharacter ? .raw(count) : .array($0, count: count) } ?? .raw(count))
            case UInt8(ascii: "{"): list.append(.structure(inner))
            case UInt8(ascii: "("): list.append(.raw(Int(nodes[index].count)))
            case let code: list.append(.scalar(code))
            }
            index = end
        }
        return list
    }

    private var isCharacter: Bool {
        if case .scalar(let code) = self { code == UInt8(ascii: "c") || code == UInt8(ascii: "C") } else { false }
    }
}
