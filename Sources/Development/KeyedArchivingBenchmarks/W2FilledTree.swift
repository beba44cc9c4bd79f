import KeyedArchiving

/// The nodes of ``W2Tree`` as a class that is decoded in two phases.
final class FilledNode: TwoPhaseCodingable {
    static var codedClassName: String { W2Tree.Node.codedClassName }
    private(set) var id = 0
    private(set) var label = ""
    private var left: FilledNode?
    private var right: FilledNode?
    private unowned(unsafe) var parent: FilledNode?
    private unowned(unsafe) var buddy: FilledNode?

    init() {}

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(id, forKey: "id")
        try archiver.encode(label, forKey: "label")
        try archiver.encode(left, forKey: "left")
        try archiver.encode(right, forKey: "right")
        try archiver.encode(parent, forKey: "parent")
        try archiver.encodeConditionalObject(buddy, forKey: "buddy")
    }

    func decode(with unarchiver: KeyedUnarchiver) throws {
        id = try unarchiver.decodeInteger(forKey: "id")
        label = try unarchiver.decode(String.self, forKey: "label")
        left = try unarchiver.decodeObject(of: FilledNode.self, forKey: "left")
        right = try unarchiver.decodeObject(of: FilledNode.self, forKey: "right")
        parent = try unarchiver.decodeObject(of: FilledNode.self, forKey: "parent")
        buddy = try unarchiver.decodeObject(of: FilledNode.self, forKey: "buddy")
    }
}

extension W2Tree {
    /// Decodes the tree in two phases.
    func decodeInTwoPhases(_ bytes: [UInt8]) throws {
        guard try KeyedUnarchiver.unarchivedObject(of: FilledNode.self, from: bytes)?.label == "node0" else {
            throw WrongResult(description: "the tree decodes wrongly in two phases")
        }
    }
}
