import KeyedArchiving
import PropertyLists
import SequentialArchives

/// A keyed archive of the entries of a sequential one.
///
/// It is made where the library is asked about an archive as a whole: for what a path leads to, for differences, for an
/// audit.
struct KeyedCopy: ~Copyable {
    private(set) var archive: KeyedArchive

    /// Copies a sequential archive that was read from a file or from data.
    init(
        _ source: SequentialArchive,
        charging budget: DocumentBudget,
        limits: Limits
    ) throws(ArchiveError) {
        var entries = SequentialEntries(source)
        var reading = Budget(inputSize: source.fileSize * SequentialEntries.sizeFactor, limits: limits)
        var objects: [PropertyList] = []
        objects.reserveCapacity(entries.entryCount)
        for number in 0..<entries.entryCount {
            objects.append(try entries.entry(at: UID(UInt64(number)), charging: &reading).stored)
        }
        let list: PropertyList = [
            "$version": 100_000, "$archiver": .string(PropertyListString(SequentialEntries.archiverName)),
            "$top": .dictionary(try entries.topLevel(charging: &reading).stored),
            "$objects": .array(PropertyListArray(objects)),
        ]
        let bytes = try BinaryPropertyListWriter().write(list)
        try budget.make(bytes.count)
        archive = try KeyedArchive(bytes, limits: limits)
    }

    /// Copies an object, or the top level, again after its groups were replaced.
    ///
    /// - Complexity: O(*n*) in the size of the groups.
    mutating func update(
        _ reference: SequentialReference?,
        of source: SequentialArchive,
        charging budget: inout Budget
    ) throws(ArchiveError) {
        var entries = SequentialEntries(source)
        guard let reference else {
            return try archive.replaceTopLevel(withStored: try entries.topLevel(charging: &budget).stored)
        }
        let uid = UID(reference)
        try archive.replaceEntry(at: uid, withStored: try entries.entry(at: uid, charging: &budget).stored)
    }
}

extension ArchiveEntry {
    /// The entry as archives store it.
    fileprivate var stored: PropertyList {
        switch self {
        case .null: return .string("$null")
        case .value(let value): return value
        case .object(let record):
            let fields = [ArchivedRecord.Field("$class", .uid(record.classUID))] + record.fields
            return .dictionary(fields.stored)
        case .classRecord(let archivedClass):
            let names = archivedClass.hierarchy.map { PropertyList.string(PropertyListString($0)) }
            return ["$classname": names.first ?? "", "$classes": .array(PropertyListArray(names))]
        }
    }
}

extension [ArchivedRecord.Field] {
    /// The fields as archives store them.
    fileprivate var stored: PropertyListDictionary {
        PropertyListDictionary(map { (key: .string($0.key), value: $0.value) })
    }
}
