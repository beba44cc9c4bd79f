public import PropertyLists

// Generic calls are thin layers over calls that are not generic, and are inlined where they are used: there the type is
// known, so that nothing has to be looked up while the program runs. Generic code that stays in this module would fetch
// type metadata for every optional and every array it handles.

extension KeyedUnarchiver {
    /// Decodes an object of a type or its subclasses; nil if the key is missing or holds nil.
    ///
    /// ```swift
    /// let owner = try unarchiver.decodeObject(of: Person.self, forKey: "owner")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unexpectedClass`` if the object is of another class,
    ///   ``/PropertyLists/ArchiveError/Code/unknownClass`` if no type is known for its class,
    ///   ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if the value is not an object,
    ///   ``/PropertyLists/ArchiveError/Code/cycle`` if the object is being decoded and not available yet, other codes
    ///   if the archive is damaged, and the errors of the type's initializer.
    @inlinable
    public func decodeObject<Object: Codingable>(of type: Object.Type, forKey key: String) throws -> Object? {
        do {
            return try decode(type, from: .key(key, allowsInline: false))
        } catch {
            try recover(from: error)
            return nil
        }
    }

    /// Decodes a value that must be there.
    ///
    /// Numbers and booleans are read whether they are stored inline or as objects.
    ///
    /// ```swift
    /// name = try unarchiver.decode(String.self, forKey: "name")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/valueNotFound`` if the key is missing or holds nil, and otherwise
    ///   as ``decodeObject(of:forKey:)-(Object.Type,_)`` does. There is no default for an arbitrary type, so it throws
    ///   even under ``DecodingFailurePolicy/setErrorAndReturn``.
    @inlinable
    public func decode<Value: Codingable>(_ type: Value.Type, forKey key: String) throws -> Value {
        do {
            if let value = try decode(type, from: .key(key, allowsInline: true)) { return value }
            throw missing(key)
        } catch {
            try recover(from: error)
            throw self.error ?? error
        }
    }

    /// Decodes a value; nil if the key is missing or holds nil.
    ///
    /// ```swift
    /// let nickname = try unarchiver.decodeIfPresent(String.self, forKey: "nickname")
    /// ```
    ///
    /// - Throws: As ``decodeObject(of:forKey:)-(Object.Type,_)`` does.
    @inlinable
    public func decodeIfPresent<Value: Codingable>(_ type: Value.Type, forKey key: String) throws -> Value? {
        do {
            return try decode(type, from: .key(key, allowsInline: true))
        } catch {
            try recover(from: error)
            return nil
        }
    }

    /// Decodes the value of a key, according to its stored form: a reference, or, where that is allowed, an inline
    /// value.
    @inlinable
    package func decodeField<Value: Codingable>(
        _ type: Value.Type,
        forKey key: String,
        allowsInline: Bool
    ) throws -> Value? {
        guard allowsInline else {
            // Not a closure for `flatMap`, which would be two more frames for each level of nesting.
            guard let uid = try reference(forKey: key) else { return nil }
            return try decode(type, from: .reference(uid))
        }
        switch try field(forKey: key) {
        case .reference(let uid): return try decode(type, from: .reference(uid))
        case .inline(let index): return try inlineValue(type, at: index, forKey: key)
        case .missing: return nil
        }
    }

    /// Decodes an inline value.
    @inlinable
    func inlineValue<Value: Codingable>(_ type: Value.Type, at index: ObjectIndex, forKey key: String) throws -> Value {
        do {
            guard let value = try decode(type, from: .inline(index)) else {
                throw mismatch(inline: index, expected: type.codedClassName)
            }
            return value
        } catch {
            throw self.error(error, forKey: key)
        }
    }

    /// Decodes the object at a UID for a type that takes no fast path to it.
    @inlinable
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    package func typedObject<Value: Codingable>(_ type: Value.Type, uid: UID) throws -> Value? {
        guard let object = try unboxedObject(at: uid, as: type) else { return nil }
        if let cast = try converted(object, to: type) { return cast }
        throw try wrongType(of: object, type, uid)
    }
}

