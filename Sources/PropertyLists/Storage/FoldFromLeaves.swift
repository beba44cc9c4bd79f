/// An opened node of a tree: a leaf or a container.
@usableFromInline package enum OpenedNode<Node, Container, Result> {
    /// A node without children, with its result.
    case leaf(Result)
    /// A node with children.
    case container(Container, of: [Node])
}

/// Folds a tree from the leaves up, with an explicit stack rather than by recursion.
///
/// - Parameters:
///   - open: Opens a node.
///   - close: Makes the result of a container from the results of its nodes.
/// - Complexity: O(*n*) in the number of nodes.
@inlinable
package func foldFromLeaves<Node, Container, Result, Failure: Error>(
    _ root: Node,
    open: (Node) throws(Failure) -> OpenedNode<Node, Container, Result>,
    close: (Container, [Result]) throws(Failure) -> Result
) throws(Failure) -> Result {
    var frames: [(container: Container, nodes: [Node], results: [Result])] = []
    var node = root
    while true {
        var result: Result
        switch try open(node) {
        case .leaf(let made): result = made
        case .container(let container, let nodes):
            if let first = nodes.first {
                frames.append((container, nodes, []))
                node = first
                continue
            }
            result = try close(container, [])
        }
        // A result may complete the container that it is in, which may complete the one around it.
        while true {
            guard let last = frames.indices.last else { return result }
            frames[last].results.append(result)
            let count = frames[last].results.count
            if count < frames[last].nodes.count {
                node = frames[last].nodes[count]
                break
            }
            let frame = frames.removeLast()
            result = try close(frame.container, frame.results)
        }
    }
}
