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

    /// Returns the result of ``Codingable/awakeAfter(using:)``; the compiler knows the types without this hook.
    @inlinable
    public func _substitute(using unarchiver: KeyedUnarchiver) throws -> (any Codingable & AnyObject)? {
        guard let object = try awakeAfter(using: unarchiver) else { return nil }
        return ValueBox.boxed(object)
    }

    /// Writes the value as an object.
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver.encodeObject(self)
    }

    /// Reads the object with its initializer; refuses inline values.
    @inlinable
    public static func _decode(_ source: _CodingSource, from unarchiver: KeyedUnarchiver) throws -> Self? {
        try decodeValue(source, from: unarchiver)
    }

    /// Reads the object with its initializer; refuses inline values.
    @inlinable
    @inline(__always)
    static func decodeValue(_ source: _CodingSource, from unarchiver: KeyedUnarchiver) throws -> Self? {
        switch source {
        case .reference(let uid): try unarchiver.typedObject(Self.self, uid: uid)
        case .key(let key, let allowsInline):
            try unarchiver.decodeField(Self.self, forKey: key, allowsInline: allowsInline)
        case .inline(let index): throw unarchiver.mismatch(inline: ObjectIndex(index), expected: codedClassName)
        }
    }
}

extension Codingable where Self: AnyObject {
    /// Objects with a class, made by the initializer.
    @inlinable
    public static var _kind: _CodingKind { .instance(self) }

    /// This instance.
    @inlinable
    public var _object: (any Codingable & AnyObject)? { self }

    /// The instance, if it is one of this class.
    @inlinable
    public static func _cast(_ object: any Codingable) -> Self? { object._object as? Self }

    /// Returns the result of ``Codingable/awakeAfter(using:)``, but nil if that is the instance itself.
    @inlinable
    public func _substitute(using unarchiver: KeyedUnarchiver) throws -> (any Codingable & AnyObject)? {
        guard let object = try awakeAfter(using: unarchiver) else { return nil }
        let boxed = ValueBox.boxed(object)
        return boxed === self ? nil : boxed
    }

    /// Writes the instance as an object, unless it has been written.
    @inlinable
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver.encodeInstance(self) { try isReplaced(by: &$0, for: archiver) }
    }

    /// False if ``Codingable/replacementObject(for:)`` returns this instance; otherwise `other` becomes its result.
    ///
    /// It is specialized in the class's module: for a class without a hook the compiler removes the call.
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
    /// Where the type is known it becomes a part of its caller: a separate function would cost as much as the rest.
    @inlinable
    @inline(__always)
    public static func _decode(_ source: _CodingSource, from unarchiver: KeyedUnarchiver) throws -> Self? {
        try decodeInstance(source, from: unarchiver)
    }

    /// Reads the object with its initializer, unless it has been read; refuses inline values.
    @inlinable
    @inline(__always)
    static func decodeInstance(_ source: _CodingSource, from unarchiver: KeyedUnarchiver) throws -> Self? {
        let found: BoxedObject?
        switch source {
        case .reference(let uid): found = try unarchiver.object(at: uid, as: Self.self)
        case .key(let key, allowsInline: false): found = try unarchiver.object(forKey: key, as: Self.self)
        case .key(let key, allowsInline: true):
            return try unarchiver.decodeField(Self.self, forKey: key, allowsInline: true)
        case .inline(let index): throw unarchiver.mismatch(inline: ObjectIndex(index), expected: codedClassName)
        }
        guard let object = found else { return nil }
        // Fast path: the dynamic type is usually exactly `Self`. Safe: the types are compared.
        if type(of: object) == Self.self { return unsafe unsafeDowncast(object, to: Self.self) }
        return try object as? Self ?? unarchiver.converted(object, to: Self.self, source)
    }
}

/// How the values of a type are stored, and how they are made when they are decoded.
public enum _CodingKind {
    /// Objects with a class; the type isn't a class, and its initializer makes a value.
    case value

    /// Plain property-list values.
    case inline

    /// Objects with a class, which the initializer makes.
    case instance(any (Codingable & AnyObject).Type)

