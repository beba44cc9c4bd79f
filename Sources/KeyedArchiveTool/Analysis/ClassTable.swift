import KeyedArchiving
import PropertyLists

/// The classes of any number of archives, with the keys of their objects.
struct ClassTable {
    /// A class with its chain, as all archives have it.
    struct Row {
        var archivedClass: ArchivedClass
        var objectCount = 0
        var fileCount = 0
        var keys: [Key] = []
        private var positions: [PropertyListString: Int] = [:]

        init(_ archivedClass: ArchivedClass) {
            self.archivedClass = archivedClass
        }

        /// Adds what another archive has of the class.
        mutating func add(_ summary: ClassSummary) {
            objectCount += summary.objectCount
            for key in summary.keys {
                let position = positions[key.key] ?? keys.count
                if position == keys.count {
                    keys.append(Key(key: key.key))
                    positions[key.key] = position
                }
                keys[position].count += key.count
                for occurrence in key.kinds { keys[position].kinds[occurrence.kind, default: 0] += occurrence.count }
            }
        }
    }

    /// A key of a class's objects.
    struct Key {
        var key: PropertyListString
        var count = 0
        var kinds: [ClassSummary.ValueKind: Int] = [:]

        /// What is under the key, the most frequent first.
        var sortedKinds: [(kind: ClassSummary.ValueKind, count: Int)] {
            kinds.map { (kind: $0.key, count: $0.value) }
                .sorted { ($1.count, $0.kind.description) < ($0.count, $1.kind.description) }
        }
    }

    private var rowsByClass: [ArchivedClass: Row] = [:]
    /// How many files were added.
    private(set) var fileCount = 0

    /// Adds the archives of a file.
    mutating func add(_ archives: [KeyedArchive]) throws(ArchiveError) {
        fileCount += 1
        var classes: Set<ArchivedClass> = []
        for archive in archives {
            for summary in try archive.classSummary {
                rowsByClass[summary.archivedClass, default: Row(summary.archivedClass)].add(summary)
                classes.insert(summary.archivedClass)
            }
        }
        for archivedClass in classes { rowsByClass[archivedClass]?.fileCount += 1 }
    }

    /// The classes by name, and those of one name with the most objects first.
    var rows: [Row] {
        rowsByClass.values.sorted { first, second in
            let (left, right) = (first.archivedClass, second.archivedClass)
            if left.name != right.name { return left.name < right.name }
            if first.objectCount != second.objectCount { return first.objectCount > second.objectCount }
            return left.hierarchy.lexicographicallyPrecedes(right.hierarchy)
        }
    }
}
