extension BinaryTreeDecoder {
    /// The keys of a dictionary.
    @inline(__always)
    mutating func keys(
        of references: BinaryReferences,
        in index: ObjectIndex,
        _ reader: BinaryPropertyListReader
    ) throws(PropertyListError) -> [PropertyList] {
        if !chargesSharedSubtrees, let known = keyMemory.keys(for: references, in: reader) {
            // Remembered keys are returned again, and cost the same each time.
            if known.cost > 0 { try budget.allocate(known.cost, at: references.position) }
            return known.texts
        }
        return try newKeys(of: references, in: index, reader)
    }

    @inline(never)
    private mutating func newKeys(
        of references: BinaryReferences,
        in index: ObjectIndex,
        _ reader: BinaryPropertyListReader
    ) throws(PropertyListError) -> [PropertyList] {
        var keys = BinaryKeyMemory.Keys(texts: [], cost: 0)
        keys.texts.reserveCapacity(references.count)
        for position in 0..<references.count {
            let child = reader.unchecked(position, of: references)
            let key = try key(at: child, position, of: references, in: index, reader)
            keys.texts.append(key.text)
            keys.cost &+= key.cost
        }
        if !chargesSharedSubtrees { keyMemory.remember(keys, for: references, in: reader) }
        return keys.texts
    }

    private mutating func key(
        at child: ObjectIndex,
        _ position: Int,
        of references: BinaryReferences,
        in index: ObjectIndex,
        _ reader: BinaryPropertyListReader
    ) throws(PropertyListError) -> BinaryKeyMemory.Key {
        if !chargesSharedSubtrees, let key = keyMemory[child] {
            if key.cost > 0 { try budget.allocate(key.cost, at: references.position) }
            return key
        }
        guard reader.contains(child) else {
            throw reader.invalidReference(position, of: references, in: index)
        }
        let header = try reader.header(at: child)
        if header.kind.isContainer { throw .unusableKey(header.kind, at: reader.position(of: child)) }
        let size = header.scalarSize
        let known = fastScalar(at: child, reader)
        let text = if let known { known } else { try scalar(at: child, header, reader) }
        let key = BinaryKeyMemory.Key(text: text, cost: Budget.bufferCost(of: size))
        keyMemory[child] = key
        return key
    }
}
