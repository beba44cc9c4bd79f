internal import PropertyLists

// Values of every type code.

extension SequentialArchiver {
    /// Writes a value.
    ///
    /// ```swift
    /// try archiver.encodeValue(ofObjCType: "{CGPoint=dd}", .structure([.real(3), .real(4)]))
    /// ```
    ///
    /// - Parameters:
    ///   - type: One type code.
    ///   - value: A value of that type.
    /// - Throws: ``SequentialArchiveError/Code/invalidType`` if the code is malformed,
    ///   ``SequentialArchiveError/Code/invalidValue`` or ``SequentialArchiveError/Code/range`` if the value is of
    ///   another type, and what objects throw.
    public func encodeValue(ofObjCType type: String, _ value: CodedValue) throws {
        try encodeValues(ofObjCTypes: type, [value])
    }

    /// Writes values in one group.
    ///
    /// ```swift
    /// try archiver.encodeValues(ofObjCTypes: "iI", [.integer(1), .unsignedInteger(10)])
    /// ```
    ///
    /// - Parameters:
    ///   - types: The type codes, one after another.
    ///   - values: A value for each of the types.
    /// - Throws: As ``encodeValue(ofObjCType:_:)`` does.
    public func encodeValues(ofObjCTypes types: String, _ values: [CodedValue]) throws {
        let list = try self.types[types] ?? SequentialTypeList(types)
        self.types[types] = list
        if !isCollecting { output.append(shared: list.bytes) }
        try write(values, list.nodes, 0, list.nodes.count)
    }

    /// Writes a number under its own type code, ``SequentialScalar/typeCode``.
    public func encodeValue<Value: SequentialScalar>(_ value: Value) throws {
        try encodeValue(ofObjCType: Value.typeCode, value.codedValue)
    }

    /// Writes an array of values of one type, in one group.
    ///
    /// - Parameters:
    ///   - type: The type code of the elements.
    ///   - elements: The elements.
    /// - Throws: As ``encodeValue(ofObjCType:_:)`` does.
    public func encodeArray(ofObjCType type: String, _ elements: [CodedValue]) throws {
        try encodeValue(ofObjCType: "[\(elements.count)\(type)]", .array(elements))
    }

    /// Writes an array of numbers, in one group.
    public func encodeArray<Value: SequentialScalar>(_ elements: [Value]) throws {
        let type = "[\(elements.count)\(Value.typeCode)]"
        // The types are compared first: an empty array of any type is cast to any other.
        if Value.self == UInt8.self, let bytes = elements as? [UInt8] {
            return try encodeValue(ofObjCType: type, .bytes(bytes))
        }
        if Value.self == Int8.self, let bytes = elements as? [Int8] {
            return try encodeValue(ofObjCType: type, .bytes(bytes.map { UInt8(bitPattern: $0) }))
        }
        try encodeValue(ofObjCType: type, .array(elements.map(\.codedValue)))
    }

    /// Writes bytes as `encodeBytes(_:length:)` of `NSCoder` does: their number as `I`, then an array of characters.
    public func encodeBytes(_ bytes: [UInt8]) throws {
        try encodeValue(ofObjCType: "I", .unsignedInteger(UInt64(bytes.count)))
        try encodeValue(ofObjCType: "[\(bytes.count)c]", .bytes(bytes))
    }

    /// Writes bytes as `encodeDataObject:` does: their number as `i`, then an array of characters.
    public func encodeData(_ bytes: [UInt8]) throws {
        try encodeValue(ofObjCType: "i", .integer(Int64(bytes.count)))
        try encodeValue(ofObjCType: "[\(bytes.count)c]", .bytes(bytes))
    }

    /// Writes a C string; nil for none.
    public func encodeCString(_ string: CodedCString?) throws {
        try encodeValue(ofObjCType: "*", string.map { .cString($0) } ?? .null)
    }

    /// Writes the name of a selector; nil for none.
    public func encodeSelector(_ name: String?) throws {
        try encodeValue(ofObjCType: ":", name.map { .selector(Array($0.utf8)) } ?? .null)
    }

