internal import PropertyLists

/// Everything an unarchiver knows while it works.
///
/// The unarchiver reaches it through one stored property, once for each value it decodes, and never holds that access
/// while code of the user runs: the access is not checked, which would slow down every call (row `decode person` of
/// `Instructions.tsv`). For the same reason the state cannot be copied, by accident least of all. Most
/// methods are mutating even where they change nothing, because a mutating method is given the address of the state in
/// every build.
struct UnarchiverState: ~Copyable {
    /// The object that is being decoded, with its fields, or the top level.
    ///
    /// It holds no reference-counted values, so that entering and leaving an object only moves a few words.
    struct Frame: BitwiseCopyable {
        /// The UID of the object; 0 at the top level.
        var uid = EntryUID.null
        /// The index of its class in `classes`; none at the top level.
        var classIndex = OptionalIndex.none
        var fields: BinaryFields
        /// The index of its shape in `keyShapes`; none if that is not known.
        var shape = OptionalIndex.none
        /// The look-ups recorded for its keys.
        var askOrder = AskOrder.Run.none
        /// How many keys were asked for.
        var askedCount = 0
        /// How many values were decoded without a key.
        var unkeyedCount = 0
        /// Whether the object is a two-phase one that is being filled.
        var isFilling = false
        /// The type that the innermost call that names types allows, if it is one.
        var allowedType: (any Codingable.Type)?
        /// The index in `allowedLists` of the types that the innermost call that names types allows; none if it is
        /// one type, or if no call named any.
        var allowedList = OptionalIndex.none
    }

    /// A two-phase object that is still empty; it is kept as available early.
    struct EmptyInstance: BitwiseCopyable {
        var uid: EntryUID
        /// The index of its class in `classes`.
        var classIndex: Int
        /// The index of its shape in `keyShapes`.
        var shape: Int
        /// The index in `fillPlans` of how it is filled.
        var plan: Int
    }

    /// How a two-phase object is filled: many wait for the same.
    struct FillPlan: BitwiseCopyable {
        /// The type that made it.
        var type: any TwoPhaseCodingable.Type
        var allowedType: (any Codingable.Type)?
        var allowedList: OptionalIndex

        @inline(__always)
        func isSame(as other: FillPlan) -> Bool {
            ObjectIdentifier(type) == ObjectIdentifier(other.type) && allowedList == other.allowedList
                && allowedType.map { ObjectIdentifier($0) } == other.allowedType.map { ObjectIdentifier($0) }
        }
    }

    /// A closure that waits for an object, and the object whose initializer left it.
    struct Waiting {
        let closure: (any Codingable) throws -> Void
        let uid: EntryUID
        /// The number of the attempt to decode that object, counted from 1.
        let generation: Int
    }

    /// The lengths of the undo log and the work list when an object was entered.
    struct Checkpoint: BitwiseCopyable {
        let undoLogCount: Int
        let workListCount: Int
    }

