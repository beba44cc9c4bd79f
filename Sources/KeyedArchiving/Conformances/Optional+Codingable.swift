public import PropertyLists

/// Nil is UID 0; a value is encoded as itself.
extension Optional: Codingable where Wrapped: Codingable {
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

    /// The identity of the wrapped value.
    public var _object: (any Codingable & AnyObject)? { self?._object }

    /// The replacement of the wrapped value; nil if there is none.
    public func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? {
        try self?.replacementObject(for: archiver)
    }

    /// Encodes the value, or refers to nil.
    @inlinable
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try self?._encodeReference(with: archiver) ?? .null
    }

    /// Decodes the value, or nil.
    @inlinable
    public static func _decode(_ source: _CodingSource, from unarchiver: KeyedUnarchiver) throws -> Wrapped?? {
        if case .key(let key, let allowsInline) = source {
            return try unarchiver.decodeField(Self.self, forKey: key, allowsInline: allowsInline)
        }
        return .some(try Wrapped._decode(source, from: unarchiver))
    }
}

/// `NSNull`: an object that stands for nothing, where a collection cannot hold nil.
///
/// There is one null object in a program, so an archive holds one, however often it is referred to.
public struct ArchivedNull: Hashable, Sendable, Codingable {
    /// `NSNull`.
    public static var codedClassName: String { "NSNull" }

    /// Creates a null object.
    public init() {}

    /// Writes nothing.
    public func encode(with archiver: KeyedArchiver) throws {}

    /// Reads nothing.
    public init(coder unarchiver: KeyedUnarchiver) throws {}

    /// Writes the null object the first time, and refers to it from then on.
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        if let uid = archiver.state.nullObject { return uid }
        let uid = try archiver.encodeObject(self)
        archiver.state.nullObject = uid
        return uid
    }
}
