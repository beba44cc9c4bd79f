public import PropertyLists

/// A sequential archive, as `NSArchiver` and, before it, NeXT's typed streams wrote: groups of values, objects, and
/// chains of classes with their versions.
///
/// Any archive opens, also with unknown classes, and is written back as the same bytes:
///
/// ```swift
/// let archive = try SequentialArchive(bytes)
/// for group in archive.groups { print(group.types, group.values) }
/// ```
///
/// Opening goes through all bytes once and checks them; values are read on demand. Objects are identified by their
/// numbers, so that cycles and deep nesting need no special treatment.
public struct SequentialArchive: Sendable {
    let storage: SequentialStorage

    /// The changes of the archive; nil if there are none.
    var edits: SequentialEdits?

    /// The version, the order of bytes and the version of the system.
    ///
    /// Another header can be set, so that the archive is written with the other order of bytes, for instance.
    public var header: SequentialHeader {
        didSet { if edits == nil, header != oldValue { edits = SequentialEdits() } }
    }

    /// Opens an archive.
    ///
    /// Zeros after the last group, with which some tools fill up copies, are tolerated: see ``trailingZeroCount``.
    ///
    /// ```swift
    /// let archive = try SequentialArchive(bytes, limits: .untrusted)
    /// ```
    ///
    /// - Parameters:
    ///   - source: The file: its bytes; with KeyedArchivingFoundation also `Data` and `.contents(of: url)`.
    ///   - limits: Bounds on the work: ``/PropertyLists/Limits/objects``, ``/PropertyLists/Limits/classes``,
    ///     ``/PropertyLists/Limits/stringBytes``, ``/PropertyLists/Limits/dataBytes`` and, for values that take no
    ///     bytes, ``/PropertyLists/Limits/expansion``. Depth costs no stack and has no bound here.
    /// - Throws: ``/PropertyLists/ArchiveError`` with the byte and the path.
    /// - Complexity: O(*n*), where *n* is the size of the file.
    public init(_ source: some ArchiveSource, limits: Limits = .default) throws(ArchiveError) {
        try self.init(bytes: source.archiveBytes(), limits: limits)
    }

    init(bytes: [UInt8], limits: Limits) throws(ArchiveError) {
        storage = try SequentialStorage(bytes, limits: limits)
        header = storage.header
    }

    /// How many zeros follow the last group, which belong to nothing.
    public var trailingZeroCount: Int { storage.bytes.count - storage.groupRange.upperBound }

    /// How many bytes the archive was opened from.
    package var fileSize: Int { storage.bytes.count }

    /// The groups of the top level, in the order in which they were written.
    ///
    /// - Complexity: O(*n*), where *n* is the size of the groups, without the contents of objects.
    public var groups: [SequentialGroup] { groups(from: topLevelSource) }
}
