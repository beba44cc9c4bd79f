public import PropertyLists

/// Finds all places that a pattern leads to.
///
/// It keeps a tree of the visited paths, in which a node has one child for each step: equal paths are one node, and are
/// compared by its number.
struct PathMatcher: ~Copyable {
    /// A step from a node.
    private struct Branch: Hashable {
        var parent: Int
        var step: ArchivePath.Step
    }

    /// A record of a class in one of the archives.
    private struct ClassKey: Hashable {
        var archive: ObjectIdentifier
        var uid: UID
    }

    /// How many bytes of memory opening an archive is charged as, for each byte of it.
    private static let openingCost = 16

    private var tree = PathTree()
    /// The place at the end of the path to each node; nil between two steps that were taken as one.
    private var places: [PathPlace?]
    private var children: [Branch: Int] = [:]
    private var isOfClass: [ClassKey: Bool] = [:]
    /// The budget for looking, and for all that is kept.
    private(set) var budget: Budget

    init(from start: PathPlace, chargedTo budget: Budget) {
        places = [start]
        self.budget = budget
    }

    /// The places that a pattern leads to, each path once.
    mutating func matches(_ pattern: ArchivePath) throws(ArchiveError) -> [ArchiveView] {
        var current = [0]
        for step in pattern.steps {
            if step == .descendants {
                current = try descendants(of: current)
                continue
            }
            // Two paths can lead to one node, as a key may stand for two steps.
            var seen: Set<Int> = []
            var next: [Int] = []
            for node in current {
                for found in try self.nodes(after: node, step) where seen.insert(found).inserted { next.append(found) }
            }
            current = next
        }
        // The views share the tree, of which each makes its path when it is asked for it. The caller may ask for all.
        let paths = FoundPaths(tree)
        var views: [ArchiveView] = []
        for node in current where node != 0 {
            guard let place = places[node] else { continue }
            try budget.allocate(MemoryLayout<ArchiveView>.stride)
            try budget.step(tree.count(node))
            views.append(ArchiveView(place, at: node, of: paths))
        }
        return views
    }

    private mutating func nodes(after node: Int, _ step: ArchivePath.Step) throws(ArchiveError) -> [Int] {
        guard let place = places[node] else { return [] }
        switch step {
        case .key, .text, .index:
            try place.chargeLook(from: &budget)
            guard let taken = try place.taking(step) else { return [] }
            var steps: [ArchivePath.Step] = []
            taken.append(to: &steps)
            return [try add((steps, taken.place), after: node)]
        case .nestedArchive:
            try place.chargeLook(from: &budget)
            guard let data = try place.data else {
                guard place.wholeValue != nil else { return [] }
                let whole = try nodes(after: node, .key(PropertyList.wholeKey))
                return try whole.isEmpty ? [] : nodes(after: whole[0], step)
            }
            // Many places can hold the same data, which is opened for each.
            try budget.allocate(Self.openingCost * data.count)
            guard let archive = try place.nestedArchive(in: data) else { return [] }
            return [try add(([step], .topLevel(SharedArchive(archive))), after: node)]
        case .anyElement:
            try place.chargeLook(from: &budget)
            return try add(after: node) { budget throws(ArchiveError) in try place.elementMembers(charging: &budget) }
        case .anyKey:
            return try add(after: node) { budget throws(ArchiveError) in try place.namedMembers(charging: &budget) }
        case .ofClass(let name): return try isOfClass(place, name) ? [node] : []
        case .descendants: return []
        }
    }

