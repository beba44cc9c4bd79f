public import PropertyLists

/// Reads objects from a sequential archive, as `NSUnarchiver` does.
///
/// ```swift
/// let person = try SequentialUnarchiver.unarchivedObject(of: Person.self, from: bytes)
/// ```
///
/// Only types that a call names or that are registered are instantiated. Every other object comes as a
/// ``UnknownSequentialObject``, which holds all that the archive has of it, where a call asks for any object.
public final class SequentialUnarchiver {
    /// The archive.
    public let archive: SequentialArchive

    /// Bounds on the work: how deep objects of one-phase types may nest.
    public let limits: Limits

    /// The types that are registered for class names.
    public var registry = ClassRegistry.sequential {
        didSet { forgetTypes() }
    }

    /// The names as which classes are read, by the names that they have in the archive.
    var decodedNames = ClassNameTable<String>() {
        didSet { forgetTypes() }
    }

    /// Whether objects of unknown classes are read as ``UnknownSequentialObject``; otherwise they are errors.
    public var keepsUnknownClasses = true {
        didSet { forgetTypes() }
    }

    let storage: SequentialStorage
    var frame: Frame
    /// The decoding progress of each object.
    var progress: [Progress]
    /// The instances by their numbers, up to the last one there is.
    private var instances: [(any SequentialCodingable)?] = []
    var cStrings: [Int: CodedCString] = [:]
    /// The type strings that were asked for, by their numbers.
    private(set) var typeTexts: [Int: String] = [:]
    /// The facts about classes by their numbers, up to the last one seen.
    private var classes: [SeenClass?] = []
    /// The version of the first class with each name in the archive; nil as long as none was looked for.
    private var archiveVersions: ClassNameTable<Int>?
    /// The budget for chains and shared texts: many classes can share their superclasses and their names.
    private var budget: Budget
    var pending: [PendingObject] = []
    var replacements: [ObjectIdentifier: (any SequentialCodingable)?] = [:]
    /// Objects that must stay alive as long as their identities are recorded.
    var retained: [AnyObject] = []
    var depth = 0
    /// How many objects were begun: now and then it is asked whether the task was cancelled.
    var madeCount = 0
    var stack = StackLimit()

    /// An object that is being read, or the top level.
    struct Frame {
        var number: Int?
        var cursor: SequentialCursor
        var groupCount = 0
        /// The group that is being read, or was read last.
        var group = 0
        /// Whether the object was entered empty and is being filled, so that the objects that it refers to can wait.
        var isFilling = false
        /// Whether the cursor stands inside a group of several values; it stays there if one of them fails.
        var isInsideGroup = false

        /// Whether no group can be read any more.
        var isAtEnd: Bool { isInsideGroup || cursor.position >= cursor.end }
    }

    enum Progress: UInt8 {
        case unknown
        case decoding
        /// There is an instance, which isn't complete.
        case partial
        case complete
    }

    /// The facts about a class of the archive that was seen.
    final class SeenClass {
        /// The class and its superclasses; nil as long as they weren't followed.
        fileprivate var chain: [CodedClassVersion]?
        /// The version of the first class with each name in the chain; nil as long as none was asked for.
        fileprivate var versions: ClassNameTable<Int>?
        /// The type that its objects become where none is asked for.
        var type: (any SequentialCodingable.Type)?
        /// The types that its objects become where one is asked for.
        var requestedTypes: [ObjectIdentifier: any SequentialCodingable.Type] = [:]
    }

    struct PendingObject {
        var number: Int
        var instance: any TwoPhaseSequentialCodingable
    }

    /// Opens an archive.
    ///
    /// ```swift
    /// let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes, limits: .untrusted)
    /// let person = try unarchiver.decodeObject(of: Person.self)
    /// ```
    ///
    /// - Throws: As ``SequentialArchive/init(_:limits:)`` does.
    public convenience init(
        forReadingFrom source: some ArchiveSource, limits: Limits = .default
    ) throws(ArchiveError) {
        try self.init(SequentialArchive(source, limits: limits))
    }

