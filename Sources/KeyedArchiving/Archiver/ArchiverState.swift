internal import PropertyLists

/// Everything an archiver knows while it works.
///
/// The archiver reaches it through one stored property and never holds that access while code of the user runs. The state
/// cannot be copied: a copy made by accident would cost more than anything else here.
struct ArchiverState: ~Copyable {
    typealias Entry = BinaryObjectTable.Entry

    /// What is being encoded: an object, or the top level.
    struct Scope: BitwiseCopyable {
        /// Where its values start in `values` and `keyIDs`.
        var start = 0
        /// The key encoded last, from which the next is guessed.
        var lastKey: KeyTable.ID = 0
        /// How many values were encoded without a key.
        var unkeyedCount = 0
        /// The class of the object; -1 at the top level.
        var classIndex = -1
        /// The shape that the object has had so far, if it is expected to have all of it; -1 otherwise.
        var shape = -1
        /// Where the places of the values of that shape begin.
        var firstPlace = 0
        /// The position of the next key of that shape, and of its end.
        var next = 0
        var end = 0
    }

    /// A class as it is written in this archive.
    struct ClassSlot {
        var record: ArchivedClass
        /// Whether all that has this record is of this class.
        var isShared: Bool
        /// The UID of its record, or 0 while no instance is complete.
        var uid: UInt32 = 0
        /// Where guessing keys starts.
        var firstKey: KeyTable.ID
        /// The shape of the last instance.
        var shapeGuess = -1
        /// Whether the last instance had the shape of the one before.
        var isSteady = false
    }

    var table = BinaryObjectTable()
    var keyTable: KeyTable
    var numbers = NumberTable()
    var identities = IdentityTable()
    /// The objects whose addresses `identities` holds.
    var retained: [AnyObject] = []
    /// What objects are replaced by that were seen only conditionally so far.
    var replacements: [ObjectIdentifier: any Codingable] = [:]
    /// The strings that are one object because they fit a tagged pointer.
    var taggedStrings = TaggedStringTable()
    /// The entries of class names that are one object although they are longer.
    var commonNames: [String: Entry] = [:]
    /// The UIDs of strings that are constants of a program.
    var constantStrings: [PropertyListString: UInt32] = [:]

    /// The entries of `$objects`, by UID; an object that is still being encoded has the null entry.
    var objects = GrowingTable<Entry>()
    let null: Entry

    var scope = Scope()
    var keyIDs = GrowingTable<KeyTable.ID>()
    var values = GrowingTable<Entry>()
    /// References of the collections being encoded.
    var elements = GrowingTable<Entry>()

    var classes: [ClassSlot] = []
    /// The index of the class under which objects of a type are written.
    private var classByType = IdentityTable()
    /// The classes that are shared by their records, once there are many classes.
    var classByRecord: [ArchivedClass: Int] = [:]
    static let fewClasses = 16
    let commonClassNames: Set<String>
    let sharing: ValueSharing
    let makesKeysAtRunTime: Bool
    /// The data met so far, where equal data are one entry.
    var sharedData: [ArraySlice<UInt8>: Entry] = [:]
    /// The arrays met so far, where equal arrays are one entry.
    var uniqueArrays: [[Entry]: Entry]?

    /// The UIDs of the boxed booleans false and true, or 0.
    var booleanUIDs: [UInt32] = [0, 0]
    /// The UID of the null object, once there is one.
    var nullObject: UID?

    /// The places of the keys of the object that is about to end, if they are known and not computed.
    var places: [Int] = []
    /// How many objects enclose the one being encoded.
    var depth = 0
    /// Two-phase objects whose contents wait until the stack is shallow again.
    var deferred: [(object: any Codingable, original: AnyObject?, uid: UInt32)] = []
    var isFinished = false
    /// Who is asked about every object.
    ///
    /// A value with a weak reference stays where it is in memory: the compiler hands out its address, where it would
    /// otherwise move the whole of it for every access in a build that is not optimised.
    weak var delegate: (any KeyedArchiverDelegate)?
    /// Whether to look for a delegate at all; loading a weak reference for every value would cost more than encoding it.
    var hasDelegate = false
    /// Whether only types that support secure coding may be encoded.
    var requiresSecureCoding = false
    var warnings: [CodingWarning] = []

    init(_ layout: ArchiveLayout) {
        commonClassNames = layout.commonClassNames
        sharing = layout.sharing
        makesKeysAtRunTime = layout.makesKeysAtRunTime
        if layout.sharing.isByValue, layout.objectOrder == .depthFirst { uniqueArrays = [:] }
        keyTable = KeyTable(layout)
        retained.reserveCapacity(16)
        classes.reserveCapacity(4)
        null = keyTable.stringEntry("$null", &table)
        objects.append(null)
        scope.lastKey = keyTable.addStart()
    }
}

