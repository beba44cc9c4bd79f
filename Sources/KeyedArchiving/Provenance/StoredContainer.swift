internal import PropertyLists

/// A value of the library's own types, which has no identity: as long as it is equal to the decoded value of its place
/// in the archive, it is encoded as the object that is stored there.
package protocol StoredValue: Codingable {
    /// Whether the value is the same as one that was decoded.
    func isUnchanged(from stored: Self) -> Bool

    /// Whether a changed value keeps the class of the object in whose place it is encoded.
    static func keepsClass(_ stored: ArchivedClass) -> Bool
}

extension StoredValue {
    /// True for the mutable variant of the type's class.
    package static func keepsClass(_ stored: ArchivedClass) -> Bool {
        stored.name.isIdentical(to: FoundationClassNames.mutableName(of: codedClassName))
    }
}

extension StoredValue where Self: Equatable {
    /// Whether the values are equal or, where NaNs in them compare as unequal, written alike.
    package func isUnchanged(from stored: Self) -> Bool {
        if self == stored { return true }
        guard self != self, stored != stored, let bytes = try? KeyedArchiver.archivedBytes(withRootObject: self) else {
            return false
        }
        return (try? KeyedArchiver.archivedBytes(withRootObject: stored)) == bytes
    }
}

extension StoredValue {
    /// Whether an entry decodes to the same value.
    func isUnchanged(at uid: EntryUID, of unarchiver: KeyedUnarchiver) -> Bool {
        // What can't be decoded has changed.
        Self.stored(at: uid, of: unarchiver).map { isUnchanged(from: $0) } ?? false
    }

    /// The decoded value of an entry; nil if it can't be decoded.
    static func stored(at uid: EntryUID, of unarchiver: KeyedUnarchiver) -> Self? {
        let stored = try? unarchiver.decodingAtTopLevel(nil) {
            try unarchiver.decoding(nil) { try unarchiver.decode(Self.self, from: .reference(uid.uid)) }
        }
        return stored ?? nil
    }
}

/// A type of the library's own that holds other objects, and writes the fields that it knows.
///
/// All other fields of the object that it was decoded from, and the class record, are written as they were stored.
package protocol StoredContainer: Codingable {
    /// The entry that it was decoded from; nil if it was made, and for values of Swift, which carry none.
    var entry: StoredEntry? { get }

    /// Whether a stored field is one of those that it writes.
    static func owns(_ key: String) -> Bool

    /// Whether objects with a class record are decoded as mutable ones.
    static func isMutable(_ record: ArchivedClass) -> Bool
}

extension StoredContainer {
    package var entry: StoredEntry? { nil }

    /// Whether the name is the one beside the type's own.
    package static func isMutable(_ record: ArchivedClass) -> Bool {
        !record.name.isIdentical(to: codedClassName) && codedClassAliases.contains { $0.isIdentical(to: record.name) }
    }

    /// True for the fields of collections.
    package static func owns(_ key: String) -> Bool {
        CollectionPart(key: key) != nil || [CollectionPart.keys, .values].contains { key.hasPrefix($0.prefix) }
    }
}

// The values of the standard library, and those that stand for Foundation's.
extension String: StoredValue {}
extension PropertyListString: StoredValue {}
extension ConstantString: StoredValue {}
extension ArchivedData: StoredValue {}
extension ArchivedDate: StoredValue {}
extension ArchivedNull: StoredValue {}
extension ArchivedNumber: StoredValue {}
extension Bool: StoredValue {}
extension Double: StoredValue {}
extension Float: StoredValue {}
extension Integer128: StoredValue {}
extension Int: StoredValue {}
extension Int8: StoredValue {}
extension Int16: StoredValue {}
extension Int32: StoredValue {}
extension Int64: StoredValue {}
extension UInt: StoredValue {}
extension UInt8: StoredValue {}
extension UInt16: StoredValue {}
extension UInt32: StoredValue {}
extension UInt64: StoredValue {}

// Swift's collections, which are values: they keep the class of their place, mutable or not.
extension Array: StoredContainer where Element: Codingable {
    package static func isMutable(_ record: ArchivedClass) -> Bool { false }
}

extension Dictionary: StoredContainer where Key: Codingable, Value: Codingable {
    package static func isMutable(_ record: ArchivedClass) -> Bool { false }
}

extension Set: StoredContainer where Element: Codingable {
    package static func isMutable(_ record: ArchivedClass) -> Bool { false }
}
