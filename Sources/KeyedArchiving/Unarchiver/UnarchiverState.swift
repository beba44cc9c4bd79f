internal import PropertyLists

/// Everything an unarchiver knows while it works.
///
/// The unarchiver reaches it through one stored property, once for each value it decodes, and never holds that access
/// while code of the user runs: Swift checks every access to a property of a class, and those checks would cost more than
/// the decoding. For the same reason the state cannot be copied; a copy made by accident would cost more than anything
/// else here. Most methods are mutating even where they change nothing, because a mutating method is given the address
/// of the state in every build.
struct UnarchiverState: ~Copyable {
    /// What is being decoded: the fields of an object, or the top level.
    ///
    /// It holds nothing that is counted, so that entering and leaving an object moves a few words and no more.
    struct Scope: BitwiseCopyable {
        /// The UID of the object; 0 at the top level.
        var uid = 0
        /// The index of its class in `classes`; -1 at the top level.
        var classIndex = -1
        var keys: BinaryReferences
        var values: BinaryReferences
        /// How many keys were asked for.
        var askedCount = 0
        /// How many values were decoded without a key.
        var unkeyedCount = 0
        /// Whether the object is a two-phase one that is being filled.
        var isFilling = false
        /// Whether `keyIndexes` has an index of the object's keys.
        var hasKeyIndex = false
        /// The type that the innermost call that names types allows, if it is one.
        var allowedType: (any Codingable.Type)?
        /// The index in `allowedLists` of the types that the innermost call that names types allows; -1 if it is one
        /// type or none.
        var allowedList = -1
    }

    /// A two-phase object that is still empty.
    struct Unfilled {
        var object: any Codingable
        var uid: Int
        var allowed: AllowedTypes
    }

    typealias Progress = DecodedObjects.Progress

    let reader: BinaryPropertyListReader
    let objects: BinaryReferences
    /// How long a string may be that is read the short way.
    let shortStringLimit: Int
    /// The fields of `$top`.
    let top: (keys: BinaryReferences, values: BinaryReferences)
    var scope: Scope
    /// How far each object has come, and the decoded instances.
    var decoded: DecodedObjects
    /// Decoded objects that are not instances.
    var values: [Int: any Codingable] = [:]
    var classes: [ResolvedClass] = []
    /// What decoding may still make of the archive.
    var budget: ExpansionBudget
    var keyCache = KeyCache()
    /// Where each class's objects had the keys that were asked for first, second and so on.
    var keyGuesses = KeyGuesses()
    var recentStrings = RecentStrings()
    /// The object index of the key `$class`, as met last; Apple's files have one.
    var classKey = -1
    /// How far before the end of the keys it was.
    var classKeyDistance = 1
    /// The lists of types that calls allowed.
    private var allowedLists: [[any Codingable.Type]] = []
    /// The positions of the keys of open objects with many, made when guessing failed; by UID.
    private var keyIndexes: [Int: [PropertyListString: Int]] = [:]
    /// How many objects enclose the one being decoded.
    var depth = 0
    /// Two-phase objects that are still empty.
    var unfilled: [Unfilled] = []
    /// The objects kept since one became available before it was complete, by UID.
    ///
    /// They may refer to it, so if it fails after all, they are forgotten with it.
    var keptEarly: [Int] = []
    /// What waits for objects that are being decoded.
    var waiting: [Int: [(any Codingable) throws -> Void]] = [:]
    /// For containers of any objects, the types that their contents were last checked against, by UID.
    var checkedContents: [Int: [ObjectIdentifier]] = [:]
    /// Whether an object may be a container of any objects, whose contents are to be checked for every request: a class
    /// was resolved to one, or a hook put something in the place of an object.
    var mayHoldContainers = false
    var warnings: [CodingWarning] = []
    /// Where values come from, if that is kept.
    var origins: StoredOrigins?
    /// What stands for values with the identity of their entry, by UID, if origins are kept.
    var shared: [Int: any Codingable] = [:]
    /// The table with which a property list was walked; empty if none was, or one is being walked.
    var treePlaces = LazyTable<UInt32>(repeating: 0, count: 0)
    var hasStarted = false
    var stop = Stop.no
    /// Who is shown every object.
    ///
    /// A value with a weak reference stays where it is in memory: the compiler hands out its address, where it would
    /// otherwise move the whole of it for every access in a build that is not optimised.
    weak var delegate: (any KeyedUnarchiverDelegate)?
    /// Whether every object is shown to a delegate, which rules out the short ways.
    var hasDelegate = false
    /// Whether only the types that calls name are decoded; it is here because reading it from a class costs more.
    var requiresSecureCoding = true
    /// Whether subclasses of those do not count.
    var allowsExactTypesOnly = false

    /// Why values are no longer looked up.
    enum Stop {
        case no
        /// Decoding failed before, and the policy is to answer defaults from then on.
        case failed
        /// Decoding is finished.
        case finished
    }

