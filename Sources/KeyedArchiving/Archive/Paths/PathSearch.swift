package import PropertyLists

/// Finds the shortest paths to objects of an archive, as ``KeyedArchive/subscript(_:)`` follows them.
///
/// Paths are searched only when there is an error to report, in the graph of the archive; which field leads from one
/// object to the next is looked up when a path is printed. Unreadable objects are skipped: there is an error to report
/// already. Keys are compared in place, so that the cost is that of the references, regardless of the length of the
/// keys.
final class PathSearch {
    /// The place of a reference in the object that has it.
    private struct Place {
        /// The position of the field.
        var field: FieldPosition
        /// The position in the field's array; nil if there is none.
        var element: Int?
        /// Whether the reference is in a container there.
        var isInside = false
    }

    private let index: ArchiveIndex
    private let facts: ArchiveFacts
    /// Nil for a file that holds more than the limit allows, or if the task was cancelled: nothing has a path there.
    private lazy var graph = (try? facts.graph(of: index)) ?? nil
    private var paths: EntryGraph.NearestPaths?
    /// For each missing entry, the nearest object that refers to it; `$null` for the top level.
    private var referrersOfMissing: [UID: EntryUID]?
    /// The places of the references of objects that were requested before; those of the top level under `$null`.
    ///
    /// The first time, only the one that is asked for is looked up, and nothing is kept.
    private var places: [EntryUID: [UID: Place]] = [:]
    /// The steps to the entries of dictionaries that paths led through.
    private var entrySteps: [EntryUID: EntrySteps] = [:]

    /// - Parameter facts: The facts about the file, which keep its graph.
    init(_ index: ArchiveIndex, _ facts: ArchiveFacts) {
        self.index = index
        self.facts = facts
    }

    /// Finds paths in the file of an archive.
    convenience init(_ archive: KeyedArchive) {
        self.init(archive.index, archive.facts)
    }

    /// The steps to an object, which may be missing from the archive.
    ///
    /// - Parameter limit: How many objects the path may lead through.
    /// - Returns: Nil if it is unreachable, or if no path can express the way to it: a key that isn't text, or the
    ///   later of two fields with one key.
    /// - Complexity: O(*n*) in the size of the archive, for all objects together.
    func steps(to target: UID, through limit: Int = .max) -> [ArchivePath.Step]? {
        guard let graph else { return nil }
        let paths = self.paths ?? graph.nearestPaths(from: graph.topRoots) { isObject($0) }
        self.paths = paths
        if let uid = index.entry(target) {
            return paths.path(to: uid).flatMap { $0.count > limit ? nil : steps(along: $0.map(\.uid), from: .null) }
        }
        let referrers = referrersOfMissing ?? findMissing(paths.order, isAny: graph.hasMissing)
        referrersOfMissing = referrers
        guard let last = referrers[target] else { return nil }
        let path = last == .null ? [] : paths.path(to: last) ?? []
        return path.count >= limit ? nil : steps(along: path.map(\.uid) + [target], from: .null)
    }

    /// A way from an object back to itself: the shortest of those that end at an object; nil if there is none.
    ///
    /// - Parameters:
    ///   - last: The object whose reference closes the cycle.
    ///   - isOpen: Whether an object is being decoded: a way through such objects alone is preferred.
    ///   - mayBeOpen: Whether an object is, or may be one that is being decoded: the second choice.
    /// - Complexity: O(*n*) in the size of the archive.
    func cycle(
        through uid: EntryUID,
        from last: EntryUID,
        preferring isOpen: (EntryUID) -> Bool,
        or mayBeOpen: (EntryUID) -> Bool
    ) -> [ArchivePath.Step]? {
        guard let graph else { return nil }
        if last == uid { return steps(along: [uid.uid], from: uid) }
        func path(where isFollowed: (EntryUID) -> Bool) -> [ArchivePath.Step]? {
            let paths = graph.nearestPaths(from: graph.references(of: uid), where: isFollowed)
            return paths.path(to: last).flatMap { steps(along: $0.map(\.uid) + [uid.uid], from: uid) }
        }
        return path { isObject($0) && isOpen($0) } ?? path { isObject($0) && mayBeOpen($0) } ?? path { isObject($0) }
    }

