/// The strongly connected components of a graph: which nodes lead to each other.
///
/// Tarjan's algorithm, with a list in place of recursion.
struct StrongComponents {
    /// The number of the component of each node.
    private(set) var numbers: [Int]
    /// How many nodes each component has, by its number.
    private(set) var sizes: [Int] = []

    /// A node whose successors are being followed.
    private struct Frame {
        var node: Int
        var rest: [Int]
    }

    /// - Parameter successors: The nodes that a node leads to; asked for once for each.
    /// - Complexity: O(*n*) in the nodes and in what they lead to.
    init(nodeCount: Int, successors: (Int) -> [Int]) {
        numbers = Array(repeating: -1, count: nodeCount)
        var order: [Int?] = Array(repeating: nil, count: nodeCount)
        var lowest = Array(repeating: 0, count: nodeCount)
        var waiting: [Int] = []
        var frames: [Frame] = []
        var count = 0
        func enter(_ node: Int) {
            order[node] = count
            lowest[node] = count
            count += 1
            waiting.append(node)
            frames.append(Frame(node: node, rest: successors(node)))
        }

        for start in 0..<nodeCount where order[start] == nil {
            enter(start)
            while let node = frames.last?.node {
                // Follow the next successor of the innermost node.
                if let next = frames[frames.count - 1].rest.popLast() {
                    if order[next] == nil {
                        enter(next)
                    } else if numbers[next] < 0 {
                        lowest[node] = min(lowest[node], order[next] ?? 0)
                    }
                    continue
                }
                // All were followed: what waits since this node is its component, if nothing led further up.
                frames.removeLast()
                if let outer = frames.last?.node { lowest[outer] = min(lowest[outer], lowest[node]) }
                guard lowest[node] == order[node] else { continue }
                var size = 0
                while let member = waiting.popLast() {
                    numbers[member] = sizes.count
                    size += 1
                    if member == node { break }
                }
                sizes.append(size)
            }
        }
    }

    /// Whether two nodes lead to each other, or are one.
    func joins(_ first: Int, _ second: Int) -> Bool { numbers[first] == numbers[second] }
}
