public import PropertyLists

// What values need of the coders, and then what instances of classes do.

extension Codingable {
    /// Objects with a class, made by the initializer.
    public static var _kind: _CodingKind { .value }

    /// Nil: a value isn't an instance.
    public var _object: (any Codingable & AnyObject)? { nil }

    /// Nil: the class record follows from the type.
    public var _classRecord: ArchivedClass? { nil }

    /// The value, if it is one of this type.
    @inlinable
    public static func _cast(_ object: any Codingable) -> Self? { object as? Self }

    /// What the object's own hook returns; where a type has none, this is known at compile time.
    @inlinable
    public func _substitute(using unarchiver: KeyedUnarchiver) throws -> _Substitute? {
        guard let object = try awakeAfter(using: unarchiver) else { return nil }
        return _Substitute(object)
    }

    /// Writes the value as an object.
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver.encodeObject(self)
    }

    /// Reads the object with its initializer; refuses inline values.
    @inlinable
    public static func _decode(_ source: _CodingSource, from unarchiver: KeyedUnarchiver) throws -> Self? {
        switch source {
        case .reference(let uid): try unarchiver.slowDecode(Self.self, uid: uid)
        case .key(let key, let allowsInline):
            try unarchiver.decodeField(Self.self, forKey: key, allowsInline: allowsInline)
        case .inline(let index): throw unarchiver.mismatch(inline: index, expected: codedClassName)
        }
    }
}

extension Codingable where Self: AnyObject {
    /// Objects with a class, made by the initializer.
    @inlinable
    public static var _kind: _CodingKind { .instance(Self.self) }

    /// This instance.
    @inlinable
    public var _object: (any Codingable & AnyObject)? { self }

    /// The instance, if it is one of this class.
    @inlinable
    public static func _cast(_ object: any Codingable) -> Self? { object._object as? Self }

    /// What the object's own hook returns, but nil if that is the instance itself.
    @inlinable
    public func _substitute(using unarchiver: KeyedUnarchiver) throws -> _Substitute? {
        guard let object = try awakeAfter(using: unarchiver) else { return nil }
        return object._object === self ? nil : _Substitute(object)
    }

    /// Writes the instance as an object, unless it has been written.
    @inlinable
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver.encodeInstance(self) { try isReplaced(by: &$0, for: archiver) }
    }

    /// False if ``Codingable/replacementObject(for:)`` returns this instance; otherwise `other` becomes what it
    /// returned.
    ///
    /// Compiled where the class is, as this is, it costs a class without a hook of its own next to nothing.
    @inlinable
    func isReplaced(by other: inout (any Codingable)?, for archiver: KeyedArchiver) throws -> Bool {
        guard let object = try replacementObject(for: archiver) else {
            other = nil
            return true
        }
        if object._object === self { return false }
        other = object
        return true
    }

    /// Reads the object with its initializer, unless it has been read; refuses inline values.
    ///
    /// Where the type is known it becomes a part of its caller: a function of its own would cost as much as the rest.
    @inlinable
    @inline(__always)
    public static func _decode(_ source: _CodingSource, from unarchiver: KeyedUnarchiver) throws -> Self? {
        let field: InstanceField
        switch source {
        case .reference(let uid): field = try unarchiver.instance(at: uid, as: Self.self)
        case .key(let key, allowsInline: false): field = try unarchiver.instanceField(forKey: key, as: Self.self)
        case .key(let key, allowsInline: true):
            return try unarchiver.decodeField(Self.self, forKey: key, allowsInline: true)
        case .inline(let index): throw unarchiver.mismatch(inline: index, expected: codedClassName)
        }
        guard let instance = field.instance else {
            return field.uid == .null ? nil : try unarchiver.slowDecode(Self.self, uid: field.uid)
        }
        // Fast path: the dynamic type is usually exactly `Self`.
        if type(of: instance) == Self.self { return unsafe unsafeDowncast(instance, to: Self.self) }
        return try instance as? Self ?? unarchiver.slowDecode(Self.self, uid: field.uid)
    }
}
