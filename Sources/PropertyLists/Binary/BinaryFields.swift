/// The position of an entry in a dictionary: of a key among its keys, and so of the value among its values.
@usableFromInline package typealias FieldPosition = TableIndex<BinaryFields>

/// The entries of a dictionary: as many references to keys as to values.
@usableFromInline
package struct BinaryFields: Hashable, Sendable, BitwiseCopyable {
    /// The references to the keys.
    @usableFromInline package let keys: BinaryReferences
    /// The references to the values, in the order of the keys.
    @usableFromInline package let values: BinaryReferences

    @inlinable
    @inline(__always)
    package init(keys: BinaryReferences, values: BinaryReferences) {
        self.keys = keys
        self.values = values
    }

    /// How many entries there are.
    @inlinable
    @inline(__always)
    package var count: Int { keys.count }

    /// The positions of all entries, in the order of the file.
    @inlinable
    package var positions: Range<FieldPosition> { FieldPosition(0)..<FieldPosition(keys.count) }
}

extension BinaryPropertyListReader {
    /// The entries of the dictionary with a header.
    @inlinable
    @inline(__always)
    package func fields(of header: BinaryObjectHeader) -> BinaryFields {
        BinaryFields(
            keys: BinaryReferences(position: header.payload, count: header.count),
            values: BinaryReferences(position: header.payload &+ header.count &* referenceSize, count: header.count)
        )
    }

    /// The key at a position of a dictionary.
    @inlinable
    @inline(__always)
    package func key(_ position: FieldPosition, of fields: BinaryFields) -> ObjectIndex {
        unchecked(position.rawValue, of: fields.keys)
    }

    /// The value at a position of a dictionary.
    @inlinable
    @inline(__always)
    package func value(_ position: FieldPosition, of fields: BinaryFields) -> ObjectIndex {
        unchecked(position.rawValue, of: fields.values)
    }

    /// The first position of a key with a text, or nil: of equal keys the first counts.
    ///
    /// - Throws: ``ArchiveError/Code/invalidKey`` if one of the keys before it is not a string.
    /// - Complexity: O(*n*) in the number of keys, regardless of their length.
    package func position(of text: String, in keys: BinaryReferences) throws(ArchiveError) -> FieldPosition? {
        for position in 0..<keys.count where isString(try keyHeader(at: unchecked(position, of: keys)), text) {
            return FieldPosition(position)
        }
        return nil
    }

    /// Whether two runs of this reader have the same references, byte by byte.
    @inlinable
    @inline(__always)
    package func areSame(_ first: BinaryReferences, _ second: BinaryReferences) -> Bool {
        guard first.count == second.count else { return false }
        let size = first.count &* referenceSize
        var offset = 0
        while offset &+ 8 <= size {
            guard integer(at: first.position &+ offset, width: 8) == integer(at: second.position &+ offset, width: 8)
            else { return false }
            offset &+= 8
        }
        if offset == size { return true }
        let rest = size &- offset
        return integer(at: first.position &+ offset, width: rest) == integer(at: second.position &+ offset, width: rest)
    }
}
