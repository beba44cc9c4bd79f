import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

/// What decoding takes from the budget for each object of a hostile archive, whichever way it is decoded.
@Suite struct ChargeTests {
    /// A node of a chain: its record has two fields, `next` and `$class`.
    final class OnePhase: Codingable {
        static var codedClassName: String { "Node" }
        init(coder unarchiver: KeyedUnarchiver) throws {
            _ = try unarchiver.decodeObject(of: OnePhase.self, forKey: "next")
        }
        func encode(with archiver: KeyedArchiver) throws {}
    }

    final class TwoPhases: TwoPhaseCodingable {
        static var codedClassName: String { "Node" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        func decode(with unarchiver: KeyedUnarchiver) throws {
            _ = try unarchiver.decodeObject(of: TwoPhases.self, forKey: "next")
        }
    }

    struct Structure: Codingable {
        static var codedClassName: String { "Node" }
        init(coder unarchiver: KeyedUnarchiver) throws {
            _ = try unarchiver.decodeObject(of: Structure.self, forKey: "next")
        }
        func encode(with archiver: KeyedArchiver) throws {}
    }

    final class Untyped: Codingable {
        static var codedClassName: String { "Node" }
        init(coder unarchiver: KeyedUnarchiver) throws {
            _ = try unarchiver.decodeObject(of: [Untyped.self], forKey: "next")
        }
        func encode(with archiver: KeyedArchiver) throws {}
    }

    private static func decode<Node: Codingable & SendableMetatype>(
        _ type: Node.Type
    ) -> @Sendable (KeyedUnarchiver) throws -> Void {
        { unarchiver in
            let node = try unarchiver.decodeObject(of: type, forKey: "root")
            #expect(node != nil)
        }
    }

    private static let calls: [(String, @Sendable (KeyedUnarchiver) throws -> Void)] = [
        ("an instance", decode(OnePhase.self)), ("an instance in two phases", decode(TwoPhases.self)),
        ("a structure", decode(Structure.self)), ("one of several types", decode(Untyped.self)),
        (
            "one of several types, at the top",
            { unarchiver in
                let node = try unarchiver.decodeObject(of: [OnePhase.self], forKey: "root")
                #expect(node != nil)
            }
        ),
    ]

    /// What a call takes in steps, with the memory of 16 bytes as one.
    private static func charged(
        _ bytes: [UInt8],
        _ call: (KeyedUnarchiver) throws -> Void
    ) throws -> Int {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, limits: .default)
        let before = unarchiver.state.budget.chargedSteps
        try call(unarchiver)
        return unarchiver.state.budget.chargedSteps - before
    }

    private static func chain(_ count: Int) throws -> [UInt8] {
        let nodes = (0..<count).map { number -> PropertyList in
            [
                "next": .uid(number + 1 < count ? UID(UInt64(number + 2)) : .null),
                "$class": .uid(UID(UInt64(count + 1))),
            ]
        }
        return try SmallArchive(entries: nodes + [.classRecord("Node", "NSObject")]).bytes()
    }

    @Test func `each fallback of a class takes a step where it is read, and one where it is looked up`() throws {
        func charged(_ fallbackCount: Int) throws -> Int {
            let names = (0..<fallbackCount).map { "F\($0)" } + ["Node"]
            let hints = names.map { PropertyList.string(PropertyListString($0)) }
            let record: PropertyList = [
                "$classname": "Other", "$classes": ["Other", "NSObject"],
                "$classhints": .array(PropertyListArray(hints)),
            ]
            let bytes = try SmallArchive(["next": .uid(.null), "$class": .uid(2)], record).bytes()
            return try Self.charged(bytes, Self.decode(OnePhase.self))
        }
        let difference = try charged(52) - charged(20)
        // A name in a list has 24 bytes.
        #expect(difference == 32 + 32 + 24 * 32 / 16)
    }

    @Test func `what a container holds is charged when it is checked against another list of types`() throws {
        func charged(_ count: Int) throws -> Int {
            let elements = (0..<count).map { PropertyList.uid(UID(UInt64($0 + 4))) }
            let entries: [PropertyList] = [
                ["NS.objects": .array(PropertyListArray(elements)), "$class": .uid(2)],
                .classRecord("NSArray", "NSObject"), .classRecord("Node", "NSObject"),
            ]
            let nodes = Array(repeating: ["next": .uid(.null), "$class": .uid(3)] as PropertyList, count: count)
            let bytes = try SmallArchive(entries: entries + nodes).bytes()
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            _ = try unarchiver.decodeObject(of: [ArchivedArray.self, OnePhase.self], forKey: "root")
            let before = unarchiver.state.budget.chargedSteps
            _ = try unarchiver.decodeObject(of: [ArchivedArray.self, OnePhase.self, Structure.self], forKey: "root")
            return unarchiver.state.budget.chargedSteps - before
        }
        // The record of the array has two fields; its elements take a step and 24 bytes each, and 64 bytes together.
        #expect(try charged(32) == 2 + 32 + (24 * 32 + 64) / 16)
    }

    /// Asks for some of its keys, the last first.
    final class Asking: Codingable {
        @TaskLocal static var count = 0
        static var codedClassName: String { "Node" }
        init(coder unarchiver: KeyedUnarchiver) throws {
            for number in 0..<Self.count { _ = try unarchiver.decodeInteger(forKey: "k\(99 - number)") }
        }
        func encode(with archiver: KeyedArchiver) throws {}
    }

    @Test(.rows)
    func `an object takes a step for each of its fields, and an index of many keys is charged once`() throws {
        forEachRow(Self.calls.indices) { (index: Int) throws in
            let (name, call) = Self.calls[index]
            let few = try Self.charged(Self.chain(10), call)
            #expect(try Self.charged(Self.chain(25), call) - few == 15 * 2, "\(name)")
        }

        let fields = (0..<100).map { (PropertyList.string(PropertyListString("k\($0)")), PropertyList.integer(1)) }
        let entry = PropertyListDictionary(fields.map { (key: $0.0, value: $0.1) } + [(key: "$class", value: .uid(2))])
        let bytes = try SmallArchive(.dictionary(entry), .classRecord("Node", "NSObject")).bytes()
        func charged(_ count: Int) throws -> Int {
            try Asking.$count.withValue(count) { try Self.charged(bytes, Self.decode(Asking.self)) }
        }
        let (three, four, five, six) = (try charged(3), try charged(4), try charged(5), try charged(6))
        // Going through 101 keys is 101 steps; the index has 24 bytes for each and 64 more.
        expectRows {
            (four - three, 101)
            five - four >= (24 * 101 + 64) / 16 + 101
            (six, five)
        }
    }
}
