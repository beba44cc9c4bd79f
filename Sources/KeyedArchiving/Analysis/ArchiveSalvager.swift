internal import PropertyLists

/// Puts an archive together from the objects of a damaged one.
struct ArchiveSalvager: ~Copyable {
    let reader: BinaryPropertyListReader
    /// The objects of the container; the entries are kept separately, as some are repaired.
    let index: ArchiveIndex
    let limits: Limits
    private let scan: BinaryObjectScan
    private let isXML: Bool
    var stored: FieldReader
    /// The fields of the outer dictionary, if it is there.
    private var outer: BinaryFields?
    /// The object of each entry.
    var entries: [ObjectIndex] = []
    var damages: [String] = []
    private var losses: [SalvagedArchive.Loss] = []
    private var gaps: [SalvagedArchive.Gap] = []
    /// The defects of class records that were checked, by UID; nil for a sound record.
    private var classDefects: [UID: String?] = [:]

    init(_ bytes: [UInt8], limits: Limits) throws(ArchiveError) {
        let isXML = !bytes.starts(with: "bplist".utf8) && XMLPropertyListReader.looksLikeXML(bytes)
        let (scan, reader): (BinaryObjectScan, BinaryPropertyListReader)
        var damages: [String] = []
        do throws(ArchiveError) {
            var binary = bytes
            if isXML {
                let (tree, error) = try XMLPropertyListReader(limits: limits).readBeginning(of: bytes)
                if let error { damages.append("the text can be read up to the place where \(error.reason)") }
                binary = try BinaryPropertyListWriter().write(tree)
            }
            scan = try BinaryObjectScan(binary)
            reader = try scan.reader(limits: limits)
        } catch {
            var failure = error
            if !failure.endsWork { failure.code = .notAKeyedArchive }
            throw failure
        }
        self.limits = limits
        self.isXML = isXML
        self.scan = scan
        self.reader = reader
        self.damages = damages
        index = ArchiveIndex(reader)
        stored = FieldReader(reader, chargedTo: Budget(inputSize: bytes.count, limits: limits))
    }

    mutating func salvage() throws(ArchiveError) -> SalvagedArchive {
        try findEntries()
        noteDamages()
        var objects = [PropertyList.nilText]
        var intactCount = 1
        for (number, entry) in entries.enumerated().dropFirst() {
            let uid = UID(UInt64(number))
            if let value = try value(ofEntry: entry, uid) {
                objects.append(value)
                intactCount += 1
            } else {
                objects.append(.nilText)
            }
        }
        let top = try topLevel()
        let outer: [(OuterKey, PropertyList)] = [
            (.version, .integer(ArchiveEnvelope.supportedVersion)),
            (.archiver, .string(PropertyListString(try archiverName()))),
            (.top, .dictionary(PropertyListDictionary(top))), (.objects, .array(PropertyListArray(objects))),
        ]
        let known = outer.map { (key: PropertyList.string(PropertyListString($0.rawValue)), value: $1) }
        let tree = PropertyList.dictionary(PropertyListDictionary(known + (try otherFields())))
        let bytes = try BinaryPropertyListWriter().write(tree)
        return SalvagedArchive(
            archive: try KeyedArchive(bytes, limits: limits),
            intactCount: intactCount,
            losses: losses,
            gaps: gaps,
            damages: damages
        )
    }

    private mutating func noteDamages() {
        guard !isXML else { return }
        if !scan.hasTrailer { damages.append("the trailer or the offset table is missing or wrong") }
        if !scan.repaired.isEmpty {
            damages.append("the position or the length of \(scan.repaired.count.counted("object")) was wrong")
        }
        let lost = scan.positions.count { $0 == nil }
        if lost > 0 { damages.append("\(lost.counted("object")) of the property list can't be read") }
    }

    // MARK: The envelope

    /// Whether an object was found and isn't null, which stands for lost ones.
    func isThere(_ object: ObjectIndex) -> Bool {
        guard reader.contains(object), let header = try? reader.header(at: object) else { return false }
        return !header.isNull
    }

    /// Finds `$objects`: under its key, or else as the list that begins with `$null`.
    private mutating func findEntries() throws(ArchiveError) {
        var list: BinaryReferences?
        var listWithNull: BinaryReferences?
        for object in [scan.topObject] + Array(reader.objectIndices) {
            try stored.budget.step(1)
            if outer == nil, let fields = index.fields(at: object), fields.count <= 64 {
                try stored.budget.step(through: fields.count)
                if let value = value(of: .objects, in: fields) ?? value(of: .top, in: fields) {
                    outer = fields
                    list = index.elements(at: value)
                }
            } else if listWithNull == nil, let elements = index.elements(at: object), elements.count > 0,
                index.isNullText(reader.unchecked(0, of: elements))
            {
                listWithNull = elements
            }
            if outer != nil, listWithNull != nil { break }
        }
        guard let list = listWithNull ?? list, list.count > 0 else {
            throw ArchiveError(
                .notAKeyedArchive,
                "the list of the archive's entries ($objects) can't be found",
                remedy: "look for another copy"
            )
        }
        entries = (0..<list.count).map { reader.unchecked($0, of: list) }
        try stored.chargeFields(list.count)
        if scan.hasTrailer, !isXML { try repairEntries(list) }
    }

