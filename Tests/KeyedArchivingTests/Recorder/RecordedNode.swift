import KeyedArchiving
import RandomNumbers

/// A node of a random graph: it is encoded as an object of any class.
final class RecordedNode: Codingable, ValueCoding {
    static var codedClassName: String { "unused" }

    /// The classes that a node may be of; of the last one no unarchiver knows.
    static let classNames = ["Plain", "Registered", "Waiting", "TwoPhase", "Structure", "Swapped", "Text", "Unknown"]

    let name: String
    let className: String
    /// What it refers to, under the keys `a` and `b` and without a key.
    var fields: [(any Codingable)?] = [nil, nil, nil]

    init(_ name: String, _ className: String) {
        (self.name, self.className) = (name, className)
    }

    static var _kind: _CodingKind { _CodingKind(.special(self)) }

    static func classRecord(of node: RecordedNode) -> ArchivedClass? {
        ArchivedClass(name: node.className, hierarchy: [node.className, "NSObject"])
    }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeInlineString(name, forKey: "name")
        try archiver.encode(fields[0], forKey: "a")
        try archiver.encode(fields[1], forKey: "b")
        try archiver.encode(fields[2])
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        (name, className) = ("", "")
    }
}

/// What the seven classes of nodes have in common when they are decoded.
protocol Recorded: Codingable {
    var serial: Int { get }
}

/// A class whose instances are counted.
class RecordedObject {
    final let serial: Int
    private final let recorder = DecodingRecorder.current

    init() { serial = recorder.nextSerial() }

    deinit { recorder.living -= 1 }

    /// How the hooks of an object replace it: mostly they don't.
    final func substitute(_ unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
        try recorder.hook(self as? any Recorded, unarchiver)
    }
}

/// A node is written by ``RecordedNode``, and only read here.
extension Recorded {
    func encode(with archiver: KeyedArchiver) throws {}

    static var codedClassName: String { "\(Self.self)".replacing("Recorded", with: "") }
}

/// Is decoded in one step.
final class RecordedPlain: RecordedObject, Recorded {
    override init() { super.init() }

    init(coder unarchiver: KeyedUnarchiver) throws {
        super.init()
        try DecodingRecorder.current.read(self, unarchiver)
    }

    func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { try substitute(unarchiver) }
}

/// Registers itself, and now and then another instance.
final class RecordedRegistered: RecordedObject, Recorded {
    init(coder unarchiver: KeyedUnarchiver) throws {
        super.init()
        let recorder = DecodingRecorder.current
        let position = recorder.random.below(2)
        try recorder.read(self, unarchiver) {
            guard $0 == position else { return }
            try unarchiver.register(self)
            guard recorder.random.once(in: 12) else { return }
            recorder.attempt("register") { try unarchiver.register(RecordedPlain()) }
        }
    }

    func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { try substitute(unarchiver) }
}

/// Waits for what it refers to.
final class RecordedWaiting: RecordedObject, Recorded {
    init(coder unarchiver: KeyedUnarchiver) throws {
        super.init()
        let recorder = DecodingRecorder.current
        recorder.attempt("wait") { try recorder.wait(self, unarchiver) }
        try recorder.read(self, unarchiver)
    }

    func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { try substitute(unarchiver) }
}

/// Is made empty, and filled later.
final class RecordedTwoPhase: RecordedObject, Recorded, TwoPhaseCodingable {
    override init() { super.init() }

    func decode(with unarchiver: KeyedUnarchiver) throws {
        try DecodingRecorder.current.read(self, unarchiver)
    }

    func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { try substitute(unarchiver) }
}

/// Has no identity.
struct RecordedStructure: Recorded {
    let serial: Int

    init(coder unarchiver: KeyedUnarchiver) throws {
        let recorder = DecodingRecorder.current
        serial = recorder.nextValueSerial()
        try recorder.read(self, unarchiver)
    }

    func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
        try DecodingRecorder.current.hook(self, unarchiver)
    }
}

/// Is replaced by another instance.
final class RecordedSwapped: RecordedObject, Recorded {
    init(coder unarchiver: KeyedUnarchiver) throws {
        super.init()
        let recorder = DecodingRecorder.current
        if recorder.random.once(in: 2) { try unarchiver.register(self) }
        try recorder.read(self, unarchiver)
    }

    func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
        try substitute(unarchiver) ?? RecordedPlain()
    }
}

/// Is replaced by a value: a text, a long text, or a list.
final class RecordedText: RecordedObject, Recorded, TwoPhaseCodingable {
    override init() { super.init() }

    func decode(with unarchiver: KeyedUnarchiver) throws {
        try DecodingRecorder.current.read(self, unarchiver)
    }

    func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
        if let substitute = try substitute(unarchiver) { return substitute }
        switch DecodingRecorder.current.random.below(3) {
        case 0: return "text \(serial)"
        case 1: return String(repeating: "long ", count: 10)
        default: return ["text \(serial)", "list"]
        }
    }
}
