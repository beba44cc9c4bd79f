internal import PropertyLists

/// The type strings of an archive's groups, each parsed once.
struct GroupTypes: ~Copyable {
    /// A type string.
    struct Entry {
        let text: String
        let list: SequentialTypeList
        /// The number under which it is among the shared strings, once it was written.
        var number: Int?
    }

    private(set) var entries: [Entry] = []
    private var places = SmallTable()
    /// The place of the entry that was looked up last.
    private var last = 0

    /// The place of the entry of a type string, which is added if there is none.
    mutating func place(of text: String) throws(ArchiveError) -> Int {
        if last < entries.count, entries[last].text.isIdentical(to: text) { return last }
        if let known = known(text) { last = known } else { last = try add(text) }
        return last
    }

    private func known(_ text: String) -> Int? {
        places.index(among: entries.count, hash: { places.seed.hash(text) }) { entries[$0].text.isIdentical(to: text) }
    }

    private mutating func add(_ text: String) throws(ArchiveError) -> Int {
        entries.append(Entry(text: text, list: try SequentialTypeList(text)))
        let seed = places.seed
        places.add(entries.count - 1) { seed.hash(entries[$0].text) }
        return entries.count - 1
    }

    /// Keeps the number under which a type string was written.
    mutating func setNumber(_ number: Int, at place: Int) { entries[place].number = number }
}
