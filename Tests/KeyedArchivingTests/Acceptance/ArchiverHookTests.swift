import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Hooks that do more than return an object: they encode, set a delegate, or belong to a subclass.
@Suite struct ArchiverHookTests {
    struct Failure: Error {}

    @Test func `an object that is encoded within a hook, by itself or with others, stays one object`() throws {
        let (log, archiver) = (CallLog(), KeyedArchiver())
        archiver.delegate = log
        let wrapped = Logged("object")
        log.actions["willEncode object"] = {
            log.actions = [:]
            try archiver.encode(Logged("wrapper", child: wrapped), forKey: "wrapper")
        }
        try archiver.encode(wrapped, forKey: "root")
        let withWrapper = try KeyedArchive(archiver.encodedBytes)
        #expect(try withWrapper.uids(ofClass: "Logged").count == 2)
        guard case .uid(let wrapper)? = withWrapper.topLevelValue(forKey: "wrapper") else { throw Failure() }
        #expect(try withWrapper.requiredRecord(wrapper)["child"] == withWrapper.topLevelValue(forKey: "root"))

        let second = KeyedArchiver()
        let selfish = CallLog()
        let object = Logged("object", log: selfish)
        selfish.actions["replacementObject object"] = {
            selfish.actions = [:]
            try second.encode(object, forKey: "first")
        }
        try second.encode(object, forKey: "root")
        let alone = try KeyedArchive(second.encodedBytes)
        try expectRows {
            (try alone.uids(ofClass: "Logged").count, 1)
            (alone.topLevelValue(forKey: "first"), .uid(1))
            (alone.topLevelValue(forKey: "root"), .uid(1))
        }

        let third = KeyedArchiver()
        let social = CallLog()
        let friendly = Logged("object", log: social)
        let others = (0..<100).map { Logged("other \($0)") }
        social.actions["replacementObject object"] = {
            for (number, other) in others.enumerated() { try third.encode(other, forKey: "other \(number)") }
        }
        try third.encode(friendly, forKey: "root")
        try third.encode(friendly, forKey: "again")
        let archive = try KeyedArchive(third.encodedBytes)
        #expect(try archive.uids(ofClass: "Logged").count == 101)
        #expect(archive.topLevelValue(forKey: "root") == archive.topLevelValue(forKey: "again"))
    }

    @Test func `a delegate that was set within a collection isn't kept beyond it`() throws {
        final class Setter: Codingable {
            var delegate: CallLog?
            static var codedClassName: String { "Setter" }
            init(_ delegate: CallLog) { self.delegate = delegate }
            init(coder unarchiver: KeyedUnarchiver) throws {}
            func encode(with archiver: KeyedArchiver) throws { if let delegate { archiver.delegate = delegate } }
        }
        let archiver = KeyedArchiver()
        let setter = Setter(CallLog())
        weak let log = setter.delegate
        try archiver.encode([ArchivedArray([setter, "shown to it"])], forKey: "root")
        #expect(archiver.delegate === log && log?.lines.isEmpty == false)
        setter.delegate = nil
        #expect(log == nil)
    }

    @Test func `a delegate that the object's own hook sets is asked about that object`() throws {
        let archiver = KeyedArchiver()
        let log = CallLog()
        log.substitutes = ["object": Logged("substitute")]
        let object = Logged("object", log: log)
        log.actions["replacementObject object"] = { archiver.delegate = log }
        try archiver.encode([object, object], forKey: "root")
        let archive = try KeyedArchive(archiver.encodedBytes)
        try expectRows {
            (try archive.requiredRecord(2)["name"], "substitute")
            try (archive.rootRecord()["NS.objects"], [.uid(2), .uid(2)])
            (log.lines.filter { $0.hasPrefix("willReplace") }, ["willReplace object with substitute"])
        }
    }

