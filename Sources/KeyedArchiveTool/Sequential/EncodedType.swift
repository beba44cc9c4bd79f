/// A type of a type string, as far as values in JSON need it.
indirect enum EncodedType {
    /// A number, an object or a string, by its code.
    case scalar(UInt8)
    /// An array whose elements aren't characters.
    case array(EncodedType)
    case structure([EncodedType])
    /// An array of characters or a union.
    case raw

    /// How deep types may nest; the library reads no deeper ones.
    private static let maximumDepth = 128

    /// The types of a string, one after another; nil if it isn't well formed.
    static func list(_ types: String) -> [EncodedType]? {
        var rest = Array(types.utf8)[...]
        var list: [EncodedType] = []
        while !rest.isEmpty {
            guard let type = next(&rest, depth: 0) else { return nil }
            list.append(type)
        }
        return list
    }

    /// Takes the next type; the depth is bounded, so this may recurse.
    private static func next(_ rest: inout ArraySlice<UInt8>, depth: Int) -> EncodedType? {
        guard depth < maximumDepth, let code = rest.popFirst() else { return nil }
        switch code {
        case UInt8(ascii: "["):
            rest = rest.drop { (0x30...0x39).contains($0) }
            guard let element = next(&rest, depth: depth + 1), rest.popFirst() == UInt8(ascii: "]") else { return nil }
            if case .scalar(let code) = element, code == UInt8(ascii: "c") || code == UInt8(ascii: "C") { return .raw }
            return .array(element)
        case UInt8(ascii: "{"):
            if let end = rest.firstIndex(where: { "={}[]()".utf8.contains($0) }), rest[end] == UInt8(ascii: "=") {
                rest = rest[(end + 1)...]
            }
            var fields: [EncodedType] = []
            while let first = rest.first, first != UInt8(ascii: "}") {
                guard let field = next(&rest, depth: depth + 1) else { return nil }
                fields.append(field)
            }
            return rest.popFirst() == nil ? nil : .structure(fields)
        case UInt8(ascii: "("):
            var open = 1
            while open > 0, let byte = rest.popFirst() {
                if byte == UInt8(ascii: "(") { open += 1 }
                if byte == UInt8(ascii: ")") { open -= 1 }
            }
            return open == 0 ? .raw : nil
        case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ")"): return nil
        default: return .scalar(code)
        }
    }
}