extension ArchiverState {
    /// Lets go of the tables that only served to find what was met before, so that writing has their room.
    mutating func releaseSearchTables() {
        objects = GrowingTable()
        elements = GrowingTable()
        values = GrowingTable()
        keyIDs = GrowingTable()
        numbers = NumberTable()
        identities = IdentityTable()
        taggedStrings = TaggedStringTable()
        sharedData = [:]
        uniqueArrays = nil
    }

    /// Lets go of everything else that takes room or holds an object, once the archive is finished.
    ///
    /// - Returns: The objects that were held: releasing them runs code of the user, which may come back to the archiver,
    ///   so the caller does that when no access to the state is open.
    mutating func releaseContents() -> (retained: [AnyObject], replacements: [ObjectIdentifier: any Codingable]) {
        table = BinaryObjectTable()
        defer { (retained, replacements) = ([], [:]) }
        return (retained, replacements)
    }
}

// MARK: - Keys and values

extension ArchiverState {
    /// Adds a value under a key of the current scope.
    @inline(__always)
    mutating func put(_ entry: Entry, forKey key: String) {
        if scope.next < scope.end, let place = keyTable.place(of: key, at: scope.next) {
            table.setValue(entry, at: scope.firstPlace &+ place)
            scope.next &+= 1
        } else {
            putUnexpected(entry, forKey: key)
        }
    }

    @inline(never)
    private mutating func putUnexpected(_ entry: Entry, forKey key: String) {
        leaveShape()
        add(entry, keyTable.id(of: key, after: scope.lastKey, &table))
    }

    /// Adds a value under a key that is stored as it is.
    @inline(__always)
    mutating func put(_ entry: Entry, forStoredKey key: String) {
        if scope.next < scope.end, let place = keyTable.place(ofStored: key, at: scope.next) {
            table.setValue(entry, at: scope.firstPlace &+ place)
            scope.next &+= 1
        } else {
            putUnexpected(entry, forStoredKey: key)
        }
    }

    @inline(never)
    private mutating func putUnexpected(_ entry: Entry, forStoredKey key: String) {
        leaveShape()
        add(entry, keyTable.id(ofStored: key, after: scope.lastKey, &table))
    }

    /// Adds a value under a key that is stored as it is and is another string than other keys of its text.
    ///
    /// - Parameter number: Which of the keys of this text it is.
    mutating func put(_ entry: Entry, forStoredKey key: String, number: UInt32) {
        guard number > 0 else { return put(entry, forStoredKey: key) }
        leaveShape()
        keyIDs.append(keyTable.id(ofStored: key, number: number, &table))
        values.append(entry)
    }

    /// Adds a value under a key that Apple's class makes at run time, so that it is a new string for each use unless it is
    /// short enough for a tagged pointer.
    mutating func put(_ entry: Entry, forRuntimeKey key: String) {
        guard !sharing.isByValue, !(sharing.tagsStrings && CommonStrings.isTagged(key)) else {
            return put(entry, forStoredKey: key)
        }
        leaveShape()
        keyIDs.append(keyTable.freshID(of: key, &table))
        values.append(entry)
    }

    private mutating func add(_ entry: Entry, _ id: KeyTable.ID) {
        scope.lastKey = id
        keyIDs.append(id)
        values.append(entry)
    }

    /// Goes on with an object that turns out to have another shape than expected.
    private mutating func leaveShape() {
        guard scope.shape >= 0 else { return }
        let start = keyTable.shape(scope.shape).start
        for position in start..<scope.next {
            let (id, place) = keyTable.key(at: position)
            add(table.value(at: scope.firstPlace + place), id)
        }
        classes[scope.classIndex].isSteady = false
        scope.shape = -1
        scope.end = 0
    }

    /// The next generated key of the current scope: `$0`, `$1`, and so on.
    mutating func nextUnkeyedKey() -> String {
        defer { scope.unkeyedCount += 1 }
        return "$\(scope.unkeyedCount)"
    }

    /// Starts the scope of an object.
    ///
    /// An object of a class whose last two instances had the same keys is expected to have them too. Then each value
    /// goes to its place in the finished dictionary at once, where it would else be put on a stack with its key, and
    /// sorted at the end; that saves an eighth of encoding an object of five fields.
    ///
    /// - Returns: The scope to go back to.
    mutating func beginObject(classIndex: Int) -> Scope {
        let outer = scope
        scope = Scope(start: values.count, lastKey: classes[classIndex].firstKey, classIndex: classIndex)
        if classes[classIndex].isSteady {
            let shape = keyTable.shape(classes[classIndex].shapeGuess)
            scope.shape = classes[classIndex].shapeGuess
            scope.firstPlace = table.leaveValues(of: shape.keyList)
            scope.next = shape.start
            scope.end = shape.end
        }
        return outer
    }

