internal import PropertyLists

/// Compares two archives from the top level on.
///
/// A queue holds the pairs of objects that are still to be compared. Two objects are joined into one group when they
/// are compared, with all objects that were compared with either; a pair within one group is skipped. So there are
/// fewer pairs than both archives have objects, and cycles end. (Hopcroft and Karp compare two automata like this.) If
/// the archives differ, one of the compared pairs shows it, because every pair within a group follows from pairs that
/// were compared themselves.
struct ArchiveComparer: ~Copyable {
    typealias Change = ArchiveDifference.Change
    typealias Steps = [ArchivePath.Step]

    var old: ComparedArchive
    var new: ComparedArchive
    private let limit: Int
    private(set) var result = ArchiveDifference()

    /// How a pair of objects was reached: from which other pair, and by which steps.
    struct Trail {
        var parent: Int?
        var oldSteps: Steps
        var newSteps: Steps
        /// Whether the pair is within one that is shared otherwise, as its parts are then, too.
        var isSharedOtherwise = false
    }

    private struct Pair {
        var old: ComparedArchive.Item
        var new: ComparedArchive.Item
        var trail: Int
    }

    private var trails: [Trail] = []
    private var queue: [Pair] = []
    private var head = 0
    private var same: DisjointSets
    /// The entry of the other archive that each entry was compared with first.
    private var partnersOfOld: [EntryUID: EntryUID] = [:]
    private var partnersOfNew: [EntryUID: EntryUID] = [:]
    /// Whether two classes are the same, found once for each pair, as a class can have many superclasses and many
    /// objects.
    private var sameClasses: [ClassPair: Bool] = [:]

    /// The lists of collections that were compared, which others can share.
    var comparedLists: Set<ComparedLists> = []

    /// The lists of two collections.
    struct ComparedLists: Hashable {
        var old: ObjectIndex, oldKeys: ObjectIndex?
        var new: ObjectIndex, newKeys: ObjectIndex?
        /// Whether the order of elements counts.
        var isOrdered: Bool
    }

    /// The records of a class in each archive.
    private struct ClassPair: Hashable {
        var old: UID?
        var new: UID?
    }

    init(_ old: KeyedArchive, _ new: KeyedArchive, limit: Int) throws(ArchiveError) {
        let before = try ComparedArchive(old)
        let after = try ComparedArchive(new)
        self.old = before
        self.new = after
        self.limit = limit
        same = DisjointSets(count: old.reader.objectCount + new.reader.objectCount)
    }

    mutating func compare() throws(ArchiveError) -> ArchiveDifference {
        if old.archive.archiver != new.archive.archiver {
            let (before, after) = (old.archive.archiver, new.archive.archiver)
            let path = ArchivePath([.key(OuterKey.archiver.rawValue)])
            try report(
                Change(
                    kind: .value, oldPath: path, newPath: path,
                    old: .value(.string(PropertyListString(before))), new: .value(.string(PropertyListString(after)))))
        }
        try compareFields(old.extraFields, new.extraFields, nil)
        try compareFields(Array(old.index.pairs(of: old.index.top)), Array(new.index.pairs(of: new.index.top)), nil)
        while head < queue.count, result.isComplete {
            let pair = queue[head]
            head += 1
            try compareContents(pair.old, pair.new, pair.trail)
        }
        return result
    }

    // MARK: Values

    /// The steps to compare two values: reading each, the objects that they refer to, and their groups.
    private static let stepsOfValues = 4

    /// Compares the content of a place in the old archive with that of a place in the new one.
    @inline(never)  // Five callers, each of which would hold a copy.
    mutating func compareValues(
        _ oldValue: ObjectIndex,
        _ newValue: ObjectIndex,
        _ trail: Trail
    ) throws(ArchiveError) {
        try old.step(Self.stepsOfValues)
        let (oldItem, newItem) = (old.item(at: oldValue), new.item(at: newValue))
        switch (oldItem, newItem) {
        case (.null, .null): return
        case (.scalar(let first), .scalar(let second)):
            guard try !isSame(first, second) else { return }
        case (.object(let oldUID, let first, _), .object(let newUID, let second, _)):
            let trail = try checkSharing(oldUID, newUID, oldItem, newItem, trail)
            if join(first, second) { try enqueue(oldItem, newItem, trail) }
            return
        case (.list(let first), .list(let second)), (.dictionary(let first, _), .dictionary(let second, _)):
            if join(first, second) { try enqueue(oldItem, newItem, trail) }
            return
        default: break
        }
        try report(.value, oldItem, newItem, trail)
    }

    /// Whether two scalars have the same value; long ones are compared once.
    private mutating func isSame(_ first: ObjectIndex, _ second: ObjectIndex) throws(ArchiveError) -> Bool {
        let isLong = old.index.count(of: first) > 64 && new.index.count(of: second) > 64
        if isLong, isJoined(first, second) { return true }
        guard try old.value(at: first).asCompared == new.value(at: second).asCompared else { return false }
        if isLong { _ = join(first, second) }
        return true
    }

