public import PropertyLists

extension Codingable {
    /// The type's full name, such as `Module.Person`.
    public static var codedClassName: String { ClassNaming.isProbing ? "" : String(reflecting: Self.self) }

    /// The coded names of this class and of its superclasses that are ``Codingable``, and `NSObject`.
    public static var codedClassHierarchy: [String] { inheritedNames }

    /// The coded names of this class and of its superclasses that are ``Codingable``, and `NSObject`.
    static var inheritedNames: [String] {
        var names: [String] = []
        names.reserveCapacity(4)
        names.append(codedClassName)
        var superclass = codedSuperclass
        while let type = superclass {
            if names.last != type.codedClassName { names.append(type.codedClassName) }
            superclass = type.codedSuperclass
        }
        if names.last != "NSObject" { names.append("NSObject") }
        return names
    }

    /// The nearest superclass that is ``Codingable``, or nil.
    static var codedSuperclass: (any Codingable.Type)? {
        var superclass: AnyClass? = (Self.self as? AnyClass).flatMap { _getSuperclass($0) }
        while let type = superclass {
            if let coded = type as? any Codingable.Type { return coded }
            superclass = _getSuperclass(type)
        }
        return nil
    }

    /// No fallbacks.
    public static var codedClassFallbacks: [String] { [] }

    /// No other names.
    public static var codedClassAliases: [String] { [] }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// Nil: the object's own type.
    public var typeForKeyedArchiver: (any Codingable.Type)? { nil }

    /// This object.
    @inlinable
    public func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? { self }

    /// Nil: this object.
    @inlinable
    public func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { nil }

    /// This type.
    public static func typeForKeyedUnarchiver() -> any Codingable.Type { Self.self }
}

// MARK: - Plumbing

extension Codingable {
    /// Nil: a value has no identity.
    public var _instance: AnyObject? { nil }

    /// Nil: a value is not an instance.
    public var _codedInstance: (any Codingable & AnyObject)? { nil }

    /// What the object's own hook answers; where a type has none, this is known at compile time.
    @inlinable
    public func _substitute(using unarchiver: KeyedUnarchiver) throws -> _Substitute? {
        guard let object = try awakeAfter(using: unarchiver) else { return nil }
        return _Substitute(object)
    }

    /// Nil: a value is not an instance.
    public static func _makeInstance(with unarchiver: KeyedUnarchiver) throws -> (any Codingable & AnyObject)? { nil }

    /// The value, if it is one of this type.
    @inlinable
    public static func _cast(_ object: any Codingable) -> Self? { object as? Self }

    /// True: a value has no identity by which to tell.
    public func _isReplaced(by other: inout (any Codingable)?, for archiver: KeyedArchiver) throws -> Bool {
        other = try replacementObject(for: archiver)
        return true
    }

    /// Nil: the class record follows from the type.
    public var _codedClass: ArchivedClass? { nil }

    /// False: values are objects with a class.
    public static var _isInline: Bool { false }

    /// False: values are decoded by their initializer.
    public static var _isTwoPhase: Bool { false }

    /// Nil: values are decoded by their initializer.
    public static func _makeEmpty(for unarchiver: KeyedUnarchiver) throws -> (any Codingable & AnyObject)? { nil }

    /// Does nothing: values are decoded by their initializer.
    public func _fill(from unarchiver: KeyedUnarchiver) throws {}

    /// Writes the value as an object.
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver.encodeObject(self)
    }

    /// Reads the object with its initialiser.
    @inlinable
    public static func _decode(reference: UID, from unarchiver: KeyedUnarchiver) throws -> Self? {
        guard let object = try unarchiver.decodeObject(reference: reference, as: Self.self) else { return nil }
        if let cast = _cast(object) { return cast }
        throw unarchiver.wrongType(of: object, Self.self, reference)
    }

    /// Reads the reference, and then the object.
    @inlinable
    public static func _decode(referenceForKey key: String, from unarchiver: KeyedUnarchiver) throws -> Self? {
        guard let uid = try unarchiver.reference(forKey: key) else { return nil }
        return try _decode(reference: uid, from: unarchiver)
    }

    /// Reads the reference, and then the object, or the inline value.
    @inlinable
    public static func _decode(fieldForKey key: String, from unarchiver: KeyedUnarchiver) throws -> Self? {
        switch try unarchiver.field(forKey: key) {
        case .reference(let uid): return try _decode(reference: uid, from: unarchiver)
        case .inline(let index): return try unarchiver.inlineValue(Self.self, at: index, forKey: key)
        case .missing: return nil
        }
    }

    /// Refuses inline values.
    public static func _decode(inline index: Int, from unarchiver: KeyedUnarchiver) throws -> Self {
        throw unarchiver.mismatch(inline: index, expected: codedClassName)
    }
}

