import PropertyLists
import SequentialArchives

/// How many values of a sequential archive refer to each of its objects and C strings.
struct ReferenceCounts {
    private var counts: [Int: Int] = [:]
    /// Whether references may be counted that are in objects to which nothing leads anymore.
    private(set) var mayBeTooHigh = false

    /// Counts the references in the top level and in all objects that it leads to.
    init(in archive: SequentialArchive) {
        var waiting: [SequentialReference] = []
        count(archive.groups, &waiting)
        while let reference = waiting.popLast() {
            if let object: SequentialObject = archive.object(reference) { count(object.groups, &waiting) }
        }
    }

    /// The entries that the objects and C strings are to which several values refer.
    var sharedUIDs: Set<UID> { Set(counts.lazy.filter { $0.value > 1 }.map { UID(SequentialReference($0.key)) }) }

    /// How many values refer to an object or a C string.
    subscript(reference: SequentialReference) -> Int { counts[reference.number, default: 0] }

    /// Counts the references in some groups.
    ///
    /// - Parameter found: Gets the objects and C strings that are found for the first time.
    private mutating func count(_ groups: [SequentialGroup], _ found: inout [SequentialReference]) {
        for reference in groups.references {
            counts[reference.number, default: 0] += 1
            if counts[reference.number] == 1 { found.append(reference) }
        }
    }

    /// Counts groups in place of others, which were counted.
    ///
    /// - Returns: False if something is referred to again to which nothing led, so that all has to be counted again.
    mutating func replace(_ old: [SequentialGroup], by new: [SequentialGroup]) -> Bool {
        let (removed, added) = (old.references, new.references)
        let areAllCounted = added.allSatisfy { self[$0] > 0 }
        for reference in added { counts[reference.number, default: 0] += 1 }
        for reference in removed { counts[reference.number, default: 0] -= 1 }
        // What lost a reference may have led to others.
        mayBeTooHigh = mayBeTooHigh || !Set(removed).isSubset(of: added)
        return areAllCounted
    }
}

extension [SequentialGroup] {
    /// The objects and C strings that the values refer to, each as often as they do.
    fileprivate var references: [SequentialReference] {
        var references: [SequentialReference] = []
        var values = flatMap(\.values)
        while let value = values.popLast() {
            switch value {
            case .object(let reference), .cString(let reference): references.append(reference)
            case .array(let parts), .structure(let parts): values.append(contentsOf: parts)
            default: continue
            }
        }
        return references
    }
}
