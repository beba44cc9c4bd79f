internal import PropertyLists

/// Everything an archiver knows while it works.
///
/// The archiver reaches it through one stored property and never holds that access while code of the user runs. The
/// state cannot be copied, by accident least of all.
struct ArchiverState: ~Copyable {
    typealias Entry = BinaryObjectTable.Entry
    typealias Field = ObjectShapes.Field

    /// The object that is being encoded, or the top level.
    struct Frame: BitwiseCopyable {
        /// The index in `fields` of its first value.
        var start = 0
        /// The key encoded last, from which the next is guessed.
        var lastKey = KeyTable.start
        /// How many values were encoded without a key.
        var unkeyedCount = 0
        /// The class of the object; nil at the top level.
        var classIndex: Int?
        /// Whether the first value of a key that is encoded twice counts, as where an archive is read, not the last.
        var keepsFirstValues = false
        /// The shape that the object has had so far, if it is expected to have all of it; nil otherwise.
        var shape: Int?
        /// The first of the places for the values of that shape.
        var firstPlace = 0
        /// The position of the next key of that shape, and of its end.
        var next = 0
        var end = 0
        /// The entry in whose place it is encoded.
        var place = StoredPlace.none
    }

    /// A class as it is written in this archive.
    struct ClassSlot {
        var record: ArchivedClass
        /// The entry of the record, if the table has it from the start.
        var commonRecord: Entry?
        /// Whether all that has this record is of this class.
        var isShared: Bool
        /// The UID of its record; nil while no instance is complete.
        var uid: EntryUID?
        /// The key from which the first key is guessed.
        var firstKey: KeyTable.ID
        /// The shape of the last instance; before the first one, the shape expected of it.
        var shapeGuess: Int?
        /// Whether the next instance is expected to have that shape: the last had the shape of the one before, or was
        /// the first.
        var repeatsShape = false
    }

    var table: BinaryObjectTable
    /// The keys, and which of them objects have.
    var shapes: ObjectShapes
    /// The values that are one object or one entry.
    var valueTable: ValueTable
    /// The UIDs of objects, and the classes under which objects of a type are written, by their addresses.
    var identities = IdentityTable()
    /// The objects whose addresses `identities` holds; types last as long as the program.
    var retained: [AnyObject] = []
    /// The replacements of objects that were seen only conditionally so far.
    var replacements: [ObjectIdentifier: any Codingable] = [:]

    /// The entries of `$objects`, by UID; an object that is still being encoded has the null entry.
    var objects = GrowingTable<Entry>()
    let null: Entry

    var frame = Frame()
    /// The values of the objects being encoded, with their keys, but not of those that have the shape expected.
    var fields = GrowingTable<Field>()
    /// References of the collections being encoded.
    var elements = GrowingTable<Entry>()

    var classes: [ClassSlot] = []
    /// The classes that are shared, by their records.
    var classesByRecord = SmallTable()
    /// The shape of the class record that was added last, once there was one.
    var recordShape: Int?
    /// The shapes that the table has from the start, if it has any.
    let commonShapes: CommonShapes.Numbers?
    /// The names to write for types in place of their own.
    var classNames: [ObjectIdentifier: String] = [:]
    var layout: ArchiveLayout
    /// The form to write.
    var outputFormat = PropertyListFormat.binary
    /// The name of the archiver's class in the archive.
    var archiverName = ArchiveEnvelope.usualArchiver

    /// The UID of the null object, once there is one.
    var nullObject: UID?

    /// The archives that objects which were encoded came from.
    var origins = EncodedOrigins()
    /// The entry in whose place the next object is encoded.
    var place = StoredPlace.none
    /// The slot of an object that a plain value replaces, which the text `$null` takes, as it is an object itself.
    var reservedSlot: EntryUID?
    /// How many objects enclose the one being encoded.
    var depth = 0
    /// The number of objects at which their limit is checked next, and whether the task was cancelled.
    var nextCheck = 0
    /// How much stack there is for more.
    var stack = StackLimit()
    /// Two-phase objects whose contents wait until the stack is shallow again.
    var deferred: [(object: any Codingable, original: AnyObject?, uid: EntryUID, place: StoredPlace)] = []
    var isFinished = false
    /// The delegate.
    ///
    /// A value with a weak reference stays where it is in memory: the compiler passes its address, where it would
    /// otherwise move the whole of it for every access in a build that is not optimized.
    weak var delegate: (any KeyedArchiverDelegate)?
    /// The delegate, held while an object is encoded, once it was asked about something in that object.
    var heldDelegate: KeyedArchiver.HeldDelegate?
    /// Whether to look for a delegate at all, so that no weak reference is loaded for every value (row `encode number`
    /// of `Instructions.tsv`).
    var hasDelegate = false
    /// Whether deferred objects are being encoded: the outermost call goes on, and its stack limit stays valid.
    var isWithinDeferred = false
    /// Whether only types that support secure coding may be encoded.
    var requiresSecureCoding = false
    var warnings: [CodingWarning] = []
    /// The way that the last error came.
    var trail = FailureTrail()

