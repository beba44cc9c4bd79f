internal import PropertyLists

/// The type strings of an archive's groups, each parsed once.
struct GroupTypes {
    /// A type string.
    struct Entry {
        let text: String
        let list: SequentialTypeList
        /// The number under which it is among the shared strings, once it was written.
        var number: Int?
    }

    private(set) var entries: [Entry] = []
    /// The places of the entries, once there are many.
    private var places: [PropertyListString: Int] = [:]
    /// The place of the entry that was looked up last.
    private var last = 0
    /// Of so few entries, each is compared.
    private static let fewEntries = 8

    /// The place of the entry of a type string, which is added if there is none.
    mutating func place(of text: String) throws(ArchiveError) -> Int {
        if last < entries.count, entries[last].text.isIdentical(to: text) { return last }
        if let known = known(text) { last = known } else { last = try add(text) }
        return last
    }

    private func known(_ text: String) -> Int? {
        guard entries.count <= Self.fewEntries else { return places[PropertyListString(text)] }
        return entries.firstIndex { $0.text.isIdentical(to: text) }
    }

    private mutating func add(_ text: String) throws(ArchiveError) -> Int {
        entries.append(Entry(text: text, list: try SequentialTypeList(text)))
        if entries.count > Self.fewEntries {
            let first = places.isEmpty ? 0 : entries.count - 1
            for place in first..<entries.count { places[PropertyListString(entries[place].text)] = place }
        }
        return entries.count - 1
    }

    /// Keeps the number under which a type string was written.
    mutating func setNumber(_ number: Int, at place: Int) { entries[place].number = number }
}
