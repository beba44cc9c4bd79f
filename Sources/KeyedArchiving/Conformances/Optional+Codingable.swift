public import PropertyLists

/// Nil is UID 0 in a field and a null object in a list; a value is encoded as itself.
extension Optional: Codingable, ValueCoding where Wrapped: Codingable {
    /// The class name of the wrapped type.
    public static var codedClassName: String { Wrapped.codedClassName }

    /// The aliases of the wrapped type.
    public static var codedClassAliases: [String] { Wrapped.codedClassAliases }

    /// Encodes the value, if there is one.
    public func encode(with archiver: KeyedArchiver) throws {
        try self?.encode(with: archiver)
    }

    /// Decodes a value.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self = .some(try Wrapped(coder: unarchiver))
    }

    /// The kind of the wrapped value, and nil.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The identity of the wrapped value.
    @inlinable
    package static func instance(of value: Self) -> (any Codingable & AnyObject)? { value?.instance }

    /// The replacement of the wrapped value; nil if there is none.
    public func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? {
        try self?.replacementObject(for: archiver)
    }

    /// Encodes the value, or refers to nil.
    @inlinable
    package static func reference(to value: Self, with archiver: KeyedArchiver) throws -> UID {
        guard let value else { return .null }
        return try archiver.reference(to: value)
    }

    /// Decodes the value, or nil: a null reference, or in a list a null object.
    @inlinable
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> Wrapped?? {
        if case .key(let key, let allowsInline) = source {
            return try unarchiver.decodeField(Self.self, forKey: key, allowsInline: allowsInline)
        }
        if case .reference(let uid) = source, try unarchiver.isNilElement(uid, of: Wrapped.self) { return .some(nil) }
        return .some(try unarchiver.decode(Wrapped.self, from: source))
    }
}