    /// The entries of the archive by UID.
    let archive: ArchiveIndex
    /// The types that are registered for class names, besides those that decoding calls name.
    var registry: ClassRegistry {
        didSet { knownContentTypes = nil }
    }
    /// The types of the registry that only hold content; nil as long as nothing asked for them.
    private var knownContentTypes: [any Codingable.Type]?
    /// The types that were set for class names, which go before all others.
    var types = ClassNameTable<any Codingable.Type>()
    /// The reader of the archive.
    ///
    /// It is stored separately because reading it from the index costs more (row `decode generic person` of
    /// `Instructions.tsv`).
    let reader: BinaryPropertyListReader
    /// How many objects may enclose one that is entered by recursion.
    let depthLimit: Int
    /// How long a string may be that is read on the fast path.
    let shortStringLimit: Int
    var frame: Frame
    /// How far each object has come, and the decoded objects.
    var entries: EntryTable
    /// Additional facts about decoded objects, for the few objects that have any.
    var facts: [EntryUID: EntryFacts] = [:]
    /// The types that stand for one class: those that calls named, and those that a call for any object gets.
    var competingTypes = IdentityTable()
    /// Types that classes were resolved to, by the index of the class, which weren't compared with others yet.
    var typesToCompare = GrowingTable<(classIndex: Int, type: any Codingable.Type)>()
    var classes: [ResolvedClass] = []
    /// The remaining budget for decoding the archive.
    var budget: Budget
    /// The shapes of the keys of objects.
    var keyShapes = KeyShapes()
    /// The keys of objects of each shape that were decoded field by field, by the index of the shape.
    var fieldKeys: [FieldKeys] = []
    /// The classes and the keys of these objects, one for each order.
    var fieldLayouts: [FieldLayout] = []
    /// The positions of fields in the orders in which such objects were decoded, one order after the other.
    var fieldPositions = GrowingTable<FieldPosition>()
    var recentStrings = RecentStrings()
    /// The lists of types that calls allowed.
    var allowedLists: [[any Codingable.Type]] = []
    /// The index of each list in `allowedLists`.
    var allowedListsByTypes: [[ObjectIdentifier]: Int] = [:]
    /// How many objects enclose the one being decoded.
    var depth = 0
    /// How much stack there is for more.
    var stack = StackLimit()
    /// Two-phase objects that are still empty.
    var workList = GrowingTable<EmptyInstance>()
    /// How these are filled, and others were before them.
    var fillPlans = GrowingTable<FillPlan>()
    /// The objects kept since one became available before it was complete, by UID.
    ///
    /// They may refer to it, so if it fails after all, they are forgotten with it.
    var undoLog = GrowingTable<EntryUID>()
    /// The closures that wait for objects being decoded, by the UID of the awaited object.
    var waiting: [EntryUID: [Waiting]] = [:]
    /// Whether an object may be a container of any objects, whose contents are to be checked for every request: a class
    /// was resolved to one, or a hook put something in the place of an object.
    var mayHoldContainers = false
    var warnings: [CodingWarning] = []
    /// The search for the paths of errors; nil until the first error.
    var knownPathSearch: PathSearch?
    /// The archive as decoded objects refer to it; nil until one does.
    var origin: Origin?
    /// Whether values carry their entries as well.
    var preservesIdentity = false
    /// The objects that give values the identity of their entries, by UID, if identities are kept.
    var pinnedValues: [EntryUID: any Codingable] = [:]
    /// The containers that were walked for calls of the user for property lists, and so charged.
    var chargedLists: Set<EntryUID> = []
    /// The facts found by decoding through `Decodable`; nil if there are none, or while such decoding is in progress.
    var graphTables: GraphTables?
    var hasStarted = false
    var decodingState = DecodingState.running
    /// The delegate.
    ///
    /// A value with a weak reference stays where it is in memory: the compiler passes its address, where it would
    /// otherwise move the whole of it for every access in a build that is not optimized.
    weak var delegate: (any KeyedUnarchiverDelegate)?
    /// The delegate, held while an object is decoded, once it was asked about something in that object.
    var heldDelegate: KeyedUnarchiver.HeldDelegate?
    /// Whether a delegate sees every object.
    var hasDelegate = false {
        didSet { checksPlainValues = hasDelegate || hasReplacedPlainValues }
    }
    /// Whether a delegate, which may have been removed since, put something in the place of a plain value.
    var hasReplacedPlainValues = false
    /// Whether plain values must be looked up one by one before they are read: a delegate has to see them, or something
    /// else is in the place of one.
    private(set) var checksPlainValues = false
    /// Whether only the types that calls name are decoded; it is here so that it isn't read from a class.
    var requiresSecureCoding = true
    /// Whether subclasses of those do not count.
    var allowsExactTypesOnly = false

    /// The reason why values are no longer looked up.
    enum DecodingState {
        case running
        /// Decoding failed before, and the policy is to return defaults from then on.
        case failed
        /// Decoding is finished.
        case finished
    }

    init(_ archive: consuming ArchiveIndex, _ registry: consuming ClassRegistry) {
        self.registry = registry
        reader = archive.reader
        budget = Budget(of: reader)
        let limits = reader.limits
        depthLimit = limits.depth
        shortStringLimit = min(limits.stringBytes, 255)
        frame = Frame(fields: archive.top)
        entries = EntryTable(count: archive.entries.count)
        self.archive = archive
        // Most archives have a few classes, and are small: room for these is made at once (row `decode archive of two
        // persons` of `Instructions.tsv`).
        classes.reserveCapacity(4)
    }
}

extension UnarchiverState {
    /// The types of the registry that only hold content.
    mutating func contentTypes() -> [any Codingable.Type] {
        if let knownContentTypes { return knownContentTypes }
        let types = registry.contentTypes.compactMap { $0 as? any Codingable.Type }
        knownContentTypes = types
        return types
    }

    /// Whether one more object may be entered by recursion.
    @inline(__always)
    mutating func hasRoom() -> Bool {
        guard depth > 0 else {
            stack.begin()
            return depthLimit > 0
        }
        return depth < depthLimit && stack.hasRoom()
    }

    /// How much is kept and waits now.
    var checkpoint: Checkpoint {
        @inline(__always) mutating get { Checkpoint(undoLogCount: undoLog.count, workListCount: workList.count) }
    }
}

/// A class record of the archive, and the type that it was resolved to for the last request.
struct ResolvedClass {
    var record: ArchivedClass
    /// The type that was asked for when it was resolved last, and the result.
    var request: ObjectIdentifier? {
        didSet { strategy = nil }
    }
    /// The index in `allowedLists` of the types that were asked for then; none if it was one type, or any.
    var requestedList = OptionalIndex.none
    var type: (any Codingable.Type)? {
        didSet { strategy = nil }
    }
    /// How objects of the type are made, known once it was found to support secure coding if that is required.
    var strategy: MakingStrategy? {
        didSet {
            let isAny = strategy != nil && request == ObjectIdentifier(AllowedTypes.self)
            container = isAny ? LibraryContainer(self.type) : nil
        }
    }
    /// The container type that a call for any object gets, if it is one of the library's.
    private(set) var container: LibraryContainer?
    /// How objects of the class lay out their fields, if it or a superclass is one of Foundation's.
    lazy var family = FoundationFamily(of: record)
}
