internal import PropertyLists

/// What was found out about an archive while values were decoded from it.
///
/// An unarchiver keeps it from call to call, so that small values that are decoded one by one don't begin again.
struct GraphTables: ~Copyable {
    /// An object as a type.
    struct SharedKey: Hashable {
        var uid: EntryUID
        var type: ObjectIdentifier
    }

    /// A type with objects of its own, and the class of other objects, or a kind of plain values.
    struct OtherKind: Hashable {
        var type: ObjectIdentifier
        /// The index of the class, or below 0 the kind of value.
        var number: Int
    }

    /// Where dictionaries have their keys.
    var entryShapes: KeyShapes
    /// The types and the objects that are being decoded.
    let session: DecodingSession
    /// The families of classes, by the index of the class, as far as they were asked for.
    var families: [FoundationFamily?] = []
    /// The names of keys by the strategy, by the index of the shape.
    var fieldNames: [Int: FieldNames] = [:]
    /// Where integers stand among the keys of a dictionary, by the index of the shape.
    var integerKeys: [Int: [Int64: Int]] = [:]
    /// The shapes of dictionaries whose entries are found by the texts of their keys, as one of these is stored neither
    /// as a string nor as an integer of up to 8 bytes.
    var shapesWithOddKeys: Set<Int> = []
    var foundationCache = FoundationValueCache()
    /// What values of types with separate objects were found not to be, so that it isn't tried each time.
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
