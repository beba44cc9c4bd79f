internal import PropertyLists

/// The entries of a dictionary that isn't stored as two lists, or that has keys that are objects.
struct MadeEntries {
    /// What is under a key.
    struct Entry {
        var value: GraphValue
        /// Its position in the dictionary.
        var position: Int
        /// Whether the key is stored as plain text, which a path finds.
        var hasPlainKey: Bool
    }

    /// The keys in their order, each once.
    var keys: [PropertyListString] = []
    /// The entries under them; of two with one key, the first.
    var entries: [PropertyListString: Entry] = [:]

    mutating func add(_ key: PropertyListString, _ entry: Entry) {
        guard entries[key] == nil else { return }
        keys.append(key)
        entries[key] = entry
    }

    /// What is under a key by its text, or by its number if there is no such text.
    func entry(_ key: String, _ integer: Int?) -> Entry? {
        entries[PropertyListString(key)] ?? integer.flatMap { entries[PropertyListString("\($0)")] }
    }

    /// The keys that Swift strings can hold, with the numbers whose digits they are: `05` is none.
    var names: [KeyName] {
        keys.compactMap { key in
            key.string.map { text in (text, Int(text).flatMap { text == "\($0)" ? $0 : nil }) }
        }
    }
}
