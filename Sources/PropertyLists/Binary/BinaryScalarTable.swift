/// The encoded scalars of an object table that may be shared: a hash table with open addressing and one owner.
///
/// A scalar is looked up after it has been encoded, by its bytes, and taken back if it was there before. So that all
/// kinds have one table, and comparing goes without the library's strings. With dictionaries of property-list values,
/// writing a tree of persons or of numbers takes three times the instructions.
///
/// Three quarters of the slots at most are taken. Nothing is ever removed.
struct BinaryScalarTable: ~Copyable {
    /// A place for a scalar. (Not private: the compiler, 6.3, fails where a table of a private type is part of a type
    /// of another file.)
    struct Slot: BitwiseCopyable {
        var hash: UInt32 = 0
        /// The index of the scalar, or `free`.
        var scalar: UInt32 = free

        static var free: UInt32 { .max }
    }

    /// Their number is a power of two.
    private var slots = FixedTable(repeating: Slot(), count: 32)
    /// What leaves as many upper bits of a hash as number the slots.
    private var shift: UInt32 = 32 - 5
    private var count = 0
    private let hash = ByteHash.shared

    /// The entry of the scalar that was added to a table last, or, if the same bytes were added before, theirs; then
    /// the last scalar is removed again.
    mutating func shared(_ last: BinaryObjectTable.Entry, in table: inout BinaryObjectTable) -> BinaryObjectTable.Entry
    {
        let bytes = table.rangeOfScalar(last.index)
        let hash = hash.hash(bytes, of: table.scalarBytes)
        let mask = slots.count &- 1
        var position = Int(truncatingIfNeeded: hash &>> shift)
        while true {
            let slot = slots[position]
            if slot.scalar == Slot.free { break }
            let known = BinaryObjectTable.Entry(rawValue: slot.scalar)
            if slot.hash == hash, table.scalarBytes.areSame(table.rangeOfScalar(known.index), bytes) {
                table.removeLastScalar()
                return known
            }
            position = (position &+ 1) & mask
        }
        slots[position] = Slot(hash: hash, scalar: last.rawValue)
        count &+= 1
        if 4 &* count > 3 &* slots.count { grow() }
        return last
    }

    @inline(never)
    private mutating func grow() {
        // A table of objects names 2²⁹ scalars at most, so that there is always a free slot among 2³¹.
        guard shift > 1 else { return }
        var larger = FixedTable(repeating: Slot(), count: 2 * slots.count)
        shift -= 1
        let mask = larger.count &- 1
        for old in 0..<slots.count where slots[old].scalar != Slot.free {
            var position = Int(truncatingIfNeeded: slots[old].hash &>> shift)
            while larger[position].scalar != Slot.free { position = (position &+ 1) & mask }
            larger[position] = slots[old]
        }
        swap(&slots, &larger)
    }
}

extension BinaryObjectTable {
    /// Where an encoded scalar lies.
    @inline(__always)
    fileprivate func rangeOfScalar(_ index: Int) -> Range<Int> {
        let start = index > 0 ? scalarEnds[index &- 1] : 0
        // Ends never decrease.
        return unsafe Range(uncheckedBounds: (start, scalarEnds[index]))
    }

    /// Takes back the scalar that was added last.
    @inline(__always)
    fileprivate mutating func removeLastScalar() {
        let index = scalarEnds.count &- 1
        guard index >= 0 else { return }
        scalarBytes.truncate(to: index > 0 ? scalarEnds[index &- 1] : 0)
        scalarEnds.truncate(to: index)
    }
}
