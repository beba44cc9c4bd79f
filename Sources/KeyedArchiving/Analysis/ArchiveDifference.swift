public import PropertyLists

/// How an archive differs from another.
///
/// ``KeyedArchive/difference(from:limit:)`` makes it. Archives without a difference hold the same objects with the same
/// values, shared alike, however their entries are numbered and their keys ordered.
public struct ArchiveDifference: Hashable, Sendable {
    /// One place in which two archives differ.
    public struct Change: Hashable, Sendable {
        /// How a place differs.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// The place is in the new archive only.
            case added
            /// The place is in the old archive only.
            case removed
            /// Other values are there.
            case value
            /// Objects of other classes are there; their fields are compared nevertheless.
            case objectClass
            /// The objects have equal contents, but one archive has one object here and elsewhere where the other has
            /// two.
            case sharing
        }

        /// How the archives differ at the place.
        public var kind: Kind
        /// The path in the old archive; nil for an added place.
        public var oldPath: ArchivePath?
        /// The path in the new archive; nil for a removed place.
        public var newPath: ArchivePath?
        /// The content in the old archive; nil for an added place.
        public var old: Content?
        /// The content in the new archive; nil for a removed place.
        public var new: Content?

        /// The objects that the place is in; nil for the top level and for containers that are no objects.
        package var oldHolder, newHolder: UID?
    }

    /// The content of a place in an archive.
    public enum Content: Hashable, Sendable {
        /// Nil, a reference to `$null`.
        case null
        /// A plain value, in the field or as a separate entry; a UID where a reference leads nowhere.
        case value(PropertyList)
        /// An object: its UID and its class, if that can be read.
        case object(UID, ArchivedClass?)
    }

    /// The places, those near the top level first; for objects in many places one of them.
    public var changes: [Change] = []

    /// Whether all are listed, rather than as many as the call allows.
    public var isComplete = true

    /// Whether the archives are the same.
    public var isEmpty: Bool { changes.isEmpty }
}

extension ArchiveDifference.Content: CustomStringConvertible {
    /// The value, or the name of the object's class, shortened.
    public var description: String {
        switch self {
        case .null: "nil"
        case .value(.data(let bytes)): "\(bytes.count.counted("byte")) of data"
        case .value(.string(let string)): string.repaired.quotedForDisplay
        case .value(let value): value.isContainer ? value.kind : value.description
        case .object(let uid, let archivedClass):
            "\(archivedClass.map { $0.name.escapedForDisplay() } ?? "an object") \(uid)"
        }
    }
}

extension ArchiveDifference.Change: CustomStringConvertible {
    /// The change in one line, such as `root.name: "Ada" → "Grace"`.
    public var description: String {
        let path = (newPath ?? oldPath).map(\.shortDescription) ?? ""
        let (old, new) = (old?.description ?? "nothing", new?.description ?? "nothing")
        return switch kind {
        case .added: "\(path): added \(new)"
        case .removed: "\(path): removed \(old)"
        case .value, .objectClass: "\(path): \(old) → \(new)"
        case .sharing: "\(path): \(old) → \(new), shared otherwise"
        }
    }
}

extension KeyedArchive {
    /// Compares the archive with an older one, from the top level on, and lists the changes.
    ///
    /// ```swift
    /// let difference = try archive.difference(from: old)
    /// for change in difference.changes { print(change) }
    /// ```
    ///
    /// Objects are compared by their contents: how entries are numbered, the order of keys and in which form a file
    /// stores them makes no difference. Fields are matched by their keys, entries of dictionaries by theirs, elements
    /// of sets by their contents, and elements of arrays so that an element that was inserted or removed moves the
    /// others along. Graphs with cycles are compared, too: two objects are the same if no path from them leads to
    /// a difference.
    ///
    /// Each pair of objects is compared once, so a difference that is in many places is reported with one path of each
    /// archive, the shortest.
    ///
    /// - Parameters:
    ///   - old: The other archive.
    ///   - limit: How many changes to list at most.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if many entries of a hostile file share long lists
    ///   or long texts; the errors of ``bytes(format:)`` if an archive was changed and can't be written.
    /// - Complexity: about O(*n*) in the size of both archives, O(*n* log *n*) where many elements of an array moved; no
    ///   recursion.
    public func difference(
        from old: KeyedArchive,
        limit: Int = 1000
    ) throws(ArchiveError) -> ArchiveDifference {
        var comparer = try ArchiveComparer(try old.asWritten, try asWritten, limit: max(0, limit))
        return try comparer.compare()
    }
}
