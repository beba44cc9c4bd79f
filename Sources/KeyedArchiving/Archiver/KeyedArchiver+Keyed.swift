internal import PropertyLists

// Values under keys. Scalars are stored inline; everything else is an object, referred to by its UID.

extension KeyedArchiver {
    /// Encodes an object, or nil, under a key.
    ///
    /// Numbers that are passed as objects, such as a `UInt16` or an optional `Int`, are stored as objects too, and are
    /// read back with ``KeyedUnarchiver/decodeObject(of:forKey:)->Object?``.
    ///
    /// ```swift
    /// try archiver.encode(person, forKey: "person")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/finished`` after finishing,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded`` if objects nest too deep,
    ///   ``/PropertyLists/ArchiveError/Code/invalidArchiveOperation`` if secure coding is required and the type does
    ///   not support it, or if a class doesn't declare a separate name, and the errors of the object's `encode(with:)`.
    ///   An ``/PropertyLists/ArchiveError`` that comes out of the outermost call has the path to where it arose.
    public func encode(_ object: (any Codingable)?, forKey key: String) throws {
        try checkNotFinished()
        do {
            let uid =
                try hasPlace ? reference(to: object, inPlaceOf: key) : object.map { try reference(to: $0) } ?? .null
            putReference(uid, forKey: key)
        } catch {
            throw located(error, forKey: key)
        }
    }

    /// Encodes a reference to an object that takes effect only if the object is encoded unconditionally somewhere in
    /// the same archive, before or after; otherwise it is read back as nil.
    ///
    /// ```swift
    /// try archiver.encodeConditionalObject(parent, forKey: "parent")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of objects does.
    public func encodeConditionalObject(_ object: (any Codingable)?, forKey key: String) throws {
        try checkNotFinished()
        do {
            putReference(try object.map { try encodeConditionally($0) } ?? .null, forKey: key)
        } catch {
            throw located(error, forKey: key)
        }
    }

    /// Encodes a boolean.
    ///
    /// ```swift
    /// try archiver.encode(true, forKey: "isDraft")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/finished`` after finishing, as all methods for scalars.
    public func encode(_ value: Bool, forKey key: String) throws {
        try state.put(boolean: value, forKey: key)
    }

    /// Encodes an integer: 64 bits, of which as few bytes are stored as hold it.
    ///
    /// ```swift
    /// try archiver.encode(3, forKey: "count")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of booleans does.
    public func encode(_ value: Int, forKey key: String) throws {
        try state.put(integer: Int64(value), .int64, forKey: key)
    }

    /// Encodes a 32-bit integer.
    ///
    /// ```swift
    /// try archiver.encode(Int32(7), forKey: "code")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of booleans does.
    public func encode(_ value: Int32, forKey key: String) throws {
        try state.put(integer: Int64(value), .int32, forKey: key)
    }

    /// Encodes a 64-bit integer.
    ///
    /// ```swift
    /// try archiver.encode(Int64.max, forKey: "size")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of booleans does.
    public func encode(_ value: Int64, forKey key: String) throws {
        try state.put(integer: value, .int64, forKey: key)
    }

    /// Encodes a C `int`, which has 32 bits: Apple's `encodeInt:forKey:`.
    ///
    /// ```swift
    /// try archiver.encodeCInt(7, forKey: "code")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of booleans does.
    public func encodeCInt(_ value: CInt, forKey key: String) throws {
        try encode(Int32(value), forKey: key)
    }

    /// Encodes a 32-bit real.
    ///
    /// ```swift
    /// try archiver.encode(Float(0.5), forKey: "opacity")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of booleans does.
    public func encode(_ value: Float, forKey key: String) throws {
        try state.put(float: value, forKey: key)
    }

    /// Encodes a 64-bit real.
    ///
    /// ```swift
    /// try archiver.encode(1.75, forKey: "height")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of booleans does.
    public func encode(_ value: Double, forKey key: String) throws {
        try state.put(double: value, forKey: key)
    }

    /// Encodes bytes, inline.
    ///
    /// This is not an overload of `encode`, because `encode([1, 2], forKey:)` means an array of numbers.
    ///
    /// ```swift
    /// try archiver.encodeBytes([0xCA, 0xFE], forKey: "checksum")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of booleans does.
    public func encodeBytes(_ bytes: [UInt8], forKey key: String) throws {
        try state.put(data: bytes[...], forKey: key)
    }

    /// Encodes bytes, inline.
    ///
    /// ```swift
    /// try archiver.encodeBytes(bytes.prefix(16), forKey: "checksum")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of booleans does.
    public func encodeBytes(_ bytes: ArraySlice<UInt8>, forKey key: String) throws {
        try state.put(data: bytes, forKey: key)
    }

    /// Encodes a string inline, as Apple's own classes store some of theirs (`NS.string`).
    ///
    /// Other strings are objects: `encode(_:forKey:)` stores them as such.
    ///
    /// ```swift
    /// try archiver.encodeInlineString("Ada", forKey: "NS.string")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of booleans does.
    public func encodeInlineString(_ string: String, forKey key: String) throws {
        try state.put(inlineString: string, forKey: key)
    }

    /// Encodes the contents of a collection of objects of different types, or nil.
    ///
    /// ```swift
    /// try archiver.encodeElements(["a", nil, Int64(1)], forKey: "elements")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of objects does for each element.
    public func encodeElements(_ elements: [(any Codingable)?], forKey key: String) throws {
        if hasPlace { return try encodeInPlace(elements, forKey: key) }
        try encodeReferences(forKey: key) {
            for element in elements { appendElement(try reference(toElement: element, forKey: key)) }
        }
    }

    /// Encodes the contents of a collection of objects of different types.
    ///
    /// ```swift
    /// try archiver.encodeElements(["a", Int64(1)], forKey: "elements")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of objects does for each element.
    public func encodeElements(_ elements: [any Codingable], forKey key: String) throws {
        if hasPlace { return try encodeInPlace(elements, forKey: key) }
        try encodeReferences(forKey: key) {
            for element in elements { appendElement(try reference(toElement: element, forKey: key)) }
        }
    }

    /// Stores the references that a closure appends as a list under a key.
    @inline(__always)
    func encodeReferences(forKey key: String, _ append: () throws -> Void) throws {
        let start = try beginElements()
        do {
            try append()
        } catch {
            let error = located(error, inElementsFrom: start, forKey: key)
            rollBackElements(from: start)
            throw error
        }
        endElements(from: start, forKey: key)
    }
}

// MARK: - Keys made at run time

// Keys that Apple's classes do not have as constants: each use is a new string, and so a new entry of the file.

extension KeyedArchiver {
    /// Encodes an object under a key that is put together at run time, such as one with a number in it.
    ///
    /// - Throws: As `encode(_:forKey:)` does.
    package func encode(_ object: (any Codingable)?, forRuntimeKey key: String) throws {
        try checkNotFinished()
        do {
            let uid = try reference(to: object, inPlaceOf: key)
            state.put(state.table.uid(uid), forRuntimeKey: key)
        } catch {
            throw located(error, forKey: key)
        }
    }

    /// Encodes bytes, inline, under a key that only systems whose Foundation is written in Swift make at run time.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/finished`` after finishing.
    package func encodeBytes(_ bytes: [UInt8], forSwiftKey key: String) throws {
        guard state.layout.makesKeysAtRunTime else { return try encodeBytes(bytes, forKey: key) }
        try checkNotFinished()
        let entry = state.dataEntry(bytes[...])
        state.put(entry, forRuntimeKey: key)
    }
}
