internal import PropertyLists

// What is in a collection or an object at a place, as views.

extension ArchiveView {
    /// The elements of an array or a set, each made when it is asked for.
    public struct Elements: RandomAccessCollection, Sendable {
        let places: PathPlace.Elements
        let path: ArchivePath

        /// The first position, 0.
        public var startIndex: Int { 0 }

        /// The number of elements.
        public var endIndex: Int { places.count }

        /// The element at a position.
        ///
        /// - Precondition: `position` is in `0 ..< count`, as for `Array`.
        public subscript(position: Int) -> ArchiveView {
            precondition(places.indices.contains(position), "position \(position) isn't below \(places.count)")
            return ArchiveView(places[position], ArchivePath(path.steps + [.index(position)]))
        }
    }

    /// An entry of a dictionary.
    public typealias Entry = (key: ArchiveView, value: ArchiveView)

    /// A field of an object, or a top-level value, with its stored key.
    public typealias Field = (key: String, value: ArchiveView)

    /// The elements of an array, a set or an ordered set, in stored order; nil if something else is here.
    ///
    /// ```swift
    /// for item in try archive["root.items"].require(\.elements) { print(item["name"].string ?? "") }
    /// ```
    public var elements: Elements? { optional(readElements) }

    /// The entries of a dictionary, in stored order; nil if something else is here.
    ///
    /// ```swift
    /// for (key, value) in archive["root.options"].entries ?? [] { print(key.string ?? "", value.int ?? 0) }
    /// ```
    ///
    /// A key in a plain property list has no path of its own: it is given that of the dictionary.
    ///
    /// - Complexity: O(*n*) in the number of entries and the length of the keys.
    public var entries: [Entry]? { optional(readEntries) }

    /// The fields of an object as they are stored, or the top-level values of an archive; nil if something else is
    /// here.
    ///
    /// The class isn't among them. Fields with a key that no Swift string holds, and the later of two with one key, are
    /// left out.
    ///
    /// ```swift
    /// for (key, value) in archive["root"].fields ?? [] { print(key, value.className ?? "inline") }
    /// ```
    ///
    /// - Complexity: O(*n*) in the number of fields and the length of their keys.
    public var fields: [Field]? { optional(readFields) }

    func readElements() throws(ArchiveError) -> Elements? {
        let place = try place
        guard let elements = try place.elements else { return nil }
        try place.archive?.checkContent(ofCount: elements.count)
        return Elements(places: elements, path: path)
    }

    func readEntries() throws(ArchiveError) -> [Entry]? {
        let place = try place
        if case .value(let value, let bounds) = place {
            guard let dictionary = value.dictionaryValue else { return nil }
            return dictionary.map { key, value in
                let steps = path.steps + (key.stringValue.map { [.key($0)] } ?? [])
                return (ArchiveView(.value(key, bounds), path), ArchiveView(.value(value, bounds), ArchivePath(steps)))
            }
        }
        var budget = place.budget
        return try place.entries(charging: &budget)?.map { (view(of: $0.key), view(of: $0.value)) }
    }

    func readFields() throws(ArchiveError) -> [Field]? {
        let place = try place
        var budget = place.budget
        let members: [PathPlace.Member]
        switch place {
        case .topLevel: members = try place.namedMembers(charging: &budget)
        case .slot(_, let shared):
            guard let (fields, _) = try place.object else { return nil }
            members = try place.fieldMembers(fields, shared, charging: &budget)
        case .value: return nil
        }
        return members.compactMap { member in
            guard let key = member.steps.first?.name else { return nil }
            return (key, view(of: member))
        }
    }

    private func view(of member: PathPlace.Member) -> ArchiveView {
        ArchiveView(member.place, ArchivePath(path.steps + member.steps))
    }
}