    /// Ends the scope of an object: adds its class record if it is the first of its class, and stores the object.
    mutating func endObject(uid: UInt32, outer: Scope) {
        let classIndex = scope.classIndex
        if classes[classIndex].uid == 0 { addClassRecord(classIndex) }
        put(uidEntry(classes[classIndex].uid), forStoredKey: "$class")
        if scope.shape >= 0, scope.next == scope.end, places.isEmpty {
            let keyList = keyTable.shape(scope.shape).keyList
            objects[Int(uid)] = table.addDictionary(keyList: keyList, valuesFrom: scope.firstPlace)
            scope = outer
            return
        }
        leaveShape()
        let known = classes[classIndex].shapeGuess
        let (entry, shape) = addDictionary(shapeGuess: known, isObject: true)
        objects[Int(uid)] = entry
        classes[classIndex].isSteady = shape >= 0 && shape == known
        classes[classIndex].shapeGuess = shape
        abandonScope(outer)
    }

    /// Sets the places of the keys of the current object, `$class` included, in the order in which they were encoded.
    ///
    /// If one of them is new and has none, all keys come in their usual order.
    ///
    /// - Parameter missing: How many keys the object still gets.
    mutating func setPlaces(_ places: [Int?], missing: Int = 1) {
        leaveShape()
        let known = places.compactMap { $0 }
        if known.count == places.count, values.count - scope.start + missing == known.count { self.places = known }
    }

    /// Forgets the values of the current scope and goes back.
    mutating func abandonScope(_ outer: Scope) {
        keyIDs.truncate(to: scope.start)
        values.truncate(to: scope.start)
        scope = outer
    }

    /// Adds a dictionary of the values of the current scope.
    ///
    /// - Parameters:
    ///   - shapeGuess: The number of the shape that it probably has, or -1.
    ///   - isObject: Whether it is an object, not a class or the top level.
    /// - Returns: The dictionary, and what to guess the next time.
    mutating func addDictionary(shapeGuess: Int, isObject: Bool) -> (entry: Entry, shape: Int) {
        let start = scope.start
        if keyTable.hasFreshKeys || !places.isEmpty,
            let fresh = keyTable.freshShape(of: keyIDs.elements(start..<keyIDs.count), places: &places)
        {
            let ordered = fresh.order.map { values[start + $0] }
            return (table.addDictionary(keys: fresh.keyEntries, values: ordered), shapeGuess)
        }
        var shape = shapeGuess
        if !keyTable.isShape(shape, keyIDs, from: start) {
            if keyTable.hasDuplicates(keyIDs, from: start) { removeDuplicates() }
            shape = keyTable.shape(of: keyIDs, from: start, isObject: isObject, &table)
        }
        return (keyTable.addDictionary(shape, values, from: start, to: &table), shape)
    }

    /// Keeps the first place and the last value of each key, as putting them into one dictionary does.
    private mutating func removeDuplicates() {
        var positions: [KeyTable.ID: Int] = [:]
        var keptIDs: [KeyTable.ID] = []
        var keptValues: [Entry] = []
        for place in scope.start..<values.count {
            let (id, value) = (keyIDs[place], values[place])
            if let position = positions[id] {
                keptValues[position] = value
                warn("encoded twice in one object, perhaps by a class and its superclass; the last value counts", id)
            } else {
                positions[id] = keptIDs.count
                keptIDs.append(id)
                keptValues.append(value)
            }
        }
        keyIDs.truncate(to: scope.start)
        keyIDs.append(contentsOf: keptIDs)
        values.truncate(to: scope.start)
        values.append(contentsOf: keptValues)
    }

    private mutating func warn(_ reason: String, _ id: KeyTable.ID) {
        warnings.append(
            CodingWarning(
                reason: reason,
                key: keyTable.text(of: id),
                className: scope.classIndex < 0 ? nil : classes[scope.classIndex].record.name
            )
        )
    }
}

// MARK: - Classes by type

extension ArchiverState {
    /// The class under which objects of a type are written, if one was met.
    @inline(__always)
    mutating func knownClassIndex(of type: ObjectIdentifier) -> Int? {
        classByType[type].map { Int($0) }
    }

    /// Keeps the class under which objects of a type are written.
    mutating func setClassIndex(_ index: Int, of type: ObjectIdentifier) {
        classByType.set(UInt32(truncatingIfNeeded: index), for: type)
    }
}