    /// A value that isn't equal to itself, nor the same bytes as another.
    struct Unequal: Codingable, Equatable {
        static let codedClassName = "Unequal"

        var text = "a text that is too long for a tagged pointer"

        init() {}
        init(coder unarchiver: KeyedUnarchiver) throws { text = try unarchiver.decode(String.self, forKey: "text") }
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(text, forKey: "text") }
        static func == (lhs: Self, rhs: Self) -> Bool { false }
    }

    @Test func `an equal value, or one left as it is, isn't a replacement, one of another type is`() throws {
        let watching = CallLog()
        let watched = KeyedArchiver()
        watched.delegate = watching
        try watched.encode([Double.nan, -0.0, 1], forKey: "reals")
        try watched.encode(Unequal(), forKey: "unequal")
        try watched.finishEncoding()
        #expect(watching.lines.filter { $0.hasPrefix("didEncode") }.count == 6)
        #expect(watching.lines.filter { $0.hasPrefix("willReplace") }.isEmpty)
        // An equal value, and then one of another type.
        let log = CallLog()
        // Other memory with the same text.
        let other = ["a long text", "that is encoded"].joined(separator: " ")
        log.substitutes = ["\"a long text that is encoded\"": other]
        let archiver = KeyedArchiver()
        archiver.delegate = log
        try archiver.encode("a long text that is encoded", forKey: "text")
        #expect(log.lines.filter { $0.hasPrefix("willReplace") }.isEmpty)
        log.substitutes = ["\"text\"": 5]
        try archiver.encode("text", forKey: "number")
        #expect(log.lines.filter { $0.hasPrefix("willReplace") } == ["willReplace \"text\" with Int"])
    }

    @Test func `a hook that encodes without end reaches the depth limit`() throws {
        let archiver = KeyedArchiver(limits: Limits(depth: 16))
        let log = CallLog()
        let object = Logged("object", log: log)
        log.actions["replacementObject object"] = { try archiver.encode(object, forKey: "again") }
        #expect(code { try archiver.encode(object, forKey: "root") } == .limitExceeded)
    }

    @Test func `an object that its hook failed to encode is encoded after all`() throws {
        let archiver = KeyedArchiver()
        let log = CallLog()
        let object = Logged("object", log: log)
        log.actions["replacementObject object"] = {
            log.actions = ["encode object": { throw Failure() }]
            #expect(throws: Failure.self) { try archiver.encode([object], forKey: "first") }
            log.actions = [:]
        }
        try archiver.encode(object, forKey: "root")
        let archive = try KeyedArchive(archiver.encodedBytes)
        guard case .uid(let root)? = archive.topLevelValue(forKey: "root") else { throw Failure() }
        #expect(try archive.requiredRecord(root)["name"] == "object")
        #expect(try archive.uids(ofClass: "Logged").count == 1)
    }

    // MARK: Subclasses

    /// A class with a hook that subclasses may override.
    class Shape: Codingable {
        class var codedClassName: String { "Shape" }
        init() {}
        func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? { self }
        func encode(with archiver: KeyedArchiver) throws {}
        required init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    final class Circle: Shape {
        override class var codedClassName: String { "Circle" }
        override func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? { "a cycle" }
    }

    final class Nothing: Shape {
        override class var codedClassName: String { "Nothing" }
        override func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? { nil }
    }

    @Test func `the hook of a subclass counts where its instance is encoded as one of the superclass`() throws {
        let shapes: [Shape] = [Shape(), Circle(), Nothing(), Shape()]
        let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: shapes))
        guard case .array(let references)? = try archive.rootRecord()["NS.objects"] else { throw Failure() }
        try expectRows {
            (references.count, 4)
            (try archive.uids(ofClass: "NSNull").map { .uid($0) }, [references[2]])
            (try archive.uids(ofClass: "Shape").map { .uid($0) }, [references[0], references[3]])
            try archive.uids(ofClass: "Circle").isEmpty
        }
    }
}
