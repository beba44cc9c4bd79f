/// An object that was only mentioned in an archive, by conditional references, and never written.
///
/// References to it stand for nil. An unarchiver that keeps origins (``KeyedUnarchiver/keepOrigins()``) hands out
/// instances of this class in the fields of an ``ArchivedObject``, so that the mention is written again.
public final class UnwrittenObject: Codingable {
    /// Creates a stand-in for an object that is not written.
    public init() {}

    /// `NSObject`; instances are never written.
    public static var codedClassName: String { "NSObject" }

    /// Writes nothing.
    public func encode(with archiver: KeyedArchiver) throws {}

    /// Reads nothing.
    public init(coder unarchiver: KeyedUnarchiver) throws {}
}
