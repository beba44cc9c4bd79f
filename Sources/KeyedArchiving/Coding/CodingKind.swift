public import PropertyLists

/// How values of a type are written and read; only the library's own types say it.
public struct _CodingKind {
    @usableFromInline
    package enum Content {
        /// As objects with a class, which the initializer reads; the type isn't a class.
        case value

        /// As objects with a class; each instance is written once.
        case instance(any (Codingable & AnyObject).Type)

        /// As a type of the library does it.
        case special(any ValueCoding.Type)
    }

    @usableFromInline
    package let content: Content

    @usableFromInline
    package init(_ content: Content) {
        self.content = content
    }
}

extension _CodingKind {
    /// Whether values are stored as plain property-list values.
    var isInline: Bool {
        if case .special(let coding) = content { coding.isInline } else { false }
    }

    /// The type, if it is a class.
    var instanceType: (any (Codingable & AnyObject).Type)? {
        switch content {
        case .value: nil
        case .instance(let type): type
        case .special(let coding): coding.instanceType
        }
    }

    /// The type, if its instances are created empty and then filled.
    var twoPhaseType: (any TwoPhaseCodingable.Type)? { instanceType as? any TwoPhaseCodingable.Type }
}

/// Writes and reads the values of a type in another way than as objects with a class: as plain values, with a shared
/// entry, or under a class record of their own.
///
/// The types of the library conform to it themselves, and name it as their ``Codingable/_kind``.
@usableFromInline
package protocol ValueCoding {
    /// The type of the values.
    associatedtype Coded: Codingable = Self

    /// Whether values are stored as plain property-list values.
    static var isInline: Bool { get }

    /// The type of the values, if it is a class.
    static var instanceType: (any (Codingable & AnyObject).Type)? { get }

    /// The instance that a value is or holds; nil for other values.
    static func instance(of value: Coded) -> (any Codingable & AnyObject)?

    /// The class record to write for a value instead of one made from its type.
    static func classRecord(of value: Coded) -> ArchivedClass?

    /// Writes a value as an object or finds it, and returns its UID.
    static func reference(to value: Coded, with archiver: KeyedArchiver) throws -> UID

    /// Reads a value; nil stands for nil, and for a missing key.
    static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> Coded?

    /// An object as the type of the values, if it is one or stands for one.
    static func converted(_ object: any Codingable) -> Coded?

    /// Writes an object of the type of the values, which the caller has as that type or as a type of no name.
    static func reference<Object: Codingable>(toObject object: Object, with archiver: KeyedArchiver) throws -> UID

    /// Reads a value as the type that the caller knows it by, which is the type of the values.
    static func value<Object: Codingable>(
        as type: Object.Type,
        from source: CodingSource,
        with unarchiver: KeyedUnarchiver
    ) throws -> Object?
}

// The compiler follows a call to a known type, and makes it a part of the caller, where no type in it depends on the
// one that is called.
extension ValueCoding {
    @inlinable
    package static func reference<Object: Codingable>(
        toObject object: Object,
        with archiver: KeyedArchiver
    ) throws -> UID {
        guard let value = Substitution.exact(object, as: Coded.self) else { return try archiver.encodeObject(object) }
        return try reference(to: value, with: archiver)
    }

    @inlinable
    package static func value<Object: Codingable>(
        as type: Object.Type,
        from source: CodingSource,
        with unarchiver: KeyedUnarchiver
    ) throws -> Object? {
        guard let value = try value(from: source, with: unarchiver) else { return nil }
        return Substitution.exact(value, as: type)
    }
}

extension ValueCoding {
    @usableFromInline
    package static var isInline: Bool { false }

    @usableFromInline
    package static var instanceType: (any (Codingable & AnyObject).Type)? { nil }

    @usableFromInline
    package static func instance(of value: Coded) -> (any Codingable & AnyObject)? { nil }

    @usableFromInline
    package static func classRecord(of value: Coded) -> ArchivedClass? { nil }

    /// Writes the value as an object.
    @usableFromInline
    package static func reference(to value: Coded, with archiver: KeyedArchiver) throws -> UID {
        try archiver.encodeObject(value)
    }

    /// Reads the object with its initializer; refuses inline values.
    @inlinable
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> Coded? {
        try unarchiver.decodeObject(Coded.self, from: source)
    }

    @usableFromInline
    package static func converted(_ object: any Codingable) -> Coded? { object as? Coded }
}

