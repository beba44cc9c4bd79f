public import PropertyLists

/// One entry of an archive's `$objects`.
public enum ArchiveEntry: Hashable, Sendable {
    /// The string `$null`, which stands for nil: entry 0, and conditional objects that were never encoded.
    case null
    /// An object stored as a plain value: a string, a number, a boolean, a date or data.
    case value(PropertyList)
    /// An object: its class and its fields.
    case object(ArchivedRecord)
    /// A class record.
    case classRecord(ArchivedClass)
}

/// An object of an archive as it is stored: the UID of its class, and its fields in file order.
public struct ArchivedRecord: Hashable, Sendable {
    /// The UID of the class record (`$class`).
    public var classUID: UID

    /// The fields except `$class`, in file order.
    public var fields: [ArchivedRecord.Field]

    /// Creates a record.
    public init(classUID: UID, fields: [ArchivedRecord.Field] = []) {
        self.classUID = classUID
        self.fields = fields
    }

    /// The value of the first field with the given stored key, or nil.
    ///
    /// ```swift
    /// if case .uid(let friend)? = record["friend"] { print(friend) }
    /// ```
    ///
    /// - Complexity: O(*n*) in the number of fields.
    public subscript(key: String) -> PropertyList? {
        fields.first { $0.key.isIdentical(to: key) }?.value
    }
}

extension ArchivedRecord {
    /// One key of an object or of a top level, with its value.
    ///
    /// A reference is a ``/PropertyLists/PropertyList/uid(_:)``, a collection's contents an array of them; everything
    /// else is an inline value.
    public struct Field: Hashable, Sendable {
        /// The stored key.
        ///
        /// A user's key that starts with `$` is stored with one more `$` in front.
        public var key: PropertyListString

        /// The value.
        public var value: PropertyList

        /// Creates a field.
        public init(_ key: PropertyListString, _ value: PropertyList) {
            self.key = key
            self.value = value
        }
    }
}
