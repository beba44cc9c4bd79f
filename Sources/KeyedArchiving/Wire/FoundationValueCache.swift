package import PropertyLists

/// A cache of content that many objects of an archive may share, for finding the values of many objects.
///
/// Objects of a hostile file can share a class with a chain of thousands of names, and one long text. Code that
/// goes through many objects passes one cache and one budget to every call.
package struct FoundationValueCache {
    /// The families of classes, by the UIDs of their records; nil for a class that has none.
    private var families: [UID: FoundationFamily?] = [:]
    /// Entries that hold a long text or long data.
    private var longEntries: [UID: ArchiveEntry] = [:]

    /// How many bytes make a text or data long.
    private static let longSize = 256

    /// Creates an empty cache for one archive.
    package init() {}

    /// The family of a class; its chain is looked through once.
    mutating func family(
        of archivedClass: ArchivedClass,
        at uid: UID,
        charging budget: inout Budget
    ) throws(ArchiveError) -> FoundationFamily? {
        if let known = families[uid] { return known }
        try budget.step(through: archivedClass.hierarchy.count)
        let family = FoundationFamily(of: archivedClass)
        families[uid] = .some(family)
        return family
    }

    /// An entry; one that is long is charged when it is read for the first time, and takes a step from then on.
    ///
    /// Code that reads or prints all of it charges that.
    ///
    /// - Throws: As ``KeyedArchive/entry(at:)`` does.
    /// - Complexity: O(*n*) in the size of the entry; O(1) for a long one that was read before.
    package mutating func entry(
        at uid: UID,
        of archive: KeyedArchive,
        charging budget: inout Budget
    ) throws(ArchiveError) -> ArchiveEntry {
        if let known = longEntries[uid] {
            try budget.step(1)
            return known
        }
        let entry = try archive.entry(at: uid, charging: &budget)
        if Self.isLong(entry) { longEntries[uid] = entry }
        return entry
    }

    private static func isLong(_ entry: ArchiveEntry) -> Bool {
        switch entry {
        case .value(let value): isLong(value)
        // A string or data with a class, or with little else.
        case .object(let record): record.fields.count <= 4 && record.fields.contains { isLong($0.value) }
        case .null, .classRecord: false
        }
    }

    private static func isLong(_ value: PropertyList) -> Bool {
        switch value {
        case .string(let text): text.size >= longSize
        case .data(let bytes): bytes.count >= longSize
        default: false
        }
    }
}
