import KeyedArchiving
import PropertyLists
import RandomNumbers

/// Decodes a random graph by random calls, and writes down all that a user can see of it: each call of a hook or of a
/// delegate, which object it was about, what each call returned or threw, warnings, and what was charged.
///
/// A seed gives the same graph, and the same calls as long as decoding does the same. Two builds whose records for
/// many seeds are equal decode alike.
final class DecodingRecorder: @unchecked Sendable {
    @TaskLocal static var current = DecodingRecorder(seed: 0)

    private(set) var lines: [String] = []
    /// Random numbers for what is decoded, and how.
    var random: SplitMix64
    /// How many instances of the recorded classes there are.
    var living = 0
    /// Whether anything was thrown, refused or replaced by a delegate: only then is an object decoded more than once.
    private(set) var hasFailed = false
    private var serialCount = 0
    /// The containers that were seen, which are known by where they are in this list.
    private var containers: [any Codingable & AnyObject] = []
    /// How many more calls the objects of the graph may make; a random graph could make any number.
    private var callsLeft = 150
    /// How often something throws: once in as many calls; 0 for never.
    private let faultRarity: Int

    struct Fault: Error {}

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        faultRarity = random.pick([0, 0, 15, 40]) ?? 0
    }

    /// The lines for a seed, and whether all instances were released.
    static func record(seed: UInt64) throws -> DecodingRecorder {
        let recorder = DecodingRecorder(seed: seed)
        try $current.withValue(recorder) { try recorder.run() }
        return recorder
    }

    func add(_ line: String) { lines.append(line) }

    // MARK: Encoding

    /// An archive of a random graph, with the keys `root`, `x0`, `x1` and so on.
    private func archive(topCount: Int) throws -> [UInt8] {
        let nodes = (0..<2 + random.below(7)).map { number in
            RecordedNode("n\(number)", random.pick(RecordedNode.classNames) ?? "Plain")
        }
        var values: [any Codingable] = nodes
        let long = String(repeating: "shared ", count: 8)
        values += [5, 2.5, true, "short", long, ArchivedData(Array(repeating: 7, count: 40))] as [any Codingable]
        values.append(ArchivedDate(timeIntervalSinceReferenceDate: 12))
        let arrays = (0..<2).map { _ in ArchivedArray([], isMutable: random.once(in: 2)) }
        let dictionary = ArchivedDictionary([])
        values += arrays as [any Codingable]
        values += [dictionary, ["one", "two", "short", long], [1, 2, 3] as [Int]] as [any Codingable]
        for array in arrays { array.elements = (0..<random.below(4)).map { _ in pick(values) } }
        dictionary.entries = (0..<random.below(3)).map { (key: "k\($0)", value: pick(values)) }
        for node in nodes { node.fields = (0..<3).map { _ in random.once(in: 6) ? nil : pick(values) } }
        defer {
            for node in nodes { node.fields = [] }
            for array in arrays { array.elements = [] }
            dictionary.entries = []
        }
        let archiver = KeyedArchiver()
        try archiver.encode(nodes[0], forKey: "root")
        for number in 0..<topCount { try archiver.encode(pick(values), forKey: "x\(number)") }
        return try archiver.encodedBytes
    }

    private func pick(_ values: [any Codingable]) -> any Codingable {
        // Half of what is referred to are nodes, which come first.
        let half = random.once(in: 2) ? max(1, values.count / 2) : values.count
        return values[random.below(half)]
    }

    // MARK: Decoding

    private func run() throws {
        let bytes = try archive(topCount: 3)
        let limits = random.once(in: 10) ? Limits(depth: 2 + random.below(5)) : .default
        var registry = ClassRegistry.standard
        registry.register(
            RecordedPlain.self, RecordedRegistered.self, RecordedWaiting.self, RecordedTwoPhase.self,
            RecordedStructure.self, RecordedSwapped.self, RecordedText.self)
        try decode(KeyedUnarchiver(forReadingFrom: bytes, registry: registry, limits: limits))
        emptyContainers()
    }

    private func decode(_ unarchiver: KeyedUnarchiver) throws {
        let delegate = RecordingDelegate(self)
        if random.once(in: 2) { unarchiver.delegate = delegate }
        if random.once(in: 5) { unarchiver.decodingFailurePolicy = .setErrorAndReturn }
        if random.once(in: 2) { try unarchiver.disableSecureCoding() }
        unarchiver.allowsExactTypesOnly = random.once(in: 8)
        unarchiver.keepsUnknownClasses = random.once(in: 2)
        for number in 0..<3 + random.below(5) {
            if random.once(in: 6) {
                unarchiver.delegate = unarchiver.delegate == nil ? delegate : nil
                add("delegate \(unarchiver.delegate == nil ? "removed" : "set")")
            }
            callsLeft += 20
            let key = number == 0 ? "root" : random.pick(["root", "x0", "x1", "x2"]) ?? "root"
            attempt("top \(key)") { try call(unarchiver, key, random.once(in: 4) ? random.below(14) : random.below(3)) }
            let used = unarchiver.used
            add("used \(used.values) \(used.bytes) \(used.steps), living \(living)")
        }
        for warning in unarchiver.warnings { add("warning \(warning)") }
        if let error = unarchiver.error {
            hasFailed = true
            add("error \(error)")
        }
        unarchiver.finishDecoding()
    }

    /// Calls something, and writes down what it throws.
    func attempt(_ title: String, _ call: () throws -> Void) {
        do {
            try call()
        } catch {
            hasFailed = true
            add("\(title) throws \(error)")
        }
    }

    /// One decoding call for the object under a key.
    private func call(_ unarchiver: KeyedUnarchiver, _ key: String, _ kind: Int) throws {
        let result: (any Codingable)?
        switch kind {
        case 0, 1: result = try unarchiver.decodeObject(of: Self.allTypes, forKey: key)
        case 2: result = try unarchiver.decodeObject(forKey: key)
        case 3: result = try unarchiver.decodeObject(of: RecordedPlain.self, forKey: key)
        case 4: result = try unarchiver.decodeObject(of: RecordedRegistered.self, forKey: key)
        case 5: result = try unarchiver.decodeObject(of: RecordedTwoPhase.self, forKey: key)
        case 6: result = try unarchiver.decodeIfPresent(RecordedStructure.self, forKey: key)
        case 7: result = try unarchiver.decodeObject(of: ArchivedArray.self, forKey: key)
        case 8: result = try unarchiver.decodeIfPresent([String].self, forKey: key)
        case 9: result = try unarchiver.decodeIfPresent([RecordedRegistered].self, forKey: key)
        case 10: result = try unarchiver.decodeIfPresent(String.self, forKey: key)
        case 11: result = try unarchiver.decodeIfPresent([String: RecordedPlain].self, forKey: key)
        case 12: result = try unarchiver.decodeObject(of: RecordedWaiting.self, forKey: key)
        default: result = try unarchiver.decodeObject(of: ArchivedObject.self, forKey: key)
        }
        add("\(key) as \(kind): \(describe(result))")
    }

    private static var allTypes: [any Codingable.Type] {
        [
            RecordedPlain.self, RecordedRegistered.self, RecordedWaiting.self, RecordedTwoPhase.self,
            RecordedStructure.self, RecordedSwapped.self, RecordedText.self, ArchivedArray.self,
            ArchivedDictionary.self, ArchivedObject.self,
        ]
    }

    /// Reads the fields of the object that is being decoded, each by a random call.
    ///
    /// - Parameter prepare: What the object does before it reads the field at a position.
    func read(
        _ object: any Recorded,
        _ unarchiver: KeyedUnarchiver,
        prepare: (Int) throws -> Void = { _ in }
    ) throws {
        let name = try unarchiver.decodeInlineString(forKey: "name") ?? "?"
        add("begin \(describe(object)) \(name)")
        for position in 0..<3 {
            try prepare(position)
            guard callsLeft > 0 else { continue }
            callsLeft -= 1
            try blow()
            try readField(unarchiver, position, from: name)
        }
        add("end \(describe(object)) \(name)")
    }

    private func readField(_ unarchiver: KeyedUnarchiver, _ position: Int, from name: String) throws {
        // Half of the objects go on after an error of a field.
        let isCaught = random.once(in: 2)
        let read = { [self] in
            if position == 2 { return add("\(name) unkeyed: \(describe(try unarchiver.decodeObject()))") }
            // Mostly a call that returns whatever there is.
            try call(unarchiver, ["a", "b"][position], random.once(in: 4) ? random.below(14) : 0)
        }
        if isCaught { attempt(name, read) } else { try read() }
    }

    /// Waits for the first of what an object refers to.
    func wait(_ object: any Recorded, _ unarchiver: KeyedUnarchiver) throws {
        let title = describe(object)
        let take = { [unowned self] (other: any Codingable) in
            add("\(title) waited for \(describe(other))")
            try blow()
        }
        switch random.below(4) {
        case 0: try unarchiver.decodeObject(of: RecordedPlain.self, forKey: "a", onceAvailable: { try take($0) })
        case 1: try unarchiver.decodeObject(of: RecordedWaiting.self, forKey: "a", onceAvailable: { try take($0) })
        case 2: try unarchiver.decodeObject(of: RecordedSwapped.self, forKey: "a", onceAvailable: { try take($0) })
        default: try unarchiver.decodeObject(of: RecordedStructure.self, forKey: "b", onceAvailable: { try take($0) })
        }
    }

    /// The hook of an object: it may read a field of the object around it, and it may throw.
    func hook(_ object: (any Recorded)?, _ unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
        add("awake \(describe(object)) in \(unarchiver.currentClass?.name ?? "-")")
        try blow()
        if callsLeft > 0, random.once(in: 10) {
            callsLeft -= 1
            attempt("hook") { try call(unarchiver, "a", 0) }
        }
        return random.once(in: 6) ? object : nil
    }

    /// What a delegate returns for an object.
    fileprivate func answer(_ object: any Codingable, _ unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
        add("did \(describe(object)) in \(unarchiver.currentClass?.name ?? "-")")
        try blow()
        switch random.below(12) {
        case 0: return nil
        case 1:
            hasFailed = true
            return RecordedPlain()
        case 2:
            hasFailed = true
            return "put in, and too long for a text that needs no memory"
        case 3:
            hasFailed = true
            return ["put", "in"]
        default: return object
        }
    }

    fileprivate func blow() throws {
        guard faultRarity > 0, random.once(in: faultRarity) else { return }
        hasFailed = true
        throw Fault()
    }

    // MARK: Objects

    func nextSerial() -> Int {
        living += 1
        return nextValueSerial()
    }

    func nextValueSerial() -> Int {
        serialCount += 1
        return serialCount
    }

    /// An object by its identity, and a container with its elements.
    func describe(_ object: (any Codingable)?, depth: Int = 2) -> String {
        switch object {
        case nil: return "nil"
        case let object as any Recorded: return "\(type(of: object))#\(object.serial)"
        case let text as String: return text.debugDescription
        case let list as [any Codingable]: return elements(list, depth)
        case let object?: return object.instance.map { container($0, depth) } ?? "\(object)"
        }
    }

    private func container(_ object: any Codingable & AnyObject, _ depth: Int) -> String {
        let number = containers.firstIndex { $0 === object }
        if number == nil { containers.append(object) }
        let title = "\(type(of: object))@\(number ?? containers.count - 1)"
        switch object {
        case let array as ArchivedArray: return title + elements(array.elements, depth)
        case let dictionary as ArchivedDictionary:
            return title + elements(dictionary.entries.map(\.value), depth)
        default: return title
        }
    }

    private func elements(_ elements: [any Codingable], _ depth: Int) -> String {
        if depth == 0 { return "[\(elements.count)]" }
        return "[" + elements.map { describe($0, depth: depth - 1) }.joined(separator: ", ") + "]"
    }

    /// Takes apart the containers that were seen, and those in them, which may hold each other.
    private func emptyContainers() {
        while let container = containers.popLast() {
            let held: [any Codingable]
            switch container {
            case let array as ArchivedArray:
                held = array.elements
                array.elements = []
            case let dictionary as ArchivedDictionary:
                held = dictionary.entries.map(\.value)
                dictionary.entries = []
            case let object as ArchivedObject:
                held = object.fields.compactMap { if case .object(let value?) = $0.value { value } else { nil } }
                object.fields = []
            default: held = []
            }
            containers += held.compactMap(\.instance)
        }
    }
}

/// Writes down what it is told, and puts something else in the place of an object now and then.
private final class RecordingDelegate: KeyedUnarchiverDelegate {
    private unowned let recorder: DecodingRecorder

    init(_ recorder: DecodingRecorder) { self.recorder = recorder }

    func unarchiver(
        _ unarchiver: KeyedUnarchiver,
        cannotDecodeObjectOfClassName name: String,
        originalClasses: [String]
    ) -> (any Codingable.Type)? {
        recorder.add("cannot \(name)")
        return nil
    }

    func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)? {
        try recorder.answer(object, unarchiver)
    }

    func unarchiver(_ unarchiver: KeyedUnarchiver, willReplace object: any Codingable, with newObject: any Codingable) {
        recorder.add("replace \(recorder.describe(object)) with \(recorder.describe(newObject))")
    }

    func unarchiverWillFinish(_ unarchiver: KeyedUnarchiver) { recorder.add("will finish") }

    func unarchiverDidFinish(_ unarchiver: KeyedUnarchiver) { recorder.add("did finish") }
}
