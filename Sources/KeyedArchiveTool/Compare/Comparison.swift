import KeyedArchiving
import PropertyLists

/// How two files differ: their archives, and the archives in the data of those.
struct Comparison: ~Copyable {
    /// One place in which two files differ.
    struct Change {
        var kind: ArchiveDifference.Change.Kind
        /// The paths in both files; nil where there is nothing.
        var oldPath, newPath: ArchivePath?
        /// What is there in both files.
        var old, new: Found?
        /// The key of a dictionary whose value is there, if no path says it.
        var oldKey, newKey: Found?
        /// The archives that these are in, by their position in ``sides``.
        var side: Int
    }

    /// What is in a place.
    struct Found {
        var content: GraphItem.Content
        /// The value of the archive that it was read from.
        let value: PropertyList
    }

    private(set) var changes: [Change] = []
    /// The archives that were compared: those of the files, and those in their data.
    private(set) var sides: [(old: Side, new: Side)] = []
    /// Whether all changes are there, rather than as many as were asked for.
    private(set) var isComplete = true
    /// Whether the old file alone is being read, so that an error is about that.
    private(set) var isReadingOld = false
    private let limit: Int
    /// The budget for reading the differences.
    private var budget: Budget
    /// The budget for reading additional descriptions, which are left out if it doesn't suffice.
    private var sideBudget: Budget

    /// An archive that is compared, and where it is in the file.
    struct Side {
        let archive: KeyedArchive
        /// The document of the file, which opens the documents in its data.
        let document: Document
        /// The steps that lead to it from the file.
        var path: [ArchivePath.Step] = []
    }

    init(limit: Int, chargedTo budget: Budget) {
        self.limit = limit
        self.budget = budget
        sideBudget = budget
    }

    /// Two archives that are being compared.
    private struct OpenComparison {
        let old, new: Side
        let changes: [ArchiveDifference.Change]
        /// The position of the next change.
        var next = 0
        /// Their position in ``sides``.
        let side: Int
        var objects: ComparedObjects
    }

    /// Compares two archives, and those in their data, and adds the differences.
    mutating func compare(_ old: Side, _ new: Side) throws(ArchiveError) {
        // Those in the data of others follow them.
        var open: [OpenComparison] = []
        if let first = try opened(old, new) { open.append(first) }
        while var current = open.popLast() {
            guard current.next < current.changes.count, isComplete || changes.count < limit else { continue }
            let change = current.changes[current.next]
            current.next += 1
            isReadingOld = true
            let oldSteps = try current.old.steps(to: change.oldPath)
            isReadingOld = false
            let newSteps = try current.new.steps(to: change.newPath)
            switch try documents(in: change, current.old, oldSteps, current.new, newSteps) {
            case .archives(let oldSide, let newSide):
                open.append(current)
                if let nested = try opened(oldSide, newSide) { open.append(nested) }
                continue
            case .equalLists: break
            case nil:
                let shown = Change(
                    kind: change.kind, oldPath: oldSteps.map { ArchivePath($0) },
                    newPath: newSteps.map { ArchivePath($0) }, side: current.side)
                guard try add(change, as: shown, &current.objects) else { continue }
            }
            open.append(current)
        }
    }

    /// Begins to compare two archives; nil if they don't differ.
    private mutating func opened(_ old: Side, _ new: Side) throws(ArchiveError) -> OpenComparison? {
        let difference = try new.archive.difference(from: old.archive, limit: max(0, limit - changes.count))
        if !difference.isComplete { isComplete = false }
        // What a change is about is read only where there is one.
        guard !difference.isEmpty else { return nil }
        sides.append((old, new))
        let objects = try ComparedObjects(old, new, &isReadingOld)
        // Changes are large, and an array that grows has them twice for a moment.
        if changes.isEmpty { changes.reserveCapacity(difference.changes.count) }
        return OpenComparison(
            old: old, new: new, changes: difference.changes, side: sides.count - 1, objects: objects)
    }

    /// What the data that a change is about hold in both files.
    private enum Documents {
        case archives(Side, Side)
        /// The data differ, and the lists in them don't.
        case equalLists
    }

