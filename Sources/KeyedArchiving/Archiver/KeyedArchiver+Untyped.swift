internal import PropertyLists

// Values whose types aren't known, or aren't one: `Any`, `[String: Any]`, lists of existentials.

extension KeyedArchiver {
    /// Encodes a value of any type, or nil, under a key: Apple's `encode(_:forKey:)` of an `Any?`.
    ///
    /// ```swift
    /// let info: [String: Any] = ["name": "Ada", "scores": [1, 2.5], "friend": person]
    /// try archiver.encodeAny(info, forKey: "info")
    /// ```
    ///
    /// ``Codingable`` values are encoded as they are. Arrays, dictionaries and sets of `Any` become Foundation's
    /// collections, with nil in them as `NSNull`. With the module `KeyedArchivingFoundation` numbers, strings, errors
    /// and nulls of Foundation's classes are encoded too, as `JSONSerialization` makes them. Dictionaries and sets are
    /// in an order that is the same each time, as far as ``KeyedArchiver`` says.
    ///
    /// Where all values are of one type, or of types that have a protocol of yours in common, `encode(_:forKey:)` has
    /// the compiler check that they can be encoded.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if a value is of another type,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded`` if collections nest deeper than the stack allows, and
    ///   otherwise as `encode(_:forKey:)` of objects does.
    public func encodeAny(_ value: Any?, forKey key: String) throws {
        try checkNotFinished()
        let object = try untyped(forKey: key) { try $0.root(value) }
        try encode(object, forKey: key)
    }

    /// Encodes an array of objects of different types under a key, as an object: `NSArray`.
    ///
    /// ```swift
    /// let pets: [any Codingable] = [dog, cat]
    /// try archiver.encode(pets, forKey: "pets")
    /// ```
    ///
    /// A list of values of a protocol that refines ``Codingable`` is accepted too. It is read with
    /// ``KeyedUnarchiver/decodeArrayOfObjects(of:forKey:)->[Codingable]?``.
    ///
    /// - Throws: As `encode(_:forKey:)` of objects does.
    public func encode(_ objects: [any Codingable], forKey key: String) throws {
        try encode(ArchivedArray(objects), forKey: key)
    }

    /// Encodes a dictionary of objects of different types under a key, as an object: `NSDictionary`.
    ///
    /// Keys are in the order of their bytes. It is read with
    /// ``KeyedUnarchiver/decodeDictionary(ofKeys:objects:forKey:)`` or, with values of any types, with
    /// ``KeyedUnarchiver/decodeAny(of:forKey:)``.
    ///
    /// ```swift
    /// let values: [String: any Codingable] = ["name": "Ada", "age": 36]
    /// try archiver.encode(values, forKey: "values")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of objects does.
    public func encode(_ objects: [String: any Codingable], forKey key: String) throws {
        let dictionary = try untyped(forKey: key) { try $0.dictionary(objects) }
        try encode(dictionary, forKey: key)
    }

    /// Makes objects of values of any types; an error says which of them it concerns.
    private func untyped<Object>(forKey key: String, _ make: (inout UntypedContent) throws -> Object) throws -> Object {
        var content = UntypedContent(for: self)
        do {
            return try make(&content)
        } catch {
            let error = located(error, [.key(key)] + content.trail.reversed())
            guard var refusal = error as? ArchiveError, refusal.key == nil else { throw error }
            refusal.key = key
            throw refusal
        }
    }
}
