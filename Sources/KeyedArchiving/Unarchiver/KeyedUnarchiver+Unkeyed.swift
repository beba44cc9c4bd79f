public import PropertyLists

// Values without keys, in the order in which they were encoded. Reading one more than was written gives the default.

extension KeyedUnarchiver {
    /// Decodes the next object as the type that is registered for its class; nil if there is none or it is nil.
    ///
    /// ```swift
    /// let pet = try unarchiver.decodeObject()
    /// ```
    ///
    /// - Throws: As ``decodeObject(forKey:)`` does.
    public func decodeObject() throws -> (any Codingable)? {
        try decoding(nil) {
            guard let uid = try nextReference() else { return nil }
            return try anyObject(at: uid, .inherited)
        }
    }

    /// Decodes the next object, of a type or its subclasses; nil if there is none or it is nil.
    ///
    /// ```swift
    /// let first = try unarchiver.decodeObject(of: String.self)
    /// let second = try unarchiver.decodeObject(of: String.self)
    /// ```
    ///
    /// - Throws: As ``decodeObject(of:forKey:)-(Object.Type,_)`` does.
    public func decodeObject<Object: Codingable>(of type: Object.Type) throws -> Object? {
        try decoding(nil) {
            guard let uid = try nextReference(), uid != .null else { return nil }
            return try decode(type, from: .reference(uid))
        }
    }

    /// Decodes the next scalar, which is inline; 0 or false if there is none.
    ///
    /// ```swift
    /// let length = try unarchiver.decodeValue(Double.self)
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/range`` if the stored value does not fit,
    ///   ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if it is of another kind.
    public func decodeValue<Value: CScalar>(_ type: Value.Type) throws -> Value {
        guard let zero = Value(TypedValue.integer(0)) else { throw state.outOfRange("0", "\(type)", nil) }
        return try decoding(zero) { try decodeStoredScalar(type) ?? zero }
    }

    /// Decodes the next C string; nil if there is none or it is nil.
    ///
    /// ```swift
    /// let name = try unarchiver.decodeCString()
    /// ```
    ///
    /// - Throws: As ``decodeObject(of:)`` does.
    package func decodeCString() throws -> String? {
        try decodeObject(of: String.self)
    }

    /// Decodes the next bytes; nil if there are none.
    ///
    /// Two forms are read: a count and a C array, as ``KeyedArchiver/encodeBytes(_:)`` and `NSCoder` write them, and
    /// inline data. The first value is a number or data, so the form is never ambiguous.
    ///
    /// ```swift
    /// let checksum = try unarchiver.decodeBytes() ?? []
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if the value is of another kind,
    ///   ``/PropertyLists/ArchiveError/Code/invalidValue`` if there are fewer bytes than their number says, and
    ///   otherwise as ``decodeArray(of:)`` does.
    public func decodeBytes() throws -> ArraySlice<UInt8>? {
        try decoding(nil) {
            let key = state.nextUnkeyedKey()
            guard let index = try state.find(key) else { return nil }
            let kind = try state.header(at: index).kind
            guard kind == .integer else { return try state.data(at: index, key: key) }
            let count = try state.integer(at: index, key: key, as: UInt32.self)
            let bytes = try nextBytes(isEmpty: count == 0)
            guard count <= bytes.count else {
                throw damaged("\(bytes.count.counted("byte")) instead of \(count)", key: key)
            }
            return bytes.prefix(Int(count))
        }
    }

    /// The bytes of the next C array.
    ///
    /// - Parameter isEmpty: Whether no bytes are announced. Then there may be an array nevertheless, as this library
    ///   writes it; any other value there is the next one.
    private func nextBytes(isEmpty: Bool) throws -> [UInt8] {
        if isEmpty {
            guard let index = try state.find(CodingKeyRules.generated(state.frame.unkeyedCount)),
                let uid = try state.uid(at: index),
                let entry = try? state.entry(uid),
                state.className(at: entry)?.isIdentical(to: OldStyleBytes.codedClassName) == true,
                let bytes = try? decode(OldStyleBytes.self, from: .reference(uid))?.bytes, bytes.isEmpty
            else { return [] }
        }
        guard let uid = try nextReference() else { return [] }
        return try decode(OldStyleBytes.self, from: .reference(uid))?.bytes ?? []
    }

    /// Decodes the next C array of scalars; empty if there is none.
    ///
    /// ```swift
    /// let weights = try unarchiver.decodeArray(of: Double.self)
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if the elements are of another type,
    ///   ``/PropertyLists/ArchiveError/Code/invalidValue`` if the array contradicts itself.
    public func decodeArray<Element: CScalar>(of type: Element.Type) throws -> [Element] {
        try decodeObject(of: OldStyleArray<Element>.self)?.elements ?? []
    }

    /// Decodes a C array of scalars; empty if the key is missing.
    ///
    /// ```swift
    /// let weights = try unarchiver.decodeArray(of: Double.self, forKey: "weights")
    /// ```
    ///
    /// - Throws: As ``decodeArray(of:)`` does.
    public func decodeArray<Element: CScalar>(of type: Element.Type, forKey key: String) throws -> [Element] {
        try decodeObject(of: OldStyleArray<Element>.self, forKey: key)?.elements ?? []
    }

    /// The next scalar, or nil if there is none.
    func decodeStoredScalar<Value: CScalar>(_ type: Value.Type) throws -> Value? {
        let key = state.nextUnkeyedKey()
        return try state.find(key).map { try state.scalar(at: $0, key: key, as: type) }
    }

    /// The next reference; nil if there is none or something else is there.
    func nextReference() throws -> UID? {
        let key = state.nextUnkeyedKey()
        guard let index = try state.find(key) else { return nil }
        guard let uid = try state.uid(at: index) else {
            warn("the value is an inline value, \(state.kind(at: index).words), not an object; nil is returned", key)
            return nil
        }
        return uid
    }
}