    /// The documents in the data that a change is about; nil if they don't say more than the data.
    private mutating func documents(
        in change: ArchiveDifference.Change,
        _ old: Side,
        _ oldSteps: [ArchivePath.Step]?,
        _ new: Side,
        _ newSteps: [ArchivePath.Step]?
    ) throws(ArchiveError) -> Documents? {
        guard let oldSteps, let newSteps, case .value(.data(let oldBytes))? = change.old,
            case .value(.data(let newBytes))? = change.new
        else { return nil }
        isReadingOld = true
        let oldNested = try old.open(oldBytes)
        isReadingOld = false
        guard let oldNested, let newNested = try new.open(newBytes) else { return nil }
        if let oldSide = try old.side(of: oldNested, at: oldSteps),
            let newSide = try new.side(of: newNested, at: newSteps)
        {
            return .archives(oldSide, newSide)
        }
        // Lists that differ are said as the data that they are.
        guard let oldList = oldNested.list, oldList == newNested.list else { return nil }
        return .equalLists
    }

    /// The objects of two archives, as far as they were read.
    private struct ComparedObjects {
        var oldGraph, newGraph: ArchiveGraph
        // An object is read once, however many changes it holds.
        var oldHolders: [UID: Holder] = [:]
        var newHolders: [UID: Holder] = [:]

        init(_ old: Side, _ new: Side, _ isReadingOld: inout Bool) throws(ArchiveError) {
            isReadingOld = true
            oldGraph = try ArchiveGraph(KeyedEntries(old.archive), showsRawFields: false, readsNumbers: true)
            isReadingOld = false
            newGraph = try ArchiveGraph(KeyedEntries(new.archive), showsRawFields: false, readsNumbers: true)
        }
    }

    /// Adds a change, with what is in its place in both files.
    ///
    /// - Returns: Whether there may be more changes.
    private mutating func add(
        _ change: ArchiveDifference.Change,
        as place: Change,
        _ objects: inout ComparedObjects
    ) throws(ArchiveError) -> Bool {
        var shown = place
        if let whole = values(
            around: change, holder(change.oldHolder, &objects.oldHolders, &objects.oldGraph),
            holder(change.newHolder, &objects.newHolders, &objects.newGraph))
        {
            if whole.old.content.isSameValue(as: whole.new.content) { return true }
            (shown.old, shown.new) = whole
            shown.oldPath?.steps.removeLast()
            shown.newPath?.steps.removeLast()
            // An object that stands for one value is said once, however many of its fields differ.
            if let last = changes.last, last.oldPath == shown.oldPath, last.newPath == shown.newPath { return true }
        } else {
            isReadingOld = true
            shown.old = try change.old.map { content throws(ArchiveError) in try resolve(content, &objects.oldGraph) }
            isReadingOld = false
            shown.new = try change.new.map { content throws(ArchiveError) in try resolve(content, &objects.newGraph) }
            shown.oldKey = key(
                of: shown.oldPath, in: holder(change.oldHolder, &objects.oldHolders, &objects.oldGraph),
                &objects.oldGraph)
            shown.newKey = key(
                of: shown.newPath, in: holder(change.newHolder, &objects.newHolders, &objects.newGraph),
                &objects.newGraph)
        }
        guard changes.count < limit else {
            isComplete = false
            return false
        }
        changes.append(shown)
        return true
    }

    /// An object that holds a change.
    private struct Holder {
        /// The object as it is shown; nil where it can't be read.
        let object: GraphObject?
        /// The names of the fields that aren't a part of the value that the object stands for; nil where it stands for
        /// none, or is a collection.
        let otherFields: Set<PropertyListString>?
        /// Where the entries of a dictionary are.
        let entries: EntryPlaces?

        init(_ object: GraphObject?, entries: EntryPlaces?) {
            self.object = object
            self.entries = entries
            switch object?.content {
            case nil, .null, .list, .set, .countedSet, .dictionary: otherFields = nil
            case .string, .data, .decimal, .date, .url, .uuid, .geometry, .indexSet, .indexPath:
                var names: Set<PropertyListString> = []
                if let children = object?.children {
                    for position in 0..<children.count {
                        if case .field(let name) = children[position].label { names.insert(name) }
                    }
                }
                otherFields = names
            }
        }
    }

    /// The object that holds a change: the one that was read for another change, or read now.
    private mutating func holder(
        _ uid: UID?,
        _ holders: inout [UID: Holder],
        _ graph: inout ArchiveGraph
    ) -> Holder? {
        guard let uid else { return nil }
        if let holder = holders[uid] { return holder }
        var object: GraphObject?
        if case .object(let found)? = try? graph.resolve(.uid(uid), &sideBudget) { object = found }
        var entries: EntryPlaces?
        if case .dictionary? = object?.content { entries = try? graph.entryPlaces(at: uid, &sideBudget) }
        let holder = Holder(object, entries: entries)
        holders[uid] = holder
        return holder
    }

