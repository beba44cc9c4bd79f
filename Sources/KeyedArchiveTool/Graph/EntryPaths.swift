import KeyedArchiving
import PropertyLists

/// The paths from an object to the entries of the dictionary that it is.
///
/// An entry is named by its key, as people name it, unless that name leads elsewhere: then by its position.
struct EntryPaths {
    private let places: EntryPlaces
    /// The names that don't lead to the entry with that key: those of fields, and those that several keys have.
    private var ambiguousNames: Set<PropertyListString>

    /// Creates the paths of a dictionary.
    ///
    /// - Parameters:
    ///   - record: The object of the dictionary.
    ///   - keys: What its keys stand for, if that is a plain value.
    init(_ places: EntryPlaces, of record: ArchivedRecord, keys: [PropertyList?]) {
        self.places = places
        ambiguousNames = Set(record.fields.map(\.key))
        // No path leads to entries with these names.
        ambiguousNames.formUnion(["$class", "$null"])
        guard keys.contains(where: { $0?.integerDigits != nil }) else { return }
        var seen: Set<PropertyListString> = []
        for key in keys {
            guard let name = key.flatMap(Self.number), !seen.insert(name).inserted else { continue }
            ambiguousNames.insert(name)
        }
    }

    /// The name of a key that is an integer, or could be taken for one; nil for all others.
    private static func number(_ key: PropertyList) -> PropertyListString? {
        if let digits = key.integerDigits { return PropertyListString(digits) }
        // No integer has more digits.
        guard case .string(let text) = key, text.utf16.count <= 40 else { return nil }
        return text
    }

    /// The steps to a key.
    func steps(toKeyAt position: Int) -> [ArchivePath.Step] { places.steps(toKey: position) }

    /// The steps to a value.
    ///
    /// - Parameter name: The text or the digits of its key; nil for a key that is something else.
    func steps(toValueAt position: Int, named name: PropertyListString? = nil) -> [ArchivePath.Step] {
        guard let text = leadingText(name) else { return places.steps(toValue: position) }
        return [.key(text)]
    }

    /// Whether the path to a value has its key in it.
    func leads(_ name: PropertyListString?) -> Bool { leadingText(name) != nil }

    private func leadingText(_ name: PropertyListString?) -> String? {
        name.flatMap { ambiguousNames.contains($0) ? nil : $0.string }
    }
}
