internal import PropertyLists

/// The archive that values are decoded from, and the facts that decoders found about it.
///
/// It is based on an unarchiver: its look-ups of keys and classes, its memory of strings, its budget and its measure of
/// the stack. Nothing is read before a type asks for it.
final class GraphSource: DecodingSource {
    /// The entries of the archive by UID.
    let index: ArchiveIndex
    let unarchiver: KeyedUnarchiver
    let options: KeyedArchiveDecoder
    /// Whether the keys of fields are those that types ask for.
    let usesStoredKeys: Bool
    /// The path to the value that is decoded, or from the object that it is a field of.
    let base: ArchivePath
    /// Whether that path starts at an object that is being decoded, whose own path only its unarchiver knows.
    let isWithinObject: Bool
    /// Whether a call of an unarchiver decodes, which has warnings for peculiarities.
    let hasWarnings: Bool
    /// The archive as a whole, once it was asked for.
    private var openArchive: KeyedArchive?

    /// Facts about the archive that were found while decoding.
    @exclusivity(unchecked) private var uncheckedTables: GraphTables
    /// Values that are in no place of the file.
    private(set) var madeValues: [PropertyList] = []
    private(set) var madeLists: [[GraphValue]] = []
    private(set) var madeEntries: [MadeEntries] = []
    init(_ archive: KeyedArchive, _ options: KeyedArchiveDecoder, base: ArchivePath) {
        index = archive.index
        openArchive = archive
        self.options = options
        self.base = base
        isWithinObject = false
        hasWarnings = false
        if case .useStoredKeys = options.keyStrategy { usesStoredKeys = true } else { usesStoredKeys = false }
        unarchiver = KeyedUnarchiver(archive, registry: options.registry)
        unarchiver.keepsUnknownClasses = true
        unsafe uncheckedTables = GraphTables(archive.index)
        unarchiver.state.stack.begin()
        session.begin(limits: unarchiver.limits, unarchiver.state.stack)
        // What types of this library decode is within another value: what is kept is charged each time.
        unarchiver.state.depth = 1
    }

    /// A source of values that are decoded by an unarchiver, within the object that it is decoding.
    init(_ unarchiver: KeyedUnarchiver, forKey key: String, _ userInfo: [CodingUserInfoKey: any Sendable]) {
        self.unarchiver = unarchiver
        index = unarchiver.state.archive
        var options = KeyedArchiveDecoder(registry: unarchiver.registry, limits: unarchiver.limits)
        options.userInfo = userInfo
        self.options = options
        usesStoredKeys = true
        base = ArchivePath([.key(key)])
        isWithinObject = unarchiver.state.depth > 0
        hasWarnings = true
        unsafe uncheckedTables = unarchiver.state.graphTables.take() ?? GraphTables(unarchiver.state.archive)
        if !isWithinObject { unarchiver.state.stack.begin() }
        session.begin(limits: unarchiver.limits, unarchiver.state.stack)
    }

    /// Passes the facts about the archive on to the next source of the unarchiver.
    ///
    /// - Precondition: Nothing is decoded from this source from now on.
    func leaveTables() {
        var tables = GraphTables(index, session)
        swap(&self.tables, &tables)
        unarchiver.state.graphTables = consume tables
    }

    /// The archive as a whole.
    func archive() throws(ArchiveError) -> KeyedArchive {
        if let openArchive { return openArchive }
        let archive = try KeyedArchive(binary: reader)
        openArchive = archive
        return archive
    }

    var reader: BinaryPropertyListReader {
        @inline(__always) get { index.reader }
    }

    /// Facts about the archive that were found while decoding.
    var tables: GraphTables {
        @inline(__always) _read { yield unsafe uncheckedTables }
        @inline(__always) _modify { yield unsafe &uncheckedTables }
    }

    /// The shapes of the keys of dictionaries.
    var entryShapes: KeyShapes {
        @inline(__always) _read { yield unsafe uncheckedTables.entryShapes }
        @inline(__always) _modify { yield unsafe &uncheckedTables.entryShapes }
    }

    /// The state that the decoders share.
    var session: DecodingSession { tables.session }

    var userInfo: [CodingUserInfoKey: any Sendable] { options.userInfo }

    // MARK: Values

    /// The value at a place of the file.
    @inline(__always)
    func value(at index: ObjectIndex) throws(ArchiveError) -> GraphValue {
        if let entry = self.index.fastEntry(at: index) { return .entry(entry) }
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
        try unarchiver.state.budget.allocate(Budget.valueSize)
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
        index < tables.families.count ? tables.families[index] : newFamily(ofClass: index)
    }

    @inline(never)
    private func newFamily(ofClass index: Int) -> FoundationFamily? {
        while tables.families.count <= index { tables.families.append(family(ofNext: tables.families.count)) }
        return tables.families[index]
    }

    /// The family of a class by its names, or by the type that was set for its name.
    private func family(ofNext index: Int) -> FoundationFamily? {
        if let family = unarchiver.state.classes[index].family { return family }
        return unarchiver.types[unarchiver.state.classes[index].record.name]
            .flatMap { FoundationFamily.byClassName[$0.codedClassName] }
    }

    /// The index of the class of an object, or a number below 0 for the kind of another value.
    func kindNumber(of value: GraphValue) throws(ArchiveError) -> Int {
        if let stored = try storedObject(of: value) { return stored.classIndex }
        guard let index = index(of: value) else { return -1 }
        return -2 - Int(try unarchiver.state.header(at: index).kind.rawValue)
    }
}
