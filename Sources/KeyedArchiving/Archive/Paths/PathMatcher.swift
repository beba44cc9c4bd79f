public import PropertyLists

/// Finds all places that a pattern leads to.
///
/// It keeps a tree of the places that it visited, so that a place's path can be found without storing it.
struct PathMatcher {
    /// A place, and how it was reached.
    private struct Node {
        /// The place before; nil at the start.
        var parent: Int?
        var steps: [ArchivePath.Step]
        var place: PathPlace
        /// How many steps lead here.
        var depth: Int
    }

    /// A record of a class in one of the archives.
    private struct ClassKey: Hashable {
        var archive: ObjectIdentifier
        var uid: UID
    }

    /// How many bytes of memory opening an archive is paid as, for each byte of it.
    private static let openingCost = 16

    private var nodes: [Node]
    private var budget: Budget
    private var isOfClass: [ClassKey: Bool] = [:]

    init(from start: PathPlace, paidFrom budget: Budget) {
        nodes = [Node(parent: nil, steps: [], place: start, depth: 0)]
        self.budget = budget
    }

    /// The places that a pattern leads to, each path once.
    mutating func matches(_ pattern: ArchivePath) throws(ArchiveError) -> (views: [ArchiveView], budget: Budget) {
        var current = [0]
        for step in pattern.steps {
            var next: [Int] = []
            if step == .descendants {
                next = try descendants(of: current)
            } else {
                for node in current { next += try nodes(after: node, step) }
            }
            current = next
        }
        var seen: Set<ArchivePath> = []
        var views: [ArchiveView] = []
        for node in current where node != 0 {
            let path = try path(to: node)
            if seen.insert(path).inserted { views.append(ArchiveView(nodes[node].place, path)) }
        }
        return (views, budget)
    }

    private mutating func nodes(after node: Int, _ step: ArchivePath.Step) throws(ArchiveError) -> [Int] {
        let place = nodes[node].place
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
        var found: [Int] = []
        var pending = Array(start.reversed())
        while let node = pending.popLast() {
            let place = nodes[node].place
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

    private mutating func add(_ member: PathPlace.Member, after node: Int) throws(ArchiveError) -> Int {
        // Its steps have memory of their own, and the list of nodes grows by doubling.
        try budget.allocate(
            2 * MemoryLayout<Node>.stride + Budget.containerSize + MemoryLayout<ArchivePath.Step>.stride)
        let depth = nodes[node].depth + member.steps.count
        nodes.append(Node(parent: node, steps: member.steps, place: member.place, depth: depth))
        return nodes.count - 1
    }

    /// The path to a place, which is paid for: many places may lie deep.
    private mutating func path(to node: Int) throws(ArchiveError) -> ArchivePath {
        let depth = nodes[node].depth
        try budget.allocate(depth * MemoryLayout<ArchivePath.Step>.stride)
        var steps: [ArchivePath.Step] = []
        steps.reserveCapacity(depth)
        var next: Int? = node
        while let node = next {
            steps.append(contentsOf: nodes[node].steps.reversed())
            next = nodes[node].parent
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