    init(_ reader: BinaryPropertyListReader, _ envelope: ArchiveEnvelope) {
        self.reader = reader
        budget = ExpansionBudget(of: reader)
        objects = envelope.objects
        shortStringLimit = min(reader.limits.stringBytes, 255)
        top = envelope.top
        scope = Scope(keys: envelope.top.keys, values: envelope.top.values)
        decoded = DecodedObjects(count: envelope.objects.count)
    }
}

// MARK: - Finding values

extension UnarchiverState {
    /// Objects with more keys than this get an index once a guess fails.
    private static let indexedKeyCount = 24

    /// The object index of the value under a key of the current scope, or nil.
    ///
    /// Objects of one class have the same keys in the same places, and are asked for them in the same order, so the
    /// first look is where the last such object had its key. All decoding goes through here, so this is where it is
    /// stopped.
    ///
    /// - Parameter isStored: Whether the key is stored as it is, rather than a user's key.
    @inline(__always)
    mutating func find(_ key: String, isStored: Bool = true) throws(ArchiveError) -> Int? {
        let guess = keyGuesses.position(scope.classIndex, scope.askedCount)
        if guess < scope.keys.count, case .no = stop,
            keyCache.knows(reader.unchecked(guess, of: scope.keys), as: key, isStored: isStored)
        {
            scope.askedCount &+= 1
            return reader.unchecked(guess, of: scope.values)
        }
        return try search(key, isStored, from: guess)
    }

    /// Looks for a key, beginning where it is expected.
    @inline(never)
    private mutating func search(_ key: String, _ isStored: Bool, from guess: Int) throws(ArchiveError) -> Int? {
        guard case .no = stop else { return try findNothing() }
        hasStarted = true
        let count = scope.keys.count
        var position = guess < count ? guess : 0
        do {
            for attempt in 0..<count {
                let reference = reader.unchecked(position, of: scope.keys)
                if try keyCache.matches(reference, key, isStored: isStored, in: reader) { return found(position) }
                if attempt == 1, count > Self.indexedKeyCount { return try findByIndex(key, isStored) }
                position = position &+ 1 == count ? 0 : position &+ 1
            }
        } catch {
            throw ArchiveError(error)
        }
        scope.askedCount &+= 1
        return nil
    }

    /// Remembers where a key was found.
    private mutating func found(_ position: Int) -> Int {
        keyGuesses.remember(position, scope.classIndex, scope.askedCount)
        scope.askedCount &+= 1
        return reader.unchecked(position, of: scope.values)
    }

    /// Whether decoding failed and the policy is to answer defaults from then on.
    var hasFailed: Bool {
        mutating get { if case .failed = stop { true } else { false } }
    }

    /// How many fields of the current scope have a key that starts in a way.
    mutating func fieldCount(withPrefix prefix: String) throws(ArchiveError) -> Int {
        var count = 0
        for position in 0..<scope.keys.count {
            let key = try header(at: reader.unchecked(position, of: scope.keys))
            guard key.kind == .asciiString, key.count >= prefix.utf8.count else { continue }
            if reader.bytes[key.payload..<key.payload + key.count].starts(with: prefix.utf8) { count += 1 }
        }
        return count
    }

    private func findNothing() throws(ArchiveError) -> Int? {
        if case .failed = stop { return nil }
        throw ArchiveError(.finished, "decoding is already finished", remedy: "use a new unarchiver")
    }

    private mutating func findByIndex(_ key: String, _ isStored: Bool) throws(PropertyListError) -> Int? {
        if !isStored, key.utf8.first == UInt8(ascii: "$") { return nil }
        if !scope.hasKeyIndex {
            var index: [PropertyListString: Int] = [:]
            for position in 0..<scope.keys.count {
                guard case .string(let text) = try reader.scalar(at: reader.unchecked(position, of: scope.keys)) else {
                    throw PropertyListError(.invalidKey, "a key is not a string")
                }
                if index[text] == nil { index[text] = position }
            }
            keyIndexes[scope.uid] = index
            scope.hasKeyIndex = true
        }
        guard let position = keyIndexes[scope.uid]?[PropertyListString(key)] else {
            scope.askedCount &+= 1
            return nil
        }
        return found(position)
    }

    /// The next generated key of the current scope.
    mutating func nextUnkeyedKey() -> String {
        defer { scope.unkeyedCount += 1 }
        return "$\(scope.unkeyedCount)"
    }

    /// The position of a UID in the tables.
    @inline(__always)
    mutating func position(of uid: UID) throws(ArchiveError) -> Int {
        guard uid.rawValue < UInt64(decoded.count) else { throw noSuchObject(uid) }
        return Int(truncatingIfNeeded: uid.rawValue)
    }

    mutating func noSuchObject(_ uid: UID) -> ArchiveError {
        ArchiveError(
            .invalidUID,
            "there is no object \(uid); the archive has \(objects.count)",
            uid: uid,
            remedy: "the file was damaged or made by a faulty writer"
        )
    }

    /// The shape of the property-list object at an index.
    @inline(__always)
    mutating func header(at index: Int) throws(ArchiveError) -> BinaryObjectHeader {
        do {
            return try reader.header(at: index)
        } catch {
            throw ArchiveError(error)
        }
    }

