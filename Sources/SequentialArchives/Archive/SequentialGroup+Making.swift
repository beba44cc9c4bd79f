internal import PropertyLists

extension SequentialGroup {
    /// Makes a group of values.
    ///
    /// Integers may be given signed or unsigned; each becomes what its type says.
    ///
    /// ```swift
    /// let point = try SequentialGroup(types: "{CGPoint=dd}", values: [.structure([.real(3), .real(4)])])
    /// ```
    ///
    /// - Parameters:
    ///   - types: The type string, such as `iI`.
    ///   - values: A value for each of the types.
    /// - Throws: ``SequentialArchiveError/Code/invalidType`` if the type string is malformed or empty,
    ///   ``SequentialArchiveError/Code/invalidValue`` if a value is of another type,
    ///   ``SequentialArchiveError/Code/range`` if a number doesn't fit its type.
    public init(types: String, values: [SequentialValue]) throws(SequentialArchiveError) {
        try self.init(typeBytes: Array(types.utf8), values: values)
    }

    init(typeBytes: [UInt8], values: [SequentialValue]) throws(SequentialArchiveError) {
        let nodes = try Self.nodes(of: typeBytes)
        let checked = try Self.checked(values, nodes, from: 0, to: nodes.count)
        self.init(typeBytes: typeBytes, nodes: nodes, values: checked)
    }

    /// The types of a type string.
    static func nodes(of typeBytes: [UInt8]) throws(SequentialArchiveError) -> [TypeCodeNode] {
        guard !typeBytes.isEmpty else {
            throw SequentialArchiveError(.invalidType, "a group needs a type string that isn't empty")
        }
        var parser = TypeCodeParser()
        do {
            return parser.nodes.elements(try parser.parse(typeBytes[...]))
        } catch {
            let text = String(decoding: typeBytes.prefix(256), as: UTF8.self).quotedForDisplay
            throw SequentialArchiveError(
                .invalidType, "the type string \(text) is malformed at byte \(error.position): \(error.reason)")
        }
    }

    /// The values as their types say.
    private static func checked(
        _ values: [SequentialValue],
        _ nodes: [TypeCodeNode],
        from start: Int,
        to end: Int
    ) throws(SequentialArchiveError) -> [SequentialValue] {
        var checkedValues: [SequentialValue] = []
        var node = start
        for value in values {
            guard node < end else { break }
            checkedValues.append(try checked(value, nodes, node))
            node += Int(nodes[node].nodeCount)
        }
        guard node == end, checkedValues.count == values.count else {
            throw .wrongCount(ofValues: values.count)
        }
        return checkedValues
    }

    /// A value as its type says; types nest within bounds, so this may recurse.
    private static func checked(
        _ value: SequentialValue,
        _ nodes: [TypeCodeNode],
        _ index: Int
    ) throws(SequentialArchiveError) -> SequentialValue {
        let node = nodes[index]
        switch (node.code, value) {
        case (UInt8(ascii: "["), .bytes(let bytes)) where nodes[index + 1].isCharacter:
            guard bytes.count == Int(node.count) else { throw mismatch(value, node) }
        case (UInt8(ascii: "["), .array(let elements)):
            guard elements.count == (node.isEmpty ? 0 : Int(node.count)) else { throw mismatch(value, node) }
            var checkedElements: [SequentialValue] = []
            for element in elements { checkedElements.append(try checked(element, nodes, index + 1)) }
            // Characters are bytes, however they are given.
            return nodes[index + 1].isCharacter
                ? .bytes(checkedElements.map { UInt8(truncatingIfNeeded: $0.bits) }) : .array(checkedElements)
        case (UInt8(ascii: "{"), .structure(let fields)):
            return .structure(try checked(fields, nodes, from: index + 1, to: index + Int(node.nodeCount)))
        case (UInt8(ascii: "("), .bytes(let bytes)):
            guard bytes.count == Int(node.count) else { throw mismatch(value, node) }
        case (UInt8(ascii: "f"), .real(let real)): return .real(Double(Float(real)))
        case (UInt8(ascii: "d"), .real), (UInt8(ascii: "!"), .ignored), (UInt8(ascii: "+"), .bytes),
            (UInt8(ascii: "%"), .atom), (UInt8(ascii: ":"), .selector), (UInt8(ascii: "*"), .cString),
            (UInt8(ascii: "#"), .class), (UInt8(ascii: "@"), .object), (UInt8(ascii: "@"), .class):
            break
        case (_, .null) where node.mayBeNull: break
        case (_, .integer(let integer)): return try checked(integer, node, isNegative: integer < 0)
        case (_, .unsignedInteger(let integer)):
            return try checked(Int64(bitPattern: integer), node, isNegative: false)
        default: throw mismatch(value, node)
        }
        return value
    }

    /// An integer as its type says.
    ///
    /// - Parameters:
    ///   - integer: The bits of the integer.
    ///   - node: The type.
    ///   - isNegative: Whether the bits are those of a negative number; otherwise they have no sign.
    static func checked(
        _ integer: Int64,
        _ node: TypeCodeNode,
        isNegative: Bool
    ) throws(SequentialArchiveError) -> SequentialValue {
        let value: SequentialValue = isNegative ? .integer(integer) : .unsignedInteger(UInt64(bitPattern: integer))
        let bits: UInt64
        switch node.code {
        case UInt8(ascii: "c"), UInt8(ascii: "C"): bits = 8
        case UInt8(ascii: "s"), UInt8(ascii: "S"): bits = 16
        case UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "l"), UInt8(ascii: "L"): bits = 32
        case UInt8(ascii: "q"), UInt8(ascii: "Q"): bits = 64
        case UInt8(ascii: "B"): bits = 1
        default: throw mismatch(value, node)
        }
        // Of the codes above, those in lower case are signed.
        let isSigned = node.code >= UInt8(ascii: "a")
        let magnitude = isNegative ? UInt64(bitPattern: ~integer) : UInt64(bitPattern: integer)
        let usableBits = isSigned ? bits - 1 : bits
        guard isSigned || !isNegative, usableBits == 64 || magnitude >> usableBits == 0 else {
            throw SequentialArchiveError(.range, "\(value) doesn't fit the type \(name(of: node))")
        }
        return isSigned ? .integer(integer) : .unsignedInteger(UInt64(bitPattern: integer))
    }

    private static func mismatch(_ value: SequentialValue, _ node: TypeCodeNode) -> SequentialArchiveError {
        SequentialArchiveError(.invalidValue, "the value \(value) isn't one of the type \(name(of: node))")
    }

    private static func name(of node: TypeCodeNode) -> String { String(Unicode.Scalar(node.code)) }
}

extension SequentialValue {
    /// The bits of an integer; 0 for any other value.
    fileprivate var bits: UInt64 {
        switch self {
        case .integer(let value): UInt64(bitPattern: value)
        case .unsignedInteger(let value): value
        default: 0
        }
    }
}
