/// The strongly connected components of a graph: which nodes lead to each other.
///
/// Tarjan's algorithm, with a list in place of recursion.
package struct StrongComponents {
    /// The number of the component of each node; a component comes before all that lead to it.
    package private(set) var numbers: [Int]
    /// How many nodes each component has, by its number.
    package private(set) var sizes: [Int] = []

    /// Finds the components.
    ///
    /// - Parameter successor: The node that a node leads to by its reference at a position; nil behind the last.
    /// - Complexity: O(*n*) in the number of nodes and edges.
    package init(nodeCount: Int, successor: (_ node: Int, _ position: Int) -> Int?) {
        numbers = Array(repeating: -1, count: nodeCount)
        var order: [Int?] = Array(repeating: nil, count: nodeCount)
        var lowest = Array(repeating: 0, count: nodeCount)
        var waiting: [Int] = []
        // The nodes whose successors are being followed, and how many of these were.
        var frames: [(node: Int, next: Int)] = []
        var count = 0
        func enter(_ node: Int) {
            order[node] = count
            lowest[node] = count
            count += 1
            waiting.append(node)
            frames.append((node, 0))
        }

        for start in 0..<nodeCount where order[start] == nil {
            enter(start)
            while let (node, position) = frames.last {
                // Follow the next successor of the innermost node.
                if let next = successor(node, position) {
                    frames[frames.count - 1].next += 1
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
    package func joins(_ first: Int, _ second: Int) -> Bool { numbers[first] == numbers[second] }
}