    /// Begins to read an archive that was opened.
    ///
    /// ```swift
    /// let archive = try SequentialArchive(bytes)
    /// let person = try SequentialUnarchiver(archive).decodeObject(of: Person.self)
    /// ```
    ///
    /// - Throws: As ``SequentialArchive/init(_:limits:)`` does if the archive was changed.
    public init(_ archive: SequentialArchive) throws(ArchiveError) {
        // What was changed is read in the form in which it is written.
        let limits = archive.storage.limits
        let stored = archive.edits == nil ? archive : try SequentialArchive(archive.bytes(), limits: limits)
        self.archive = stored
        self.limits = limits
        storage = stored.storage
        frame = Frame(number: nil, cursor: stored.storage.topLevel)
        progress = Array(repeating: .unknown, count: stored.itemCount)
        budget = Budget(inputSize: stored.storage.bytes.count, limits: limits)
    }

    /// Reads the first object of an archive, of a type; nil if it is nil.
    ///
    /// ```swift
    /// let person = try SequentialUnarchiver.unarchivedObject(of: Person.self, from: bytes)
    /// ```
    ///
    /// - Throws: As ``init(forReadingFrom:limits:)`` and ``decodeObject(of:)`` do.
    public static func unarchivedObject<Object: SequentialCodingable>(
        of type: Object.Type,
        from source: some ArchiveSource,
        limits: Limits = .default
    ) throws -> Object? {
        try SequentialUnarchiver(forReadingFrom: source, limits: limits).decodeObject(of: type)
    }

    /// Reads the first object of an archive, of any class; nil if nil was encoded.
    ///
    /// ```swift
    /// let text = try SequentialUnarchiver.unarchivedObject(from: bytes) as? SequentialString
    /// ```
    ///
    /// - Throws: As ``init(forReadingFrom:limits:)`` and ``decodeObject()`` do.
    public static func unarchivedObject(
        from source: some ArchiveSource,
        limits: Limits = .default
    ) throws -> (any SequentialCodingable)? {
        try SequentialUnarchiver(forReadingFrom: source, limits: limits).decodeObject()
    }

    private func forgetTypes() {
        for case let known? in classes { (known.type, known.requestedTypes) = (nil, [:]) }
    }

    // MARK: What there is

    /// The version of the system that wrote the archive.
    public var systemVersion: Int { Int(archive.header.systemVersion) }

    /// Whether everything of the object being read was read, or everything of the archive.
    ///
    /// ```swift
    /// while !unarchiver.isAtEnd { print(try unarchiver.decodeObject() as Any) }
    /// ```
    ///
    /// True too after an error inside a group of several values: nothing of that object, or of the top level, can be
    /// decoded from then on.
    public var isAtEnd: Bool { frame.isAtEnd }

    /// The type string of the next group; nil if there is none.
    ///
    /// ```swift
    /// if unarchiver.nextTypes == "i" { print(try unarchiver.decodeValue(Int32.self)) }
    /// ```
    public var nextTypes: String? {
        guard !frame.isInsideGroup else { return nil }
        var cursor = frame.cursor
        guard let number = storage.nextTypeString(&cursor) else { return nil }
        if let known = typeTexts[number] { return known }
        let text = String(decoding: storage.bytes[storage.tables.strings[number].range], as: UTF8.self)
        typeTexts[number] = text
        return text
    }

    /// Charges text that many places of a file can share, each time that it is returned.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if it takes more than `Limits.expansion` allows.
    func charge(forTextOf count: Int) throws {
        do throws(ArchiveError) {
            try budget.allocateBuffer(of: count)
        } catch {
            throw located(error)
        }
    }

    /// The class of the object being read and its superclasses, with the versions with which they were written.
    public var codedClassVersions: [CodedClassVersion] {
        guard let number = frame.number else { return [] }
        return classVersions(ofObject: number)
    }