extension ValueCoding where Coded: AnyObject {
    @usableFromInline
    package static var instanceType: (any (Codingable & AnyObject).Type)? { Coded.self }

    @usableFromInline
    package static func instance(of value: Coded) -> (any Codingable & AnyObject)? { value }

    /// Writes the instance as an object, unless it has been written.
    @usableFromInline
    package static func reference(to value: Coded, with archiver: KeyedArchiver) throws -> UID {
        try archiver.encodeInstance(value) { try archiver.isReplaced(value, by: &$0) }
    }

    /// Reads the object with its initializer, unless it has been read; refuses inline values.
    @usableFromInline
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> Coded? {
        try unarchiver.decodeInstance(Coded.self, of: Coded.self, from: source)
    }

    @usableFromInline
    package static func converted(_ object: any Codingable) -> Coded? { object.instance as? Coded }
}

/// The source that a value is read from.
@usableFromInline
package enum CodingSource {
    /// The object at a UID.
    case reference(UID)

    /// The value of a key: a reference, or, where that is allowed, an inline value.
    case key(String, allowsInline: Bool)

    /// An inline value, by its object index in the property list.
    case inline(ObjectIndex)
}

// MARK: - Questions to any type

extension Codingable {
    /// Objects with a class, made by the initializer.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.value) }

    /// The instance, if this is one or stands for one.
    @usableFromInline
    package var instance: (any Codingable & AnyObject)? {
        switch Self._kind.content {
        case .value: nil
        case .instance(let type): reference(as: type)
        case .special(let coding): coding.isInline ? nil : instance(by: coding)
        }
    }

    /// The class record to write for this object instead of one made from its type.
    package var classRecord: ArchivedClass? {
        guard case .special(let coding) = Self._kind.content else { return nil }
        return classRecord(by: coding)
    }

    /// An object as this type, if it is one or stands for one.
    @usableFromInline
    package static func cast(_ object: any Codingable) -> Self? {
        switch Self._kind.content {
        case .value: object as? Self
        case .instance: object.instance as? Self
        case .special(let coding): cast(object, by: coding)
        }
    }

    /// This object, which is of a class, as an instance.
    private func reference<Instance: Codingable & AnyObject>(as type: Instance.Type) -> any Codingable & AnyObject {
        // Safe: the kind of a class has that class in it, so that this is an instance of it or of a subclass.
        unsafe Substitution.reinterpreted(self, as: type)
    }

    private func instance<Coding: ValueCoding>(by coding: Coding.Type) -> (any Codingable & AnyObject)? {
        Substitution.exact(self, as: Coding.Coded.self).flatMap { coding.instance(of: $0) }
    }

    private func classRecord<Coding: ValueCoding>(by coding: Coding.Type) -> ArchivedClass? {
        Substitution.exact(self, as: Coding.Coded.self).flatMap { coding.classRecord(of: $0) }
    }

    private static func cast<Coding: ValueCoding>(_ object: any Codingable, by coding: Coding.Type) -> Self? {
        coding.converted(object).flatMap { Substitution.exact($0, as: Self.self) }
    }
}

extension Codingable where Self: AnyObject {
    /// Objects with a class, each written once.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.instance(self)) }
}

extension KeyedArchiver {
    /// Writes an object in the way of its type, or finds it, and returns its UID.
    @inlinable
    package func reference<Object: Codingable>(to object: Object) throws -> UID {
        switch Object._kind.content {
        case .value: try encodeObject(object)
        case .instance(let type):
            // Safe: the kind says that it is a class.
            try encodeInstance(unsafe Substitution.reinterpreted(object, as: AnyObject.self), of: type) {
                try isReplaced(object, by: &$0)
            }
        case .special(let coding): try coding.reference(toObject: object, with: self)
        }
    }

    /// False if ``Codingable/replacementObject(for:)`` returns this instance; otherwise `other` becomes its result.
    ///
    /// It is specialized in the class's module: for a class without a hook the compiler removes the call.
    @inlinable
    func isReplaced<Object: Codingable>(_ object: Object, by other: inout (any Codingable)?) throws -> Bool {
        guard let replacement = try object.replacementObject(for: self) else {
            other = nil
            return true
        }
        // Safe: this is asked about instances.
        if Substitution.isInstance(replacement, unsafe Substitution.reinterpreted(object, as: AnyObject.self)) {
            return false
        }
        other = replacement
        return true
    }
}

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
