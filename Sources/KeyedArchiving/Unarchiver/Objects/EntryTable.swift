internal import PropertyLists

/// How far each object of an archive has come, and the instances that were decoded.
///
/// There is a state of four bytes for each object. Instances are one after the other in the order in which they were
/// decoded: most objects of an archive are strings and collections that are not kept, and a place for each of them
/// would be memory that is touched for nothing.
struct EntryTable: ~Copyable {
    /// How far an object has come.
    struct Stage: BitwiseCopyable, Equatable {
        fileprivate let rawValue: UInt32

        static var unseen: Self { Self(rawValue: 0) }
        /// Its initializer is running.
        static var open: Self { Self(rawValue: 1) }
        /// There is a complete instance.
        static var instance: Self { Self(rawValue: 2) }
        /// There is a value that is kept elsewhere.
        static var value: Self { Self(rawValue: 3) }
        /// It decoded to nil.
        static var absent: Self { Self(rawValue: 4) }
        /// It was decoded once and not kept; the next time it is.
        static var readOnce: Self { Self(rawValue: 5) }
        /// There is an instance that is not complete: registered by its initializer, or empty and waiting to be filled.
        static var early: Self { Self(rawValue: 6) }
        /// It is a class record.
        static var classRecord: Self { Self(rawValue: 7) }
    }

    /// The stage of an object in the lower three bits; above, the index of its instance or of its class.
    struct EntryState: BitwiseCopyable {
        fileprivate var rawValue: UInt32

        /// The state of an object that has an index.
        fileprivate init(_ stage: Stage, index: Int) {
            rawValue = UInt32(truncatingIfNeeded: index) &<< 3 | stage.rawValue
        }

        fileprivate init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        var stage: Stage { Stage(rawValue: rawValue & 7) }
        fileprivate var index: Int { Int(rawValue &>> 3) }
        fileprivate var hasInstance: Bool { stage == .instance || stage == .early }

        /// Whether there is nothing to return: it wasn't decoded, or not kept.
        var isUnkept: Bool { stage == .unseen || stage == .readOnce }

        /// A delegate was shown it and left it as it is; it is read again rather than kept.
        fileprivate static var shown: Self { Self(.readOnce, index: 1) }
        /// Whether it is a plain value that a delegate was shown, and that isn't kept.
        var wasShown: Bool { rawValue == Self.shown.rawValue }
    }

    private var states: LazyTable<UInt32>
    private var instances: InstanceTable
    /// The places of instances that were forgotten.
    private var freePlaces: [Int] = []

    /// The greatest index that a state has room for.
    private static let maximumIndex = 1 << 29 - 1

    init(count: Int) {
        states = LazyTable(repeating: Stage.unseen.rawValue, count: count)
        instances = InstanceTable(capacity: count)
    }

    /// The state of an object; setting one that it had before leaves its instance as it is.
    subscript(uid: EntryUID) -> EntryState {
        @inline(__always) get { EntryState(rawValue: states[uid.number]) }
        @inline(__always) set { states[uid.number] = newValue.rawValue }
    }

    /// Sets how far an object has come that has no instance.
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

    // MARK: Instances

    /// The instance at a UID, complete or not.
    @inline(__always)
    func instance(at uid: EntryUID) -> (any Codingable & AnyObject)? {
        let state = self[uid]
        return state.hasInstance ? instances[state.index] : nil
    }

    /// All instances that are kept.
    var allInstances: [AnyObject] { (0..<instances.count).compactMap { instances[$0] } }

    /// Keeps an instance.
    ///
    /// - Returns: Whether there was room: there is for an instance of each object, up to 2²⁹ - 1.
    @inline(__always)
    mutating func keep(_ instance: any Codingable & AnyObject, at uid: EntryUID, isEarly: Bool) -> Bool {
        let state = self[uid]
        var index = state.index
        if state.hasInstance {
            // Mostly it is the instance that had registered itself, and only the state changes.
            if instances[index] !== instance { instances[index] = instance }
        } else if freePlaces.isEmpty {
            index = instances.count
            guard !instances.isFull, index < Self.maximumIndex else { return false }
            instances.append(instance)
        } else {
            index = freePlaces.removeLast()
            instances[index] = instance
        }
        self[uid] = EntryState(isEarly ? .early : .instance, index: index)
        return true
    }

    /// Marks an object as not seen, and releases its instance.
    mutating func evict(_ uid: EntryUID) {
        let state = self[uid]
        if state.hasInstance {
            instances[state.index] = nil
            freePlaces.append(state.index)
        }
        setStage(.unseen, of: uid)
    }
}
