/// The nodes from where a depth-first walk started to where it is, in a list rather than on the stack.
///
/// Who walks enters the first node, asks for one step after the other, and enters each child that is to be walked, with
/// the number of its children.
@usableFromInline package struct DepthFirstPath<Node> {
    /// The next step of a walk.
    @usableFromInline package enum Step {
        /// The child at a position of the innermost node.
        case child(at: Int, of: Node)
        /// All children of a node were seen; it is no longer in the path, of which its parent is the innermost now.
        case leave(Node, parent: Node?)
    }

    @usableFromInline var steps: [(node: Node, next: Int, end: Int)] = []

    /// Creates an empty path.
    @inlinable
    package init() {}

    /// Makes a node the innermost.
    @inlinable
    package mutating func enter(_ node: Node, childCount: Int) {
        steps.append((node, 0, childCount))
    }

    /// The next step; nil once the path is empty.
    @inlinable
    package mutating func next() -> Step? {
        guard let (node, next, end) = steps.last else { return nil }
        guard next < end else {
            steps.removeLast()
            return .leave(node, parent: steps.last?.node)
        }
        steps[steps.count - 1].next = next + 1
        return .child(at: next, of: node)
    }
}