    /// Whether an entry is an object with fields, which a path leads through.
    private func isObject(_ uid: EntryUID) -> Bool { index.kind(of: index[uid]) == .dictionary }

    /// The objects that refer to missing entries, by the UIDs of these.
    private func findMissing(_ order: [EntryUID], isAny: Bool) -> [UID: EntryUID] {
        var referrers: [UID: EntryUID] = [:]
        guard isAny else { return referrers }
        for uid in [.null] + order {
            guard let fields = fields(of: uid) else { continue }
            for field in index.pairs(of: fields) {
                index.forEachReference(in: field.value) { target in
                    if !index.contains(target), referrers[target] == nil { referrers[target] = uid }
                }
            }
        }
        return referrers
    }

    // MARK: Writing

    /// The fields of an object, or of the top level.
    private func fields(of uid: EntryUID) -> BinaryFields? {
        uid == .null ? index.top : index.fields(at: index[uid])
    }

    /// The steps that lead from one object to the next, and from there on.
    private func steps(along path: [UID], from start: EntryUID) -> [ArchivePath.Step]? {
        var steps: [ArchivePath.Step] = []
        var parent = start
        for uid in path {
            guard let part = self.steps(to: uid, from: parent) else { return nil }
            steps += part
            parent = index.entry(uid) ?? .null
        }
        return steps
    }

    /// The steps that lead from an object to the next.
    private func steps(to uid: UID, from parent: EntryUID) -> [ArchivePath.Step]? {
        guard let fields = fields(of: parent), let place = place(of: uid, in: fields, of: parent),
            let name = index.text(at: index.reader.key(place.field, of: fields)),
            index.position(of: name, in: fields) == place.field
        else { return nil }
        var container = index.reader.value(place.field, of: fields)
        var steps: [ArchivePath.Step] = [.key(name)]
        if let element = place.element {
            steps = self.steps(toElement: element, ofField: name, fields, of: parent)
            container = member(element, of: container)
        }
        guard place.isInside else { return steps }
        return self.steps(to: uid, inside: container).map { steps + $0 }
    }

    /// The steps to an element of a list that is in a field.
    private func steps(
        toElement element: Int,
        ofField name: String,
        _ fields: BinaryFields,
        of parent: EntryUID
    ) -> [ArchivePath.Step] {
        let steps: [ArchivePath.Step] = [.key(name), .index(element)]
        guard parent != .null, let layout = (try? index.layout(of: fields, family(of: fields))) ?? nil,
            layout.values.place.isList(name)
        else { return steps }
        // A collection's own position is what people count.
        guard let keys = layout.keys else { return [.index(element)] }
        return stepToEntry(element, keys.slots, in: fields, of: parent).map { [$0] } ?? steps
    }

    /// How an object lays out its fields; nil if that isn't known.
    private func family(of fields: BinaryFields) -> FoundationFamily? {
        guard let reference = index.value(of: ClassFields.instanceClass, in: fields),
            let record = index.uid(at: reference).flatMap({ index[$0] })
        else { return nil }
        return facts.family(ofRecord: record, in: index)
    }

    /// The step to an entry of a dictionary by its key, if that leads to this entry.
    private func stepToEntry(
        _ element: Int,
        _ keys: SlotList,
        in fields: BinaryFields,
        of parent: EntryUID
    ) -> ArchivePath.Step? {
        let steps =
            entrySteps[parent]
            ?? EntrySteps(names: (0..<keys.count).map { entry($0, of: keys).flatMap(index.shortName(ofKeyAt:)) })
        entrySteps[parent] = steps
        return steps.step(toEntryAt: element) { index.position(of: $0, in: fields) != nil }
    }

    /// The entry that an element of a run refers to.
    private func entry(_ element: Int, of references: SlotList) -> ObjectIndex? {
        index.reference(index.slot(element, of: references)).flatMap { index[$0] }
    }

    // MARK: Places of references