    /// The values that two objects stand for, if a field of theirs differs that is a part of these.
    private func values(
        around change: ArchiveDifference.Change,
        _ oldHolder: Holder?,
        _ newHolder: Holder?
    ) -> (old: Found, new: Found)? {
        guard change.kind == .value, let name = change.newPath?.lastKey, change.oldPath?.lastKey == name,
            let old = value(of: oldHolder, without: name), let new = value(of: newHolder, without: name),
            !old.content.differsInType(from: new.content)
        else { return nil }
        return (old, new)
    }

    /// The value that an object stands for, if a field is a part of that; nil for collections.
    private func value(of holder: Holder?, without field: String) -> Found? {
        guard let object = holder?.object, let others = holder?.otherFields,
            !others.contains(PropertyListString(field))
        else { return nil }
        return Found(content: .object(object), value: .uid(object.uid))
    }

    /// The key of the entry of a dictionary that a path leads to by its position.
    private mutating func key(of path: ArchivePath?, in holder: Holder?, _ graph: inout ArchiveGraph) -> Found? {
        guard let path, case .dictionary(let pairs)? = holder?.object?.content,
            let position = holder?.entries?.position(ofValueAt: path.steps), position < pairs.count,
            let content = try? graph.resolve(pairs[position].key, &sideBudget)
        else { return nil }
        var key = Found(content: content, value: pairs[position].key)
        guard case .object(var object) = content, let summary = summary(of: object, &graph) else { return key }
        object.summary = summary
        key.content = .object(object)
        return key
    }

    /// How many fields or elements tell a key from others.
    private static let keyFieldCount = 8

    /// The first fields or elements of an object that stands for no single value, so that it is known from others of its
    /// class.
    private mutating func summary(of object: GraphObject, _ graph: inout ArchiveGraph) -> String? {
        guard object.summary == nil, object.color == nil, !object.children.isEmpty else { return nil }
        switch object.content {
        case nil, .list, .set, .countedSet, .dictionary: break
        default: return nil
        }
        let printer = TreePrinter(palette: Palette(isColored: false), stringLimit: displayLimit)
        var parts: [String] = []
        for position in 0..<min(object.children.count, Self.keyFieldCount) {
            let (label, value) = object.children[position]
            guard let content = try? graph.resolve(value, &sideBudget) else { continue }
            parts.append(printer.label(label) + printer.content(content))
        }
        if object.children.count > Self.keyFieldCount { parts.append("…") }
        return "{\(parts.joined(separator: ", "))}"
    }

    private mutating func resolve(
        _ content: ArchiveDifference.Content,
        _ graph: inout ArchiveGraph
    ) throws(ArchiveError) -> Found {
        let value: PropertyList =
            switch content {
            case .null: .uid(.null)
            case .value(let value): value
            case .object(let uid, _): .uid(uid)
            }
        return Found(content: try graph.resolve(value, &budget), value: value)
    }
}

extension Comparison.Side {
    /// The steps to a place of the archive from the file; nil without a place.
    fileprivate func steps(to path: ArchivePath?) throws(ArchiveError) -> [ArchivePath.Step]? {
        guard let path else { return nil }
        try document.budget.make(values: self.path.count + path.steps.count)
        return self.path + path.steps
    }

    /// The document in data; nil if there is none.
    fileprivate func open(_ bytes: [UInt8]) throws(ArchiveError) -> Document? { try document.open(bytes) }

    /// The archive that a document in data at a place is; nil if it is none.
    fileprivate func side(of nested: Document, at steps: [ArchivePath.Step]) throws(ArchiveError) -> Self? {
        try nested.keyedArchive().map { Self(archive: $0, document: nested, path: steps + [.nestedArchive]) }
    }
}

extension GraphItem.Content {
    /// Whether numbers look the same, and are integers or reals of other sizes, which their fields say.
    fileprivate func differsInType(from other: GraphItem.Content) -> Bool {
        guard case .object(let object) = self, case .object(let second) = other,
            FoundationFamily(of: object.archivedClass) != .decimal, case .decimal(let text)? = object.content,
            case .decimal(let other)? = second.content
        else { return false }
        return text == other
    }

    /// Whether objects stand for one value, in whatever form it is stored.
    fileprivate func isSameValue(as other: GraphItem.Content) -> Bool {
        guard case .object(let object) = self, case .object(let second) = other else { return false }
        switch (object.content, second.content) {
        case (.decimal(let text)?, .decimal(let other)?): return text == other
        case (.indexSet(let ranges)?, .indexSet(let other)?): return ranges == other
        case (.indexPath(let indexes)?, .indexPath(let other)?): return indexes == other
        default: return false
        }
    }
}
