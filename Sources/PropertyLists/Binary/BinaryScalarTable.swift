/// The encoded scalars of an object table that may be shared.
///
/// A scalar is looked up after it has been encoded, by its bytes, and taken back if it was there before. So all kinds
/// have one table, and comparing goes without the library's strings. Dictionaries of property-list values would be
/// far slower (row `write tree of a person` of `Instructions.tsv`).
struct BinaryScalarTable: ~Copyable {
    private var slots = HashTable<IndexSlot>(firstSlotCount: 32)

    /// The entry of the scalar that was added to a table last, or, if the same bytes were added before, theirs; then
    /// the last scalar is removed again.
    mutating func shared(_ last: BinaryObjectTable.Entry, in table: inout BinaryObjectTable) -> BinaryObjectTable.Entry
    {
        let bytes = table.rangeOfScalar(last.index)
        let hash = slots.seed.hash(bytes, of: table.scalarBytes)
        let found = slots.search(hash) { slot in
            slot.keyHash == hash && table.scalarBytes.areSame(table.rangeOfScalar(slot.index), bytes)
        }
        guard !found.isFree else {
            slots.insert(IndexSlot(hash, index: last.index), at: found)
            return last
        }
        table.removeLastScalar()
        return table.entry(.scalar, slots[found.position].index)
    }
}
