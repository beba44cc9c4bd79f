internal import PropertyLists

// Values under keys, with Apple's names and Apple's answers for a missing key.

extension KeyedUnarchiver {
    /// Whether there is a value under a key, be it nil.
    ///
    /// Decoding directly is cheaper than asking first.
    ///
    /// - Throws: ``ArchiveError`` if a key of the object cannot be read.
    public func containsValue(forKey key: String) throws -> Bool {
        try decoding(false) { try find(key) != nil }
    }

    /// Decodes a boolean; false if the key is missing.
    ///
    /// - Throws: ``ArchiveError/Code/invalidUnarchiveOperation`` if the value is of another kind, such as an integer.
    public func decodeBool(forKey key: String) throws -> Bool {
        try decoding(false) { try find(key).map { try boolean(at: $0, key: key) } ?? false }
    }

    /// Decodes an integer; 0 if the key is missing.
    ///
    /// - Throws: ``ArchiveError/Code/range`` if the stored value does not fit,
    ///   ``ArchiveError/Code/invalidUnarchiveOperation`` if the value is of another kind, such as a real.
    public func decodeInteger(forKey key: String) throws -> Int {
        try decoding(0) { try find(key).map { try integer(at: $0, key: key, as: Int.self) } ?? 0 }
    }

    /// Decodes a 32-bit integer; 0 if the key is missing.
    ///
    /// - Throws: As ``decodeInteger(forKey:)`` does.
    public func decodeInt32(forKey key: String) throws -> Int32 {
        try decoding(0) { try find(key).map { try integer(at: $0, key: key, as: Int32.self) } ?? 0 }
    }

    /// Decodes a 64-bit integer; 0 if the key is missing.
    ///
    /// - Throws: As ``decodeInteger(forKey:)`` does.
    public func decodeInt64(forKey key: String) throws -> Int64 {
        try decoding(0) { try find(key).map { try integer(at: $0, key: key, as: Int64.self) } ?? 0 }
    }

    /// Decodes a C `int`, which has 32 bits; 0 if the key is missing.
    ///
    /// - Throws: As ``decodeInteger(forKey:)`` does.
    public func decodeCInt(forKey key: String) throws -> CInt {
        try decodeInt32(forKey: key)
    }

    /// Decodes a 32-bit real; 0 if the key is missing.
    ///
    /// A 64-bit value loses precision.
    ///
    /// - Throws: ``ArchiveError/Code/range`` if the stored value is finite and beyond the range,
    ///   ``ArchiveError/Code/invalidUnarchiveOperation`` if the value is of another kind, such as an integer.
    public func decodeFloat(forKey key: String) throws -> Float {
        try decoding(0) { try find(key).map { try float(at: $0, key: key) } ?? 0 }
    }

    /// Decodes a 64-bit real; 0 if the key is missing.
    ///
    /// - Throws: ``ArchiveError/Code/invalidUnarchiveOperation`` if the value is of another kind, such as an integer.
    public func decodeDouble(forKey key: String) throws -> Double {
        try decoding(0) { try find(key).map { try double(at: $0, key: key) } ?? 0 }
    }

    /// Decodes inline bytes as a part of the archive, without a copy; nil if the key is missing or holds nil.
    ///
    /// - Throws: ``ArchiveError/Code/invalidUnarchiveOperation`` if the value is of another kind.
    public func decodeBytes(forKey key: String) throws -> ArraySlice<UInt8>? {
        try decoding(nil) {
            guard let index = try find(key), try state.uid(at: index) != .null else { return nil }
            return try data(at: index, key: key)
        }
    }

    /// Decodes a string that is stored inline, as some of Apple's classes do, or as an object; nil if the key is missing
    /// or holds nil.
    ///
    /// - Throws: ``ArchiveError/Code/invalidUnarchiveOperation`` if the value is of another kind.
    public func decodeInlineString(forKey key: String) throws -> String? {
        try decoding(nil) {
            guard let index = try find(key) else { return nil }
            if let uid = try state.uid(at: index) { return try String._decode(reference: uid, from: self) }
            guard try state.reader.archiveString(at: index) != nil else {
                throw wrongKind(at: index, expected: "a string", key)
            }
            return try string(at: index)
        }
    }

