internal import PropertyLists

/// Goes through the entries of an archive and counts, for each class, the kinds of values under each key.
struct ClassSummarizer: ~Copyable {
    private typealias Kind = ClassSummary.ValueKind

    private let archive: KeyedArchive
    private let index: ArchiveIndex
    private var reader: FieldReader

    /// A class, while it is counted.
    private struct Draft {
        var archivedClass: ArchivedClass
        var recordUIDs: [UID]
        var objectCount = 0
        /// The keys, by their numbers, in the order in which they are seen, with the kinds of their values.
        var keys: [KeyDraft] = []
        var positions: [Int: Int] = [:]
    }

    private struct KeyDraft {
        var name: Int
        var count = 0
        var kinds: [ClassSummary.Occurrence] = []
        /// The positions of the kinds, if there are more than can be looked through.
        private var positions: [ClassSummary.ValueKind: Int] = [:]

        /// How many kinds are looked through: nearly all keys have one or two.
        private static let mostWithoutPositions = 4

        init(name: Int) {
            self.name = name
        }

        /// Counts a value.
        ///
        /// - Returns: Whether there was none of its kind before.
        mutating func count(_ kind: ClassSummary.ValueKind) -> Bool {
            count += 1
            let isIndexed = kinds.count > Self.mostWithoutPositions
            let known = isIndexed ? positions[kind] : kinds.firstIndex { $0.kind == kind }
            if let known {
                kinds[known].count += 1
                return false
            }
            kinds.append(ClassSummary.Occurrence(kind: kind, count: 1))
            if isIndexed {
                positions[kind] = kinds.count - 1
            } else if kinds.count > Self.mostWithoutPositions {
                for (position, known) in kinds.enumerated() { positions[known.kind] = position }
            }
            return true
        }
    }

    private var drafts: [Draft] = []
    private var numbers: [ArchivedClass: Int] = [:]
    /// The class with a record at a UID; nil if it isn't a class record.
    private var classNumbers: [UID: Int?] = [:]
    private var names: [PropertyListString] = []
    private var nameNumbers: [PropertyListString: Int] = [:]
    private var nameOfKey: [ObjectIndex: Int] = [:]
    /// The kind of value that a reference to an object of the container has, once known.
    private var kinds: [ClassSummary.ValueKind?]

    init(_ archive: KeyedArchive) {
        self.archive = archive
        index = archive.index
        reader = FieldReader(archive.reader, chargedTo: archive.budget)
        kinds = Array(repeating: nil, count: archive.reader.objectCount)
    }

    mutating func summaries() throws(ArchiveError) -> [ClassSummary] {
        try archive.checkContent()
        for uid in index.uids {
            guard let fields = index.fields(at: index[uid]) else { continue }
            if let classIndex = index.value(of: ClassFields.instanceClass, in: fields) {
                guard let classUID = index.uid(at: classIndex), let number = try classNumber(of: classUID) else {
                    continue
                }
                try count(fields, of: number)
            } else if index.isClassRecord(fields) {
                _ = try classNumber(of: uid.uid)
            }
        }
        return drafts.map { draft in
            ClassSummary(
                archivedClass: draft.archivedClass,
                recordUIDs: draft.recordUIDs,
                objectCount: draft.objectCount,
                keys: draft.keys.map { ClassSummary.Key(key: names[$0.name], count: $0.count, kinds: $0.kinds) }
            )
        }
    }

    // MARK: Classes

    private mutating func classNumber(of uid: UID) throws(ArchiveError) -> Int? {
        if let known = classNumbers[uid] { return known }
        guard index[uid].flatMap({ index.classRecord(at: $0) }) != nil else {
            classNumbers[uid] = .some(nil)
            return nil
        }
        let archivedClass: ArchivedClass
        do {
            archivedClass = try archive.archivedClass(at: uid)
        } catch {
            if error.endsWork { throw error }
            classNumbers[uid] = .some(nil)
            return nil
        }
        if let number = numbers[archivedClass] {
            drafts[number].recordUIDs.append(uid)
            classNumbers[uid] = number
            return number
        }
        let number = drafts.count
        drafts.append(Draft(archivedClass: archivedClass, recordUIDs: [uid]))
        numbers[archivedClass] = number
        classNumbers[uid] = number
        return number
    }

    // MARK: Fields

    private mutating func count(_ fields: BinaryFields, of number: Int) throws(ArchiveError) {
        drafts[number].objectCount += 1
        for field in index.pairs(of: fields) {
            guard let name = try self.name(of: field.key), !names[name].isIdentical(to: ClassFields.instanceClass)
            else { continue }
            let kind = try self.kind(of: field.value)
            var draft = drafts[number].keys.count
            if let known = drafts[number].positions[name] {
                draft = known
            } else {
                drafts[number].positions[name] = draft
                drafts[number].keys.append(KeyDraft(name: name))
            }
            if drafts[number].keys[draft].count(kind) { try reader.chargeFields(1) }
        }
    }

    /// The number of a key's text; nil for a key that isn't a string.
    private mutating func name(of key: ObjectIndex) throws(ArchiveError) -> Int? {
        if let known = nameOfKey[key] { return known }
        guard let text = try reader.readableString(at: key) else { return nil }
        let number = nameNumbers[text] ?? names.count
        if number == names.count {
            names.append(text)
            nameNumbers[text] = number
        }
        nameOfKey[key] = number
        return number
    }

    private mutating func kind(of value: ObjectIndex) throws(ArchiveError) -> ClassSummary.ValueKind {
        let kind = index.kind(of: value)
        guard kind == .reference else { return .inline(kind.name) }
        guard let uid = index.entryUID(at: value) else { return .invalid }
        if uid == .null { return .null }
        let entry = index[uid]
        guard archive.reader.contains(entry) else { return .invalid }
        if let known = kinds[entry] { return known }
        let found = try self.kind(ofEntry: entry)
        kinds[entry] = found
        return found
    }

    private mutating func kind(ofEntry entry: ObjectIndex) throws(ArchiveError) -> ClassSummary.ValueKind {
        let kind: ObjectKind = index.kind(of: entry)
        guard kind == .dictionary, let fields = index.fields(at: entry) else {
            if index.isNullText(entry) { return .null }
            return kind.isContainer || kind == .unreadable || kind == .reference ? .invalid : .value(kind.name)
        }
        if let classIndex = index.value(of: ClassFields.instanceClass, in: fields) {
            guard let uid = index.uid(at: classIndex), let number = try classNumber(of: uid) else { return .invalid }
            return .object(drafts[number].archivedClass.name)
        }
        return index.isClassRecord(fields) ? .classRecord : .invalid
    }
}
