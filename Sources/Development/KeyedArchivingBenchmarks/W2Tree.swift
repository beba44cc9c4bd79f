import Foundation
import KeyedArchiving

/// A binary tree whose nodes refer back to their parents and, conditionally, to their grandparents.
struct W2Tree: Workload {
    static let name = "W2"
    static let summary = "binary tree with back references"
    static let defaultSize = 100_000

    final class Node: Codingable {
        static var codedClassName: String { "Node" }
        let id: Int
        let label: String
        var left: Node?
        var right: Node?
        unowned(unsafe) var parent: Node?
        unowned(unsafe) var buddy: Node?

        init(id: Int, label: String? = nil) {
            self.id = id
            self.label = label ?? "node\(id)"
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(id, forKey: "id")
            try archiver.encode(label, forKey: "label")
            try archiver.encode(left, forKey: "left")
            try archiver.encode(right, forKey: "right")
            try archiver.encode(parent, forKey: "parent")
            try archiver.encodeConditionalObject(buddy, forKey: "buddy")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            id = try unarchiver.decodeInteger(forKey: "id")
            label = try unarchiver.decode(String.self, forKey: "label")
            try unarchiver.register(self)
            left = try unarchiver.decodeObject(of: Node.self, forKey: "left")
            right = try unarchiver.decodeObject(of: Node.self, forKey: "right")
            parent = try unarchiver.decodeObject(of: Node.self, forKey: "parent")
            buddy = try unarchiver.decodeObject(of: Node.self, forKey: "buddy")
        }
    }

    let size: Int
    let root: Node
    private let labels: TextStore
    var foundationRoot: FoundationNode?

    init(size: Int) {
        self.size = size
        root = Self.tree(size)
        labels = TextStore((0..<max(1, size)).lazy.map { "node\($0)" })
    }

    static func tree(_ size: Int) -> Node {
        let nodes = (0..<max(1, size)).map { Node(id: $0) }
        for (index, node) in nodes.enumerated() {
            if 2 * index + 1 < nodes.count { node.left = nodes[2 * index + 1] }
            if 2 * index + 2 < nodes.count { node.right = nodes[2 * index + 2] }
            if index > 0 { node.parent = nodes[(index - 1) / 2] }
            if index > 2 { node.buddy = nodes[((index - 1) / 2 - 1) / 2] }
        }
        return nodes[0]
    }

    func encode() throws -> [UInt8] {
        try KeyedArchiver.archivedBytes(withRootObject: root)
    }

    func decode(_ bytes: [UInt8]) throws -> Int {
        try KeyedUnarchiver.unarchivedObject(of: Node.self, from: bytes)?.id == 0 ? size : 0
    }

    func buildDirectly() -> Int {
        node(0, nil, nil).id == 0 ? size : 0
    }

    /// Builds a node and all below it, from the labels.
    private func node(_ index: Int, _ parent: Node?, _ buddy: Node?) -> Node {
        let node = Node(id: index, label: labels[index])
        node.parent = parent
        node.buddy = buddy
        if 2 * index + 1 < size { node.left = self.node(2 * index + 1, node, parent) }
        if 2 * index + 2 < size { node.right = self.node(2 * index + 2, node, parent) }
        return node
    }

    func furtherOperations() throws -> [(String, () throws -> Void)] {
        let bytes = try encode()
        let foundationFile = foundationRoot == nil ? nil : Array(try foundationEncode())
        return [
            ("two-phase decode", { try decodeInTwoPhases(bytes) }),
            (
                "decode Foundation's file",
                {
                    if let file = foundationFile { try decodeFoundationFile(file) }
                }
            ),
        ]
    }

    /// Decodes the archive that Foundation wrote, where each object has its own keys.
    private func decodeFoundationFile(_ bytes: [UInt8]) throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.setClass(Node.self, forClassName: NSStringFromClass(FoundationNode.self))
        guard try unarchiver.decodeObject(of: Node.self, forKey: KeyedArchiver.rootObjectKey)?.id == 0 else {
            throw WrongResult(description: "Foundation's archive decodes wrongly")
        }
    }

    mutating func prepareFoundation() {
        registerFoundationClass(FoundationNode.self, as: NSStringFromClass(FoundationNode.self))
        foundationRoot = FoundationNode(root, parent: nil, withBackReferences: true)
    }

    func foundationArchive() throws -> Data {
        let root = FoundationNode(root, parent: nil, withBackReferences: false)
        return try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: false)
    }

    func foundationEncode() throws -> Data {
        guard let foundationRoot else { throw WrongResult(description: "not prepared") }
        return try NSKeyedArchiver.archivedData(withRootObject: foundationRoot, requiringSecureCoding: false)
    }

    func foundationDecode(_ data: Data) throws -> Int {
        let root = try NSKeyedUnarchiver.unarchivedObject(ofClass: FoundationNode.self, from: data)
        return root?.id == 0 ? size : 0
    }
}

/// Foundation's decoder on Linux recurses without end on a cycle, so what it decodes leaves the back references out;
/// what it encodes has them.
final class FoundationNode: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let id: Int
    let label: String
    var left: FoundationNode?
    var right: FoundationNode?
    private unowned(unsafe) var parent: FoundationNode?

    init(_ node: W2Tree.Node, parent: FoundationNode?, withBackReferences: Bool) {
        id = node.id
        label = node.label
        self.parent = withBackReferences ? parent : nil
        super.init()
        left = node.left.map { FoundationNode($0, parent: self, withBackReferences: withBackReferences) }
        right = node.right.map { FoundationNode($0, parent: self, withBackReferences: withBackReferences) }
    }

    func encode(with coder: NSCoder) {
        coder.encode(id, forKey: "id")
        coder.encode(label, forKey: "label")
        if let left { coder.encode(left, forKey: "left") }
        if let right { coder.encode(right, forKey: "right") }
        if let parent { coder.encode(parent, forKey: "parent") }
        if let buddy = parent?.parent { coder.encodeConditionalObject(buddy, forKey: "buddy") }
    }

    init?(coder: NSCoder) {
        parent = nil
        id = coder.decodeInteger(forKey: "id")
        label = coder.decodeObject(of: NSString.self, forKey: "label").map { String(describing: $0) } ?? ""
        if coder.containsValue(forKey: "left") {
            left = coder.decodeObject(of: FoundationNode.self, forKey: "left")
        }
        if coder.containsValue(forKey: "right") {
            right = coder.decodeObject(of: FoundationNode.self, forKey: "right")
        }
    }
}
