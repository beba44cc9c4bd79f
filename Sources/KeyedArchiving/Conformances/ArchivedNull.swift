public import PropertyLists

/// `NSNull`: an object that stands for nothing, where a collection cannot hold nil.
///
/// There is one null object in a program, so an archive holds one, however often it is referred to.
public struct ArchivedNull: Hashable, Sendable, Codingable, ValueCoding {
    /// `NSNull`.
    public static var codedClassName: String { "NSNull" }

    /// Creates a null object.
    public init() {}

    /// Writes nothing.
    public func encode(with archiver: KeyedArchiver) throws {}

    /// Reads nothing.
    public init(coder unarchiver: KeyedUnarchiver) throws {}

    /// One object in each archive.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// Writes the null object the first time, and refers to it from then on.
    @usableFromInline
    package static func reference(to null: ArchivedNull, with archiver: KeyedArchiver) throws -> UID {
        if let uid = archiver.state.nullObject { return uid }
        let uid = try archiver.encodeObject(null)
        archiver.state.nullObject = uid
        return uid
    }
}
