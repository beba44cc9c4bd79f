public import PropertyLists

/// Finds all places that a pattern leads to.
///
/// It keeps a tree of the paths that it came by, in which a node has one child for a step: equal paths are one node, and
/// are compared by its number.
struct PathMatcher {
    /// A path, as its last step and the node of all before it.
    private struct Node {
        /// The node of the path without the last step; -1 at the start.
        var parent: Int
        var step: ArchivePath.Step
        /// What the path leads to; nil between two steps that were taken as one.
        var place: PathPlace?
        /// How many steps the path has.
        var depth: Int
    }

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

    /// How many bytes of memory opening an archive is paid as, for each byte of it.
    private static let openingCost = 16

    private var nodes: [Node]
    private var children: [Branch: Int] = [:]
    private var budget: Budget
    private var isOfClass: [ClassKey: Bool] = [:]

    init(from start: PathPlace, paidFrom budget: Budget) {
        nodes = [Node(parent: -1, step: .descendants, place: start, depth: 0)]
        self.budget = budget
    }

    /// The places that a pattern leads to, each path once.
    mutating func matches(_ pattern: ArchivePath) throws(ArchiveError) -> (views: [ArchiveView], budget: Budget) {
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
        var views: [ArchiveView] = []
        for node in current where node != 0 {
            if let place = nodes[node].place { views.append(ArchiveView(place, try path(to: node))) }
        }
        return (views, budget)
    }

    private mutating func nodes(after node: Int, _ step: ArchivePath.Step) throws(ArchiveError) -> [Int] {
        guard let place = nodes[node].place else { return [] }
        switch step {
        case .key, .index:
            try place.payForLook(from: &budget)
            guard let taken = try place.taking(step) else { return [] }
            var steps: [ArchivePath.Step] = []
            taken.append(to: &steps)
            return [try add((steps, taken.place), after: node)]
        case .nestedArchive:
            try place.payForLook(from: &budget)
            guard let data = try place.data else { return [] }
            // Many places can hold the same data, which is opened for each.
            try budget.allocate(Self.openingCost * data.count)
            guard let archive = try place.nestedArchive(in: data) else { return [] }
            return [try add(([step], .topLevel(SharedArchive(archive))), after: node)]
        case .anyElement:
            try place.payForLook(from: &budget)
            return try add(try place.elementMembers(charging: &budget), after: node)
        case .anyKey: return try add(try place.namedMembers(charging: &budget), after: node)
        case .ofClass(let name): return try isOfClass(place, name) ? [node] : []
        case .descendants: return []
        }
    }

    /// The places themselves and all that can be reached from them, in the order of the file; each object once.
    private mutating func descendants(of start: [Int]) throws(ArchiveError) -> [Int] {
        var visited: Set<ClassKey> = []
        var visitedNodes: Set<Int> = []
        var found: [Int] = []
        var pending = Array(start.reversed())
        while let node = pending.popLast() {
            guard let place = nodes[node].place, visitedNodes.insert(node).inserted else { continue }
            if let uid = try place.reference, uid != .null, case .slot(_, let shared) = place {
                guard visited.insert(ClassKey(archive: ObjectIdentifier(shared), uid: uid)).inserted else { continue }
            }
            found.append(node)
            pending += try add(try place.members(charging: &budget), after: node).reversed()
        }
        return found
    }

    private mutating func add(_ members: [PathPlace.Member], after node: Int) throws(ArchiveError) -> [Int] {
        var added: [Int] = []
        for member in members { added.append(try add(member, after: node)) }
        return added
    }

    /// The node of a path that goes on from a node.
    private mutating func add(_ member: PathPlace.Member, after start: Int) throws(ArchiveError) -> Int {
        var node = start
        for step in member.steps { node = try child(of: node, step) }
        // A list may hold a key twice, and then the path leads to the first.
        if nodes[node].place == nil { nodes[node].place = member.place }
        return node
    }

    /// The node that a step leads to, which is added if it is new.
    private mutating func child(of parent: Int, _ step: ArchivePath.Step) throws(ArchiveError) -> Int {
        // A key that many places share is hashed for each.
        if case .key(let name) = step { try budget.step(name.utf8.count / 16) }
        let branch = Branch(parent: parent, step: step)
        if let known = children[branch] { return known }
        // Tables grow by doubling.
        try budget.allocate(2 * (MemoryLayout<Node>.stride + MemoryLayout<(Branch, Int)>.stride))
        nodes.append(Node(parent: parent, step: step, place: nil, depth: nodes[parent].depth + 1))
        children[branch] = nodes.count - 1
        return nodes.count - 1
    }

    /// The path to a place, which is paid for: many places may lie deep.
    private mutating func path(to node: Int) throws(ArchiveError) -> ArchivePath {
        let depth = nodes[node].depth
        try budget.allocate(depth * MemoryLayout<ArchivePath.Step>.stride)
        var steps: [ArchivePath.Step] = []
        steps.reserveCapacity(depth)
        var next = node
        while next > 0 {
            steps.append(nodes[next].step)
            next = nodes[next].parent
        }
        steps.reverse()
        return ArchivePath(steps)
    }

    /// Whether an object is of a class or of a subclass, as far as its class record says.
    private mutating func isOfClass(_ place: PathPlace, _ name: String) throws(ArchiveError) -> Bool {
        try place.payForLook(from: &budget)
        guard case .slot(_, let shared) = place, let (_, classUID) = try place.object(charging: &budget) else {
            return false
        }
        let key = ClassKey(archive: ObjectIdentifier(shared), uid: classUID)
        if let known = isOfClass[key] { return known }
        let archivedClass = try shared.archive.archivedClass(at: classUID, charging: &budget)
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
    ///   ``/PropertyLists/Limits`` allow for the size of the file, ``/PropertyLists/ArchiveError`` if what the path
    ///   leads through cannot be read.
    /// - Complexity: O(*n*) in the number of places that the steps come by, those under `**` included.
    public func matches(_ path: some ArchivePathConvertible) throws(ArchiveError) -> [ArchiveView] {
        var budget = budget
        return try matches(path, charging: &budget)
    }

    /// All places that a path leads to, paid from a budget that other calls are paid from, too.
    ///
    /// ```swift
    /// var budget = archive.budget
    /// for name in ["NSColor", "NSFont"] { print(try archive.matches("**<\(name)>", charging: &budget).count) }
    /// ```
    ///
    /// - Throws: As ``matches(_:)`` does.
    public func matches(
        _ path: some ArchivePathConvertible,
        charging budget: inout Budget
    ) throws(ArchiveError) -> [ArchiveView] {
        let pattern = try path.archivePath
        var matcher = PathMatcher(from: .topLevel(SharedArchive(self)), paidFrom: budget)
        let result = try matcher.matches(pattern)
        budget = result.budget
        return result.views
    }
}
