import KeyedArchiving

/// An archive that is shown: a keyed one, or the mirror of a sequential one.
struct ShownArchive {
    var keyed: KeyedArchive
    var facts: ArchiveFacts
    /// The entry that is shown as number 0.
    var firstNumber: UInt64 = 0

    init(_ archive: KeyedArchive) {
        keyed = archive
        facts = ArchiveFacts(archive)
    }

    init(_ mirror: SequentialMirror) {
        keyed = mirror.keyed
        facts = ArchiveFacts(mirror)
        firstNumber = SequentialMirror.firstNumber
    }
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

    init(_ mirror: SequentialMirror) {
        archiver = SequentialMirror.archiver
        version = mirror.systemVersion
        objectCount = mirror.objectCount
        byteOrder = mirror.byteOrder
    }

    /// The kind with its article.
    var kind: String { byteOrder == nil ? "an archive" : "a sequential archive" }

    /// The first line of a tree; nil for keyed archives, which need none.
    var headline: String? {
        byteOrder.map { "sequential archive, \($0)-endian, system version \(version)" }
    }
}
