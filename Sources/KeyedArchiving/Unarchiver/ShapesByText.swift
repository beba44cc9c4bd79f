internal import PropertyLists

/// The last shapes that were seen, found by the lengths of their first and last keys.
///
/// Foundation on Linux writes the keys of each object again, so that no two objects have the same references to keys.
/// Making a shape for each would cost as much as decoding it. Which shape has the same texts is only guessed here;
/// the caller compares.
struct ShapesByText: BitwiseCopyable {
    /// Objects with more keys get a shape each: comparing many texts isn't paid for.
    private static let maximumKeyCount = 14

    /// One more than the index of the shape at each place; 0 if there is none.
    private var ends = SIMD8<UInt16>(repeating: 0)

    /// Whether a shape was found by its texts, so that others may be, too.
    var hasMatched = false

    /// The index of the shape at a place, which may have the texts of the keys that belong there; setting it displaces
    /// another.
    subscript(place: Int) -> Int? {
        get { ends[place & 7] > 0 ? Int(ends[place & 7]) - 1 : nil }
        set { ends[place & 7] = newValue.flatMap { UInt16(exactly: $0 + 1) } ?? 0 }
    }

    /// The place of some keys; nil if they aren't short ASCII strings, or too many.
    static func place(of keys: BinaryReferences, in reader: BinaryPropertyListReader) -> Int? {
        guard keys.count > 0, keys.count <= maximumKeyCount,
            let first = reader.fastASCIIString(at: reader.unchecked(0, of: keys)),
            let last = reader.fastASCIIString(at: reader.unchecked(keys.count &- 1, of: keys))
        else { return nil }
        return (keys.count &* 11 &+ first.count &* 5 &+ last.count) & 7
    }
}