// MARK: - By the kind of the type

extension KeyedUnarchiver {
    /// Reads a value in the way of its type; nil stands for nil, and for a missing key.
    ///
    /// Where the type is known it becomes a part of its caller: a separate function would cost as much as the rest.
    @inlinable
    @inline(__always)
    package func decode<Value: Codingable>(_ type: Value.Type, from source: CodingSource) throws -> Value? {
        switch type._kind.content {
        case .value: try decodeObject(type, from: source)
        case .instance(let instanceType): try decodeInstance(type, of: instanceType, from: source)
        case .special(let coding): try coding.value(as: type, from: source, with: self)
        }
    }

    /// Reads an object with the initializer of its type; refuses inline values.
    @inlinable
    @inline(__always)
    package func decodeObject<Value: Codingable>(_ type: Value.Type, from source: CodingSource) throws -> Value? {
        switch source {
        case .reference(let uid): try typedObject(type, uid: uid)
        case .key(let key, let allowsInline): try decodeField(type, forKey: key, allowsInline: allowsInline)
        case .inline(let index): throw mismatch(inline: index, expected: type.codedClassName)
        }
    }

    /// Reads an object with the initializer of its class, unless it has been read; refuses inline values.
    ///
    /// - Parameter instanceType: The type as a class.
    @inlinable
    @inline(__always)
    package func decodeInstance<Value: Codingable>(
        _ type: Value.Type,
        of instanceType: any (Codingable & AnyObject).Type,
        from source: CodingSource
    ) throws -> Value? {
        let found: (any Codingable & AnyObject)?
        switch source {
        case .reference(let uid): found = try object(at: uid, as: instanceType)
        case .key(let key, allowsInline: false): found = try object(forKey: key, as: instanceType)
        case .key(let key, allowsInline: true): return try decodeField(type, forKey: key, allowsInline: true)
        case .inline(let index): throw mismatch(inline: index, expected: type.codedClassName)
        }
        guard let object = found else { return nil }
        // Fast path: the dynamic type is usually exactly the one that is asked for. Safe: the types are compared.
        if Swift.type(of: object) == type { return unsafe Substitution.reinterpreted(object as AnyObject, as: type) }
        return try object as? Value ?? converted(object, to: type, source)
    }
}

/// The stored form of the value of a key.
@usableFromInline
enum CodedField {
    case missing
    case reference(UID)
    /// An inline value, by its object index in the property list.
    case inline(ObjectIndex)
}

extension KeyedUnarchiver {
    /// The reference under a key; nil if the key is missing or holds nil.
    @usableFromInline
    func reference(forKey key: String) throws -> UID? {
        try state.reference(forKey: key)
    }

    /// The stored form of the value of a key; nil counts as missing.
    @usableFromInline
    func field(forKey key: String) throws -> CodedField {
        try state.field(forKey: key)
    }

    /// Throws the error of an earlier failure under ``DecodingFailurePolicy/setErrorAndReturn``.
    @usableFromInline
    @inline(__always)
    func throwIfFailed() throws {
        if state.hasFailed, let error { throw error }
    }

    /// The error for a value that must be there.
    @usableFromInline
    func missing(_ key: String) -> any Error {
        if let error { return error }
        guard state.hasKey(key) else {
            return failure(
                .valueNotFound,
                "there is no value under key \(key.quotedForDisplay)",
                key: key,
                remedy: "\(state.keyClause); use `decodeIfPresent` if the value may be missing"
            )
        }
        return failure(
            .valueNotFound,
            "the value under key \(key.quotedForDisplay) is nil",
            key: key,
            remedy: "use `decodeIfPresent` if the value may be nil"
        )
    }
}

extension UnarchiverState {
    /// The stored form of the value of a key; nil counts as missing.
    fileprivate mutating func field(forKey key: String) throws(ArchiveError) -> CodedField {
        guard let index = try value(forKey: key) else { return .missing }
        guard let uid = try uid(at: index) else { return .inline(index) }
        return uid == .null ? .missing : .reference(uid)
    }
}
