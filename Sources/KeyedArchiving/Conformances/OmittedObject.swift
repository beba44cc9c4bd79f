internal import PropertyLists

/// An object that an archive refers to conditionally only, and does not contain.
///
/// References to it stand for nil. An unarchiver whose ``KeyedUnarchiver/preservesValueIdentity`` is true puts
/// instances of this class into the fields of an ``ArchivedObject``, so that the reference is written again.
package final class OmittedObject: Codingable, ValueCoding {
    /// The entry of an archive that it was decoded from; nil if it wasn't decoded.
    let entry: StoredEntry?

    /// Creates a stand-in for an object that is not written.
    package init() {
        entry = nil
    }

    init(_ entry: StoredEntry?) {
        self.entry = entry
    }

    /// `NSObject`; instances are never written.
    package static var codedClassName: String { "NSObject" }

    /// Writes nothing.
    package func encode(with archiver: KeyedArchiver) throws {}

    /// Reads nothing.
    package init(coder unarchiver: KeyedUnarchiver) throws {
        entry = nil
    }

    /// A conditional reference.
    package static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// Stores a conditional reference.
    package static func reference(to value: OmittedObject, with archiver: KeyedArchiver) throws -> UID {
        let uid = try archiver.encodeConditionally(instance: value)
        if let entry = value.entry { archiver.note(EntryUID(uid), at: entry) }
        return uid
    }
}
