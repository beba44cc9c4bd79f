public import PropertyLists

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
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidType`` if the code is malformed,
    ///   ``/PropertyLists/ArchiveError/Code/invalidValue`` or ``/PropertyLists/ArchiveError/Code/range`` if the value
    ///   is of another type, and the errors of objects.
    public func encodeValue(ofObjCType type: String, _ value: CodedValue) throws {
        try writeGroup(type) { nodes in
            // A scalar, as most values are, needs no walk.
            if nodes.count == 1, nodes[0].scalar != nil { return try write(value, nodes[0]) }
            try write([value], nodes)
        }
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
        try writeGroup(types) { try write(values, $0) }
    }

    /// Writes a group: its type string, and the values that a closure writes for its types.
    ///
    /// If that fails, the archive lacks values of the group, so that nothing can be written after them.
    @inline(__always)
    private func writeGroup(_ types: String, _ writeValues: ([TypeCodeNode]) throws -> Void) throws {
        guard !state.hasFailed else { throw Self.failedBefore }
        let nodes = try beginGroup(types)
        guard !state.isCollecting else { return try writeValues(nodes) }
        do {
            try writeValues(nodes)
        } catch {
            state.hasFailed = true
            throw error
        }
        if state.depth == 0 { state.completeCount = state.output.bytes.count }
    }

    /// The error for encoding on after one inside a group.
    static var failedBefore: ArchiveError {
        ArchiveError(
            .finished, "encoding failed before, inside a group that is not complete",
            remedy: "use a new archiver; check what may fail before encoding it")
    }

    /// Begins a group with its type string.
    ///
    /// - Returns: Its types.
    private func beginGroup(_ types: String) throws -> [TypeCodeNode] {
        let place = try state.types.place(of: types)
        let entry = state.types.entries[place]
        if state.isCollecting { return entry.list.nodes }
        if let number = entry.number {
            state.output.append(reference: number)
        } else {
            state.types.setNumber(state.output.append(shared: entry.list.bytes), at: place)
        }
        return entry.list.nodes
    }

    /// Writes a number under its own type code, and a boolean as `c`, which `BOOL` was when sequential archives were
    /// common.
    ///
    /// ```swift
    /// try archiver.encodeValue(Int32(36))
    /// ```
    ///
    /// - Throws: As ``encodeValue(ofObjCType:_:)`` does.
    public func encodeValue<Value: CScalar>(_ value: Value) throws {
        try encodeValue(ofObjCType: Value.sequentialCode.text, value.typeCodedValue())
    }

    /// Writes an array of values of one type, in one group.
    ///
    /// ```swift
    /// try archiver.encodeArray(ofObjCType: "d", [.real(0.5), .real(1.5)])
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type code of the elements.
    ///   - elements: The elements.
    /// - Throws: As ``encodeValue(ofObjCType:_:)`` does.
    public func encodeArray(ofObjCType type: String, _ elements: [CodedValue]) throws {
        try encodeValue(ofObjCType: "[\(elements.count)\(type)]", .array(elements))
    }

    /// Writes an array of numbers, in one group.
    ///
    /// ```swift
    /// try archiver.encodeArray([0.5, 1.5])
    /// ```
    ///
    /// - Throws: As ``encodeValue(ofObjCType:_:)`` does.
    public func encodeArray<Value: CScalar>(_ elements: [Value]) throws {
        let type = "[\(elements.count)\(Value.sequentialCode.text)]"
        // The types are compared first: an empty array of any type is cast to any other.
        if Value.self == UInt8.self, let bytes = elements as? [UInt8] {
            return try encodeValue(ofObjCType: type, .bytes(bytes))
        }
        if Value.self == Int8.self, let bytes = elements as? [Int8] {
            return try encodeValue(ofObjCType: type, .bytes(bytes.map { UInt8(bitPattern: $0) }))
        }
        try encodeValue(ofObjCType: type, .array(elements.map { $0.typeCodedValue() }))
    }

    /// Writes bytes as `encodeBytes(_:length:)` of `NSCoder` does: their number as `I`, then an array of characters.
    ///
    /// ```swift
    /// try archiver.encodeBytes([0xCA, 0xFE])
    /// ```
    ///
    /// - Throws: As ``encodeValue(ofObjCType:_:)`` does.
    public func encodeBytes(_ bytes: [UInt8]) throws {
        try encodeValue(ofObjCType: "I", .unsignedInteger(UInt64(bytes.count)))
        try encodeValue(ofObjCType: "[\(bytes.count)c]", .bytes(bytes))
    }

    /// Writes bytes as `encodeDataObject:` does: their number as `i`, then an array of characters.
    ///
    /// ```swift
    /// try archiver.encodeData([0xFF, 0xD8])
    /// ```
    ///
    /// - Throws: As ``encodeValue(ofObjCType:_:)`` does.
    public func encodeData(_ bytes: [UInt8]) throws {
        try encodeValue(ofObjCType: "i", .integer(Int64(bytes.count)))
        try encodeValue(ofObjCType: "[\(bytes.count)c]", .bytes(bytes))
    }

    /// Writes a C string; nil for none.
    ///
    /// ```swift
    /// try archiver.encodeCString(CodedCString("Ada"))
    /// ```
    ///
    /// - Throws: As ``encodeValue(ofObjCType:_:)`` does.
    package func encodeCString(_ string: CodedCString?) throws {
        try encodeValue(ofObjCType: "*", string.map { .cString($0) } ?? .null)
    }

    /// Writes the name of a selector; nil for none.
    ///
    /// ```swift
    /// try archiver.encodeSelector("save:")
    /// ```
    ///
    /// - Throws: As ``encodeValue(ofObjCType:_:)`` does.
    package func encodeSelector(_ name: String?) throws {
        try encodeValue(ofObjCType: ":", name.map { .selector(Array($0.utf8)) } ?? .null)
    }

    /// Writes a class with its superclasses, those that weren't written before; nil for none.
    ///
    /// ```swift
    /// try archiver.encodeClass(Person.self)
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/range`` if a version doesn't fit 4 bytes.
    package func encodeClass(_ type: (any SequentialCodingable.Type)?) throws {
        try encodeValue(ofObjCType: "#", type.map { .class($0.codedClassVersions) } ?? .null)
    }

    /// Writes a string object; nil for none.
    ///
    /// ```swift
    /// try archiver.encodeString("Ada")
    /// ```
    ///
    /// - Throws: As ``encodeValue(ofObjCType:_:)`` does.
    public func encodeString(_ text: String?) throws {
        try encode(text.map { SequentialString($0) })
    }

    // MARK: Writing

    private func write(_ values: [CodedValue], _ nodes: [TypeCodeNode]) throws {
        var walk = CodedValue.Walk(values, nodes.indices)
        while let step = try walk.next(in: nodes) {
            switch step {
            case .scalar(let value, let node): try write(value, node)
            case .bytes(let value, let node, let character): try writeBytes(value, node, character)
            case .begin, .end: break
            case .mismatch(let value, let node): try writeNumber(value, node)
            }
        }
    }

    /// Writes an array of characters, however they are given, or a union.
    private func writeBytes(_ value: CodedValue, _ node: TypeCodeNode, _ character: TypeCodeNode?) throws {
        switch value {
        case .bytes(let bytes) where bytes.count == Int(node.count):
            if !state.isCollecting { state.output.append(raw: bytes) }
        case .array(let elements) where elements.count == Int(node.count):
            guard let character else { throw Self.mismatch(value, node) }
            for element in elements { try writeNumber(element, character) }
        default: try writeNumber(value, node)
        }
    }

    /// Writes a value that isn't an array or a structure.
    private func write(_ value: CodedValue, _ node: TypeCodeNode) throws {
        switch (node.scalar, value) {
        case (.object, .object(let object)): try write(object)
        case (.object, .class(let versions)), (.class, .class(let versions)):
            guard !state.isCollecting else { return }
            // In the place of an object there is room for a reference only.
            guard node.scalar == .class || isWritten(versions) else { throw Self.mismatch(value, node) }
            try write(versions)
        case (.cString, .cString(let string)): if !state.isCollecting { write(string) }
        case (.atom, .atom(let bytes)), (.selector, .selector(let bytes)):
            if !state.isCollecting { state.output.append(shared: bytes) }
        case (.characters, .bytes(let bytes)): if !state.isCollecting { state.output.append(string: bytes) }
        case (nil, .ignored): break
        case (_, .null) where node.mayBeNull: if !state.isCollecting { state.output.appendNull() }
        default: try writeNumber(value, node)
        }
    }

    /// Writes a number, and refuses other values.
    private func writeNumber(_ value: CodedValue, _ node: TypeCodeNode) throws {
        if let type = node.scalar, type.kind == .real {
            guard let real = value.real else { throw Self.mismatch(value, node) }
            try SequentialGroup.check(real, type)
            if !state.isCollecting { state.output.append(real: real, size: type.size, keepsSign: false) }
            return
        }
        let checked: SequentialValue
        switch value {
        case .integer(let integer): checked = try SequentialGroup.checked(integer, node, isNegative: integer < 0)
        case .unsignedInteger(let integer):
            checked = try SequentialGroup.checked(Int64(bitPattern: integer), node, isNegative: false)
        default: throw Self.mismatch(value, node)
        }
        if !state.isCollecting, let type = node.scalar { state.output.append(checked, type) }
    }

    private static func mismatch(_ value: CodedValue, _ node: TypeCodeNode) -> ArchiveError {
        ArchiveError(
            .invalidValue, "\(value.words) isn't a value of the type \(String(Unicode.Scalar(node.code)))",
            remedy: "change the type string or the value")
    }
}