extension Codingable where Self: AnyObject {
    /// This instance.
    @inlinable
    public var _instance: AnyObject? { self }

    /// This instance.
    @inlinable
    public var _codedInstance: (any Codingable & AnyObject)? { self }

    /// What the object's own hook answers, but nil if that is the instance itself.
    @inlinable
    public func _substitute(using unarchiver: KeyedUnarchiver) throws -> _Substitute? {
        guard let object = try awakeAfter(using: unarchiver) else { return nil }
        return object._instance === self ? nil : _Substitute(object)
    }

    /// Whether the class became ``TwoPhaseCodingable`` where a superclass was ``Codingable`` already.
    ///
    /// Such a class inherits this from its superclass, as all of its conformance.
    public static var _isTwoPhase: Bool { Self.self is any TwoPhaseCodingable.Type }

    /// An empty instance of such a class; nil for any other, which is decoded by its initializer.
    public static func _makeEmpty(for unarchiver: KeyedUnarchiver) throws -> (any Codingable & AnyObject)? {
        (Self.self as? any TwoPhaseCodingable.Type)?.init()
    }

    /// Fills an instance of such a class.
    public func _fill(from unarchiver: KeyedUnarchiver) throws {
        try (self as? any TwoPhaseCodingable)?.decode(with: unarchiver)
    }

    /// A new instance.
    @inlinable
    public static func _makeInstance(with unarchiver: KeyedUnarchiver) throws -> (any Codingable & AnyObject)? {
        try Self(coder: unarchiver)
    }

    /// The instance, if it is one of this class.
    @inlinable
    public static func _cast(_ object: any Codingable) -> Self? { object._instance as? Self }

    /// False if `replacementObject(for:)` returns this instance; otherwise `other` becomes what it returned.
    ///
    /// Compiled where the class is, as this is, it costs a class without a hook of its own next to nothing.
    @inlinable
    public func _isReplaced(by other: inout (any Codingable)?, for archiver: KeyedArchiver) throws -> Bool {
        guard let object = try replacementObject(for: archiver) else {
            other = nil
            return true
        }
        if object._instance === self { return false }
        other = object
        return true
    }

    /// Writes the instance as an object, unless it has been written.
    @inlinable
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver.encodeInstance(self)
    }

    /// Reads the object with its initialiser, unless it has been read.
    @inlinable
    public static func _decode(reference: UID, from unarchiver: KeyedUnarchiver) throws -> Self? {
        if let instance = try unarchiver.decodeInstance(reference: reference, as: Self.self) {
            // Mostly it is of this very class, which is told at a glance.
            if type(of: instance) == Self.self { return unsafe unsafeDowncast(instance, to: Self.self) }
            if let instance = instance as? Self { return instance }
        }
        return try _decode(unusual: reference, from: unarchiver)
    }

    /// Reads the object under a key with its initialiser, unless it has been read.
    ///
    /// Where the type is known it becomes a part of its caller: a function of its own would cost as much as the rest.
    @inlinable
    @inline(__always)
    public static func _decode(referenceForKey key: String, from unarchiver: KeyedUnarchiver) throws -> Self? {
        let field = try unarchiver.instanceField(forKey: key, as: Self.self)
        guard let instance = field.instance else {
            return field.uid == .null ? nil : try _decode(unusual: field.uid, from: unarchiver)
        }
        if type(of: instance) == Self.self { return unsafe unsafeDowncast(instance, to: Self.self) }
        return try instance as? Self ?? _decode(unusual: field.uid, from: unarchiver)
    }

    /// Reads the object the long way.
    @inlinable
    @inline(never)
    static func _decode(unusual reference: UID, from unarchiver: KeyedUnarchiver) throws -> Self? {
        guard let object = try unarchiver.decodeObject(reference: reference, as: Self.self) else { return nil }
        if let cast = _cast(object) { return cast }
        throw unarchiver.wrongType(of: object, Self.self, reference)
    }
}