    /// The first place in which an object refers to another.
    private func place(of uid: UID, in fields: BinaryFields, of parent: EntryUID) -> Place? {
        if let known = places[parent], !known.isEmpty { return known[uid] }
        let isFirst = places[parent] == nil
        let found = places(in: fields, of: isFirst ? uid : nil)
        places[parent] = isFirst ? [:] : found
        return found[uid]
    }

    /// The first place of each reference in fields, or only that of the reference to one entry.
    private func places(in fields: BinaryFields, of target: UID?) -> [UID: Place] {
        var places: [UID: Place] = [:]
        var isDone: Bool { target != nil && !places.isEmpty }
        func add(_ value: ObjectIndex, _ place: Place) {
            if let uid = index.uid(at: value) {
                if target == nil || uid == target, places[uid] == nil { places[uid] = place }
            } else {
                index.forEachReference(in: value) { uid in
                    guard target == nil || uid == target, places[uid] == nil else { return }
                    places[uid] = Place(field: place.field, element: place.element, isInside: true)
                }
            }
        }
        for field in fields.positions where !isDone {
            let value = index.reader.value(field, of: fields)
            guard let elements = index.elements(at: value) else {
                add(value, Place(field: field))
                continue
            }
            for (element, member) in index.members(of: elements).enumerated() where !isDone {
                add(member, Place(field: field, element: element))
            }
        }
        return places
    }

    /// The steps to the first reference to an entry within a container that is stored in a field itself.
    ///
    /// Apple's archiver writes no such containers.
    private func steps(to uid: UID, inside container: ObjectIndex) -> [ArchivePath.Step]? {
        var path = DepthFirstPath<ObjectIndex>()
        var positions: [(container: ObjectIndex, position: Int)] = []
        func enter(_ container: ObjectIndex) {
            path.enter(container, childCount: index.references(at: container).count)
            positions.append((container, 0))
        }
        enter(container)
        while let step = path.next() {
            guard case .child(let position, let container) = step else {
                positions.removeLast()
                continue
            }
            positions[positions.count - 1].position = position
            let member = member(position, of: container)
            if index.uid(at: member) == uid {
                let steps = positions.compactMap { self.step(to: $0.position, of: $0.container) }
                return steps.count == positions.count ? steps : nil
            }
            if index.kind(of: member).isContainer { enter(member) }
        }
        return nil
    }

    /// The member at a position of a container, which must have that many members.
    private func member(_ position: Int, of container: ObjectIndex) -> ObjectIndex {
        index.reader.unchecked(position, of: index.references(at: container))
    }

    /// The step to a member of a container; nil for a key, for the later of two values under one, and for sets.
    private func step(to position: Int, of container: ObjectIndex) -> ArchivePath.Step? {
        if index.kind(of: container) == .array { return .index(position) }
        guard let fields = index.fields(at: container), position >= fields.count else { return nil }
        guard let name = index.text(at: member(position - fields.count, of: container)),
            index.value(of: name, in: fields) == member(position, of: container)
        else { return nil }
        return .key(name)
    }
}

/// Says where objects and problems of an archive are, for people.
package struct PathFinder {
    private let search: PathSearch

    /// How many steps a path may have.
    private static let longestPath = 64

    package init(archive: KeyedArchive) {
        search = PathSearch(archive)
    }

    /// The shortest path to an object; nil if it is unreachable, or if it is so long that the UID says more.
    ///
    /// - Complexity: O(*n*) in the size of the archive, for all objects together.
    package func path(to uid: UID) -> ArchivePath? {
        guard let steps = search.steps(to: uid, through: Self.longestPath), steps.count <= Self.longestPath else {
            return nil
        }
        return ArchivePath(steps)
    }

    /// The error with the path of its object, followed by its key.
    func addingPath(to error: ArchiveError) -> ArchiveError {
        guard error.path == nil else { return error }
        var error = error
        var path: [ArchivePath.Step] = []
        if let uid = error.uid {
            guard let found = self.path(to: uid) else { return error }
            path = found.steps
        }
        if let key = error.key { path.append(.key(key)) }
        if !path.isEmpty { error.path = ArchivePath(path) }
        return error
    }
}
