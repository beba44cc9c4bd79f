public import PropertyLists

/// Facts to check before decoding an untrusted archive: its integrity, its expanded size, and the limits it needs.
///
/// ``KeyedArchive/audit(limit:)`` makes it. Lists are as long as the call allows; the counts beside them are complete.
public struct ArchiveAudit: Sendable {
    /// Objects that lead to one another.
    public struct Cycle: Hashable, Sendable {
        /// The objects, by UID.
        public var uids: [UID]
        /// A path to the first of them; nil if nothing leads there.
        public var path: ArchivePath?
    }

    /// An archive in a data value of the archive, or in one of those.
    public struct NestedArchive: Hashable, Sendable {
        /// The entry of the outermost archive whose data it is in.
        public var uid: UID
        /// How many archives are around it, from 1.
        public var depth: Int
        /// How many bytes it has.
        public var byteCount: Int
        /// How many entries it has.
        public var entryCount: Int
    }

    /// A dictionary of which one entry hides another with the same key, so that a value is lost.
    public struct LostEntry: Hashable, Sendable {
        /// The dictionary.
        public var uid: UID
        /// The first key that is there again.
        public var key: String
    }

    /// A class record that no archiver of Apple's writes like this, or not for the classes of a program.
    public struct OddClass: Hashable, Sendable {
        /// The entry of the record.
        public var uid: UID
        /// The name of the class, if it can be read.
        public var name: String?
        /// The reason why the record is unusual.
        public var reason: Reason

        /// A reason why a class record is unusual.
        public enum Reason: Hashable, Sendable {
            /// It has no name, or one that isn't text.
            case unreadable
            /// No object has this class.
            case unused
            /// `$classes` isn't there, or is empty.
            case noHierarchy
            /// `$classes` doesn't start with the name.
            case hierarchyOfAnotherClass
            /// An earlier record has the same name and other superclasses.
            case sameNameAsAnother
        }
    }

    /// The size of the archive in its binary form, in bytes.
    public var byteCount = 0
    /// How many objects the property list has.
    public var containerObjectCount = 0
    /// How many entries the archive has, `$null` and class records included.
    public var entryCount = 0

    /// Groups of objects that lead to one another.
    public var cycles: [Cycle] = []
    /// How many such groups there are.
    public var cycleCount = 0

    /// How many objects there would be if each reference led to a separate object, the references that close a cycle
    /// left out; `Int.max` if there are more.
    public var expandedCount = 0
    /// How many objects and values the top level leads to.
    public var reachableCount = 0
    /// How many times as many objects there would be without sharing; 1 if nothing is shared.
    public var amplification: Double { Double(expandedCount) / Double(max(1, reachableCount)) }

    /// Entries that the top level doesn't lead to and that aren't the class of one that it leads to.
    public var unreachable: [UID] = []
    /// How many there are.
    public var unreachableCount = 0

    /// Problems of the container that Apple's writer never causes, such as unused bytes, overlapping objects or
    /// duplicate keys, and any damage; for XML, peculiarities of the text.
    public var containerProblems: [ArchiveError] = []

    /// Dictionaries with a key that is there twice, of which only the last entry counts.
    public var lostEntries: [LostEntry] = []
    /// How many there are.
    public var lostEntryCount = 0

    /// Unusual class records: one element for each reason, so a record may occur several times.
    public var oddClasses: [OddClass] = []
    /// How many there are.
    public var oddClassCount = 0

    /// The archives in the archive's data.
    public var nestedArchives: [NestedArchive] = []
    /// How many there are.
    public var nestedArchiveCount = 0

    /// The limits that the archive and those within it need: the greatest numbers for the absolute bounds of
    /// ``/PropertyLists/Limits``, and for its factors those of ``/PropertyLists/Limits/default``.
    ///
    /// ``/PropertyLists/Limits/depth`` is the longest way along references, and at least the depth of the property
    /// list; decoding may need less.
    public var requiredLimits = Limits.default
}

extension KeyedArchive {
    /// Reports the risks of an untrusted archive: cycles, expansion through sharing, unreachable entries, gaps and
    /// overlaps in the file, duplicate keys, unusual class records, nested archives, and the limits that it needs.
    ///
    /// ```swift
    /// let audit = try archive.audit()
    /// print(audit.cycleCount, audit.amplification, audit.unreachableCount, audit.requiredLimits.depth)
    /// ```
    ///
    /// Damaged objects and invalid references are listed by ``problems(strict:limit:)`` instead.
    ///
    /// - Parameter limit: How many of each kind to list at most; all are counted.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if many entries of a hostile file share long lists;
    ///   the errors of ``bytes(format:)`` if the archive was changed.
    /// - Complexity: O(*n*) in the size of the archive; no recursion.
    public func audit(limit: Int = 100) throws(ArchiveError) -> ArchiveAudit {
        let archive = try asWritten
        var auditor = try ArchiveAuditor(
            archive, isBinary: format == .binary, limit: max(0, limit))
        return try auditor.audit()
    }
}
