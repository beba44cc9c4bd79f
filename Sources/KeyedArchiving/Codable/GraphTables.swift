internal import PropertyLists

/// Facts about an archive that were found while values were decoded from it.
///
/// An unarchiver keeps them from call to call, so that decoding small values one by one doesn't begin again each time.
struct GraphTables: ~Copyable {
    /// An object as a type.
    struct SharedKey: Hashable {
        var uid: EntryUID
        var type: ObjectIdentifier
    }

    /// A type that is coded as objects, and a class of objects or a kind of plain values that aren't of this type.
    struct OtherKind: Hashable {
        var type: ObjectIdentifier
        /// The index of the class, or below 0 the kind of value.
        var number: Int
    }

    /// The shapes of the keys of dictionaries.
    var entryShapes: KeyShapes
    /// The types and the objects that are being decoded.
    let session: DecodingSession
    /// The families of classes, by the index of the class, as far as they were asked for.
    var families: [FoundationFamily?] = []
    /// The names of keys by the strategy, by the index of the shape.
    var fieldNames: [Int: FieldNames] = [:]
    /// The positions of integers among the keys of a dictionary, by the index of the shape.
    var integerKeys: [Int: [Int64: Int]] = [:]
    /// The shapes of dictionaries whose entries are found by the texts of their keys, as one of these is stored neither
    /// as a string nor as an integer of up to 8 bytes.
    var shapesWithOddKeys: Set<Int> = []
    var foundationCache = FoundationValueCache()
    /// Pairs of a type and a class or kind that failed to decode as it, so that this isn't tried each time.
    var otherKinds: Set<OtherKind> = []
    /// The instances of types that are one instance for each object.
    var instances: [SharedKey: any SharedDecodable] = [:]

    init(_ index: ArchiveIndex) {
        self.init(index, DecodingSession(entryCount: index.entries.count))
    }

    init(_ index: ArchiveIndex, _ session: DecodingSession) {
        entryShapes = KeyShapes(keyEntries: index.entries)
        self.session = session
    }
}
