import KeyedArchiving
import PropertyLists

/// Counts how many references lead to each entry of an archive, up to 2.
struct ReferenceCounter {
    private(set) var counts: [UInt8]
    private let archive: KeyedArchive

    init(_ archive: KeyedArchive) {
        self.archive = archive
        counts = Array(repeating: 0, count: archive.objectCount)
    }

    /// Counts the references in the top level and in all objects; entries that cannot be read are passed over.
    mutating func count(_ budget: inout WorkBudget) throws(ArchiveError) {
        for field in try archive.topLevel() { try count(field.value, &budget) }
        for index in counts.indices {
            guard let record = try? archive.record(at: UID(UInt64(index))) else { continue }
            for field in record.fields { try count(field.value, &budget) }
        }
    }

    private mutating func count(_ value: PropertyList, _ budget: inout WorkBudget) throws(ArchiveError) {
        try budget.spend(1)
        switch value {
        case .uid(let uid): count(uid)
        case .array(let array):
            try budget.spend(array.count)
            for case .uid(let uid) in array { count(uid) }
        default: break
        }
    }

    private mutating func count(_ uid: UID) {
        guard uid.rawValue < UInt64(counts.count) else { return }
        let index = Int(uid.rawValue)
        if counts[index] < 2 { counts[index] += 1 }
    }
}
