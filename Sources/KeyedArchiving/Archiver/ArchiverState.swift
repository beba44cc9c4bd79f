internal import PropertyLists

/// Everything an archiver knows while it works.
///
/// The archiver reaches it through one stored property and never holds that access while code of the user runs. The
/// state cannot be copied, by accident least of all.
struct ArchiverState: ~Copyable {
    typealias Entry = BinaryObjectTable.Entry
    typealias Field = ObjectShapes.Field

    /// What is being encoded: an object, or the top level.
    struct Scope: BitwiseCopyable {
        /// Where its values start in `fields`.
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
        /// Where the places of the values of that shape begin.
        var firstPlace = 0
        /// The position of the next key of that shape, and of its end.
        var next = 0
        var end = 0
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
        /// Where guessing keys starts.
        var firstKey: KeyTable.ID
        /// The shape of the last instance, once there was one, or what is expected of the first.
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
    /// What objects are replaced by that were seen only conditionally so far.
    var replacements: [ObjectIdentifier: any Codingable] = [:]

    /// The entries of `$objects`, by UID; an object that is still being encoded has the null entry.
    var objects = GrowingTable<Entry>()
    let null: Entry

    var scope = Scope()
    /// The values of the objects being encoded, with their keys, but not of those that have the shape expected.
    var fields = GrowingTable<Field>()
    /// References of the collections being encoded.
    var elements = GrowingTable<Entry>()

    var classes: [ClassSlot] = []
    /// The classes that are shared by their records, once there are many classes.
    var classByRecord: [ArchivedClass: Int] = [:]
    static let fewClasses = 16
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

    /// Which objects of another archive those are that were encoded.
    var encodedIdentities = EncodedIdentities()
    /// How many objects enclose the one being encoded.
    var depth = 0
    /// How much stack there is for more.
    var stack = StackGauge()
    /// Two-phase objects whose contents wait until the stack is shallow again.
    var deferred: [(object: any Codingable, original: AnyObject?, uid: EntryUID)] = []
    var isFinished = false
    /// The delegate.
    ///
    /// A value with a weak reference stays where it is in memory: the compiler passes its address, where it would
    /// otherwise move the whole of it for every access in a build that is not optimized.
    weak var delegate: (any KeyedArchiverDelegate)?
    /// The same while an object is encoded and it was asked about something in it.
    var heldDelegate: KeyedArchiver.HeldDelegate?
    /// Whether to look for a delegate at all, so that no weak reference is loaded for every value (row `encode number`
    /// of `Instructions.tsv`).
    var hasDelegate = false
    /// Whether objects that waited are being encoded: the outermost call goes on, and with it what is known of the stack.
    var isWithinDeferred = false
    /// Whether only types that support secure coding may be encoded.
    var requiresSecureCoding = false
    var warnings: [CodingWarning] = []
    /// The way that the last error came.
    var trail = FailureTrail()

    @inline(__always)
    init(_ layout: ArchiveLayout) {
        table = BinaryObjectTable()
        valueTable = ValueTable()
        if Self.hasCommonShapes(layout) {
            table.restart(with: CommonShapes.shared.table)
            shapes = ObjectShapes(layout.keyOrder)
            shapes.restart(with: CommonShapes.shared.shapes)
            valueTable.restart(with: CommonShapes.shared.values)
            null = CommonShapes.shared.null
            commonShapes = CommonShapes.shared.numbers
            recordShape = CommonShapes.shared.numbers.record
        } else {
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

    /// Whether archives of a layout start with common shapes: those in which tables of keys start without room, and in
    /// which equal strings are entries of their own.
    static func hasCommonShapes(_ layout: ArchiveLayout) -> Bool {
        layout.keyOrder == KeyOrder() && !layout.sharing.isByValue
    }

    /// Makes everything but the layout as it was at first, in the memory that the tables have.
    ///
    /// The state is one that started with common shapes. Releasing the objects that it held runs code of the user, so no
    /// archiver may have it anymore.
    mutating func restart() {
        table.restart(with: CommonShapes.shared.table)
        shapes.restart(with: CommonShapes.shared.shapes)
        valueTable.restart(with: CommonShapes.shared.values)
        identities.removeAll()
        while !retained.isEmpty { retained.removeLast() }
        if !replacements.isEmpty { replacements = [:] }
        objects.truncate(to: 1)
        scope = Scope()
        fields.truncate(to: 0)
        elements.truncate(to: 0)
        while !classes.isEmpty { classes.removeLast() }
        if !classByRecord.isEmpty { classByRecord = [:] }
        recordShape = CommonShapes.shared.numbers.record
        if !classNames.isEmpty { classNames = [:] }
        outputFormat = .binary
        archiverName = ArchiveEnvelope.usualArchiver
        nullObject = nil
        encodedIdentities = EncodedIdentities()
        depth = 0
        stack = StackGauge()
        if !deferred.isEmpty { deferred = [] }
        isFinished = false
        if hasDelegate { (delegate, heldDelegate, hasDelegate) = (nil, nil, false) }
        requiresSecureCoding = false
        if !warnings.isEmpty { warnings = [] }
        if trail.error != nil { trail = FailureTrail() }
    }

    /// Which equal values share an entry.
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

    /// An archive of so few objects keeps its tables while it is written, and afterwards: they are small.
    static let fewObjects = 256

    /// How much memory small tables have at most, in bytes.
    private static let smallSize = 1 << 17

    /// Whether the tables are small, with as many keys as objects and as many objects retained.
    var isSmall: Bool {
        (1...Self.fewObjects).contains(objects.count) && shapes.keys.count <= Self.fewObjects
            && retained.capacity <= 2 * Self.fewObjects && !table.refersToData
            && table.memorySize + fields.memorySize + elements.memorySize + objects.memorySize + identities.memorySize
                + valueTable.memorySize <= Self.smallSize
    }

    /// Releases the tables that only served to find what was seen before, so that writing has their room.
    mutating func releaseSearchTables() {
        objects = GrowingTable()
        elements = GrowingTable()
        fields = GrowingTable()
        identities = IdentityTable()
        valueTable = ValueTable()
    }

    /// Releases the tables that served for writing, unless they are small.
    mutating func releaseLargeTables() {
        guard !isSmall else { return }
        table = BinaryObjectTable()
        elements = GrowingTable()
    }

    /// Releases everything else that takes room or holds an object, once the archive is finished.
    ///
    /// - Returns: The objects that were held: releasing them runs code of the user, which may come back to the
    ///   archiver, so the caller does that when no access to the state is open.
    mutating func releaseContents() -> (retained: [AnyObject], replacements: [ObjectIdentifier: any Codingable]) {
        encodedIdentities = EncodedIdentities()
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
    /// - Parameter found: What the search for it came to.
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
}
