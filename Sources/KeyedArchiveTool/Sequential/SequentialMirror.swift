import KeyedArchiving
import PropertyLists
import SequentialArchives

/// A sequential archive as a keyed archive of the same objects, as `NSKeyedArchiver` might have written them.
///
/// So all code that shows, searches, compares or counts keyed archives works on sequential ones, too, with the same
/// paths. Strings are plain values, and other objects of Foundation's classes have the fields that these have in keyed
/// archives (``MirroredFields``). Of all other objects the values are fields `$0`, `$1` and so on, as `NSKeyedArchiver`
/// names values that are encoded without a key, after a field `$types` with the type strings.
struct SequentialMirror: Sendable {
    /// The archive itself.
    private(set) var archive: SequentialArchive
    /// The keyed archive, in which the item with the number *n* is the entry *n* + ``firstNumber``.
    private(set) var keyed: KeyedArchive
    /// How many bytes the file has.
    let size: Int
    /// The size by which is measured how much may be read: the mirror needs a field where the archive needs a byte.
    let readSize: Int
    /// How many objects there are, without classes and C strings.
    let objectCount: Int
    /// The versions of the classes of each chain of names.
    let versions: [[String]: [Int]]
    /// How many objects are plain values in the mirror, by the names of their classes.
    let plainCounts: [[String]: Int]

    /// The order of the bytes of numbers: `little` or `big`.
    var byteOrder: String { archive.header.byteOrder.rawValue }

    /// The version of the system that wrote the archive.
    var systemVersion: Int { Int(archive.header.systemVersion) }

    /// Entry 0 of a keyed archive stands for nil, so that the object with the number 0 is entry 1.
    static let firstNumber: UInt64 = 1

    /// The name of the archiver of a sequential archive.
    static let archiver = "NSArchiver"

    /// Opens a sequential archive.
    ///
    /// - Throws: The error of opening it, as for keyed archives; `limitExceeded` if it would become too large.
    /// - Complexity: O(*n*) in the size of the file, and of the shared strings that are returned.
    init(_ bytes: [UInt8], charging budget: DocumentBudget, limits: Limits) throws(ArchiveError) {
        try self.init(
            try SequentialArchive(bytes, limits: limits), size: bytes.count, charging: budget, limits: limits)
    }

    /// Mirrors a sequential archive.
    ///
    /// - Parameter size: The size of its source, which bounds the size of the mirror.
    init(
        _ archive: SequentialArchive,
        size: Int,
        charging budget: DocumentBudget,
        limits: Limits
    ) throws(ArchiveError) {
        self.archive = archive
        self.size = size
        var builder = MirrorBuilder(archive, size: size, limits: limits)
        let mirror = try BinaryPropertyListWriter().write(try builder.build())
        keyed = try KeyedArchive(mirror, limits: limits)
        readSize = size + mirror.count
        try budget.make(readSize)
        objectCount = builder.objectCount
        versions = builder.versions
        plainCounts = builder.plainCounts
    }

    /// Replaces the groups of an object, or of the top level.
    mutating func setGroups(
        _ groups: [SequentialGroup],
        of reference: SequentialReference?
    ) throws(ArchiveError) {
        if let reference { try archive.setGroups(groups, of: reference) } else { try archive.setGroups(groups) }
    }

    /// Renames a class of the archive; the mirror keeps the old name.
    mutating func rename(_ record: SequentialClass, to name: String) throws(ArchiveError) {
        try archive.renameClass(
            record.reference, to: name, version: Int32(truncatingIfNeeded: record.version))
    }

    /// Mirrors an object, or the top level, again after its groups were replaced.
    ///
    /// - Complexity: O(*n*) in the size of the groups.
    mutating func update(_ reference: SequentialReference?, limits: InputLimits) throws(ArchiveError) {
        // What was put in place may be larger than the file was.
        let groups = reference.map { archive.object($0)?.groups ?? [] } ?? archive.groups
        let newSize = groups.reduce(size) { $0 + $1.size }
        var builder = MirrorBuilder(archive, size: newSize, limits: limits.limits)
        guard let reference, let entry = try builder.entry(of: reference) else {
            return try keyed.replaceTopLevel(withStored: try builder.topLevel())
        }
        try keyed.replaceEntry(at: UID(UInt64(reference.number) + Self.firstNumber), withStored: entry)
    }
}

extension SequentialGroup {
    /// About how many bytes the group has.
    fileprivate var size: Int { values.reduce(typeBytes.count) { $0 + $1.size } }
}

extension SequentialValue {
    /// About how many bytes the value has; types nest within bounds, so this may recurse.
    fileprivate var size: Int {
        switch self {
        case .bytes(let bytes), .atom(let bytes), .selector(let bytes): bytes.count
        case .array(let values), .structure(let values): values.reduce(0) { $0 + $1.size }
        default: 8
        }
    }
}