    // MARK: Bookkeeping

    func entry(at uid: UID) -> ObjectIndex? {
        uid.rawValue < UInt64(entries.count) ? entries[Int(uid.rawValue)] : nil
    }

    mutating func charge(forFields count: Int) throws(ArchiveError) {
        try stored.chargeFields(count)
    }

    mutating func lose(_ uid: UID, _ entry: ObjectIndex, _ reason: String) -> PropertyList? {
        let offset = isXML || !reader.contains(entry) ? nil : scan.positions[entry.rawValue]
        losses.append(SalvagedArchive.Loss(uid: uid, byteOffset: offset, reason: reason))
        return nil
    }

    mutating func note(_ gap: SalvagedArchive.Gap) { gaps.append(gap) }

    func classDefect(at uid: UID) -> String?? { classDefects[uid] }

    mutating func setClassDefect(_ defect: String?, at uid: UID) { classDefects[uid] = .some(defect) }

    private func value(of key: OuterKey, in fields: BinaryFields) -> ObjectIndex? {
        index.value(of: key.rawValue, in: fields)
    }

    private mutating func archiverName() throws(ArchiveError) -> String {
        guard let outer, let name = value(of: .archiver, in: outer), isThere(name) else {
            return ArchiveEnvelope.usualArchiver
        }
        // No class has a name with other characters.
        guard let name = try text(at: name)?.string, name.utf8.allSatisfy({ $0 < 0x80 }) else {
            damages.append("the name of the archiver is lost; \(ArchiveEnvelope.usualArchiver) takes its place")
            return ArchiveEnvelope.usualArchiver
        }
        return name
    }

    /// The fields of the outer dictionary besides the four keys of every archive.
    private mutating func otherFields() throws(ArchiveError) -> [PropertyListDictionary.Element] {
        guard let outer else { return [] }
        let (index, list) = (index, entries)
        return try readableFields(
            outer, words: "value beside those of every archive", plural: "values beside those of every archive"
        ) { key, value in
            // The list of entries was found, even where its key is damaged.
            guard index.outerKey(at: key) == nil else { return false }
            guard let elements = index.elements(at: value), elements.count == list.count else { return true }
            return (0..<list.count).contains { index.reader.unchecked($0, of: elements) != list[$0] }
        }
    }

    /// The fields that can be read; of others, and of lists of which a part can't, it is noted how many there are.
    private mutating func readableFields(
        _ fields: BinaryFields,
        words: String,
        plural: String? = nil,
        _ isWanted: (_ key: ObjectIndex, _ value: ObjectIndex) -> Bool
    ) throws(ArchiveError) -> [PropertyListDictionary.Element] {
        try stored.chargeFields(fields.count)
        var readable: [PropertyListDictionary.Element] = []
        var lostCount = 0
        for position in fields.positions {
            let (key, value) = (reader.key(position, of: fields), reader.value(position, of: fields))
            guard isWanted(key, value) else { continue }
            guard isThere(key), isThere(value), let name = try text(at: key) else {
                lostCount += 1
                continue
            }
            let found = try fieldValue(at: value)
            if !found.isWhole { lostCount += 1 }
            if let value = found.value { readable.append((key: .string(name), value: value)) }
        }
        if lostCount > 0 {
            damages.append("\(lostCount.counted(words, plural: plural)) can't be read, or not as a whole")
        }
        return readable
    }

    /// The top-level keys with their values; the first object as the root where they are lost.
    private mutating func topLevel() throws(ArchiveError) -> [PropertyListDictionary.Element] {
        var top: [PropertyListDictionary.Element] = []
        if let outer, let fields = value(of: .top, in: outer).flatMap({ index.fields(at: $0) }) {
            // An archiver may have encoded nothing.
            if fields.count == 0 { return [] }
            top = try readableFields(fields, words: "top-level value") { _, _ in true }
        }
        guard top.isEmpty else { return top }
        damages.append("the top level ($top) is lost; the first object is taken for the root")
        return [(key: .string(PropertyListString(KeyedArchiver.rootObjectKey)), value: .uid(entries.count > 1 ? 1 : 0))]
    }
}
