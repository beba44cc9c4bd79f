public import PropertyLists

// Enumerations and option sets with raw values are stored as those, by naming the protocol:
// `enum Kind: String, Codingable {}`.

extension Codingable where Self: RawRepresentable, RawValue: Codingable {
    /// The name of the raw value's class, since the raw value is stored.
    ///
    /// A type that declares its own name is stored as an object of that class, which its own
    /// ``Codingable/encode(with:)`` and ``Codingable/init(coder:)`` write and read.
    @inlinable
    public static var codedClassName: String { RawValue.codedClassName }

    /// Whether values are stored as their raw values, and not as objects of the type's own class.
    @inlinable
    static var storesRawValue: Bool { codedClassName == RawValue.codedClassName }

    /// Writes the raw value as the field `rawValue` of an object, for a type with its own class name.
    public func encode(with archiver: KeyedArchiver) throws {
        if Self.storesRawValue { return try rawValue.encode(with: archiver) }
        try archiver.encode(rawValue, forKey: RawValueFields.rawValue)
    }

    /// Reads the raw value from the field `rawValue` of an object.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if the type has no value for it.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let isField = !Self.storesRawValue
        let raw =
            isField
            ? try unarchiver.decode(RawValue.self, forKey: RawValueFields.rawValue) : try RawValue(coder: unarchiver)
        guard let value = Self(rawValue: raw) else {
            throw unarchiver.noCase(Self.self, raw, isField ? RawValueFields.rawValue : nil)
        }
        self = value
    }

    /// As its raw value, which mostly is a plain value; otherwise, as an object of the type's class.
    @inlinable
    public static var _kind: _CodingKind {
        _CodingKind(storesRawValue ? .special(RawValueCoding<Self>.self) : .value)
    }
}

/// Writes and reads values as their raw values.
@usableFromInline
enum RawValueCoding<Coded: Codingable & RawRepresentable>: ValueCoding where Coded.RawValue: Codingable {
    @usableFromInline
    static var isInline: Bool { Coded.RawValue._kind.isInline }

    /// Stores the raw value.
    @inlinable
    static func reference(to value: Coded, with archiver: KeyedArchiver) throws -> UID {
        try archiver.reference(to: value.rawValue)
    }

    /// Reads the raw value, inline or as an object.
    @usableFromInline
    static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> Coded? {
        // Numbers are written inline, and asked for as objects by those who port a class.
        let key: String? = if case .key(let key, _) = source { key } else { nil }
        let rawSource: CodingSource = key.map { .key($0, allowsInline: true) } ?? source
        guard let raw = try unarchiver.decode(Coded.RawValue.self, from: rawSource) else { return nil }
        if let value = Coded(rawValue: raw) { return value }
        throw unarchiver.noCase(Coded.self, raw, key, at: source)
    }

    /// The value, or the one with a raw value that was kept in its place.
    @usableFromInline
    static func converted(_ object: any Codingable) -> Coded? {
        object as? Coded ?? Coded.RawValue.cast(object).flatMap { Coded(rawValue: $0) }
    }
}

/// The keys of a value with its own class.
private enum RawValueFields {
    static let rawValue = "rawValue"
}

// Classes are stored as objects, whatever raw values they have.

extension Codingable where Self: AnyObject & RawRepresentable, RawValue: Codingable {
    /// The type's full name, such as `Module.Person`.
    public static var codedClassName: String { ClassNaming.defaultName(of: self) }

    /// Objects with a class, made by the initializer.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.instance(self)) }
}

extension KeyedArchiver {
    /// Encodes a value of an enumeration or an option set as its raw value: a number inline, as
    /// `encode(value.rawValue, forKey:)` does.
    ///
    /// ```swift
    /// enum Size: Int, Codingable { case small, large }
    /// try archiver.encode(Size.large, forKey: "size")
    /// ```
    ///
    /// Text is an object, as all text under keys. ``KeyedUnarchiver/decode(_:forKey:)`` reads both.
    ///
    /// - Throws: As `encode(_:forKey:)` of objects does.
    public func encode<Value: Codingable & RawRepresentable>(
        _ value: Value,
        forKey key: String
    ) throws where Value.RawValue: Codingable & CScalar {
        guard Value.codedClassName == Value.RawValue.codedClassName else {
            return try encode(value as (any Codingable)?, forKey: key)
        }
        try checkNotFinished()
        try put(value.rawValue, forStoredKey: CodingKeyRules.stored(key))
    }
}

extension KeyedUnarchiver {
    /// The error for a raw value that a type has no value for.
    fileprivate func noCase<RawValue>(
        _ type: any Codingable.Type,
        _ raw: RawValue,
        _ key: String?,
        at source: CodingSource? = nil
    ) -> ArchiveError {
        let text = (raw as? String)?.quotedForDisplay ?? String(describing: raw).escapedForDisplay()
        var error = failure(
            .invalidValue,
            "\(type) has no value for \(text)",
            key: key,
            remedy: "a version of the program that knows more values wrote it; decode it as \(RawValue.self) to see it"
        )
        if case .reference(let uid)? = source { error.uid = uid }
        return error
    }
}
