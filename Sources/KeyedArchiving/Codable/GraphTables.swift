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
    /// The objects that are being decoded.
    var openObjects: OpenObjects
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
    /// The types met last, with what is known of them.
    var types = DirectMappedCache<ObjectIdentifier?, DecodableFacts>(
        placeCount: 16, noKey: nil, noValue: DecodableFacts())
    /// What values of types with objects of their own were found not to be, so that it isn't tried each time.
    var otherKinds: Set<OtherKind> = []
    /// The instances of types that are one instance for each object.
    var instances: [SharedKey: any SharedDecodable] = [:]

    init(_ index: ArchiveIndex) {
        self.init(index, entryCount: index.entries.count)
    }

    /// - Parameter entryCount: How many entries may be decoded.
    init(_ index: ArchiveIndex, entryCount: Int) {
        entryShapes = KeyShapes(keyEntries: index.entries)
        openObjects = OpenObjects(entryCount: entryCount)
    }
}

/// The objects that are being decoded, each as a type, so that cycles are found.
///
/// A cycle is an object that is reached from itself as the same type: as another type it may be asked for something
/// else, such as only its name.
struct OpenObjects: ~Copyable {
    private struct Object: BitwiseCopyable {
        var uid: EntryUID
        var type: ObjectIdentifier
        /// How many keys lead to it.
        var depth: Int
        /// The previous value for the entry.
        var outer: UInt32
    }

    /// The objects, outermost first.
    private var objects = GrowingTable<Object>()
    /// One more than the place of the innermost object that is an entry; 0 for an entry that isn't being decoded.
    private var places: LazyTable<UInt32>

    init(entryCount: Int) {
        places = LazyTable(repeating: 0, count: entryCount)
    }

    /// Begins to decode an entry as a type.
    ///
    /// - Returns: If that is going on already, how many keys lead to where; otherwise nil.
    @inline(__always)
    mutating func enter(_ uid: EntryUID, as type: ObjectIdentifier, depth: Int) -> Int? {
        let outer = places[uid.number]
        if outer != 0, let start = start(of: type, outer) { return start }
        objects.append(Object(uid: uid, type: type, depth: depth, outer: outer))
        places[uid.number] = UInt32(truncatingIfNeeded: objects.count)
        return nil
    }

    /// Ends decoding the entry that was entered last.
    @inline(__always)
    mutating func leave() {
        let last = objects[objects.count &- 1]
        places[last.uid.number] = last.outer
        objects.truncate(to: objects.count &- 1)
    }

    private func start(of type: ObjectIdentifier, _ place: UInt32) -> Int? {
        var place = place
        while place != 0 {
            let object = objects[Int(place) - 1]
            if object.type == type { return object.depth }
            place = object.outer
        }
        return nil
    }
}

/// What is known of a type that is decoded.
struct DecodableFacts {
    /// The type as one that its own objects are decoded as.
    var object: (any CodedAsObject.Type)?
    /// The type as one whose values are values of a property list themselves.
    var value: (any PropertyListValue.Type)?
    /// The type as a dictionary with strings as keys.
    var dictionary: (any StringKeyedDecodable.Type)?
    /// The type as a list.
    var list: (any ListDecodable.Type)?
    /// Whether there is to be one instance for each object.
    var isShared = false
    /// Whether an object must have one of some names of classes.
    var hasClassNames = false
    /// Whether nothing of the above holds, so that the type decodes itself.
    var isPlain = true
    /// Whether it is one of the types that containers hold most often, which are decoded without their initializer.
    var isCommon = false

    init() {}

    init(_ type: any Decodable.Type, hasClassNames: Bool) {
        object = type as? any CodedAsObject.Type
        value = object == nil ? type as? any PropertyListValue.Type : nil
        dictionary = type as? any StringKeyedDecodable.Type
        list = object == nil && value == nil ? type as? any ListDecodable.Type : nil
        isShared = type is any SharedDecodable.Type
        self.hasClassNames = hasClassNames
        isPlain = object == nil && value == nil && dictionary == nil && list == nil && !isShared && !hasClassNames
        isCommon = type == String.self || type == Int.self || type == Double.self || type == Bool.self
    }
}
