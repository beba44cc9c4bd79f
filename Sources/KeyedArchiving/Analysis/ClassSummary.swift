public import PropertyLists

/// One class of an archive: the number of its objects, their keys, and the kinds of values stored under these.
///
/// ``KeyedArchive/classSummary`` makes it. It shows the contents of a file whose classes aren't available, and helps
/// with writing the types that read it.
public struct ClassSummary: Hashable, Sendable {
    /// A key that objects of the class have.
    public struct Key: Hashable, Sendable {
        /// The stored key.
        public var key: PropertyListString
        /// How many objects of the class have it.
        public var count: Int
        /// The kinds of values stored under the key, with their counts, in the order in which they are found.
        public var kinds: [Occurrence]
    }

    /// A kind of value, and how often it is under a key.
    public struct Occurrence: Hashable, Sendable {
        /// The kind.
        public var kind: ValueKind
        /// How many objects have such a value under the key.
        public var count: Int
    }

    /// The kind of value stored under a key.
    public enum ValueKind: Hashable, Sendable {
        /// A reference to `$null`, which stands for nil.
        case null
        /// A value in the field itself, by its kind as ``/PropertyLists/PropertyList/kind`` says it: `integer`, `real`,
        /// or `array` for the elements of a collection.
        case inline(String)
        /// A reference to a plain value, by its kind: `string`, `integer`, `data`.
        case value(String)
        /// A reference to an object, by the name of its class.
        case object(String)
        /// A reference to a class record.
        case classRecord
        /// A reference that leads nowhere, or to something that isn't an object.
        case invalid
    }

    /// The name, the superclasses and the stand-ins of the class.
    public var archivedClass: ArchivedClass
    /// The UIDs of its records: usually one, more if the archive has several equal ones.
    public var recordUIDs: [UID]
    /// How many objects have the class.
    public var objectCount: Int
    /// The keys of its objects, in the order in which they are seen.
    public var keys: [Key]
}

extension ClassSummary.ValueKind: CustomStringConvertible {
    /// The kind in words, such as `reference to NSString`.
    public var description: String {
        switch self {
        case .null: "nil"
        case .inline(let kind): kind
        case .value(let kind): "reference to \(kind)"
        case .object(let name): "reference to \(name.escapedForDisplay())"
        case .classRecord: "reference to a class record"
        case .invalid: "invalid reference"
        }
    }
}

extension KeyedArchive {
    /// The classes of the archive's objects, in the order of their first records, with the keys of their objects and
    /// the kinds of values under them.
    ///
    /// ```swift
    /// for summary in try archive.classSummary {
    ///     print(summary.archivedClass.name, summary.objectCount)
    ///     for key in summary.keys { print("  ", key.key, key.count, key.kinds.map(\.kind)) }
    /// }
    /// ```
    ///
    /// A class that has a record but no object is there too. Objects without a class, or with one that can't be read,
    /// are passed over; ``problems(strict:limit:)`` lists them.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if many entries of a hostile file share long lists
    ///   of fields; the errors of ``bytes(format:)`` if the archive was changed.
    /// - Complexity: O(*n*) in the size of the archive; no recursion.
    public var classSummary: [ClassSummary] {
        get throws(ArchiveError) {
            var summarizer = ClassSummarizer(try asWritten)
            return try summarizer.summaries()
        }
    }
}
