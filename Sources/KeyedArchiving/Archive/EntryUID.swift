internal import PropertyLists

/// A UID that leads to an entry of its archive: its place in `$objects`.
///
/// ``ArchiveIndex/entry(_:)`` makes one of a UID that was read, which may lead anywhere, by comparing it with the
/// number of entries. The archiver makes them of the UIDs that it gave itself.
typealias EntryUID = TableIndex<ArchiveIndex>

extension EntryUID {
    /// The place that a UID names of an archive that is being written, which has an entry there.
    @inline(__always)
    init(_ uid: UID) {
        self.init(Int(truncatingIfNeeded: uid.rawValue))
    }

    /// The place of the entry in `$objects`, from 0.
    var number: Int {
        @inline(__always) get { rawValue }
    }

    /// The entry `$null`, which stands for nil and is never an object.
    static var null: Self { Self(0) }

    /// The UID as it is stored.
    var uid: UID {
        @inline(__always) get { UID(UInt64(truncatingIfNeeded: number)) }
    }
}
