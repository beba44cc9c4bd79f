#if !hasFeature(Embedded)

/// The state that the decoders of one value share besides their source: facts about types, the objects being decoded,
/// and mistakes.
package final class DecodingSession {
    /// The types seen last, with the facts about them.
    @exclusivity(unchecked) private var types = DirectMappedCache<ObjectIdentifier?, DecodableFacts>(
        placeCount: 16, noKey: nil, noValue: DecodableFacts())
    /// The objects that are being decoded.
    @exclusivity(unchecked) private var uncheckedObjects: OpenObjects
    /// How much stack there is for more.
    @exclusivity(unchecked) private var stack = StackLimit()
    /// How many keys may lead to a value.
    private(set) var depthLimit = Int.max
    /// A mistake found where no error could be thrown.
    @exclusivity(unchecked) private var mistake = FirstMistake()
    /// The error of the budget, once too little was left to tell a mistake.
    var exhausted: DecodingError?

    /// - Parameter entryCount: How many entries may be decoded.
    package init(entryCount: Int) {
        unsafe uncheckedObjects = OpenObjects(entryCount: entryCount)
    }

    /// Begins to decode a value.
    package func begin(limits: Limits, _ stack: StackLimit) {
        depthLimit = limits.depth
        unsafe self.stack = stack
        unsafe mistake = FirstMistake()
        exhausted = nil
        paths = DecoderPaths()
    }

    /// The paths to the decoder that was asked for them last.
    private var paths = DecoderPaths()
    private var lastPathNumber = 0

    func nextPathNumber() -> Int {
        lastPathNumber += 1
        return lastPathNumber
    }

    /// Asks for the paths to a decoder; keys of any type are asked for their text meanwhile, and may ask for a path.
    func withPaths<Path>(_ body: (inout DecoderPaths) -> Path) -> Path {
        var paths = DecoderPaths()
        swap(&paths, &self.paths)
        defer { swap(&paths, &self.paths) }
        return body(&paths)
    }

    var openObjects: OpenObjects {
        @inline(__always) _read { yield unsafe uncheckedObjects }
        @inline(__always) _modify { yield unsafe &uncheckedObjects }
    }

    /// Whether there is stack for one more level.
    var hasStack: Bool {
        @inline(__always) get { unsafe stack.hasRoom() }
    }

    /// Notes a mistake, if it is the first.
    func fail(_ error: DecodingError) { unsafe mistake.note(error) }

    /// Throws the mistake that was noted, if there is one, and forgets it.
    @inline(__always)
    func checkFailure() throws { try unsafe mistake.checkOnce() }

    /// The facts about a type.
    ///
    /// Whether a type conforms to a protocol is asked at run time, once for each (row `decode Codable person` of
    /// `Instructions.tsv`).
    @inline(__always)
    func facts(of type: any Decodable.Type, for source: any DecodingSource) -> DecodableFacts {
        let identifier = ObjectIdentifier(type)
        return unsafe types[identifier, UInt(bitPattern: identifier) &>> 4] ?? newFacts(of: type, source)
    }

    @inline(never)
    private func newFacts(of type: any Decodable.Type, _ source: any DecodingSource) -> DecodableFacts {
        let facts = DecodableFacts(type, source.hooks(for: type))
        keep(facts, for: type)
        return facts
    }

    private func keep(_ facts: DecodableFacts, for type: any Decodable.Type) {
        let identifier = ObjectIdentifier(type)
        unsafe types.set(facts, for: identifier, UInt(bitPattern: identifier) &>> 4)
    }

    /// The kind of elements that a type takes from an unkeyed container, found when it first asks for one.
    func parts(of type: any Decodable.Type, for source: any DecodingSource) -> ElementKind {
        var facts = facts(of: type, for: source)
        if let known = facts.parts { return known }
        let parts = ElementKind(ofPartsOf: type)
        facts.parts = parts
        keep(facts, for: type)
        return parts
    }
}

/// The operations that a source does itself for values of a type.
package struct DecodingHooks: OptionSet {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// An object must have one of some names of classes.
    package static var checksClass: Self { Self(rawValue: 1) }
    /// Values of the type are coded as objects.
    package static var isObject: Self { Self(rawValue: 2) }
    /// There is to be one instance for each object.
    package static var isShared: Self { Self(rawValue: 4) }
    /// The type can only be decoded where the module for Foundation's types is imported.
    package static var needsImport: Self { Self(rawValue: 8) }
}

/// The facts about a type that is decoded.
struct DecodableFacts {
    /// The operations that the source does itself.
    var hooks: DecodingHooks = []
    /// The type as one whose values are values of a property list themselves.
    var value: (any PropertyListValue.Type)?
    /// The type as a dictionary with strings as keys.
    var dictionary: (any StringKeyedDecodable.Type)?
    /// The type as a list.
    var list: (any ListDecodable.Type)?
    /// Whether nothing of the above holds, so that the type decodes itself.
    var isPlain = true
    /// Whether it is one of the types that containers hold most often, which are decoded without their initializer.
    var isCommon = false
    /// The kind of elements that the type takes from an unkeyed container; nil until it asks for one.
    var parts: ElementKind?

    init() {}

    init(_ type: any Decodable.Type, _ hooks: DecodingHooks) {
        self.hooks = hooks
        let isObject = hooks.contains(.isObject)
        value = isObject ? nil : type as? any PropertyListValue.Type
        dictionary = type as? any StringKeyedDecodable.Type
        list = isObject || value != nil ? nil : type as? any ListDecodable.Type
        isPlain = hooks.isEmpty && value == nil && dictionary == nil && list == nil
        isCommon = type == String.self || type == Int.self || type == Double.self || type == Bool.self
    }
}

/// The objects that are being decoded, each as a type, so that cycles are found.
///
/// A cycle is an object that is reached from itself as the same type: as another type it may be asked for something
/// else, such as only its name.
struct OpenObjects: ~Copyable {
    private struct Object: BitwiseCopyable {
        var uid: EntryUID
        var type: ObjectIdentifier
        /// How many keys lead to it.
        var depth: Int
        /// The previous value for the entry.
        var outer: UInt32
    }

    /// The objects, outermost first.
    private var objects = GrowingTable<Object>()
    /// One more than the place of the innermost object that is an entry; 0 for an entry that isn't being decoded.
    private var places: LazyTable<UInt32>

    init(entryCount: Int) {
        places = LazyTable(repeating: 0, count: entryCount)
    }

    /// Begins to decode an entry as a type.
    ///
    /// - Returns: If that is going on already, how many keys lead to where; otherwise nil.
    @inline(__always)
    mutating func enter(_ uid: EntryUID, as type: ObjectIdentifier, depth: Int) -> Int? {
        let outer = places[uid.number]
        if outer != 0, let start = start(of: type, outer) { return start }
        objects.append(Object(uid: uid, type: type, depth: depth, outer: outer))
        places[uid.number] = UInt32(truncatingIfNeeded: objects.count)
        return nil
    }

    /// Ends decoding the entry that was entered last.
    @inline(__always)
    mutating func leave() {
        let last = objects[objects.count &- 1]
        places[last.uid.number] = last.outer
        objects.truncate(to: objects.count &- 1)
    }

    private func start(of type: ObjectIdentifier, _ place: UInt32) -> Int? {
        var place = place
        while place != 0 {
            let object = objects[Int(place) - 1]
            if object.type == type { return object.depth }
            place = object.outer
        }
        return nil
    }
}

#endif