    /// Writes a class with its superclasses, those that weren't written before; nil for none.
    ///
    /// - Throws: ``SequentialArchiveError/Code/range`` if a version doesn't fit 4 bytes.
    public func encodeClass(_ type: (any SequentialCodingable.Type)?) throws {
        try encodeValue(ofObjCType: "#", type.map { .class($0.codedClassVersions) } ?? .null)
    }

    /// Writes a string object; nil for none.
    public func encodeString(_ text: String?) throws {
        try encode(text.map { SequentialString($0) })
    }

    // MARK: Writing

    private func write(_ values: [CodedValue], _ nodes: [TypeCodeNode], _ start: Int, _ end: Int) throws {
        var node = start
        for value in values {
            guard node < end else { throw SequentialArchiveError.wrongCount(ofValues: values.count) }
            try write(value, nodes, node)
            node += Int(nodes[node].nodeCount)
        }
        guard node == end else { throw SequentialArchiveError.wrongCount(ofValues: values.count) }
    }

    /// Writes a value; types nest within bounds, so this may recurse.
    private func write(_ value: CodedValue, _ nodes: [TypeCodeNode], _ index: Int) throws {
        let node = nodes[index]
        switch (node.code, value) {
        case (UInt8(ascii: "["), .bytes(let bytes))
        where nodes[index + 1].isCharacter && bytes.count == Int(node.count),
            (UInt8(ascii: "("), .bytes(let bytes)) where bytes.count == Int(node.count):
            if !isCollecting { output.append(raw: bytes) }
        case (UInt8(ascii: "["), .array(let elements))
        where elements.count == (nodes[index + 1].isEmpty ? 0 : Int(node.count)):
            for element in elements { try write(element, nodes, index + 1) }
        case (UInt8(ascii: "{"), .structure(let fields)):
            try write(fields, nodes, index + 1, index + Int(node.nodeCount))
        case (UInt8(ascii: "@"), .object(let object)): try write(object)
        case (UInt8(ascii: "@"), .class(let versions)), (UInt8(ascii: "#"), .class(let versions)):
            if !isCollecting { try write(versions) }
        case (UInt8(ascii: "*"), .cString(let string)): if !isCollecting { write(string) }
        case (UInt8(ascii: "%"), .atom(let bytes)), (UInt8(ascii: ":"), .selector(let bytes)):
            if !isCollecting { output.append(shared: bytes) }
        case (UInt8(ascii: "+"), .bytes(let bytes)): if !isCollecting { output.append(string: bytes) }
        case (UInt8(ascii: "!"), .ignored): break
        case (_, .null) where node.mayBeNull: if !isCollecting { output.appendNull() }
        default: try writeNumber(value, node)
        }
    }

    private func writeNumber(_ value: CodedValue, _ node: TypeCodeNode) throws {
        switch (node.code, value) {
        case (UInt8(ascii: "f"), _), (UInt8(ascii: "d"), _):
            guard let real = value.real else { throw Self.mismatch(value, node) }
            if !isCollecting {
                output.append(real: real, size: node.code == UInt8(ascii: "f") ? 4 : 8, keepsSign: false)
            }
        case (_, .integer(let integer)):
            try write(SequentialGroup.checked(integer, node, isNegative: integer < 0), node)
        case (_, .unsignedInteger(let integer)):
            try write(SequentialGroup.checked(Int64(bitPattern: integer), node, isNegative: false), node)
        default: throw Self.mismatch(value, node)
        }
    }

    private func write(_ checked: SequentialValue, _ node: TypeCodeNode) {
        if !isCollecting { output.append(checked, code: node.code) }
    }

    private static func mismatch(_ value: CodedValue, _ node: TypeCodeNode) -> SequentialArchiveError {
        SequentialArchiveError(
            .invalidValue, "\(value.words) isn't a value of the type \(String(Unicode.Scalar(node.code)))")
    }
}
