public import PropertyLists

extension SequentialGroup {
    /// Makes a group of values.
    ///
    /// Integers may be given signed or unsigned; each is converted as its type requires.
    ///
    /// ```swift
    /// let point = try SequentialGroup(types: "{CGPoint=dd}", values: [.structure([.real(3), .real(4)])])
    /// ```
    ///
    /// - Parameters:
    ///   - types: The type string, such as `iI`.
    ///   - values: A value for each of the types.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidType`` if the type string is malformed or empty,
    ///   ``/PropertyLists/ArchiveError/Code/invalidValue`` if a value is of another type,
    ///   ``/PropertyLists/ArchiveError/Code/range`` if a number doesn't fit its type.
    public init(types: String, values: [SequentialValue]) throws(ArchiveError) {
        try self.init(typeBytes: Array(types.utf8), values: values)
    }

    /// Makes a group of values for a type string as it is stored.
    package init(typeBytes: [UInt8], values: [SequentialValue]) throws(ArchiveError) {
        let nodes = try Self.nodes(of: typeBytes)
        let checked = try Self.checked(values, nodes)
        self.init(typeBytes: typeBytes, nodes: nodes, values: checked)
    }

    /// The types of a type string.
    static func nodes(of typeBytes: [UInt8]) throws(ArchiveError) -> [TypeCodeNode] {
        guard !typeBytes.isEmpty else {
            throw ArchiveError(
                .invalidType, "a group needs a type string that isn't empty",
                remedy: "give each value a type, such as i or @")
        }
        var parser = TypeCodeParser()
        do {
            return parser.nodes.elements(try parser.parse(typeBytes[...]))
        } catch {
            let text = String(decoding: typeBytes.prefix(256), as: UTF8.self).quotedForDisplay
            throw ArchiveError(
                .invalidType, "the type string \(text) is malformed at byte \(error.byteOffset ?? 0): \(error.reason)",
                remedy: "write it as `@encode` of Objective-C does, such as i, [3d] or {CGPoint=dd}")
        }
    }

    /// The values as their types say.
    private static func checked(
        _ values: [SequentialValue],
        _ nodes: [TypeCodeNode]
    ) throws(ArchiveError) -> [SequentialValue] {
        var walk = SequentialValue.Walk(values, nodes.indices)
        var builder = SequentialValue.Builder()
        while let step = try walk.next(in: nodes) {
            switch step {
            case .scalar(let value, let node): builder.append(try checked(value, node))
            case .bytes(let value, let node, let character):
                builder.append(.bytes(try checkedBytes(value, node, character)))
            case .begin: builder.begin()
            case .end(let node): builder.end(node)
            case .mismatch(let value, let node): throw mismatch(value, node)
            }
        }
        return builder.values
    }

    /// The bytes of an array of characters, which are bytes however they are given, or of a union.
    private static func checkedBytes(
        _ value: SequentialValue,
        _ node: TypeCodeNode,
        _ character: TypeCodeNode?
    ) throws(ArchiveError) -> [UInt8] {
        switch value {
        case .bytes(let bytes) where bytes.count == Int(node.count): return bytes
        case .array(let elements) where elements.count == Int(node.count):
            guard let character else { break }
            var bytes: [UInt8] = []
            for element in elements {
                bytes.append(UInt8(truncatingIfNeeded: try checked(element, character).bits))
            }
            return bytes
        default: break
        }
        throw mismatch(value, node)
    }

    /// A value that isn't an array or a structure as its type says.
    private static func checked(
        _ value: SequentialValue,
        _ node: TypeCodeNode
    ) throws(ArchiveError) -> SequentialValue {
        switch (node.scalar, value) {
        case (.float, .real(let real)):
            try check(real, .float)
            return .real(Double(Float(real)))
        case (.double, .real), (nil, .ignored), (.characters, .bytes), (.atom, .atom), (.selector, .selector),
            (.cString, .cString), (.class, .class), (.object, .object), (.object, .class):
            return value
        case (_, .null) where node.mayBeNull: return value
        case (_, .integer(let integer)): return try checked(integer, node, isNegative: integer < 0)
        case (_, .unsignedInteger(let integer)):
            return try checked(Int64(bitPattern: integer), node, isNegative: false)
        default: throw mismatch(value, node)
        }
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
    ) throws(ArchiveError) -> SequentialValue {
        let value: SequentialValue = isNegative ? .integer(integer) : .unsignedInteger(UInt64(bitPattern: integer))
        guard let type = node.scalar, type.kind == .integer || type.kind == .unsignedInteger else {
            throw mismatch(value, node)
        }
        let isSigned = type.kind == .integer
        let magnitude = isNegative ? UInt64(bitPattern: ~integer) : UInt64(bitPattern: integer)
        let usableBits = isSigned ? type.bitWidth - 1 : type.bitWidth
        guard isSigned || !isNegative, usableBits == 64 || magnitude >> usableBits == 0 else {
            throw outOfRange(value, node, isNegative: isNegative)
        }
        return isSigned ? .integer(integer) : .unsignedInteger(UInt64(bitPattern: integer))
    }

    /// Checks that a real number that is finite stays so in its type.
    static func check(_ real: Double, _ type: TypeCode) throws(ArchiveError) {
        guard type == .float, real.isFinite, !Float(real).isFinite else { return }
        throw ArchiveError(.range, "\(real) doesn't fit the type f", remedy: "use the type d")
    }

    /// The error for an integer that its type doesn't hold.
    private static func outOfRange(_ value: SequentialValue, _ node: TypeCodeNode, isNegative: Bool) -> ArchiveError {
        let type = name(of: node)
        if node.scalar == .boolean {
            return ArchiveError(
                .range, "\(value) doesn't fit the type \(type)", remedy: "give 0 or 1, or use a type such as q or Q")
        }
        if isNegative, node.scalar?.kind == .unsignedInteger {
            return ArchiveError(
                .range, "\(value) doesn't fit the type \(type)", remedy: "use a type with a sign, such as q")
        }
        // Of the types with a sign none is wider than q.
        return ArchiveError(
            .range, "\(value) doesn't fit the type \(type)",
            remedy: node.scalar == .int64 ? "use the type Q" : "use a wider type, such as q or Q")
    }

    private static func mismatch(_ value: SequentialValue, _ node: TypeCodeNode) -> ArchiveError {
        ArchiveError(
            .invalidValue, "the value \(value) isn't one of the type \(name(of: node))",
            remedy: "change the type string or the value")
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
