import KeyedArchiving
import PropertyLists

/// The paths from an object to the entries of the dictionary that it is.
///
/// An entry is named by its key, unless that name leads elsewhere: then by its position.
struct EntryPaths {
    private let places: EntryPlaces
    private let named: EntrySteps
    private let fieldNames: Set<PropertyListString>

    /// Creates the paths of a dictionary.
    init(_ places: EntryPlaces, _ named: EntrySteps, of record: ArchivedRecord) {
        self.places = places
        self.named = named
        fieldNames = Set(record.fields.lazy.map(\.key))
    }

    /// The steps to a key.
    func steps(toKeyAt position: Int) -> [ArchivePath.Step] { places.steps(toKey: position) }

    /// The steps to a value.
    func steps(toValueAt position: Int) -> [ArchivePath.Step] {
        step(toValueAt: position).map { [$0] } ?? places.steps(toValue: position)
    }

    /// Whether the path to a value has its key in it.
    func namesValue(at position: Int) -> Bool { step(toValueAt: position) != nil }

    private func step(toValueAt position: Int) -> ArchivePath.Step? {
        named.step(toEntryAt: position) { fieldNames.contains(PropertyListString($0)) }
    }
}
