extension BinaryTreeBuilder {
    /// The keys of a dictionary.
    @inline(__always)
    mutating func keys(
        of references: BinaryReferences,
        in index: Int,
        _ reader: BinaryPropertyListReader
    ) throws(PropertyListError) -> [PropertyList] {
        if !paysForRepeats, let known = keyMemory.keys(for: references, in: reader) { return known }
        return try newKeys(of: references, in: index, reader)
    }

    @inline(never)
    private mutating func newKeys(
        of references: BinaryReferences,
        in index: Int,
        _ reader: BinaryPropertyListReader
    ) throws(PropertyListError) -> [PropertyList] {
        var keys: [PropertyList] = []
        keys.reserveCapacity(references.count)
        for position in 0..<references.count {
            let child = reader.unchecked(position, of: references)
            if !paysForRepeats, let key = keyMemory[child] {
                keys.append(key)
                continue
            }
            if let key = commonScalar(at: child, reader), key.isString {
                keyMemory[child] = key
                keys.append(key)
                continue
            }
            guard child < reader.objectCount else {
                throw reader.invalidReference(position, of: references, in: index)
            }
            let header = try reader.header(at: child)
            if !header.kind.isString { throw .keyIsNoString(header.kind, at: reader.position(of: child)) }
            let key = try scalar(at: child, header, reader)
            keyMemory[child] = key
            keys.append(key)
        }
        if !paysForRepeats { keyMemory.remember(keys, for: references, in: reader) }
        return keys
    }
}
