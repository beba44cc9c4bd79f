internal import PropertyLists

/// The entries of a dictionary that isn't stored as two lists, or that has keys that are objects.
struct MadeEntries {
    /// The entry of a key: its value and its place.
    struct Entry {
        var value: GraphValue
        /// Its position in the dictionary.
        var position: Int
        /// Whether the key is stored as plain text, which a path finds.
        var hasPlainKey: Bool
    }

    /// The keys in their order, each as often as it is there.
    private var keys: [EntryName] = []
    /// The entries under them; of two with one key, the last.
    private var entries: [EntryName: Entry] = [:]

    mutating func add(_ key: EntryName, _ entry: Entry) {
        keys.append(key)
        entries[key] = entry
    }

    /// The entry of a key by its text, or by its number if there is no such text.
    func entry(_ key: String, _ integer: Int?) -> Entry? {
        if let entry = entries[.text(PropertyListString(key))] { return entry }
        return (integer.map { "\($0)" } ?? EntryName.integer(of: key)).flatMap { entries[.integer($0)] }
    }

    /// The keys that Swift strings can hold, with the numbers that they are, each as often as it is there.
    var names: [GraphSource.DictionaryKey] {
        keys.compactMap { key in
            switch key {
            case .text(let text): text.string.map { ($0, nil, false) }
            case .integer(let digits): (digits, Int(digits), true)
            }
        }
    }
}