    /// Whether two classes are the same, each given by the UID of its record; two that can't be read count as the same.
    mutating func isSameClass(_ oldUID: UID?, _ newUID: UID?) throws(ArchiveError) -> Bool {
        let pair = ClassPair(old: oldUID, new: newUID)
        if let known = sameClasses[pair] { return known }
        let oldClass = try oldUID.flatMap { uid throws(ArchiveError) in try old.archivedClass(at: uid) }
        let newClass = try newUID.flatMap { uid throws(ArchiveError) in try new.archivedClass(at: uid) }
        sameClasses[pair] = oldClass == newClass
        return oldClass == newClass
    }

    private mutating func isJoined(_ first: ObjectIndex, _ second: ObjectIndex) -> Bool {
        guard let (first, second) = numbers(first, second) else { return false }
        return same.root(of: first) == same.root(of: second)
    }

    /// Takes two objects for the same, and tells whether they weren't already.
    mutating func join(_ first: ObjectIndex, _ second: ObjectIndex) -> Bool {
        guard let (first, second) = numbers(first, second) else { return false }
        return same.join(first, second)
    }

    private func numbers(_ first: ObjectIndex, _ second: ObjectIndex) -> (Int, Int)? {
        let (oldReader, newReader) = (old.archive.reader, new.archive.reader)
        guard oldReader.contains(first), newReader.contains(second) else { return nil }
        return (old.firstObject(first).rawValue, oldReader.objectCount + new.firstObject(second).rawValue)
    }

    private mutating func enqueue(_ oldItem: Item, _ newItem: Item, _ trail: Trail) throws(ArchiveError) {
        try old.chargePair()
        trails.append(trail)
        queue.append(Pair(old: oldItem, new: newItem, trail: trails.count - 1))
    }

    /// Reports objects one of which was compared with another object before.
    private mutating func checkSharing(
        _ oldUID: EntryUID,
        _ newUID: EntryUID,
        _ oldItem: ComparedArchive.Item,
        _ newItem: ComparedArchive.Item,
        _ trail: Trail
    ) throws(ArchiveError) -> Trail {
        let (newPartner, oldPartner) = (partnersOfOld[oldUID], partnersOfNew[newUID])
        if newPartner == nil { partnersOfOld[oldUID] = newUID }
        if oldPartner == nil { partnersOfNew[newUID] = oldUID }
        guard newPartner ?? newUID != newUID || oldPartner ?? oldUID != oldUID else { return trail }
        var trail = trail
        if !trail.isSharedOtherwise { try report(.sharing, oldItem, newItem, trail) }
        trail.isSharedOtherwise = true
        return trail
    }

    // MARK: Changes

    /// The trail of a part of a pair.
    @inline(never)
    func trail(_ parent: Int?, _ oldSteps: Steps, _ newSteps: Steps) -> Trail {
        Trail(
            parent: parent,
            oldSteps: oldSteps,
            newSteps: newSteps,
            isSharedOtherwise: parent.map { trails[$0].isSharedOtherwise } ?? false
        )
    }

    @inline(never)
    mutating func report(
        _ kind: Change.Kind,
        _ oldItem: ComparedArchive.Item?,
        _ newItem: ComparedArchive.Item?,
        _ trail: Trail
    ) throws(ArchiveError) {
        guard hasRoom else { return }
        var change = Change(kind: kind)
        if let parent = trail.parent {
            // Each pair has the trail of its number.
            if case .object(let uid, _, _) = queue[parent].old { change.oldHolder = uid.uid }
            if case .object(let uid, _, _) = queue[parent].new { change.newHolder = uid.uid }
        }
        if let oldItem {
            change.old = try old.content(of: oldItem)
            change.oldPath = try path(of: trail, \.oldSteps)
        }
        if let newItem {
            change.new = try new.content(of: newItem)
            change.newPath = try path(of: trail, \.newSteps)
        }
        try report(change)
    }

    mutating func report(
        _ kind: Change.Kind,
        _ oldItem: ComparedArchive.Item?,
        _ newItem: ComparedArchive.Item?,
        at number: Int
    ) throws(ArchiveError) {
        try report(kind, oldItem, newItem, trails[number])
    }

    private var hasRoom: Bool {
        mutating get {
            if result.changes.count >= limit { result.isComplete = false }
            return result.isComplete
        }
    }

    private mutating func report(_ change: Change) throws(ArchiveError) {
        if hasRoom { result.changes.append(change) }
    }

    private mutating func path(of trail: Trail, _ side: KeyPath<Trail, Steps>) throws(ArchiveError) -> ArchivePath {
        var parts = [trail[keyPath: side]]
        var next = trail.parent
        while let number = next {
            parts.append(trails[number][keyPath: side])
            next = trails[number].parent
        }
        try old.chargePath(of: parts.count)
        return ArchivePath(parts.reversed().flatMap { $0 })
    }
}

/// Numbers in sets of which any two can be joined.
struct DisjointSets {
    private var parents: [Int]

    /// Each number from 0 on is in a separate set.
    init(count: Int) {
        parents = Array(0..<count)
    }

    /// The number that stands for the set of another.
    mutating func root(of number: Int) -> Int {
        var number = number
        while parents[number] != number {
            // Halving the way each time keeps all ways short.
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }

    /// Joins the sets of two numbers, and tells whether they were two.
    mutating func join(_ first: Int, _ second: Int) -> Bool {
        let (first, second) = (root(of: first), root(of: second))
        guard first != second else { return false }
        parents[second] = first
        return true
    }
}
