import KeyedArchiving
import SequentialArchives

/// An archive that is shown.
enum ShownArchive {
    case keyed(KeyedArchive)
    case sequential(SequentialArchive)

    /// The entries, of which nothing is known yet.
    var entries: any ArchiveEntries {
        switch self {
        case .keyed(let archive): KeyedEntries(archive)
        case .sequential(let archive): SequentialEntries(archive)
        }
    }

    var facts: ArchiveFacts {
        switch self {
        case .keyed(let archive): ArchiveFacts(archive)
        case .sequential(let archive): ArchiveFacts(archive)
        }
    }

    /// The entry that is shown as number 0.
    var firstNumber: UInt64 { if case .sequential = self { SequentialEntries.firstNumber } else { 0 } }
}

/// The facts shown about an archive as a whole.
struct ArchiveFacts {
    /// The class that wrote it.
    var archiver: String
    /// The version that the file gives: of its format, or for a sequential archive of the system that wrote it.
    var version: Int
    /// How many entries a keyed archive has, or how many objects a sequential one.
    var objectCount: Int
    /// In which order the bytes of numbers are, for a sequential archive.
    var byteOrder: String?

    init(_ archive: KeyedArchive) {
        archiver = archive.archiver
        version = archive.version
        objectCount = archive.objectCount
    }

    init(_ archive: SequentialArchive) {
        archiver = SequentialEntries.archiverName
        version = Int(archive.header.systemVersion)
        objectCount = archive.objectCount
        byteOrder = archive.header.byteOrder.rawValue
    }

    /// The kind with its article.
    var kind: String { byteOrder == nil ? "an archive" : "a sequential archive" }

    /// The first line of a tree; nil for keyed archives, which need none.
    var headline: String? {
        byteOrder.map { "sequential archive, \($0)-endian, system version \(version)" }
    }
}
