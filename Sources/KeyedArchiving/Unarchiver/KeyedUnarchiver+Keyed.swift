internal import PropertyLists

// Values under keys, with Apple's names and Apple's results for a missing key.

extension KeyedUnarchiver {
    /// Returns whether the key is present, even if its value is nil.
    ///
    /// Decoding after asking looks the key up twice; `decodeIfPresent` does both at once.
    ///
    /// ```swift
    /// let isOld = try !unarchiver.containsValue(forKey: "version")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if a key of the object cannot be read.
    public func containsValue(forKey key: String) throws -> Bool {
        try decoding(false) { try state.value(forKey: key) != nil }
    }

    /// Returns whether an object is under the key: not nil, and not nothing.
    package func containsObject(forKey key: String) throws -> Bool {
        try decoding(false) { try state.reference(forKey: key) != nil }
    }

    /// Decodes a boolean; false if the key is missing.
    ///
    /// ```swift
    /// let isDraft = try unarchiver.decodeBool(forKey: "isDraft")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if the value is of another kind, such
    ///   as an integer.
    public func decodeBool(forKey key: String) throws -> Bool {
        try decoding(false) { try state.boolean(forKey: key) ?? false }
    }

    /// Decodes an integer; 0 if the key is missing.
    ///
    /// ```swift
    /// let count = try unarchiver.decodeInteger(forKey: "count")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/range`` if the stored value does not fit,
    ///   ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if the value is of another kind, such as a
    ///   real.
    public func decodeInteger(forKey key: String) throws -> Int {
        try decoding(0) { try state.integer(forKey: key, as: Int.self) ?? 0 }
    }

    /// Decodes a 32-bit integer; 0 if the key is missing.
    ///
    /// ```swift
    /// let code = try unarchiver.decodeInt32(forKey: "code")
    /// ```
    ///
    /// - Throws: As ``decodeInteger(forKey:)`` does.
    public func decodeInt32(forKey key: String) throws -> Int32 {
        try decoding(0) { try state.integer(forKey: key, as: Int32.self) ?? 0 }
    }

    /// Decodes a 64-bit integer; 0 if the key is missing.
    ///
    /// ```swift
    /// let size = try unarchiver.decodeInt64(forKey: "size")
    /// ```
    ///
    /// - Throws: As ``decodeInteger(forKey:)`` does.
    public func decodeInt64(forKey key: String) throws -> Int64 {
        try decoding(0) { try state.integer(forKey: key, as: Int64.self) ?? 0 }
    }

    /// Decodes a C `int`, which has 32 bits; 0 if the key is missing.
    ///
    /// ```swift
    /// let code = try unarchiver.decodeCInt(forKey: "code")
    /// ```
    ///
    /// - Throws: As ``decodeInteger(forKey:)`` does.
    public func decodeCInt(forKey key: String) throws -> CInt {
        try decodeInt32(forKey: key)
    }

    /// Decodes a 32-bit real; 0 if the key is missing.
    ///
    /// A 64-bit value loses precision.
    ///
    /// ```swift
    /// let opacity = try unarchiver.decodeFloat(forKey: "opacity")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/range`` if the stored value is finite and beyond the range,
    ///   ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if the value is of another kind, such as an
    ///   integer.
    public func decodeFloat(forKey key: String) throws -> Float {
        try decoding(0) { try state.float(forKey: key) ?? 0 }
    }

    /// Decodes a 64-bit real; 0 if the key is missing.
    ///
    /// ```swift
    /// let height = try unarchiver.decodeDouble(forKey: "height")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if the value is of another kind, such
    ///   as an integer.
    public func decodeDouble(forKey key: String) throws -> Double {
        try decoding(0) { try state.double(forKey: key) ?? 0 }
    }

    /// Decodes a real, or an integer as a real, inline or as an object; nil if the key is missing or holds nil.
    ///
    /// ``decodeDouble(forKey:)`` refuses integers, as Apple's does. This is for reals that some writers store as
    /// integers when they are whole.
    ///
    /// ```swift
    /// let size = try unarchiver.decodeNumber(forKey: "NSSize") ?? 12
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if the value is not a number.
    public func decodeNumber(forKey key: String) throws -> Double? {
        try decoding(nil) {
            guard var index = try state.value(forKey: key) else { return nil }
            if let uid = try state.uid(at: index) {
                if uid == .null { return nil }
                // A delegate may put another number in its place.
                if state.hasDelegate { return try decode(ArchivedNumber.self, from: .reference(uid))?.doubleValue }
                index = state.archive[try state.entry(uid)]
            }
            guard try state.header(at: index).kind == .integer else { return try state.double(at: index, key: key) }
            return Double(try state.integer(at: index, key: key, as: Int64.self))
        }
    }

    /// Decodes inline bytes as a part of the archive, without a copy; nil if the key is missing or holds nil.
    ///
    /// ```swift
    /// let checksum = try unarchiver.decodeBytes(forKey: "checksum") ?? []
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if the value is of another kind.
    public func decodeBytes(forKey key: String) throws -> ArraySlice<UInt8>? {
        try decoding(nil) { try state.data(forKey: key) }
    }

    /// Decodes a string that is stored inline, as some of Apple's classes do, or as an object; nil if the key is
    /// missing or holds nil.
    ///
    /// ```swift
    /// let name = try unarchiver.decodeInlineString(forKey: "NS.string")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if the value is of another kind.
    public func decodeInlineString(forKey key: String) throws -> String? {
        try decoding(nil) {
            guard let index = try state.value(forKey: key) else { return nil }
            if let uid = try state.uid(at: index) { return try decode(String.self, from: .reference(uid)) }
            let header = try state.header(at: index)
            guard header.kind.isString else {
                throw state.wrongKind(at: index, expected: "a string", key)
            }
            do {
                return try state.inlineString(at: index)
            } catch {
                throw self.error(error, forKey: key)
            }
        }
    }

    // MARK: Objects

    /// Decodes an object of one of several types or their subclasses; nil if the key is missing or holds nil.
    ///
    /// Nested objects may be of these types too, unless an inner call names others.
    ///
    /// ```swift
    /// let pet = try unarchiver.decodeObject(of: [Dog.self, Cat.self], forKey: "pet")
    /// ```
    ///
    /// - Throws: As ``decodeObject(of:forKey:)-(Object.Type,_)`` does.
    public func decodeObject(of types: [any Codingable.Type], forKey key: String) throws -> (any Codingable)? {
        try decoding(nil) {
            guard let uid = try state.reference(forKey: key) else { return nil }
            return try anyObject(at: uid, .list(types))
        }
    }

    /// Decodes an object as the type that is registered for its class; nil if the key is missing or holds nil.
    ///
    /// Where secure coding is required, the types that the enclosing call names are allowed, and at the top level only
    /// plain values. An inline value isn't an object: the call returns nil, with a warning.
    ///
    /// ```swift
    /// let pet = try unarchiver.decodeObject(forKey: "pet")
    /// ```
    ///
    /// - Throws: As ``decodeObject(of:forKey:)-(Object.Type,_)`` does.
    public func decodeObject(forKey key: String) throws -> (any Codingable)? {
        try decoding(nil) {
            guard let index = try state.value(forKey: key) else { return nil }
            guard let uid = try state.uid(at: index) else {
                let kind = state.kind(at: index).words
                warn("the value is an inline value, \(kind), not an object; nil is returned", key)
                return nil
            }
            return try anyObject(at: uid, .inherited)
        }
    }

    package func warn(_ reason: String, _ key: String) {
        state.warnings.append(CodingWarning(reason: reason, key: key, className: state.currentClass?.name))
    }
}
