/// The entries of the keys of dictionaries that were added lately.
///
/// Dictionaries that were read share the array of their keys, see ``PropertyListDictionary``. That of the next
/// dictionary is known by its place in memory then, and none of the keys needs to be looked at: half of what
/// dictionaries hold are keys. Arrays are only told apart while the tree that holds them is alive.
struct BinaryKeyEntries: ~Copyable {
    /// Where the entries of some keys lie. (Not private, for the reason that `BinaryScalarTable.Slot` gives.)
    struct Run: BitwiseCopyable {
        var address: UInt = 0
        var start = 0
        var count = 0
    }

    /// The runs by address; none before the first.
    private var runs = FixedTable(repeating: Run(), count: 0)
    /// The entries of all runs.
    private var entries = GrowingTable<BinaryObjectTable.Entry>()

    private static let slotBits = 7
    /// How many entries are remembered; when there are as many, all are forgotten.
    private static let capacity = 4096

    /// Appends the entries of some keys to a table.
    ///
    /// - Returns: Whether they were known.
    @inline(__always)
    func append(_ keys: [PropertyList], to table: inout GrowingTable<BinaryObjectTable.Entry>) -> Bool {
        guard runs.count > 0 else { return false }
        let address = Self.address(of: keys)
        let run = runs[Self.slot(of: address)]
        guard run.address == address, run.count == keys.count else { return false }
        table.append(contentsOf: entries, in: run.start..<run.start + run.count)
        return true
    }

    /// Remembers the entries of some keys: those of a table from a position on.
    mutating func remember(
        _ keys: [PropertyList],
        _ table: borrowing GrowingTable<BinaryObjectTable.Entry>,
        from start: Int
    ) {
        let count = table.count - start
        guard count > 0, count == keys.count, count <= Self.capacity else { return }
        if runs.count == 0 || entries.count + count > Self.capacity {
            runs = FixedTable(repeating: Run(), count: 1 << Self.slotBits)
            entries.truncate(to: 0)
        }
        let address = Self.address(of: keys)
        runs[Self.slot(of: address)] = Run(address: address, start: entries.count, count: count)
        entries.append(contentsOf: table, in: start..<table.count)
    }

    /// Where the elements of an array lie.
    ///
    /// The address is compared and never read from.
    @inline(__always)
    private static func address(of keys: [PropertyList]) -> UInt {
        unsafe keys.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }

    @inline(__always)
    private static func slot(of address: UInt) -> Int {
        let mixed = UInt64(address) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed &>> UInt64(truncatingIfNeeded: 64 - slotBits))
    }
}
