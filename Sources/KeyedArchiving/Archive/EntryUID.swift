internal import PropertyLists

/// A UID that leads to an entry of its archive.
///
/// ``ArchiveIndex/entry(_:)`` makes one of a UID that was read, which may lead anywhere, by comparing it with the
/// number of entries. The archiver makes them of the UIDs that it gave itself.
struct EntryUID: Hashable, Sendable, BitwiseCopyable {
    /// The place of the entry in `$objects`, from 0.
    let number: Int

    @inline(__always)
    init(_ number: Int) {
        self.number = number
    }

    /// The place that a UID names of an archive that is being written, which has an entry there.
    @inline(__always)
    init(_ uid: UID) {
        number = Int(truncatingIfNeeded: uid.rawValue)
    }

    /// The entry `$null`, which stands for nil and is never an object.
    static var null: Self { Self(0) }

    /// The UID as it is stored.
    var uid: UID {
        @inline(__always) get { UID(UInt64(truncatingIfNeeded: number)) }
    }
}

extension EntryUID: Comparable {
    @inline(__always)
    static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.number < rhs.number
    }
}

extension Array {
    /// The element of a table that has one for each entry of an archive.
    subscript(uid: EntryUID) -> Element {
        @inline(__always) get { self[uid.number] }
        @inline(__always) _modify { yield &self[uid.number] }
    }
}

extension EntryUID: ExpressibleByIntegerLiteral {
    init(integerLiteral value: Int) {
        self.init(value)
    }
}
