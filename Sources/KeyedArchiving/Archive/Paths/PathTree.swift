internal import PropertyLists

/// Paths that share their beginnings: each is known by the number of its last step.
struct PathTree: Sendable {
    private struct Node {
        /// The number of the path without the last step.
        var parent: Int
        var step: ArchivePath.Step
        /// How many steps the path has.
        var count: Int
    }

    /// Number 0 is the path without steps; its step means nothing.
    private var nodes = [Node(parent: 0, step: .descendants, count: 0)]

    /// The memory of a path, in bytes.
    static let nodeSize = MemoryLayout<Node>.stride

    /// Adds the path that goes on from another by a step.
    mutating func add(_ step: ArchivePath.Step, after parent: Int) -> Int {
        nodes.append(Node(parent: parent, step: step, count: nodes[parent].count + 1))
        return nodes.count - 1
    }

    /// How many steps a path has.
    func count(_ number: Int) -> Int { nodes[number].count }

    /// A path.
    ///
    /// - Complexity: O(*n*) in the number of its steps.
    func path(_ number: Int) -> ArchivePath {
        var steps: [ArchivePath.Step] = []
        steps.reserveCapacity(count(number))
        var next = number
        while next > 0 {
            steps.append(nodes[next].step)
            next = nodes[next].parent
        }
        steps.reverse()
        return ArchivePath(steps)
    }
}

/// The paths that a pattern led to, which many views share.
final class FoundPaths: Sendable {
    private let tree: PathTree

    init(_ tree: PathTree) {
        self.tree = tree
    }

    /// The path with a number.
    subscript(number: Int) -> ArchivePath { tree.path(number) }
}
