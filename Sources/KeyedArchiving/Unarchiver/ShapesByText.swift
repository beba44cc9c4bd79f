internal import PropertyLists

/// The last shapes that were seen, found by the lengths of their first and last keys.
///
/// Foundation on Linux writes the keys of each object anew, so that no two objects have the same references to keys.
/// Making a shape for each would cost as much as decoding it. Which shape has the same texts is only guessed here; whoever
/// asks compares.
struct ShapesByText: BitwiseCopyable {
    /// Objects with more keys get a shape each: comparing many texts isn't paid for.
    private static let maximumKeyCount = 14

    /// One more than the index of the shape at each place; 0 if there is none.
    private var ends = SIMD8<UInt16>(repeating: 0)

    /// The index of a shape that may have the texts of some keys.
    func index(of keys: BinaryReferences, in reader: BinaryPropertyListReader) -> Int? {
        guard let place = place(of: keys, in: reader), ends[place] > 0 else { return nil }
        return Int(ends[place]) - 1
    }

    /// Keeps a shape in the place of another.
    mutating func set(_ index: Int, of keys: BinaryReferences, in reader: BinaryPropertyListReader) {
        if let place = place(of: keys, in: reader) { ends[place] = UInt16(exactly: index + 1) ?? 0 }
    }

    private func place(of keys: BinaryReferences, in reader: BinaryPropertyListReader) -> Int? {
        guard keys.count > 0, keys.count <= Self.maximumKeyCount,
            let first = reader.fastASCIIString(at: reader.unchecked(0, of: keys)),
            let last = reader.fastASCIIString(at: reader.unchecked(keys.count &- 1, of: keys))
        else { return nil }
        return (keys.count &* 11 &+ first.count &* 5 &+ last.count) & 7
    }
}
