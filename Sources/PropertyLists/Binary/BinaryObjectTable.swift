/// A table of binary property-list objects that keeps which references share an entry.
///
/// Apple's writer gives each *object* one entry, not each value: two equal strings are one entry only if they were one
/// object in memory. A ``PropertyList`` tree cannot say which equal values were one; this table can. Add scalars and
/// containers, refer to them by the ``Entry`` that adding returned, and write with ``write(top:options:)``.
///
/// Scalars are kept in their final encoded form, one after the other, and containers as runs of 32-bit entries, so that
/// writing is numbering plus copying. UIDs and booleans live inside the entry itself.
///
/// A table has one owner and cannot be copied.
///
/// ```swift
/// var table = BinaryObjectTable()
/// let name = table.addString("Ada")
/// let list = table.addArray([name, name])
/// let bytes = try table.write(top: list)
/// ```
@usableFromInline package struct BinaryObjectTable: ~Copyable, Sendable {
    /// A reference to an object of the table, small enough to be stored in runs.
    ///
    /// The upper three bits are its kind, the others are an index (or, for a UID, its number).
    @usableFromInline package struct Entry: Hashable, Sendable, BitwiseCopyable {
        @usableFromInline package var rawValue: UInt32

        @inlinable
        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// The boolean `false`.
        @inlinable
        package static var `false`: Entry { Entry(rawValue: Kind.boolean.rawValue << 29) }
        /// The boolean `true`.
        @inlinable
        package static var `true`: Entry { Entry(rawValue: Kind.boolean.rawValue << 29 | 1) }
    }

    @usableFromInline
    enum Kind: UInt32 {
        case scalar = 0
        case externalData = 1
        case container = 2
        case uid = 3
        case boolean = 4
    }

    /// The place of a container, in 8 bytes: there is one for each object of an archive.
    @usableFromInline struct Container: Sendable, BitwiseCopyable {
        /// The start in `entries` of its entries, or of those of its values if it has a key list.
        @usableFromInline let firstEntry: UInt32
        /// The kind in the upper four bits, the count or the number of the key list in the others.
        @usableFromInline let kindAndCount: UInt32

        /// The most elements, key-value pairs or key lists: 2²⁸ - 1.
        @usableFromInline static var maximumCount: Int { 1 << 28 - 1 }

        /// The kind of a dictionary with a key list; no object of a file has it.
        @usableFromInline static var keyListKind: UInt32 { 0x1 }

        @inline(__always)
        init(start: Int, count: Int, kind: BinaryObjectKind) {
            firstEntry = UInt32(truncatingIfNeeded: start)
            kindAndCount = UInt32(kind.rawValue) &<< 28 | UInt32(truncatingIfNeeded: count & Self.maximumCount)
        }

        @inlinable
        @inline(__always)
        init(start: Int, keyList: Int) {
            firstEntry = UInt32(truncatingIfNeeded: start)
            kindAndCount = Self.keyListKind &<< 28 | UInt32(truncatingIfNeeded: keyList & Self.maximumCount)
        }

        var start: Int { Int(firstEntry) }

        /// The number of its key list; nil if it has none.
        var keyList: Int? { kindAndCount &>> 28 == Self.keyListKind ? ownCount : nil }

        /// Whether it is a dictionary, with a key list or without.
        var isDictionary: Bool { keyList != nil || ownKind == .dictionary }

        /// The number of elements, or of key-value pairs, of one without a key list.
        var ownCount: Int { Int(kindAndCount) & Self.maximumCount }

        /// Its kind, if it has no key list.
        var ownKind: BinaryObjectKind { BinaryObjectKind(rawValue: UInt8(truncatingIfNeeded: kindAndCount &>> 28)) }

        /// The number of references of one without a key list.
        var ownReferenceCount: Int { ownKind == .dictionary ? 2 &* ownCount : ownCount }
    }

    /// The keys that many dictionaries have in common.
    ///
    /// Objects of one class have the same keys. As a list they are kept and numbered once, rather than as
    /// references of each (row `encode person` of `Instructions.tsv`).
    @usableFromInline struct KeyList: Sendable, BitwiseCopyable {
        /// The start of the keys in `entries`.
        @usableFromInline let start: Int
        @usableFromInline let count: Int
    }

    /// How many objects of one kind the table can hold: 2²⁹.
    @usableFromInline static var capacity: Int { 1 << 29 }

    /// Encoded scalars, one after the other.
    var scalarBytes = GrowingTable<UInt8>()
    /// The start of each scalar in `scalarBytes`, and once there is one, the end of the last: each ends where the next
    /// starts.
    var scalarBounds = GrowingTable<Int>()
    /// Data values that are too large to copy twice.
    var externalData: [ArraySlice<UInt8>] = []
    @usableFromInline var containers = GrowingTable<Container>()
    @usableFromInline var keyLists = GrowingTable<KeyList>()
    /// The entries of all containers and key lists: elements, or keys and then values.
    @usableFromInline var entries = GrowingTable<Entry>()
    /// The largest UID among the entries, for sizing the table that numbers them.
    @usableFromInline var largestUID: UInt32 = 0
    /// UIDs that are too large to live inside an entry; only damaged files have them.
    var hugeUIDs: [UID: Entry] = [:]
    /// Whether more objects were added than entries can name; writing then throws.
    @usableFromInline var isOverfull = false

    /// Creates an empty table.
    @usableFromInline package init() {}

    /// Creates a table of the scalars, containers and key lists of another, which has nothing else.
    package init(copying other: borrowing BinaryObjectTable) {
        scalarBytes = GrowingTable(copying: other.scalarBytes)
        scalarBounds = GrowingTable(copying: other.scalarBounds)
        containers = GrowingTable(copying: other.containers)
        keyLists = GrowingTable(copying: other.keyLists)
        entries = GrowingTable(copying: other.entries)
    }
}

// MARK: - Values that live inside the entry

extension BinaryObjectTable {
    /// The entry for a UID.
    ///
    /// UIDs of the same number are one object, as in the memory of Apple's writer.
    @inlinable
    @inline(__always)
    package mutating func uid(_ uid: UID) -> Entry {
        guard uid.rawValue < UInt64(Self.capacity) else { return hugeUID(uid) }
        let number = UInt32(truncatingIfNeeded: uid.rawValue)
        if number > largestUID { largestUID = number }
        return Entry(rawValue: Kind.uid.rawValue << 29 | number)
    }

    @usableFromInline
    @inline(never)
    mutating func hugeUID(_ uid: UID) -> Entry {
        if let known = hugeUIDs[uid] { return known }
        let entry = addUID(uid)
        hugeUIDs[uid] = entry
        return entry
    }

    /// The entry for a boolean.
    @usableFromInline package func boolean(_ value: Bool) -> Entry {
        value ? .true : .false
    }

    @inlinable
    mutating func entry(_ kind: Kind, _ index: Int) -> Entry {
        if index >= Self.capacity { isOverfull = true }
        return Entry(rawValue: kind.rawValue << 29 | UInt32(truncatingIfNeeded: index & (Self.capacity - 1)))
    }
}

extension BinaryObjectTable.Entry {
    @inline(__always)
    var kind: UInt32 { rawValue &>> 29 }

    @inline(__always)
    var index: Int { Int(rawValue & (1 << 29 - 1)) }
}