    /// Objects with a class, which are created empty and then filled.
    case twoPhase(any TwoPhaseCodingable.Type)
}

/// The source that a value is read from.
@frozen public enum _CodingSource {
    /// The object at a UID.
    case reference(UID)

    /// The value of a key: a reference, or, where that is allowed, an inline value.
    case key(String, allowsInline: Bool)

    /// An inline value, by its object index in the property list.
    case inline(Int)
}

extension _CodingKind {
    /// Whether values are stored as plain property-list values.
    var isInline: Bool {
        if case .inline = self { true } else { false }
    }

    /// Whether the type is a class.
    var isClass: Bool {
        switch self {
        case .instance, .twoPhase: true
        case .value, .inline: false
        }
    }

    /// The type, if its instances are created empty and then filled.
    ///
    /// A class may have become a ``TwoPhaseCodingable`` where a superclass was ``Codingable`` already; it inherits the
    /// conformance of that, so the kind doesn't say it.
    var twoPhaseType: (any TwoPhaseCodingable.Type)? {
        switch self {
        case .value, .inline: nil
        case .instance(let type): type as? any TwoPhaseCodingable.Type
        case .twoPhase(let type): type
        }
    }
}

/// Tells whether a hook put another object in the place of an object.
@usableFromInline
enum Substitution {
    /// Whether two objects are one: the same instance or, for values, which have no identity, equal ones of one type.
    ///
    /// Values of a type that is not `Equatable` count as the same.
    static func isSame<Object: Codingable, Other: Codingable>(_ object: Object, _ other: Other) -> Bool {
        // Usually nothing is replaced; then nothing has to be looked up and compared.
        var candidate = other
        if isIdentical(object, &candidate) { return true }
        guard ObjectIdentifier(Object.self) == ObjectIdentifier(Other.self), object._object == nil else { return false }
        guard let value = object as? any Equatable else { return true }
        return isEqual(value, other)
    }

    /// Whether two objects are one instance, or values of one type that are the same bytes in memory.
    ///
    /// Bytes are compared first: an instance is a pointer. The result of a hook is passed `inout`, by its address,
    /// which costs less than a closure that borrows a value of an unknown type (row `decode person with a delegate` of
    /// `Instructions.tsv`).
    static func isIdentical<Object: Codingable, Other: Codingable>(_ object: Object, _ other: inout Other) -> Bool {
        // Safe: as in `hasBytes(_:of:)`.
        if unsafe withUnsafeBytes(of: object, { unsafe hasBytes(&other, $0, Object.self) }) { return true }
        guard let instance = object._object else { return false }
        return instance === other._object
    }

    /// Whether an object is of the type of a value and the same bytes in memory, and so the same value.
    ///
    /// The bytes of the value are found where its type is known, so that one call less has to look at a type at run time
    /// (row `encode person with a delegate` of `Instructions.tsv`).
    @inline(__always)
    static func hasBytes<Value>(_ object: inout any Codingable, of value: Value) -> Bool {
        // Safe: nothing is read but the values themselves, and no pointer leaves the closure or the call.
        unsafe withUnsafeBytes(of: value) { unsafe hasBytes(&object, $0, Value.self) }
    }

    private static func hasBytes<Object: Codingable>(
        _ object: inout Object,
        _ bytes: UnsafeRawBufferPointer,
        _ type: Any.Type
    ) -> Bool {
        Object.self == type ? unsafe hasBytes(at: &object, bytes) : false
    }

    @inline(__always)
    private static func hasBytes<Object>(at object: UnsafePointer<Object>, _ bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe UnsafeRawBufferPointer(start: object, count: MemoryLayout<Object>.size).hasSameBytes(as: bytes)
    }

    private static func isEqual<Value: Equatable>(_ value: Value, _ other: any Codingable) -> Bool {
        other as? Value == value
    }

    /// An object as a type if it is exactly of that type; nil for all else.
    ///
    /// There is no cast.
    @inlinable
    static func exact<Object: Codingable, Value>(_ object: Object, as type: Value.Type) -> Value? {
        // Safe: the types are compared, so that not a bit is taken for something else.
        Object.self == type ? unsafe unsafeBitCast(object, to: type) : nil
    }
}
