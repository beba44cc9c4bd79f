public import PropertyLists

/// Writes and reads the values of a type in another way than as objects with a class: as plain values, with a shared
/// entry, or under another class record than that of the type.
///
/// The library's own types conform to it and name themselves as their ``Codingable/_kind``.
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

    /// Writes a value that the caller has as another generic type, which is the type of the values.
    static func reference<Object: Codingable>(toObject object: Object, with archiver: KeyedArchiver) throws -> UID

    /// Reads a value for a caller that has the type of the values as another generic type.
    static func value<Object: Codingable>(
        as type: Object.Type,
        from source: CodingSource,
        with unarchiver: KeyedUnarchiver
    ) throws -> Object?
}

// Of a call through `any ValueCoding.Type` the compiler finds the type, if it is known, and inlines the call, but only
// where `Coded` isn't part of its signature (row `decode person` of `Instructions.tsv`).
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