    @inline(__always)
    init(_ layout: ArchiveLayout) {
        if Self.hasCommonShapes(layout) {
            table = BinaryObjectTable(copying: CommonShapes.shared.table)
            shapes = ObjectShapes(copying: CommonShapes.shared.shapes)
            valueTable = ValueTable(copying: CommonShapes.shared.values)
            null = CommonShapes.shared.null
            commonShapes = CommonShapes.shared.numbers
            recordShape = CommonShapes.shared.numbers.record
        } else {
            table = BinaryObjectTable()
            valueTable = ValueTable()
            shapes = ObjectShapes(layout.keyOrder)
            commonShapes = nil
            null =
                layout.sharing.isByValue
                ? valueTable.entry(of: NullText.text, for: .any, &table) : table.addString(NullText.text)
        }
        retained.reserveCapacity(16)
        classes.reserveCapacity(4)
        objects.append(null)
        self.layout = layout
    }

    /// Whether archives of a layout start with common shapes: layouts with the usual order of keys, in which equal
    /// strings have separate entries.
    static func hasCommonShapes(_ layout: ArchiveLayout) -> Bool {
        layout.keyOrder == KeyOrder() && !layout.sharing.isByValue
    }

    /// The entry in whose place an object is encoded, which holds for that object alone.
    @inline(__always)
    mutating func takePlace() -> StoredPlace {
        if place.isNone { return .none }
        defer { place = .none }
        return place
    }

    /// The policy for which equal values share an entry.
    var sharing: SharingPolicy {
        @inline(__always) get { layout.sharing }
    }
}

extension ArchiverState {
    /// Whether there is stack for one more object.
    @inline(__always)
    mutating func hasStack() -> Bool {
        guard depth > 0 || isWithinDeferred else {
            stack.begin()
            return true
        }
        return stack.hasRoom()
    }

    /// The number of objects from which on the tables for finding known objects are released before writing.
    static let fewObjects = 256

    /// Releases the tables for finding known objects, so that writing can use their memory.
    mutating func releaseSearchTables() {
        objects = GrowingTable()
        elements = GrowingTable()
        fields = GrowingTable()
        identities = IdentityTable()
        valueTable = ValueTable()
    }

    /// Releases the tables that served for writing.
    mutating func releaseWritingTables() {
        table = BinaryObjectTable()
        elements = GrowingTable()
    }

    /// Releases everything else that takes room or holds an object, once the archive is finished.
    ///
    /// - Returns: The objects that were held: releasing them runs code of the user, which may come back to the
    ///   archiver, so the caller does that when no access to the state is open.
    mutating func releaseContents() -> (retained: [AnyObject], replacements: [ObjectIdentifier: any Codingable]) {
        for source in origins.sources { source.release() }
        origins = EncodedOrigins()
        defer { (retained, replacements) = ([], [:]) }
        return (retained, replacements)
    }
}

// MARK: - Slots of `$objects`

extension ArchiverState {
    /// The reference to an object.
    @inline(__always)
    mutating func uidEntry(_ uid: EntryUID) -> Entry {
        table.uid(uid.uid)
    }

    /// Takes the next UID.
    ///
    /// Until its object is complete the slot holds `$null`.
    @inline(__always)
    mutating func reserveUID() -> EntryUID {
        let uid = EntryUID(objects.count)
        objects.append(null)
        return uid
    }

    /// Takes the next UID for an instance that is about to be encoded.
    ///
    /// - Parameter found: The result of the search for it.
    @inline(__always)
    mutating func enter(_ instance: AnyObject, at found: IdentityTable.SearchResult) -> EntryUID {
        let uid = reserveUID()
        retained.append(instance)
        identities.set(KeyedArchiver.Known(uid: uid, isEncoded: true).rawValue, for: instance, at: found)
        return uid
    }

    /// Adds an object that is stored as a plain value.
    @inline(__always)
    mutating func addValueObject(_ entry: Entry) -> EntryUID {
        let uid = EntryUID(objects.count)
        objects.append(entry)
        return uid
    }

    /// Puts a plain value into the slot that was reserved for an object.
    ///
    /// - Parameters:
    ///   - isNew: Whether nothing refers to the value yet. If it is also the last object, the slot is its only one.
    ///   - constant: Its text, if it is a constant of a program.
    mutating func place(_ value: EntryUID, at uid: EntryUID, isNew: Bool, constant: String?) {
        objects[uid.number] = objects[value.number]
        guard isNew, value.number == objects.count - 1 else { return }
        objects.truncate(to: value.number)
        valueTable.moveLast(from: value, to: uid, constant: constant)
    }
}
