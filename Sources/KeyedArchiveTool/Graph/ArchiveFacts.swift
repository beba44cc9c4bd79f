import KeyedArchiving

/// What is said of an archive as a whole.
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

    /// What a tree begins with; nil for keyed archives, which need no words.
    var headline: String? {
        byteOrder.map { "sequential archive, \($0)-endian, system version \(version)" }
    }
}
