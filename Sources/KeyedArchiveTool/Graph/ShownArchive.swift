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