    /// The places themselves and all that can be reached from them, in the order of the file; each object once.
    private mutating func descendants(of start: [Int]) throws(ArchiveError) -> [Int] {
        var visited: Set<ClassKey> = []
        var visitedNodes: Set<Int> = []
        var found: [Int] = []
        var pending = start.reversed().map { (node: $0, depth: 0) }
        while let (node, depth) = pending.popLast() {
            guard let place = places[node], visitedNodes.insert(node).inserted else { continue }
            var depthOfMembers = depth + 1
            if case .slot(_, let shared) = place {
                if let uid = try place.reference, uid != .null {
                    guard visited.insert(ClassKey(archive: ObjectIdentifier(shared), uid: uid)).inserted else {
                        continue
                    }
                    depthOfMembers = 0
                }
                // A container of a damaged file can hold itself.
                guard depth <= shared.archive.limits.depth else { throw .limit("depth", shared.archive.limits.depth) }
            }
            found.append(node)
            pending += try add(after: node) { budget throws(ArchiveError) in
                try place.members(charging: &budget)
            }.reversed().map { ($0, depthOfMembers) }
        }
        return found
    }

    /// The nodes of the members of a place.
    private mutating func add(
        after node: Int,
        _ members: (inout Budget) throws(ArchiveError) -> [PathPlace.Member]
    ) throws(ArchiveError) -> [Int] {
        let memoryBefore = budget.unusedMemory
        let members = try members(&budget)
        // The list of them, and what was read for it, are gone when they are nodes.
        let passing = memoryBefore - budget.unusedMemory
        var added: [Int] = []
        for member in members { added.append(try add(member, after: node)) }
        budget.giveBackMemory(passing)
        return added
    }

    /// The node of a path that goes on from a node.
    private mutating func add(_ member: PathPlace.Member, after start: Int) throws(ArchiveError) -> Int {
        var node = start
        for step in member.steps { node = try child(of: node, step) }
        // A list may hold a key twice, and then the path leads to the first.
        if places[node] == nil { places[node] = member.place }
        return node
    }

    /// The node that a step leads to, which is added if it is new.
    private mutating func child(of parent: Int, _ step: ArchivePath.Step) throws(ArchiveError) -> Int {
        // A key that many places share is hashed for each.
        if let name = step.name { try budget.step(name.utf8.count / 16) }
        let branch = Branch(parent: parent, step: step)
        if let known = children[branch] { return known }
        // Tables grow by doubling.
        let size = PathTree.nodeSize + MemoryLayout<PathPlace?>.stride + MemoryLayout<(Branch, Int)>.stride
        try budget.allocate(2 * size)
        let node = tree.add(step, after: parent)
        places.append(nil)
        children[branch] = node
        return node
    }

    /// Whether an object is of a class or of a subclass, as far as its class record says.
    private mutating func isOfClass(_ place: PathPlace, _ name: String) throws(ArchiveError) -> Bool {
        try place.chargeLook(from: &budget)
        guard case .slot(_, let shared) = place, let (_, classUID) = try place.object(charging: &budget) else {
            return false
        }
        let key = ClassKey(archive: ObjectIdentifier(shared), uid: classUID)
        if let known = isOfClass[key] { return known }
        let archivedClass = try shared.archive.archivedClass(at: classUID)
        let result = archivedClass.isKind(ofClassNamed: name)
        isOfClass[key] = result
        return result
    }
}

extension KeyedArchive {
    /// All places that a path leads to, which may be a pattern.
    ///
    /// ```swift
    /// for color in try archive.matches("root.**<NSColor>") { print(color.path) }
    /// ```
    ///
    /// A step of a pattern that leads nowhere isn't an error: it has no places. `**` visits each object once,
    /// by the first path that leads to it, and doesn't enter nested archives: `**!` does.
    ///
    /// - Parameter path: A path, or its text, such as `root.items[*].name`; see ``/PropertyLists/ArchivePath``.
    /// - Returns: The places in the order of the file, with paths without wildcards.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidPath`` if the text is not a path,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded`` if there are more, or longer, than
    ///   ``/PropertyLists/Limits`` allow for the size of the file, ``/PropertyLists/ArchiveError`` if an object on the
    ///   path cannot be read.
    /// - Complexity: O(*n*) in the number of places that the steps come by, those under `**` included.
    public func matches(_ path: some ArchivePathConvertible) throws(ArchiveError) -> [ArchiveView] {
        var matcher = PathMatcher(from: .topLevel(SharedArchive(self)), chargedTo: budget)
        return try matcher.matches(try path.archivePath)
    }
}
