/// A UID that leads to an entry of its archive: its place in `$objects`.
///
/// The archive's index makes one of a UID that was read, which may lead anywhere, by comparing it with the
/// number of entries. The archiver makes them of the UIDs that it gave itself.
@usableFromInline package typealias EntryUID = TableIndex<UID>

extension EntryUID {
    /// The place that a UID names of an archive that is being written, which has an entry there.
    @inlinable
    @inline(__always)
    package init(_ uid: UID) {
        self.init(Int(truncatingIfNeeded: uid.rawValue))
    }

    /// The place of the entry in `$objects`, from 0.
    @inlinable package var number: Int {
        @inline(__always) get { rawValue }
    }

    /// The entry `$null`, which stands for nil and is never an object.
    @inlinable package static var null: Self { Self(0) }

    /// The UID as it is stored.
    @inlinable package var uid: UID {
        @inline(__always) get { UID(UInt64(truncatingIfNeeded: number)) }
    }
}
