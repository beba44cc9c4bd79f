internal import PropertyLists

/// What a run of references to keys says of the objects that have it: where `$class` and the keys of collections are.
///
/// Keys are compared by their text, whatever entries they are: of two keys with one text the first counts, in
/// whatever order and by whichever caller they are asked for. A shape is made of the archive alone, so that it is the
/// same whether it is remembered or made again.
struct KeyShape: BitwiseCopyable {
    /// The references to the keys.
    let keys: BinaryReferences
    /// The first position of `$class`; ``FieldPosition/none`` if there is none.
    private(set) var classPosition = FieldPosition.none
    /// The first position of `NS.objects`; ``FieldPosition/none`` if there is none.
    private(set) var elementsPosition = FieldPosition.none
    /// The first position of `NS.keys`; ``FieldPosition/none`` if there is none.
    private(set) var elementKeysPosition = FieldPosition.none

    /// Looks at each key once.
    ///
    /// - Throws: ``PropertyLists/PropertyListError/Code/invalidKey`` if a key is not a string.
    /// - Complexity: O(*n*) in the number of keys, whatever their length.
    init(_ keys: BinaryReferences, in reader: BinaryPropertyListReader) throws(PropertyListError) {
        self.keys = keys
        for number in 0..<keys.count {
            let key = reader.unchecked(number, of: keys)
            let position = FieldPosition(number)
            switch try reader.keyLength(at: key) {
            case 6 where classPosition == .none:
                if try reader.isKey(at: key, "$class") { classPosition = position }
            case 7 where elementKeysPosition == .none:
                if try reader.isKey(at: key, "NS.keys") { elementKeysPosition = position }
            case 10 where elementsPosition == .none:
                if try reader.isKey(at: key, "NS.objects") { elementsPosition = position }
            default: break
            }
        }
    }

    /// The shape of a dictionary whose keys are references to entries of the archive.
    init(entries keys: BinaryReferences) {
        self.keys = keys
    }
}

extension FieldPosition {
    /// The position of a key that isn't there.
    static var none: Self { Self(-1) }
}