    /// The version with which a class was written; nil if the archive has no such class.
    ///
    /// The classes of the object being read are searched first. This is Apple's `version(forClassName:)`.
    ///
    /// ```swift
    /// let isOld = unarchiver.version(forClassName: "Person") == 0
    /// ```
    ///
    /// - Complexity: O(1); O(*n*) for the first call and for the first in an object of each class, where *n* is the
    ///   number of objects, classes and C strings.
    public func version(forClassName name: String) -> Int? {
        if let number = frame.number {
            let classNumber = Int(storage.tables.items[number].classNumber)
            if let version = version(forClassName: name, inChainFrom: classNumber) { return version }
        }
        let all = archiveVersions ?? firstVersions()
        archiveVersions = all
        return all[name]
    }

    /// The version of the first class with a name in the chain of a class.
    private func version(forClassName name: String, inChainFrom classNumber: Int) -> Int? {
        if let known = knownClass(classNumber)?.versions { return known[name] }
        let chain = classVersions(from: classNumber)
        // A dictionary has up to twice as many places as entries; what can't be charged is searched each time.
        guard (try? budget.allocate(2 * MemoryLayout<CodedClassVersion>.stride * chain.count)) != nil else {
            return chain.first { $0.name.isIdentical(to: name) }?.version
        }
        var first = ClassNameTable<Int>()
        for record in chain.reversed() { first[record.name] = record.version }
        seenClass(classNumber).versions = first
        return first[name]
    }

    /// The version of the first class with each name in the archive.
    private func firstVersions() -> ClassNameTable<Int> {
        var versions = ClassNameTable<Int>()
        // Many classes can have one long name, which is read once.
        var names: Set<Int> = []
        for number in 0..<storage.tables.items.count {
            let item = storage.tables.items[number]
            guard item.isClass, names.insert(item.string).inserted else { continue }
            let name = String(decoding: storage.className(number), as: UTF8.self)
            if versions[name] == nil { versions[name] = Int(item.version) }
        }
        return versions
    }

    /// The instance with a number; nil if there is none yet.
    func instance(_ number: Int) -> (any SequentialCodingable)? {
        number < instances.count ? instances[number] : nil
    }

    /// Keeps the instance with a number, or forgets it.
    func setInstance(_ number: Int, _ instance: (any SequentialCodingable)?) {
        while instances.count <= number { instances.append(nil) }
        instances[number] = instance
    }

    func classVersions(ofObject number: Int) -> [CodedClassVersion] {
        classVersions(from: Int(storage.tables.items[number].classNumber))
    }

    func classVersions(from number: Int) -> [CodedClassVersion] {
        knownClass(number)?.chain
            ?? archive.classChain(from: number).map { CodedClassVersion($0.name, version: $0.version) }
    }

    private func knownClass(_ number: Int) -> SeenClass? {
        number < classes.count ? classes[number] : nil
    }

    /// The facts about a class, which are recorded now if they weren't before.
    func seenClass(_ number: Int) -> SeenClass {
        if let known = knownClass(number) { return known }
        let new = SeenClass()
        guard number < storage.tables.items.count else { return new }
        while classes.count <= number { classes.append(nil) }
        classes[number] = new
        return new
    }

    /// Keeps the chain of a class that is seen for the first time, and charges it.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if chains take more than `Limits.expansion`
    ///   allows.
    func keepChain(from number: Int) throws {
        guard knownClass(number)?.chain == nil else { return }
        let chain = try archive.classChain(from: number) { record in
            do throws(ArchiveError) {
                let cost = Budget.bufferCost(of: record.nameBytes.count)
                try budget.allocate(MemoryLayout<CodedClassVersion>.stride + cost)
            } catch {
                throw located(error)
            }
        }
        seenClass(number).chain = chain.map { CodedClassVersion($0.name, version: $0.version) }
    }
}
