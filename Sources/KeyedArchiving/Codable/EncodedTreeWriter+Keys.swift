internal import PropertyLists

// The keys of objects and dictionaries.

extension EncodedTreeWriter {
    /// The archiver's number of a key of an object.
    @inline(__always)
    mutating func fieldKey(_ key: KeyTable.ID) -> KeyTable.ID {
        let known = fieldKeys[Int(key)]
        return known == KeyTable.start ? newFieldKey(key) : known
    }

    @inline(never)
    private mutating func newFieldKey(_ key: KeyTable.ID) -> KeyTable.ID {
        fieldKeys[Int(key)] = archiver.state.shapes.keys.id(of: tree.table.keys.text(of: key))
        return fieldKeys[Int(key)]
    }

    /// The UID of a key.
    mutating func keyUID(_ key: KeyTable.ID) -> EntryUID {
        let known = keyUIDs[Int(key)]
        if known != .null { return known }
        let text = tree.table.keys.text(of: key)
        let uid = archiver.state.stringUID(text)
        if archiver.state.isOneObject(text) { keyUIDs[Int(key)] = uid }
        return uid
    }

    /// Lists the entries of a dictionary in the order of their keys, each key once with what was encoded last.
    mutating func pushEntries(of container: Int) -> Range<Int> {
        let start = entries.count
        var node = tree.table.containers[container].first
        while node != EncodedNode.none {
            let (key, next) = (tree.table.nodes[node].key, tree.table.nodes[node].next)
            entries.append(Entry(rank: ranks[Int(key)], key: key, node: node))
            node = next
        }
        sortEntries(from: start)
        // Of entries with one key, which are in the order in which they were encoded, the last is kept.
        var end = start
        for position in start..<entries.count {
            if end > start, entries[end - 1].rank == entries[position].rank { end -= 1 }
            entries[end] = entries[position]
            end += 1
        }
        entries.truncate(to: end)
        return start..<end
    }

    /// Dictionaries with more entries than this are sorted by the library's method, which takes fewer comparisons.
    private static let fewEntries = 24

    /// Sorts entries by the rank of their keys; those of one key keep their order.
    private mutating func sortEntries(from start: Int) {
        guard entries.count - start <= Self.fewEntries else { return sortMany(from: start) }
        var sorted = start + 1
        while sorted < entries.count {
            let entry = entries[sorted]
            var position = sorted
            while position > start, entries[position - 1].rank > entry.rank {
                entries[position] = entries[position - 1]
                position -= 1
            }
            entries[position] = entry
            sorted += 1
        }
    }

    private mutating func sortMany(from start: Int) {
        // The rank above the place in one number: plain numbers are sorted.
        var order: [UInt64] = []
        order.reserveCapacity(entries.count - start)
        for position in start..<entries.count {
            order.append(UInt64(entries[position].rank) << 32 | UInt64(truncatingIfNeeded: position - start))
        }
        order.sort()
        let unsorted = Array(entries.elements(start..<entries.count))
        for (offset, number) in order.enumerated() {
            entries[start + offset] = unsorted[Int(truncatingIfNeeded: number & 0xFFFF_FFFF)]
        }
    }
}