    /// The UID at an index, or nil if something else is there.
    @inline(__always)
    mutating func uid(at index: Int) throws(ArchiveError) -> UID? {
        if let uid = reader.commonUID(at: index) { return UID(UInt64(truncatingIfNeeded: uid)) }
        return try unusualUID(at: index)
    }

    @inline(never)
    private mutating func unusualUID(at index: Int) throws(ArchiveError) -> UID? {
        let header = try header(at: index)
        guard header.kind == .uid else { return nil }
        do {
            return UID(try reader.uid(of: header))
        } catch {
            throw ArchiveError(error)
        }
    }
}

/// A class record of the archive, and what it was resolved to for the last request.
struct ResolvedClass {
    var record: ArchivedClass
    /// The type that was asked for when it was resolved last, and what came of it.
    var request: ObjectIdentifier?
    var type: (any Codingable.Type)? {
        didSet { isSimple = false }
    }
    /// Whether the type was found to be decoded by its initialiser, and to support secure coding if that is required.
    var isSimple = false
}

// MARK: - Objects

extension UnarchiverState {
    /// Keeps a decoded object for further references.
    ///
    /// - Parameter isEarly: Whether it is available before it is complete.
    @inline(__always)
    mutating func store(_ object: any Codingable, _ uid: Int, isEarly: Bool = false) {
        if let instance = object._codedInstance { return store(instance: instance, uid, isEarly: isEarly) }
        if isEarly || !keptEarly.isEmpty { keptEarly.append(uid) }
        values[uid] = object
        // A value may take the place of an instance that had registered itself.
        if decoded[uid].progress == Progress.early { decoded.forget(uid) }
        decoded.setProgress(Progress.value, of: uid)
    }

    /// Keeps a decoded instance for further references.
    @inline(__always)
    mutating func store(instance: any Codingable & AnyObject, _ uid: Int, isEarly: Bool) {
        if isEarly || !keptEarly.isEmpty { keptEarly.append(uid) }
        if !decoded.keep(instance, at: uid, isEarly: isEarly) { keepElsewhere(instance, uid) }
    }

    /// Keeps an instance for which its table has no room left.
    @inline(never)
    private mutating func keepElsewhere(_ instance: any Codingable & AnyObject, _ uid: Int) {
        values[uid] = instance
        decoded.setProgress(Progress.value, of: uid)
    }

    /// The instance at a UID that has been decoded, or is available early; nil if there is none.
    @inline(__always)
    mutating func instance(at uid: UID) -> AnyObject? {
        guard uid.rawValue < UInt64(decoded.count) else { return nil }
        return decoded.instance(at: Int(truncatingIfNeeded: uid.rawValue))
    }

    /// Enters an object.
    ///
    /// - Returns: The scope to go back to.
    @inline(__always)
    mutating func begin(_ uid: Int, _ record: Record, _ allowed: AllowedTypes) -> Scope {
        let outer = scope
        scope = Scope(uid: uid, classIndex: record.classIndex, keys: record.keys, values: record.values)
        switch allowed {
        case .inherited:
            scope.allowedType = outer.allowedType
            scope.allowedList = outer.allowedList
        case .only(let type): scope.allowedType = type
        case .list(let types): scope.allowedList = indexOfAllowedList(types)
        }
        depth &+= 1
        return outer
    }

    /// Goes back to the scope around an object, be it decoded or not.
    @inline(__always)
    mutating func returnScope(to outer: Scope) {
        if scope.hasKeyIndex { keyIndexes[scope.uid] = nil }
        scope = outer
    }

    /// What the innermost call that names types allows.
    var allowed: AllowedTypes {
        mutating get {
            if let type = scope.allowedType { return .only(type) }
            return scope.allowedList < 0 ? .inherited : .list(allowedLists[scope.allowedList])
        }
    }

    /// Lists come from decoding calls, so there are few; of the last ones none is kept twice.
    private mutating func indexOfAllowedList(_ types: [any Codingable.Type]) -> Int {
        let known = allowedLists.indices.suffix(16).last {
            allowedLists[$0].elementsEqual(types) { ObjectIdentifier($0) == ObjectIdentifier($1) }
        }
        if let known { return known }
        allowedLists.append(types)
        return allowedLists.count - 1
    }

    /// Ends what was kept early, if nothing had been when an object was entered.
    mutating func settle(since mark: Int) {
        if mark == 0, !keptEarly.isEmpty { keptEarly.removeAll(keepingCapacity: true) }
    }

    /// Forgets an object that failed, and those that were kept since it became available.
    ///
    /// - Returns: The instances among them.
    mutating func forget(_ uid: Int, since mark: Int) -> [AnyObject] {
        let discarded = (keptEarly[mark...] + [uid]).compactMap { decoded.instance(at: $0)?._instance }
        for kept in keptEarly[mark...] { forget(kept) }
        keptEarly.removeLast(keptEarly.count - mark)
        forget(uid)
        waiting[uid] = nil
        return discarded
    }

    private mutating func forget(_ uid: Int) {
        decoded.forget(uid)
        values[uid] = nil
    }
}
