internal import PropertyLists

/// Finds the shortest paths to objects of an archive, as ``KeyedArchive/value(at:)`` follows them.
///
/// Paths are searched only when there is an error to report, breadth first, each object and each array once. What can't
/// be read is passed over: there is an error to report already. Keys are compared where they lie, so that the cost is
/// that of the references, whatever the length of the keys.
struct PathSearch {
    /// Where a reference is, in the object that has it.
    private struct Reference {
        /// The position of the field.
        var field: FieldPosition
        /// The position in the field's array; nil if the field itself is the reference.
        var element: Int?
    }

    private let index: ArchiveIndex
    private let start: BinaryFields
    private let isTopLevel: Bool
    private var search = BreadthFirstSearch<UID, Reference>()
    /// Whether the search may begin, nil as long as no one asked: in a file that holds more than the limit allows, nothing
    /// has a path.
    private var isPossible: Bool?

    /// - Parameters:
    ///   - start: Where paths start.
    ///   - isTopLevel: Whether that is the top level, rather than an object.
    init(_ index: ArchiveIndex, from start: BinaryFields, isTopLevel: Bool) {
        self.index = index
        self.start = start
        self.isTopLevel = isTopLevel
    }

    /// Paths start at the top level.
    init(_ index: ArchiveIndex) {
        self.init(index, from: index.top, isTopLevel: true)
    }

    /// The steps to an object, which may be missing from the archive.
    ///
    /// - Returns: Nil if nothing leads to it, or if no path can say what does: a key that isn't text, or the later of
    ///   two fields with one key.
    /// - Complexity: O(*n*) in the size of the archive, for all objects together.
    mutating func steps(to target: UID) -> [ArchivePath.Step]? {
        if isPossible == nil {
            let isWithinLimit = ContentSum.withinLimit(index) != nil
            isPossible = isWithinLimit
            if isWithinLimit { visit(start, of: nil, target) }
        }
        guard isPossible == true else { return nil }
        while !search.hasReached(target), let uid = search.next() {
            guard let entry = index[uid], let fields = index.fields(at: entry) else { continue }
            visit(fields, of: uid, target)
        }
        guard let path = search.path(to: target) else { return nil }
        var steps: [ArchivePath.Step] = []
        for arrival in path {
            guard let part = self.steps(of: arrival.reference, from: arrival.parent) else { return nil }
            steps += part
        }
        return steps
    }

    // MARK: Searching

    private mutating func visit(_ fields: BinaryFields, of parent: UID?, _ target: UID) {
        for position in fields.positions {
            let value = index.reader.value(position, of: fields)
            if let uid = index.uid(at: value) {
                arrive(at: uid, from: parent, Reference(field: position), target)
            } else if let elements = index.elements(at: value) {
                for (element, value) in index.members(of: elements).enumerated() {
                    guard let uid = index.uid(at: value) else { continue }
                    arrive(at: uid, from: parent, Reference(field: position, element: element), target)
                }
            }
        }
    }

    private mutating func arrive(at uid: UID, from parent: UID?, _ reference: Reference, _ target: UID) {
        guard uid != .null, index.contains(uid) || uid == target else { return }
        search.arrive(at: uid, from: parent, by: reference, isFollowed: index.contains(uid))
    }

    // MARK: Writing

    /// The steps that lead from an object to the next.
    private func steps(of reference: Reference, from parent: UID?) -> [ArchivePath.Step]? {
        guard let fields = parent.map({ index.fields(of: $0) }) ?? start,
            let name = index.text(at: index.reader.key(reference.field, of: fields)),
            index.position(of: name, in: fields) == reference.field
        else { return nil }
        guard let element = reference.element else { return [.key(name)] }
        let steps: [ArchivePath.Step] = [.key(name), .index(element)]
        guard parent != nil || !isTopLevel,
            let layout = (try? index.layout(of: fields, index.family(of: fields))) ?? nil,
            layout.values.place.isList(name)
        else { return steps }
        // A collection's own position is what people count.
        guard let keys = layout.keys else { return [.index(element)] }
        return stepToEntry(element, keys.slots, in: fields).map { [$0] } ?? steps
    }

    /// The step to an entry of a dictionary by its key, if that is a short string that leads to this entry.
    private func stepToEntry(_ element: Int, _ keys: SlotList, in fields: BinaryFields) -> ArchivePath.Step? {
        // A longer key says less than the position.
        guard element < keys.count, let text = entry(element, of: keys).flatMap({ index.shortText(at: $0) })
        else { return nil }
        let isRepeated = (element + 1..<keys.count).contains { later in
            entry(later, of: keys).map { index.isText(index.characters(ofStringAt: $0), text) } ?? false
        }
        return ArchivePath.step(
            toEntry: text, isField: index.position(of: text, in: fields) != nil, isRepeated: isRepeated)
    }

    /// The entry that an element of a run refers to.
    private func entry(_ element: Int, of references: SlotList) -> ObjectIndex? {
        index.reference(index.slot(element, of: references)).flatMap { index[$0] }
    }
}

/// Adds paths to problems, for telling people where they are.
struct PathFinder {
    private var search: PathSearch

    /// How many steps a path may have.
    private static let longestPath = 64

    init(archive: KeyedArchive) {
        search = PathSearch(archive.index)
    }

    /// The error with the path of its object, followed by its key.
    mutating func addingPath(to error: ArchiveError) -> ArchiveError {
        guard error.path == nil else { return error }
        var error = error
        var path: [ArchivePath.Step] = []
        if let uid = error.uid {
            // Nothing leads to some objects; and if a path is very long, the UID says more.
            guard let steps = search.steps(to: uid), steps.count <= Self.longestPath else { return error }
            path = steps
        }
        if let key = error.key { path.append(.key(key)) }
        if !path.isEmpty { error.path = ArchivePath(path) }
        return error
    }
}
