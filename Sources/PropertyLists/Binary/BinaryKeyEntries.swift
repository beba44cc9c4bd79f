/// The entries of the keys of dictionaries that were added lately.
///
/// Dictionaries that were read share the array of their keys, see ``PropertyListDictionary``. The array of the next
/// dictionary is then recognized by its address, and none of its keys needs to be read: half of the contents of
/// dictionaries are keys. Addresses only identify arrays while the tree that holds them is alive.
struct BinaryKeyEntries: ~Copyable {
    /// The run of the entries of some keys.
    struct Run: BitwiseCopyable {
        var start = 0
        var count = 0
    }

    /// The runs by the addresses of arrays.
    private var runs = DirectMappedCache(placeCount: 128, noKey: UInt(0), noValue: Run())
    /// The entries of all runs.
    private var entries = GrowingTable<BinaryObjectTable.Entry>()

    /// How many entries are remembered; when there are as many, all are forgotten.
    private static let capacity = 4096

    /// Appends the entries of some keys to a table.
    ///
    /// - Returns: Whether they were known.
    @inline(__always)
    func append(_ keys: [PropertyList], to table: inout GrowingTable<BinaryObjectTable.Entry>) -> Bool {
        let address = Self.address(of: keys)
        guard let run = runs[address, address &>> 4], run.count == keys.count else { return false }
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
        if entries.count + count > Self.capacity {
            runs.removeAll()
            entries.truncate(to: 0)
        }
        let address = Self.address(of: keys)
        runs.set(Run(start: entries.count, count: count), for: address, address &>> 4)
        entries.append(contentsOf: table, in: start..<table.count)
    }

    /// The address of the elements of an array; 0 for none.
    ///
    /// The address is compared and never read from.
    @inline(__always)
    private static func address(of keys: [PropertyList]) -> UInt {
        unsafe keys.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
}
