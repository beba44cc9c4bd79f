import KeyedArchiving
import PropertyLists

/// Cycles of the objects in an archive: which fields have to be left out so that there are none, which collections are
/// part of one, and which classes have objects that several others refer to.
struct ObjectCycles {
    typealias Field = BackReferences.Field

    /// Fields without which no object leads back to itself.
    ///
    /// Fields with collections are kept rather than those with single objects: of a parent and its children, the parent
    /// is left out.
    private(set) var leftOut: Set<Field> = []
    /// Fields with collections that hold, somewhere below, a second reference to the same collection.
    private(set) var sharedCollections: Set<Field> = []
    /// Classes with an object that has several references to it.
    private(set) var sharedClasses: Set<String> = []

    /// How many edges may be visited in all while fields are tried one by one.
    ///
    /// Fields beyond that are left out without being tried.
    private static let maximumWork = 4_000_000
    /// So many fields are tried in any archive.
    private static let minimumTrials = 16

    private struct Edge {
        var target: Int
        /// The number of the field; nil for an element of a collection.
        var field: Int?
    }

    /// Looks through an archive.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError`` if it can't be read, or exceeds a limit.
    init(_ archive: KeyedArchive, charging document: DocumentBudget) throws(ArchiveError) {
        var graph = try Graph(archive, charging: document)
        let edges = graph.edges
        let components = StrongComponents(nodeCount: edges.count) { node, position in
            position < edges[node].count ? edges[node][position].target : nil
        }
        note(graph, components)
        graph.keepEdges { components.joins($0, $1) }
        let endless = graph.endless()
        leftOut = Set(endless.fields.map { graph.fields[$0] })
        let edgeCount = graph.edges.reduce(1) { $0 + $1.count }
        let trials = max(Self.minimumTrials, Self.maximumWork / edgeCount)
        for field in graph.cyclicFields(besides: endless.nodes, trials: trials) {
            leftOut.insert(graph.fields[field])
        }
    }

    /// Notes which objects are shared.
    private mutating func note(_ graph: Graph, _ components: StrongComponents) {
        var counts = Array(repeating: 0, count: graph.edges.count)
        for target in graph.references { counts[Int(target)] += 1 }
        for (node, name) in graph.classNames where counts[node] > 1 { sharedClasses.insert(name) }
        var isShared = graph.edges.indices.map { node in
            graph.isCollection[node] && counts[node] > 1 && components.sizes[components.numbers[node]] > 1
        }
        // Collections around such a one, as deep as types are written for.
        for _ in 0..<ShapeReader.maximumDepth {
            for (node, edges) in graph.edges.enumerated() where graph.isCollection[node] {
                if edges.contains(where: { graph.isCollection[$0.target] && isShared[$0.target] }) {
                    isShared[node] = true
                }
            }
        }
        for edge in graph.edges.joined() where isShared[edge.target] {
            if let field = edge.field { sharedCollections.insert(graph.fields[field]) }
        }
    }

    /// The objects of an archive, and their references.
    private struct Graph {
        var edges: [[Edge]] = []
        var isCollection: [Bool] = []
        var fields: [Field] = []
        /// The objects that are neither collections nor values.
        var classNames: [(node: Int, name: String)] = []
        /// The target of each reference, those of the top level and of values included.
        var references: [UInt32] = []

        /// The cost of a reference in bytes, as an edge too, with the lists in which fields are tried.
        private static let referenceCost = 48

        init(_ archive: KeyedArchive, charging document: DocumentBudget) throws(ArchiveError) {
            let count = archive.objectCount
            edges = Array(repeating: [], count: count)
            isCollection = Array(repeating: false, count: count)
            var numbers: [Field: Int] = [:]
            var kinds: [UID: (name: String, isPlain: Bool, isOpaque: Bool)] = [:]
            /// Visits the objects that fields refer to, charged before anything is made of them.
            func forEachTarget(
                in fields: [ArchivedRecord.Field],
                _ body: (_ key: PropertyListString, _ target: Int) -> Void
            ) throws(ArchiveError) {
                try document.make(fields.referenceCount.multipliedOrMaximum(by: Self.referenceCost))
                func visit(_ value: PropertyList, _ key: PropertyListString) {
                    guard case .uid(let uid) = value, uid != .null, uid.rawValue < UInt64(count) else { return }
                    references.append(UInt32(truncatingIfNeeded: uid.rawValue))
                    body(key, Int(uid.rawValue))
                }
                for field in fields {
                    guard case .array(let elements) = field.value else {
                        visit(field.value, field.key)
                        continue
                    }
                    for element in elements { visit(element, field.key) }
                }
            }
            try forEachTarget(in: try archive.topLevel()) { _, _ in }
            for node in 0..<count {
                guard case .object(let record) = try archive.entry(at: UID(UInt64(node))) else { continue }
                if kinds[record.classUID] == nil {
                    let name = try archive.archivedClass(at: record.classUID).name
                    let isPlain = LibraryType.plainClasses.contains(name)
                    kinds[record.classUID] = (name, isPlain, !isPlain && LibraryType.knows(name))
                }
                guard let kind = kinds[record.classUID] else { continue }
                isCollection[node] = kind.isPlain
                if !kind.isPlain, !kind.isOpaque { classNames.append((node, kind.name)) }
                try forEachTarget(in: record.fields) { key, target in
                    // What is in a value, such as an attributed string, is decoded with it.
                    guard !kind.isOpaque else { return }
                    guard !kind.isPlain else {
                        edges[node].append(Edge(target: target, field: nil))
                        return
                    }
                    let field = Field(className: kind.name, key: key.repaired)
                    let number = numbers[field] ?? fields.count
                    if number == fields.count {
                        numbers[field] = number
                        fields.append(field)
                    }
                    edges[node].append(Edge(target: target, field: number))
                }
            }
        }

