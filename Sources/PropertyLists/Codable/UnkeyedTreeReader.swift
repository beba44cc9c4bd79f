#if !hasFeature(Embedded)

/// Decodes the elements of a collection, one after the other.
struct UnkeyedTreeReader: UnkeyedDecodingContainer {
    let decoder: TreeDecoder
    let elements: TreeElements
    private(set) var currentIndex = 0

    init(decoder: TreeDecoder, elements: TreeElements) {
        self.decoder = decoder
        self.elements = elements
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    /// The next element.
    @inline(never)
    private func next(_ type: Any.Type) throws -> TreePlace {
        guard currentIndex < elements.count else { throw decoder.noMoreElements(type, currentIndex) }
        return try decoder.element(currentIndex, of: elements)
    }

    /// A decoder for the next element.
    private func child(_ type: Any.Type) throws -> TreeDecoder {
        TreeDecoder(try next(type), in: decoder, .position(currentIndex))
    }

    /// Goes on after an element was decoded.
    @inline(__always)
    private mutating func advance<Value>(after value: Value) -> Value {
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard decoder.source.isNil(try next(Any?.self)) else { return false }
        currentIndex += 1
        return true
    }

    // Scalars are read from where they are. A decoder is made only where that fails, for the error with its path.

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        advance(after: try (try? decoder.source.boolean(next(type))) ?? child(type).boolean())
    }

    mutating func decode(_ type: String.Type) throws -> String {
        advance(after: try (try? decoder.source.string(next(type))) ?? child(type).string())
    }

    @inline(__always)
    private mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        guard let integer = try? decoder.source.integer(next(type), as: type) else {
            throw try child(type).integerError(type)
        }
        currentIndex += 1
        return integer
    }

    /// An integer of up to 64 bits with a sign: one body for the types that are seldom asked for.
    @inline(never)
    private mutating func integer(
        _ type: any FixedWidthInteger.Type, from least: Int64, to most: Int64
    ) throws -> Int64 {
        let integer = try? decoder.source.integer(next(type), as: Int64.self)
        guard let integer, least <= integer, integer <= most else { throw try child(type).integerError(type) }
        currentIndex += 1
        return integer
    }

    @inline(__always)
    private mutating func small<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        Value(truncatingIfNeeded: try integer(type, from: Int64(Value.min), to: Int64(Value.max)))
    }

    @inline(__always)
    private mutating func real<Value: BinaryFloatingPoint>(_ type: Value.Type) throws -> Value {
        advance(after: try (try? decoder.source.real(next(type), as: type)) ?? child(type).real(type))
    }

    mutating func decode(_ type: Double.Type) throws -> Double { try real(type) }
    mutating func decode(_ type: Float.Type) throws -> Float { try real(type) }
    mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try small(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try small(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try small(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try small(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try small(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try small(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try small(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        advance(after: try decoder.decode(type, try next(type), .position(currentIndex)))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        advance(after: try child([String: Any].self).container(keyedBy: type))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        advance(after: try child([Any].self).unkeyedContainer())
    }

    mutating func superDecoder() throws -> any Decoder {
        advance(after: try child((any Decoder).self))
    }
}

/// Decodes one value.
struct SingleTreeReader: SingleValueDecodingContainer {
    let decoder: TreeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.isNil }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.boolean() }
    func decode(_ type: String.Type) throws -> String { try decoder.string() }
    func decode(_ type: Double.Type) throws -> Double { try decoder.real(type) }
    func decode(_ type: Float.Type) throws -> Float { try decoder.real(type) }
    func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoder.small(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoder.small(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoder.small(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.small(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.small(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.small(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.small(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try decoder.integer(type) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}

#endif
