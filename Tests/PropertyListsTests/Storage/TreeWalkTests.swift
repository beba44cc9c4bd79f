import PropertyLists
import TestSupport
import Testing

/// Walks of trees that keep their own list: the path of a depth-first walk, and making something from the leaves up.
@Suite struct TreeWalkTests {
    /// A node and the numbers of its children.
    private static let children = [[1, 2], [3], [], [4, 5], [], []]

    @Test func `a path comes to each child in its order, entered or not, and leaves a node after all its children`() {
        var path = DepthFirstPath<Int>()
        var log: [String] = []
        path.enter(0, childCount: Self.children[0].count)
        while let step = path.next() {
            switch step {
            case .child(let position, let node):
                let child = Self.children[node][position]
                log.append("\(node)>\(child)")
                path.enter(child, childCount: Self.children[child].count)
            case .leave(let node, let parent): log.append("\(node)<\(parent.map(String.init) ?? "")")
            }
        }
        #expect(log == ["0>1", "1>3", "3>4", "4<3", "3>5", "5<3", "3<1", "1<0", "0>2", "2<0", "0<"])
        let isOver = path.next() == nil
        #expect(isOver)

        // A child that isn't entered is passed over.
        var other = DepthFirstPath<Int>()
        var children: [Int] = []
        other.enter(0, childCount: 3)
        while case .child(let position, _)? = other.next() { children.append(position) }
        #expect(children == [0, 1, 2])
    }

    /// The text of a tree of numbers, from the leaves up.
    private static func text(_ node: Int) throws -> String {
        try foldFromLeaves(node) { (node: Int) throws in
            if node > 5 { throw ArchiveError(.invalidReference, "no node", remedy: "none") }
            let children = children[node]
            return children.isEmpty && node != 2 ? .leaf("\(node)") : .container(node, of: children)
        } close: { (node: Int, texts: [String]) throws in
            "\(node)[\(texts.joined(separator: " "))]"
        }
    }

    @Test func `a container is made of what was made of its nodes, in their order and at any depth`() throws {
        try expectRows {
            (try Self.text(0), "0[1[3[4 5]] 2[]]")
            (try Self.text(4), "4")
            (try Self.text(2), "2[]")
        }
        #expect(throws: ArchiveError.self) { try Self.text(6) }

        let depth = TestScale.count(1_000_000, quick: 20_000)
        let height = foldFromLeaves(depth) { (level: Int) -> OpenedNode<Int, Void, Int> in
            level == 0 ? .leaf(0) : .container((), of: [level - 1])
        } close: {
            $1[0] + 1
        }
        #expect(height == depth)
    }

    @Test func `every element, key and value is gone through, a container before what it holds`() {
        let value: PropertyList = ["a": [1, .set([2])], "b": ["c": .uid(3)]]
        var seen: [PropertyList] = []
        value.forEachValue { seen.append($0) }
        expectRows {
            (seen, [value, "a", "b", [1, .set([2])], 1, .set([2]), 2, ["c": .uid(3)], "c", .uid(3)])
            value.containsValue { $0 == .uid(3) }
            !value.containsValue { $0 == .uid(4) }
        }
    }
}