        /// Keeps the edges between two nodes of which that holds.
        mutating func keepEdges(where holds: (_ source: Int, _ target: Int) -> Bool) {
            for node in edges.indices { edges[node].removeAll { !holds(node, $0.target) } }
        }

        /// The collections that hold themselves, by nothing but collections, with those that lead there; and the fields
        /// that do.
        func endless() -> (nodes: Set<Int>, fields: Set<Int>) {
            let nodes = edges.indices.filter { isCollection[$0] && !edges[$0].isEmpty }
            let inner = nodes.filter { node in edges[node].contains { isCollection[$0.target] } }
            guard !inner.isEmpty else { return ([], []) }
            let components = StrongComponents(nodeCount: edges.count) { node, position in
                isCollection[node] && position < edges[node].count ? edges[node][position].target : nil
            }
            var endless: Set<Int> = []
            for node in inner {
                let isCyclic =
                    components.sizes[components.numbers[node]] > 1 || edges[node].contains { $0.target == node }
                if isCyclic { endless.insert(node) }
            }
            guard !endless.isEmpty else { return ([], []) }
            // Components are numbered from the innermost on: what a collection leads to comes before it.
            for node in inner.sorted(by: { components.numbers[$0] < components.numbers[$1] })
            where edges[node].contains(where: { endless.contains($0.target) }) {
                endless.insert(node)
            }
            var fields: Set<Int> = []
            for edge in edges.joined() where endless.contains(edge.target) {
                if let field = edge.field { fields.insert(field) }
            }
            return (endless, fields)
        }

        /// The fields that are left out, of those between objects that lead to each other.
        func cyclicFields(besides excluded: Set<Int>, trials: Int) -> Set<Int> {
            var uses: [Int: (holdsCollections: Bool, edges: [(source: Int, target: Int)])] = [:]
            var kept: [[Int]] = Array(repeating: [], count: edges.count)
            for (node, list) in edges.enumerated() where !excluded.contains(node) {
                for edge in list where !excluded.contains(edge.target) {
                    guard let field = edge.field else {
                        kept[node].append(edge.target)
                        continue
                    }
                    uses[field, default: (false, [])].edges.append((node, edge.target))
                    if isCollection[edge.target] { uses[field]?.holdsCollections = true }
                }
            }
            guard !uses.isEmpty else { return [] }
            // Only nodes with edges are looked at, again for each field.
            let order = uses.keys.sorted { first, second in
                let (one, other) = (uses[first]?.holdsCollections ?? false, uses[second]?.holdsCollections ?? false)
                return one == other ? first < second : one
            }
            var removed: Set<Int> = []
            var marks = Array(repeating: -1, count: edges.count)
            for (trial, field) in order.enumerated() {
                guard trial < trials, let added = uses[field]?.edges else {
                    removed.insert(field)
                    continue
                }
                for edge in added { kept[edge.source].append(edge.target) }
                guard Self.hasCycle(kept, from: added.map(\.source), &marks, trial: trial) else { continue }
                removed.insert(field)
                for edge in added.reversed() { kept[edge.source].removeLast() }
            }
            return removed
        }

        /// Whether there is a cycle among the nodes reachable from a list of nodes.
        ///
        /// - Parameter marks: Which nodes were left (twice the number of the trial, plus 1) and which are being walked
        ///   (twice the number of the trial).
        private static func hasCycle(
            _ successors: [[Int]],
            from starts: [Int],
            _ marks: inout [Int],
            trial: Int
        ) -> Bool {
            let (open, left) = (2 * trial, 2 * trial + 1)
            for start in starts where marks[start] < open {
                var frames = [(node: start, next: 0)]
                marks[start] = open
                while let (node, next) = frames.last {
                    guard next < successors[node].count else {
                        marks[node] = left
                        frames.removeLast()
                        continue
                    }
                    frames[frames.count - 1].next += 1
                    let target = successors[node][next]
                    if marks[target] == open { return true }
                    if marks[target] == left { continue }
                    marks[target] = open
                    frames.append((target, 0))
                }
            }
            return false
        }
    }
}
