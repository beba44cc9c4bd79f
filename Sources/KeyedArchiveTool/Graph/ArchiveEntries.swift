import KeyedArchiving
import PropertyLists

/// The questions about an archive that showing it asks.
///
/// The two kinds of archives answer alike: entries have UIDs, 0 being nil, and objects have fields.
protocol ArchiveEntries {
    /// The class that wrote the archive.
    var archiver: String { get }

    /// How many entries there are, that of nil included.
    var entryCount: Int { get }

    /// The UIDs of entries that more than one reference leads to.
    func sharedUIDs() throws(ArchiveError) -> Set<UID>

    /// The top-level keys and their values.
    func topLevel(charging budget: inout Budget) throws(ArchiveError) -> [ArchivedRecord.Field]

    /// The keys beside the top level that not every archive has, with their values.
    func extraTopLevelValues() throws(ArchiveError) -> [ArchivedRecord.Field]

    /// An entry, whose content is charged; long ones are read once.
    mutating func entry(at uid: UID, charging budget: inout Budget) throws(ArchiveError) -> ArchiveEntry

    /// The class whose record is an entry.
    mutating func archivedClass(at uid: UID, charging budget: inout Budget) throws(ArchiveError) -> ArchivedClass

    /// The value that an object of one of Foundation's classes represents; nil for other objects.
    mutating func foundationValue(
        of record: ArchivedRecord,
        ofClass archivedClass: ArchivedClass,
        charging budget: inout Budget
    ) throws(ArchiveError) -> FoundationValue?

    /// The places of the keys and the values of a dictionary; nil for other objects.
    func entryPlaces(of record: ArchivedRecord) -> EntryPlaces?
}

extension ArchiveEntries {
    /// The entry that a reference leads to; nil for other values, and for entries that can't be read.
    ///
    /// - Throws: The error of an exhausted budget.
    mutating func readableEntry(
        at value: PropertyList?,
        charging budget: inout Budget
    ) throws(ArchiveError) -> ArchiveEntry? {
        guard case .uid(let uid)? = value else { return nil }
        do throws(ArchiveError) {
            return try entry(at: uid, charging: &budget)
        } catch {
            // Where a limit is reached for the file as a whole, the same would be said of every further place.
            if error.endsWork { throw error }
            return nil
        }
    }
}

/// The entries of a keyed archive.
struct KeyedEntries: ArchiveEntries {
    private let archive: KeyedArchive
    private var cache = FoundationValueCache()

    init(_ archive: KeyedArchive) {
        self.archive = archive
    }

    var archiver: String { archive.archiver }
    var entryCount: Int { archive.objectCount }

    func sharedUIDs() throws(ArchiveError) -> Set<UID> { try archive.sharedUIDs() }

    func topLevel(charging _: inout Budget) throws(ArchiveError) -> [ArchivedRecord.Field] { try archive.topLevel() }

    func extraTopLevelValues() throws(ArchiveError) -> [ArchivedRecord.Field] { try archive.extraTopLevelValues() }

    mutating func entry(at uid: UID, charging budget: inout Budget) throws(ArchiveError) -> ArchiveEntry {
        try cache.entry(at: uid, of: archive, charging: &budget)
    }

    func archivedClass(at uid: UID, charging budget: inout Budget) throws(ArchiveError) -> ArchivedClass {
        try archive.archivedClass(at: uid)
    }

    mutating func foundationValue(
        of record: ArchivedRecord,
        ofClass archivedClass: ArchivedClass,
        charging budget: inout Budget
    ) throws(ArchiveError) -> FoundationValue? {
        try archive.foundationValue(of: record, ofClass: archivedClass, caching: &cache, charging: &budget)
    }

    func entryPlaces(of record: ArchivedRecord) -> EntryPlaces? { archive.entryPlaces(of: record) }
}

/// The entries of a property list that is no archive: it has none, and its UIDs are values.
struct NoEntries: ArchiveEntries {
    var archiver: String { "" }
    var entryCount: Int { 0 }

    func sharedUIDs() -> Set<UID> { [] }
    func topLevel(charging _: inout Budget) -> [ArchivedRecord.Field] { [] }
    func extraTopLevelValues() -> [ArchivedRecord.Field] { [] }
    func entry(at uid: UID, charging _: inout Budget) -> ArchiveEntry { .value(.uid(uid)) }
    func archivedClass(at _: UID, charging _: inout Budget) -> ArchivedClass { ArchivedClass(name: "") }
    func entryPlaces(of _: ArchivedRecord) -> EntryPlaces? { nil }

    func foundationValue(of _: ArchivedRecord, ofClass _: ArchivedClass, charging _: inout Budget) -> FoundationValue? {
        nil
    }
}
