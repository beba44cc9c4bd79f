public import PropertyLists

/// Writes objects to a sequential archive, as `NSArchiver` does.
///
/// ```swift
/// let bytes = try SequentialArchiver.archivedBytes(withRootObject: person)
/// ```
///
/// Each call writes one group of the archive, which one call with the same types reads. The same graph and the
/// same calls give the same bytes.
public final class SequentialArchiver {
    /// Bounds on the work: how deep objects may nest.
    public let limits: Limits

    /// The order of bytes, and the version of the system that the archive names.
    public let header: SequentialHeader

    /// The state of the archiver, without dynamic exclusivity checks.
    ///
    /// The checks are not needed: no access is open while code of the user runs, that of a released object included,
    /// and an archiver belongs to one task at a time (row `encode sequential person` of `Instructions.tsv`).
    @exclusivity(unchecked) private var uncheckedState: State

    var state: State {
        @inline(__always) _read { yield unsafe uncheckedState }
        @inline(__always) _modify { yield unsafe &uncheckedState }
    }

    struct State: ~Copyable {
        var output: SequentialOutput
        var numbering = 0
        /// The numbers of objects and C strings, by identity.
        var numbers: [ObjectIdentifier: Int] = [:]
        /// Objects that must stay alive as long as their identities are recorded.
        var retained: [AnyObject] = []
        /// The numbers of classes.
        var classNumbers: [ClassKey: Int] = [:]
        var chains = WrittenChains()
        /// The classes whose names are known to be other than those of their superclasses.
        var checkedClasses: Set<ObjectIdentifier> = []
        /// The types that belong to no other actor.
        var usableTypes: Set<ObjectIdentifier> = []
        /// The replacements of objects by hooks.
        var replacements: [ObjectIdentifier: (any SequentialCodingable)?] = [:]
        /// The names under which classes are written.
        var classNames: [String: String] = [:]
        var types = GroupTypes()
        /// The objects that the first pass over a root object reached; nil outside a root object.
        var reached: Set<ObjectIdentifier>?
        var isCollecting = false
        /// How many bytes the archive had after the last complete group of the top level.
        var completeCount: Int
        /// Whether writing failed inside a group, whose other values are missing.
        var hasFailed = false
        var depth = 0
        /// The number at which it is asked next whether the task was cancelled.
        var nextCheck = 0
        var stack = StackLimit()
    }

    struct ClassKey: Hashable {
        var name: String
        var version: Int
        var superclass: Int?
    }

    /// Creates an archiver with an empty archive.
    ///
    /// ```swift
    /// let archiver = SequentialArchiver()
    /// try archiver.encodeRootObject(person)
    /// let bytes = archiver.encodedBytes
    /// ```
    public init(header: SequentialHeader = .default, limits: Limits = .default) {
        self.header = header
        self.limits = limits
        let output = SequentialOutput(header)
        unsafe uncheckedState = State(output: output, completeCount: output.bytes.count)
    }

    /// The archive as it is now.
    ///
    /// After an error inside a group, it has the groups of the top level that were complete before, and nothing more can
    /// be encoded.
    public var encodedBytes: [UInt8] {
        state.hasFailed ? Array(state.output.bytes.prefix(state.completeCount)) : state.output.bytes
    }

    /// Writes an object and all objects reachable from it to a separate archive.
    ///
    /// ```swift
    /// let bytes = try SequentialArchiver.archivedBytes(withRootObject: person)
    /// ```
    ///
    /// - Throws: As ``encodeRootObject(_:)`` does.
    public static func archivedBytes(
        withRootObject object: (any SequentialCodingable)?,
        header: SequentialHeader = .default,
        limits: Limits = .default
    ) throws -> [UInt8] {
        let archiver = SequentialArchiver(header: header, limits: limits)
        try archiver.encodeRootObject(object)
        return archiver.encodedBytes
    }

    // MARK: Objects