    // MARK: Objects

    /// Decodes an object of a type or its subclasses; nil if the key is missing or holds nil.
    ///
    /// - Throws: ``ArchiveError/Code/unexpectedClass`` if the object is of another class,
    ///   ``ArchiveError/Code/unknownClass`` if no type is known for its class,
    ///   ``ArchiveError/Code/invalidUnarchiveOperation`` if the value is not an object, ``ArchiveError/Code/cycle`` if
    ///   the object is being decoded and not available yet, other codes if the archive is damaged, and whatever the
    ///   type's initialiser throws.
    public func decodeObject<Object: Codingable>(of type: Object.Type, forKey key: String) throws -> Object? {
        try decoding(nil) {
            guard let index = try find(key) else { return nil }
            guard let uid = try state.uid(at: index) else {
                throw wrongKind(at: index, expected: "an object", key)
            }
            return try uid == .null ? nil : type._decode(reference: uid, from: self)
        }
    }

    /// Decodes an object of one of several types or their subclasses; nil if the key is missing or holds nil.
    ///
    /// What is decoded below may be of these types too, unless an inner call names others.
    ///
    /// - Throws: As ``decodeObject(of:forKey:)-(Object.Type,_)`` does.
    public func decodeObject(of types: [any Codingable.Type], forKey key: String) throws -> (any Codingable)? {
        try decoding(nil) {
            guard let index = try find(key) else { return nil }
            guard let uid = try state.uid(at: index) else {
                throw wrongKind(at: index, expected: "an object", key)
            }
            return try decodeAnyObject(reference: uid, .list(types))
        }
    }

    /// Decodes an object of whatever type its class stands for; nil if the key is missing or holds nil.
    ///
    /// Where secure coding is required, the types that the enclosing call names are allowed, and at the top level only
    /// plain values. An inline value is no object: the answer is nil, with a warning.
    ///
    /// - Throws: As ``decodeObject(of:forKey:)-(Object.Type,_)`` does.
    public func decodeObject(forKey key: String) throws -> (any Codingable)? {
        try decoding(nil) {
            guard let index = try find(key) else { return nil }
            guard let uid = try state.uid(at: index) else {
                warn("the value is an inline \(kind(at: index)), not an object; the answer is nil", key)
                return nil
            }
            return try decodeAnyObject(reference: uid, .inherited)
        }
    }

    /// Decodes an object and hands it to a closure: now, or, if the object is itself being decoded, as soon as it is
    /// ready.
    ///
    /// This is the way for a type that takes part in a circle and cannot be seen half built. The closure is not called
    /// if the key is missing or holds nil.
    ///
    /// - Throws: As ``decodeObject(of:forKey:)-(Object.Type,_)`` does, and whatever the closure throws if it runs now. An
    ///   error that the closure throws later comes out of the call that decodes the object.
    public func decodeObject<Object: Codingable>(
        of type: Object.Type,
        forKey key: String,
        onceAvailable closure: @escaping (Object) throws -> Void
    ) throws {
        try decoding(()) {
            guard let index = try find(key) else { return }
            guard let uid = try state.uid(at: index) else {
                throw wrongKind(at: index, expected: "an object", key)
            }
            let position = Int(truncatingIfNeeded: uid.rawValue)
            if position < state.progress.count, state.progress[position] == UnarchiverState.Progress.decoding {
                state.waiting[position, default: []].append { [weak self] object in
                    if let object = object as? Object { return try closure(object) }
                    if let self { throw self.unexpectedClass(Swift.type(of: object), .only(type), at: position) }
                }
                return
            }
            if uid != .null, let object = try type._decode(reference: uid, from: self) { try closure(object) }
        }
    }

    // MARK: Finding

    /// The object index of the value under a user's key, or nil.
    @inline(__always)
    func find(_ key: String) throws(ArchiveError) -> Int? {
        try state.find(CodingKeyRules.stored(key))
    }

    func warn(_ reason: String, _ key: String) {
        state.warnings.append(CodingWarning(reason: reason, key: key, className: currentClass?.name))
    }
}
