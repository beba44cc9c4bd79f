internal import PropertyLists

/// A place of an archive as a decoder sees it: what it refers to, or what is there itself.
enum GraphValue: BitwiseCopyable {
    /// An entry of `$objects`; the one of number 0 is nil.
    case entry(EntryUID)
    /// A value in the place of a reference, by its object index.
    case inline(ObjectIndex)
    /// A number that is part of an entry: a byte of data, an index of an index set.
    case integer(Int64)
    /// A value that was made, by its index among those.
    case made(Int)
}

/// The keys and values of an object, or of a dictionary whose keys and values are lists of references.
struct GraphFields: BitwiseCopyable {
    var fields: BinaryFields
    /// The index of the shape of the keys.
    var shape: Int
    /// What is known about where keys are.
    var lookUps: KeyLookUps.Run
}

/// What is under the keys of a keyed container.
struct GraphKeys: BitwiseCopyable {
    /// The entries of a dictionary.
    enum Entries: BitwiseCopyable {
        /// It is an object that isn't a dictionary.
        case none
        /// As a list of keys and a list of values.
        case listed(GraphFields)
        /// As entries that were made, by their index among those.
        case made(Int)
    }

    var entries = Entries.none
    /// The fields of the object; nil for a dictionary that isn't one.
    var object: GraphFields?
    /// The index of the object's class.
    var classIndex = OptionalIndex.none
}

/// The values of an unkeyed container.
enum GraphElements: BitwiseCopyable {
    /// Values of the file.
    case stored(BinaryReferences)
    /// Values that were made, by their index among those lists.
    case made(Int, count: Int)

    var count: Int {
        switch self {
        case .stored(let run): run.count
        case .made(_, let count): count
        }
    }
}

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
    var names: [GraphSource.KeyName] {
        keys.compactMap { key in
            key.string.map { text in (text, Int(text).flatMap { text == "\($0)" ? $0 : nil }) }
        }
    }
}
