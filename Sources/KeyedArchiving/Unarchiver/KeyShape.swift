internal import PropertyLists

/// The positions of `$class` and of the keys of collections in a run of references to keys, which many objects share.
///
/// Keys are compared by their text, not by their entries: of two keys with one text the first counts, independent of
/// the order and the caller of look-ups. A shape depends on the archive alone, so that it is the same whether it is
/// cached or made again.
struct KeyShape: BitwiseCopyable {
    /// The references to the keys.
    let keys: BinaryReferences
    /// The first position of `$class`; `none` if there is none.
    private(set) var classPosition = FieldPosition.none
    /// The first position of `NS.objects`; `none` if there is none.
    private(set) var elementsPosition = FieldPosition.none
    /// The first position of `NS.keys`; `none` if there is none.
    private(set) var elementKeysPosition = FieldPosition.none
    /// The first position of `NS.key.0`; `none` if there is none.
    private var firstKeyPosition = FieldPosition.none
    /// The lengths of up to 16 keys, 4 bits for each; of longer ones 15.
    private var lengths: UInt64 = 0

    /// Creates a shape, reading each key once.
    ///
    /// - Throws: ``PropertyLists/ArchiveError/Code/invalidKey`` if a key is not a string.
    /// - Complexity: O(*n*) in the number of keys, regardless of their length.
    init(_ keys: BinaryReferences, in reader: borrowing BinaryPropertyListReader) throws(ArchiveError) {
        self.keys = keys
        for number in 0..<keys.count {
            let key = try reader.keyHeader(at: reader.unchecked(number, of: keys))
            let position = FieldPosition(number)
            if number < Self.countedKeys { lengths |= UInt64(min(key.count, 15)) &<< UInt64(4 &* number) }
            switch key.count {
            case 6: classPosition.set(position, of: key, if: ClassFields.instanceClass, in: reader)
            case 7: elementKeysPosition.set(position, of: key, if: CollectionPart.keys.key, in: reader)
            case 8: firstKeyPosition.set(position, of: key, if: CollectionPart.firstKey, in: reader)
            case 10: elementsPosition.set(position, of: key, if: CollectionPart.values.key, in: reader)
            default: break
            }
        }
    }

    /// Whether there are keys beside elements: ``CollectionFields/hasKeys(_:)``, looked up already.
    var hasElementKeys: Bool {
        @inline(__always) get { elementKeysPosition != .none || firstKeyPosition != .none }
    }

    /// Of how many keys the length is known.
    static let countedKeys = 16
    /// The lowest of each four bits.
    private static let fours: UInt64 = 0x1111_1111_1111_1111

    /// The first position of a key in a shape that was made from the keys themselves, or nil.
    ///
    /// Of up to 16 keys only those of the same length are compared.
    @inline(__always)
    func position(of key: String, in reader: BinaryPropertyListReader) throws(ArchiveError) -> FieldPosition? {
        guard keys.count <= Self.countedKeys else { return try reader.position(of: key, in: keys) }
        let differences = lengths ^ UInt64(min(key.utf8.count, 15)) &* Self.fours
        // The highest of each four bits that don't differ. Above one of these, four that do can be marked too, which
        // costs a comparison.
        var candidates = (differences &- Self.fours) & ~differences & (Self.fours &<< 3)
        while candidates != 0 {
            let number = candidates.trailingZeroBitCount &>> 2
            guard number < keys.count else { break }
            let stored = try reader.keyHeader(at: reader.unchecked(number, of: keys))
            if reader.isString(stored, key) { return FieldPosition(number) }
            candidates &= candidates &- 1
        }
        // Beyond ASCII, a text has more bytes than the units that are counted here.
        return key.utf8.count == key.utf16.count ? nil : try reader.position(of: key, in: keys)
    }

    /// The shape of a dictionary whose keys are references to entries of the archive.
    init(entries keys: BinaryReferences) {
        self.keys = keys
    }
}

extension FieldPosition {
    /// Becomes the position of a key if that is a text: of equal keys the first counts.
    @inline(__always)
    mutating func set(
        _ position: FieldPosition,
        of key: BinaryObjectHeader,
        if text: String,
        in reader: borrowing BinaryPropertyListReader
    ) {
        if self == .none, reader.isString(key, text) { self = position }
    }
}
