extension BinaryObjectTable {
    /// The positions of the objects' numbers in one table: first those of scalars, then of external data, containers,
    /// UIDs and the two booleans.
    ///
    /// The key lists come last: what lies in their places says only whether a list was visited.
    struct ObjectOffsets: BitwiseCopyable {
        let externalData: Int
        let containers: Int
        let uids: Int
        let booleans: Int
        let keyLists: Int
        /// How many numbers there are.
        let count: Int
        /// How many UIDs have their number in the table.
        ///
        /// Numbers of UIDs far beyond the size of the table, which only damaged files have, are stored elsewhere, so
        /// that a single one costs no memory for the gap before it.
        let uidCount: Int

        init(of table: borrowing BinaryObjectTable, entryCount: Int) {
            externalData = table.scalarCount
            containers = externalData + table.externalData.count
            uids = containers + table.containers.count
            uidCount = min(Int(table.largestUID) + 1, 65536 + 8 * entryCount)
            booleans = uids + uidCount
            keyLists = booleans + 2
            count = keyLists + table.keyLists.count
        }

        /// The offset of the number of a scalar; nil for everything else.
        @inline(__always)
        func scalarOffset(of entry: Entry) -> Int? {
            entry.rawValue < UInt32(truncatingIfNeeded: externalData) ? Int(entry.rawValue) : nil
        }

        /// The offset of the number of a UID; nil for everything else.
        @inline(__always)
        func uidOffset(of entry: Entry) -> Int? {
            let uid = entry.rawValue &- Kind.uid.rawValue &<< 29
            return uid < UInt32(truncatingIfNeeded: uidCount) ? uids &+ Int(uid) : nil
        }

        /// The offset of the number of a container; nil for everything else.
        @inline(__always)
        func containerOffset(of entry: Entry) -> Int? {
            let index = entry.rawValue &- Kind.container.rawValue &<< 29
            return index < UInt32(truncatingIfNeeded: uids &- containers) ? containers &+ Int(index) : nil
        }

        /// The offset of an entry's number; nil for a UID beyond the end of the table and an entry of another table.
        func offset(of entry: Entry) -> Int? {
            let index = entry.index
            switch entry.kind {
            case Kind.scalar.rawValue: return index < externalData ? index : nil
            case Kind.uid.rawValue: return index < uidCount ? uids &+ index : nil
            case Kind.container.rawValue: return index < uids &- containers ? containers &+ index : nil
            case Kind.externalData.rawValue: return index < containers &- externalData ? externalData &+ index : nil
            default: return index < keyLists &- booleans ? booleans &+ index : nil
            }
        }
    }

    /// The totals of all listed objects.
    struct LayoutTotals: BitwiseCopyable {
        /// How many scalars are listed.
        var scalarCount = 0
        /// The size of everything else that is listed, in bytes, without references.
        var otherSize = 0
        /// How many references there are in everything listed.
        var referenceCount = 0
    }

    /// The order in which objects are listed, and the number of each.
    struct Numbering: ~Copyable {
        /// The listed entries, in order; a UID or a boolean may occur more than once.
        var list: GrowingTable<Entry>
        let offsets: ObjectOffsets
        /// The number of each object, or `none`.
        var numbers: FixedTable<UInt32>
        /// The entries of the table's containers, where those of listed containers have become the numbers they are to.
        ///
        /// An entry is read when it is visited, and not again, so that its number can take its place.
        var references: GrowingTable<Entry>
        var totals = LayoutTotals()
        /// The numbers of UIDs beyond the end of the table, if there are any.
        var farUIDs: [Int: UInt32]?
        /// Whether an entry was seen that does not belong to the table.
        var hasForeignEntry = false

        static var none: UInt32 { .max }

        /// A numbering with nothing numbered yet.
        init(of table: borrowing BinaryObjectTable, _ entries: consuming GrowingTable<Entry>) {
            list = GrowingTable(capacity: entries.count + 1)
            offsets = ObjectOffsets(of: table, entryCount: entries.count)
            numbers = FixedTable(repeating: Self.none, count: offsets.count)
            references = entries
        }

        /// The outcome for entries that do not belong to the table.
        init(foreignTo table: borrowing BinaryObjectTable) {
            self.init(of: table, GrowingTable())
            hasForeignEntry = true
        }

        init(
            _ list: consuming GrowingTable<Entry>,
            _ offsets: ObjectOffsets,
            _ numbers: consuming FixedTable<UInt32>,
            _ references: consuming GrowingTable<Entry>,
            _ totals: LayoutTotals,
            _ farUIDs: [Int: UInt32]?
        ) {
            self.list = list
            self.offsets = offsets
            self.numbers = numbers
            self.references = references
            self.totals = totals
            self.farUIDs = farUIDs
        }

        /// The numbering itself, if all entries belong to the table.
        consuming func checked() throws(ArchiveError) -> Numbering {
            guard !hasForeignEntry else {
                throw ArchiveError(
                    .invalidReference,
                    "an entry does not belong to the table",
                    remedy: "use only entries that adding to this table returned"
                )
            }
            return self
        }

        /// The number of the object that an entry stands for.
        func number(of entry: Entry) -> UInt32 {
            if let offset = offsets.offset(of: entry) { return numbers[offset] }
            return entry.kind == Kind.uid.rawValue ? farUIDs?[entry.index] ?? Self.none : Self.none
        }

        /// Numbers the object that is listed next.
        mutating func setNumber(of entry: Entry) {
            let number = UInt32(truncatingIfNeeded: list.count)
            if let offset = offsets.offset(of: entry) { return numbers[offset] = number }
            if farUIDs == nil { farUIDs = [:] }
            farUIDs?[entry.index] = number
        }
    }
}
