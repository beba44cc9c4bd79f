internal import PropertyLists

/// The archive that values are decoded from, and what decoders found out about it.
///
/// It is based on an unarchiver: its look-ups of keys and classes, its memory of strings, its budget and its measure of
/// the stack. Nothing is read before a type asks for it.
final class GraphSource {
    let archive: KeyedArchive
    let unarchiver: KeyedUnarchiver
    let options: KeyedArchiveDecoder
    /// Whether the keys of fields are those that types ask for.
    let usesStoredKeys: Bool
    /// The path to the value that is decoded.
    let base: ArchivePath

    /// Where dictionaries have their keys.
    @exclusivity(unchecked) private var uncheckedEntryShapes: KeyShapes
    /// The families of classes, by the index of the class, as far as they were asked for.
    @exclusivity(unchecked) private var families: [FoundationFamily?] = []
    /// Values that are in no place of the file.
    private(set) var madeValues: [PropertyList] = []
    private(set) var madeLists: [[GraphValue]] = []
    private(set) var madeEntries: [MadeEntries] = []
    /// The names of keys by the strategy, by the index of the shape.
    var fieldNames: [Int: FieldNames] = [:]
    /// Where integers are among the keys of a dictionary, by the index of the shape.
    var integerKeys: [Int: [Int64: Int]] = [:]
    var foundationCache = FoundationValueCache()

    /// The types seen last, with what is known of them.
    @exclusivity(unchecked) private var types = DirectMappedCache<ObjectIdentifier?, DecodableFacts>(
        placeCount: 16, noKey: nil, noValue: DecodableFacts())
    @exclusivity(unchecked) private var uncheckedOpenObjects: OpenObjects
    /// A mistake found where no error could be thrown.
    private var failure: DecodingError?
    /// Whether there is one; looking at the error itself would copy it.
    @exclusivity(unchecked) private var hasFailed = false
    /// The instances of types that are one instance for each object.
    private var instances: [SharedKey: any SharedDecodable] = [:]

    init(_ archive: KeyedArchive, _ options: KeyedArchiveDecoder, base: ArchivePath) {
        self.archive = archive
        self.options = options
        self.base = base
        if case .useStoredKeys = options.keyStrategy { usesStoredKeys = true } else { usesStoredKeys = false }
        unarchiver = KeyedUnarchiver(archive, registry: options.registry)
        unarchiver.keepsUnknownClasses = true
        unsafe uncheckedEntryShapes = KeyShapes(keyEntries: archive.index.entries)
        unsafe uncheckedOpenObjects = OpenObjects(entryCount: archive.index.entries.count)
        unarchiver.state.stack.begin()
        // What types of this library decode is within another value: what is kept is paid for each time.
        unarchiver.state.depth = 1
    }

    var reader: BinaryPropertyListReader {
        @inline(__always) get { archive.reader }
    }

    var entryShapes: KeyShapes {
        @inline(__always) _read { yield unsafe uncheckedEntryShapes }
        @inline(__always) _modify { yield unsafe &uncheckedEntryShapes }
    }

    /// The objects that are being decoded.
    var openObjects: OpenObjects {
        @inline(__always) _read { yield unsafe uncheckedOpenObjects }
        @inline(__always) _modify { yield unsafe &uncheckedOpenObjects }
    }

    // MARK: Mistakes

    /// Notes a mistake, if it is the first.
    func fail(_ error: DecodingError) {
        if failure == nil { failure = error }
        unsafe hasFailed = true
    }

    /// Throws the mistake that was noted, if there is one, and forgets it.
    @inline(__always)
    func checkFailure() throws {
        if unsafe hasFailed { try throwFailure() }
    }

    @inline(never)
    private func throwFailure() throws {
        unsafe hasFailed = false
        if let failure = failure.take() { throw failure }
    }

    // MARK: Values

    /// What a place of the file holds.
    @inline(__always)
    func value(at index: ObjectIndex) throws(ArchiveError) -> GraphValue {
        if let entry = archive.index.fastEntry(at: index) { return .entry(entry) }
        if reader.fastInteger(at: index) != nil || reader.fastDouble(at: index) != nil { return .inline(index) }
        return try slowValue(at: index)
    }

    @inline(never)
    private func slowValue(at index: ObjectIndex) throws(ArchiveError) -> GraphValue {
        guard let uid = try unarchiver.state.uid(at: index) else { return .inline(index) }
        return .entry(try unarchiver.state.entry(uid))
    }

    /// A value that is in no place of the file, or that is a reference.
    func value(_ value: PropertyList) throws(ArchiveError) -> GraphValue {
        switch value {
        case .uid(let uid): return .entry(try unarchiver.state.entry(uid))
        case .integer(let value): return .integer(value)
        default: break
        }
        try unarchiver.state.payForMemory(Budget.valueSize)
        madeValues.append(value)
        return .made(madeValues.count - 1)
    }

    func elements(_ values: [GraphValue]) -> GraphElements {
        madeLists.append(values)
        return .made(madeLists.count - 1, count: values.count)
    }

    func entries(_ entries: MadeEntries) -> GraphKeys.Entries {
        madeEntries.append(entries)
        return .made(madeEntries.count - 1)
    }

    /// The family of a class, found once.
    @inline(__always)
    func family(ofClass index: Int) -> FoundationFamily? {
        unsafe index < families.count ? families[index] : newFamily(ofClass: index)
    }

    @inline(never)
    private func newFamily(ofClass index: Int) -> FoundationFamily? {
        while unsafe families.count <= index {
            let record = unarchiver.state.classes[unsafe families.count].record
            unsafe families.append(FoundationFamily(name: record.name, hierarchy: record.hierarchy))
        }
        return unsafe families[index]
    }

    // MARK: Types

    /// What is known of a type.
    ///
    /// Asking at run time whether a type conforms to a protocol is slow, so the results are remembered.
    @inline(__always)
    func facts(of type: any Decodable.Type) -> DecodableFacts {
        let identifier = ObjectIdentifier(type)
        return unsafe types[identifier, UInt(bitPattern: identifier) &>> 4] ?? newFacts(of: type)
    }

    @inline(never)
    private func newFacts(of type: any Decodable.Type) -> DecodableFacts {
        let identifier = ObjectIdentifier(type)
        let facts = DecodableFacts(type, hasClassNames: options.classNames[identifier] != nil)
        unsafe types.set(facts, for: identifier, UInt(bitPattern: identifier) &>> 4)
        return facts
    }

    // MARK: Instances

    private struct SharedKey: Hashable {
        var uid: EntryUID
        var type: ObjectIdentifier
    }

    /// The instance that an entry was decoded as.
    func instance(of type: any Any.Type, at uid: EntryUID) -> (any SharedDecodable)? {
        instances[SharedKey(uid: uid, type: ObjectIdentifier(type))]
    }

    func keep(_ instance: any SharedDecodable, as type: any Any.Type, at uid: EntryUID) {
        instances[SharedKey(uid: uid, type: ObjectIdentifier(type))] = instance
    }
}
