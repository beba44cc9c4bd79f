import KeyedArchiving
import PropertyLists
import SequentialArchives

/// The classes of any number of archives, with the keys of their objects.
struct ClassTable {
    /// A class with its chain, as all archives have it.
    struct Row {
        var archivedClass: ArchivedClass
        /// The versions of the class and of its superclasses in sequential archives; empty for keyed ones.
        var versions: [Int] = []
        var objectCount = 0
        var fileCount = 0
        var keys: [Key] = []
        private var positions: [PropertyListString: Int] = [:]

        init(_ key: RowKey) {
            archivedClass = key.archivedClass
            versions = key.versions
        }

        /// The names of the class and of its superclasses, with versions as `NSString:1`.
        var chain: [String] {
            guard versions.count == archivedClass.hierarchy.count else { return archivedClass.hierarchy }
            return zip(archivedClass.hierarchy, versions).map { "\($0):\($1)" }
        }

        /// Adds another archive's figures of the class.
        mutating func add(_ summary: ClassSummary) {
            objectCount += summary.objectCount
            for key in summary.keys {
                let position = position(of: key.key)
                keys[position].count += key.count
                for occurrence in key.kinds { keys[position].kinds[occurrence.kind, default: 0] += occurrence.count }
            }
        }

        /// Adds a field of an object.
        mutating func add(_ key: PropertyListString, _ kind: ClassSummary.ValueKind) {
            let position = position(of: key)
            keys[position].count += 1
            keys[position].kinds[kind, default: 0] += 1
        }

        /// Adds another table's figures of the class.
        mutating func add(_ other: Row) {
            objectCount += other.objectCount
            fileCount += other.fileCount
            for key in other.keys {
                let position = position(of: key.key)
                keys[position].count += key.count
                keys[position].kinds.merge(key.kinds, uniquingKeysWith: +)
            }
        }

        private mutating func position(of key: PropertyListString) -> Int {
            if let known = positions[key] { return known }
            positions[key] = keys.count
            keys.append(Key(key: key))
            return keys.count - 1
        }
    }

    /// A key of a class's objects.
    struct Key {
        var key: PropertyListString
        var count = 0
        var kinds: [ClassSummary.ValueKind: Int] = [:]

        /// The kinds of values under the key, the most frequent first.
        var sortedKinds: [(kind: ClassSummary.ValueKind, count: Int)] {
            kinds.map { (kind: $0.key, count: $0.value) }
                .sorted { ($1.count, $0.kind.description) < ($0.count, $1.kind.description) }
        }
    }

    /// The properties by which classes are distinguished.
    struct RowKey: Hashable {
        var archivedClass: ArchivedClass
        var versions: [Int]
    }

    private var rowsByClass: [RowKey: Row] = [:]
    /// How many files were added.
    private(set) var fileCount = 0
    /// The classes of the file that is being added.
    private var classesOfFile: Set<RowKey> = []

    /// Adds the rows of another table.
    mutating func add(_ other: ClassTable) {
        fileCount += other.fileCount
        for (key, row) in other.rowsByClass {
            // The row of a class that is new here is taken over rather than copied.
            if rowsByClass[key]?.add(row) == nil { rowsByClass[key] = row }
        }
    }

    /// Begins a file, whose archives are added next.
    mutating func beginFile() {
        fileCount += 1
        classesOfFile = []
    }

    /// Ends the file.
    mutating func endFile() {
        for key in classesOfFile { rowsByClass[key]?.fileCount += 1 }
        classesOfFile = []
    }

    /// Adds an archive of a file.
    mutating func add(_ document: Document) throws(ArchiveError) {
        switch document.content {
        case .archive(let archive): try add(archive)
        case .sequential(let archive):
            var budget = Budget(inputSize: document.readSize, limits: document.limits)
            try add(archive, charging: &budget)
        case .list: break
        }
    }

    private mutating func add(_ archive: KeyedArchive) throws(ArchiveError) {
        for summary in try archive.classSummary {
            let key = RowKey(archivedClass: summary.archivedClass, versions: [])
            rowsByClass[key, default: Row(key)].add(summary)
            classesOfFile.insert(key)
        }
    }

    /// Adds a sequential archive of a file: the classes that objects have, with their versions.
    private mutating func add(_ archive: SequentialArchive, charging budget: inout Budget) throws(ArchiveError) {
        var entries = SequentialEntries(archive)
        var kinds: [UID: ClassSummary.ValueKind] = [:]
        // By the numbers of classes, whose chains may be long.
        var rows: [Int: Row] = [:]
        for object in archive.objects {
            guard let reference = object.classReference else { continue }
            var row: Row
            if let known = rows.removeValue(forKey: reference.number) {
                row = known
            } else {
                let archivedClass = try entries.archivedClass(at: UID(reference), charging: &budget)
                row = Row(RowKey(archivedClass: archivedClass, versions: object.classes.map(\.version)))
            }
            row.objectCount += 1
            if case .object(let record) = try entries.entry(at: UID(object.reference), charging: &budget) {
                for field in record.fields {
                    row.add(field.key, try entries.kind(of: field.value, &kinds, charging: &budget))
                }
            }
            rows[reference.number] = row
        }
        for row in rows.values {
            let key = RowKey(archivedClass: row.archivedClass, versions: row.versions)
            rowsByClass[key, default: Row(key)].add(row)
            classesOfFile.insert(key)
        }
    }

    /// The classes by name, and those of one name with the most objects first.
    var rows: [Row] {
        rowsByClass.values.sorted { first, second in
            let (left, right) = (first.archivedClass, second.archivedClass)
            if left.name != right.name { return left.name < right.name }
            if first.objectCount != second.objectCount { return first.objectCount > second.objectCount }
            if left.hierarchy != right.hierarchy {
                return left.hierarchy.lexicographicallyPrecedes(right.hierarchy)
            }
            if first.versions != second.versions {
                return first.versions.lexicographicallyPrecedes(second.versions)
            }
            return left.fallbacks.lexicographicallyPrecedes(right.fallbacks)
        }
    }
}

extension SequentialEntries {
    /// The kind of a value in a field; those of entries are found once.
    fileprivate mutating func kind(
        of value: PropertyList,
        _ known: inout [UID: ClassSummary.ValueKind],
        charging budget: inout Budget
    ) throws(ArchiveError) -> ClassSummary.ValueKind {
        guard case .uid(let uid) = value else { return .inline(value.kind) }
        if let kind = known[uid] { return kind }
        let kind: ClassSummary.ValueKind =
            switch try entry(at: uid, charging: &budget) {
            case .null: .null
            case .value(let value): .value(value.kind)
            case .object(let record): .object(try archivedClass(at: record.classUID, charging: &budget).name)
            case .classRecord: .classRecord
            }
        known[uid] = kind
        return kind
    }
}