    /// Writes an object that others may refer to conditionally.
    ///
    /// Each object encodes itself twice: the first pass finds the objects that are referred to unconditionally, the
    /// second writes.
    ///
    /// ```swift
    /// try archiver.encodeRootObject(person)
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidArchiveOperation`` inside another root object, and as
    ///   ``encode(_:)`` does.
    public func encodeRootObject(_ object: (any SequentialCodingable)?) throws {
        guard state.reached == nil else {
            throw ArchiveError(
                .invalidArchiveOperation, "a root object is encoded inside another",
                remedy: "use `encode(_:)` for the objects in it")
        }
        state.reached = []
        defer { state.reached = nil }
        state.isCollecting = true
        do {
            defer { state.isCollecting = false }
            try encode(object)
        }
        try encode(object)
    }

    /// Writes an object, or a reference to it if it was written before.
    ///
    /// ```swift
    /// try archiver.encode(person)
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if objects nest deeper than ``limits`` or the stack
    ///   allow, ``/PropertyLists/ArchiveError/Code/invalidArchiveOperation`` if a class has the coded name of its
    ///   superclass, ``/PropertyLists/ArchiveError/Code/range`` if the version of a class doesn't fit 4 bytes,
    ///   ``/PropertyLists/ArchiveError/Code/finished`` after an error inside a group, and the errors of the objects.
    public func encode(_ object: (any SequentialCodingable)?) throws {
        try encodeValue(ofObjCType: "@", object.map { .object($0) } ?? .null)
    }

    /// Writes an object if something else in the root object writes it unconditionally, and nil otherwise.
    ///
    /// ```swift
    /// try archiver.encodeConditionalObject(parent)
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidArchiveOperation`` outside a root object, and as
    ///   ``encode(_:)`` does.
    public func encodeConditionalObject(_ object: (any SequentialCodingable)?) throws {
        guard let reached = state.reached else {
            throw ArchiveError(
                .invalidArchiveOperation, "a conditional object is encoded outside a root object",
                remedy: "use `encodeRootObject(_:)` or `archivedBytes(withRootObject:)`")
        }
        if state.isCollecting { return }
        guard let object, let instance = Self.instance(of: object) else { return try encode(nil) }
        // What was reached is what is written in place of objects; hooks of what wasn't are not asked.
        let final = state.replacements[ObjectIdentifier(instance)] ?? object
        guard let written = final.flatMap({ Self.instance(of: $0) }), reached.contains(ObjectIdentifier(written)) else {
            return try encode(nil)
        }
        try encode(object)
    }

    /// Writes an object in place of another wherever that is seen from now on; nil to write nil.
    ///
    /// This is Apple's `replace(_:with:)`. A value without identity isn't replaced.
    ///
    /// ```swift
    /// archiver.replace(draft, with: nil)
    /// ```
    public func replace(_ object: any SequentialCodingable, with other: (any SequentialCodingable)?) {
        guard let instance = Self.instance(of: object) else { return }
        state.retained.append(instance)
        setReplacement(other, for: ObjectIdentifier(instance))
    }

    /// The object itself, if it has an identity.
    static func instance(of object: any SequentialCodingable) -> AnyObject? {
        func instance<Object>(_ object: Object) -> AnyObject? {
            guard type(of: object) is AnyClass else { return nil }
            // Safe: an instance of whichever class is one pointer. A cast would ask the runtime for each object.
            return unsafe unsafeBitCast(object, to: AnyObject.self)
        }
        return instance(object)
    }

    // MARK: Class names

    /// Writes a class under another name; a class that was written before keeps the name that it was written under.
    ///
    /// This is Apple's `encodeClassName(_:intoClassName:)`.
    ///
    /// ```swift
    /// archiver.encodeClassName("Person", intoClassName: "OldPerson")
    /// ```
    public func encodeClassName(_ name: String, intoClassName other: String) { state.classNames[name] = other }

    /// The name under which a class is written; nil if it is its own.
    ///
    /// This is Apple's `classNameEncoded(forTrueClassName:)`.
    public func classNameEncoded(forTrueClassName name: String) -> String? { state.classNames[name] }
}
