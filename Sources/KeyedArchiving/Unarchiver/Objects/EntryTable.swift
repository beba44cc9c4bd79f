internal import PropertyLists

/// How far each object of an archive has come, and the decoded objects.
///
/// There is a state of four bytes for each entry. Decoded objects are one after the other in the order in which they
/// were decoded: most entries of an archive are strings and collections that are not kept, and a place for each of them
/// would be memory that is touched for nothing.
struct EntryTable: ~Copyable {
    /// How far an object has come.
    enum Stage: UInt32 {
        /// It wasn't asked for, or was forgotten; next is `open`, `early` (two phases), `readOnce`, `absent` or
        /// `classRecord`.
        case unseen = 0
        /// It is being decoded, or a delegate is asked about it; next is `early` (`register`), `instance`, `value` or
        /// `readOnce`, or `unseen` after an error.
        case open = 1
        /// There is a complete instance; next is `unseen` where it is asked for as another type.
        case instance = 2
        /// There is a value, in a box; next is `unseen` where it is asked for as another type.
        case value = 3
        /// It decoded to nil; this is final.
        case absent = 4
        /// It was decoded once and not kept; the next time it is: next is `open`, `early` (two phases) or `value`.
        case readOnce = 5
        /// There is an instance that is not complete: registered by its initializer, or empty and waiting to be filled;
        /// next is `instance` or `value`, or `unseen` after an error.
        case early = 6
        /// It is a class record; this is final.
        case classRecord = 7

        /// Whether there is nothing to return: it wasn't decoded, or not kept.
        var isUnkept: Bool { self == .unseen || self == .readOnce }
    }

    /// The stage of an object in the lower three bits; above, the index of the decoded object or of its class.
    struct EntryState: BitwiseCopyable {
        fileprivate var rawValue: UInt32

        /// The state of an object that has an index.
        fileprivate init(_ stage: Stage, index: Int) {
            rawValue = UInt32(truncatingIfNeeded: index) &<< 3 | stage.rawValue
        }

        fileprivate init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        var stage: Stage { Stage(rawValue: rawValue & 7) ?? .unseen }
        fileprivate var index: Int { Int(rawValue &>> 3) }
        fileprivate var hasInstance: Bool { stage == .instance || stage == .early }
        fileprivate var hasObject: Bool { hasInstance || stage == .value }

        /// A delegate was shown it and left it as it is; it is read again rather than kept.
        fileprivate static var shown: Self { Self(.readOnce, index: 1) }
        /// Whether it is a plain value that a delegate was shown, and that isn't kept.
        var wasShown: Bool { rawValue == Self.shown.rawValue }
    }

    private var states: LazyTable<UInt32>
    private var objects: DecodedObjects
    /// The places of objects that were forgotten.
    private var freePlaces: [Int] = []
    /// How many values are kept.
    private(set) var valueCount = 0

    /// The greatest index that a state has room for.
    private static let maximumIndex = 1 << 29 - 1

    init(count: Int) {
        states = LazyTable(repeating: Stage.unseen.rawValue, count: count)
        objects = DecodedObjects(capacity: count)
    }

    /// The state of an object; setting one that it had before leaves the decoded object as it is.
    subscript(uid: EntryUID) -> EntryState {
        @inline(__always) get { EntryState(rawValue: states[uid.number]) }
        @inline(__always) set { states[uid.number] = newValue.rawValue }
    }

    /// Sets how far an object has come that isn't kept.
    @inline(__always)
    mutating func setStage(_ stage: Stage, of uid: EntryUID) {
        states[uid.number] = stage.rawValue
    }

    /// Notes that a delegate was shown a plain value, which isn't kept.
    mutating func setShown(_ uid: EntryUID) {
        self[uid] = .shown
    }

    // MARK: Classes

    /// The index of the class whose record is at a UID; nil if something else is there, or it was not seen.
    @inline(__always)
    func classIndex(at uid: EntryUID) -> Int? {
        let state = self[uid]
        return state.stage == .classRecord ? state.index : nil
    }

    /// Sets the index of the class whose record is at a UID.
    mutating func setClassIndex(_ index: Int, at uid: EntryUID) {
        self[uid] = EntryState(.classRecord, index: min(index, Self.maximumIndex))
    }

    // MARK: Decoded objects

    /// The instance at a UID, complete or not.
    @inline(__always)
    func instance(at uid: EntryUID) -> BoxedObject? {
        let state = self[uid]
        return state.hasInstance ? objects[state.index] : nil
    }

    /// The instance or the value at a UID.
    @inline(__always)
    func object(at uid: EntryUID) -> BoxedObject? {
        let state = self[uid]
        return state.hasObject ? objects[state.index] : nil
    }

    /// The value at a UID; nil if there is none, or an instance.
    func value(at uid: EntryUID) -> (any Codingable)? {
        let state = self[uid]
        return state.stage == .value ? objects[state.index].flatMap { ValueBox.value(in: $0) } : nil
    }

    /// All instances that are kept, and boxes.
    var allObjects: [AnyObject] { (0..<objects.count).compactMap { objects[$0] } }

    /// Keeps an object, if there is room.
    ///
    /// There is room for one of each entry, up to 2²⁹ - 1. Beyond, an object isn't kept, and one in two phases stays
    /// empty.
    @inline(__always)
    mutating func keep(_ object: BoxedObject, at uid: EntryUID, isEarly: Bool) {
        let state = self[uid]
        var index = state.index
        if state.hasObject {
            // Mostly it is the instance that had registered itself, and only the state changes.
            if objects[index] !== object { objects[index] = object }
            if state.stage == .value { valueCount -= 1 }
        } else if freePlaces.isEmpty {
            index = objects.count
            guard !objects.isFull, index < Self.maximumIndex else { return setStage(.unseen, of: uid) }
            objects.append(object)
        } else {
            index = freePlaces.removeLast()
            objects[index] = object
        }
        var stage = isEarly ? Stage.early : .instance
        if ValueBox.isBox(object) {
            stage = .value
            valueCount += 1
        }
        self[uid] = EntryState(stage, index: index)
    }

    /// Marks an object as not seen, and releases it.
    mutating func evict(_ uid: EntryUID) {
        let state = self[uid]
        if state.hasObject {
            objects[state.index] = nil
            freePlaces.append(state.index)
            if state.stage == .value { valueCount -= 1 }
        }
        setStage(.unseen, of: uid)
    }
}
