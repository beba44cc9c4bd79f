public import PropertyLists

/// An object that was only mentioned in an archive, by conditional references, and never written.
///
/// References to it stand for nil. An unarchiver that keeps origins (``KeyedUnarchiver/keepOrigins()``) hands out
/// instances of this class in the fields of an ``ArchivedObject``, so that the mention is written again.
public final class UnwrittenObject: Codingable {
    /// Which object of an archive it is, where it was decoded from one.
    let identity: StoredIdentity?

    /// Creates a stand-in for an object that is not written.
    public init() {
        identity = nil
    }

    init(_ identity: StoredIdentity?) {
        self.identity = identity
    }

    /// `NSObject`; instances are never written.
    public static var codedClassName: String { "NSObject" }

    /// Writes nothing.
    public func encode(with archiver: KeyedArchiver) throws {}

    /// Reads nothing.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        identity = nil
    }

    /// Mentions the object.
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        let uid = try archiver.encodeConditionally(self)
        if let identity {
            archiver.state.encodedIdentities.add(identity, uid: UInt32(truncatingIfNeeded: uid.rawValue))
        }
        return uid
    }
}
