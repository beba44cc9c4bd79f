public import PropertyLists

// Values without keys. Each takes the next generated key of its object, `$0`, `$1` and so on; objects, scalars and
// arrays share one count. New code uses keys.

extension KeyedArchiver {
    /// Encodes an object, or nil, without a key.
    ///
    /// ```swift
    /// try archiver.encode("first")
    /// try archiver.encode("second")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of objects does.
    public func encode(_ object: (any Codingable)?) throws {
        try checkNotFinished()
        do {
            let key = CodingKeyRules.generated(state.frame.unkeyedCount)
            state.put(unkeyedReference: try reference(to: object, inPlaceOf: key, isStored: true))
        } catch {
            throw locatedUnkeyed(error)
        }
    }

    /// Encodes a conditional reference without a key.
    ///
    /// ```swift
    /// try archiver.encodeConditionalObject(parent)
    /// ```
    ///
    /// - Throws: As ``encodeConditionalObject(_:forKey:)`` does.
    public func encodeConditionalObject(_ object: (any Codingable)?) throws {
        try checkNotFinished()
        do {
            let uid = try object.map { try encodeConditionally($0) } ?? .null
            state.put(unkeyedReference: uid)
        } catch {
            throw locatedUnkeyed(error)
        }
    }

    /// Encodes an object without a key, as the root of a graph.
    ///
    /// It is the same as ``encode(_:)``: a keyed archiver tracks every object anyway.
    ///
    /// ```swift
    /// try archiver.encodeRootObject(person)
    /// ```
    ///
    /// - Throws: As ``encode(_:)`` does.
    public func encodeRootObject(_ object: any Codingable) throws {
        try encode(object)
    }

    /// Encodes a scalar inline without a key.
    ///
    /// ```swift
    /// try archiver.encodeValue(3.5)
    /// try archiver.encodeValue(Int32(7))
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/finished`` after finishing.
    public func encodeValue(_ value: some CScalar) throws {
        try checkNotFinished()
        try put(value, forStoredKey: state.nextUnkeyedKey())
    }

    /// Encodes a C string without a key: a reference to a string.
    ///
    /// ```swift
    /// try archiver.encodeCString("Ada")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of objects does.
    package func encodeCString(_ string: String) throws {
        try encode(string)
    }

    /// Encodes bytes without a key, as `NSCoder` does: their number, an unsigned 32-bit integer, and then a C array of
    /// `c`, which has a key for each byte.
    ///
    /// Larger data are better encoded under a key, or as an object.
    ///
    /// ```swift
    /// try archiver.encodeBytes([0xCA, 0xFE])
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/range`` if the number of bytes doesn't fit, and otherwise as
    ///   `encode(_:forKey:)` of objects does.
    public func encodeBytes(_ bytes: [UInt8]) throws {
        guard let count = UInt32(exactly: bytes.count) else {
            throw ArchiveError(
                .range,
                "\(bytes.count) bytes are too many to be encoded without a key",
                remedy: "encode them under a key, or as an ArchivedData"
            )
        }
        try encodeValue(count)
        try encode(OldStyleBytes(bytes: bytes))
    }

    /// Encodes a C array of scalars without a key: a reference to an object that holds the element type and one value
    /// for each element.
    ///
    /// ```swift
    /// try archiver.encodeArray([0.5, 1.5])
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidArchiveOperation`` if the array is empty, which Apple's
    ///   archiver refuses, and otherwise as `encode(_:forKey:)` of objects does.
    public func encodeArray<Element: CScalar>(_ elements: [Element]) throws {
        try encode(OldStyleArray(elements: try checkNotEmpty(elements)))
    }

    /// Encodes a C array of scalars under a key.
    ///
    /// ```swift
    /// try archiver.encodeArray([0.5, 1.5], forKey: "weights")
    /// ```
    ///
    /// - Throws: As ``encodeArray(_:)`` does.
    public func encodeArray<Element: CScalar>(_ elements: [Element], forKey key: String) throws {
        try encode(OldStyleArray(elements: try checkNotEmpty(elements)), forKey: key)
    }

    private func checkNotEmpty<Element>(_ elements: [Element]) throws -> [Element] {
        guard elements.isEmpty else { return elements }
        throw ArchiveError(
            .invalidArchiveOperation,
            "a C array without elements cannot be encoded",
            remedy: "leave it out; a missing key decodes as an empty array"
        )
    }
}
