import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What a call gets for a shared object depends on what it asks for, and not on what was asked for before.
@Suite struct SharedFormTests {
    /// One way of asking for what is under a key, and what comes of it as a text.
    struct Request: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (KeyedUnarchiver, String) throws -> String

        init(_ name: String, _ run: @escaping @Sendable (KeyedUnarchiver, String) throws -> String) {
            testDescription = name
            self.run = run
        }
    }

    static func text(_ value: Any?) -> String {
        guard let value else { return "nil" }
        let contents =
            switch value {
            case let array as ArchivedArray: "\(array.elements)"
            case let dictionary as ArchivedDictionary: "\(dictionary.entries)"
            case let string as MutableArchivedString: string.string
            default: "\(value)"
            }
        return "\(type(of: value)) \(contents)"
    }

    static let arrayRequests = [
        Request("[Int]") { text(try $0.decodeObject(of: [Int].self, forKey: $1)) },
        Request("[ArchivedNumber]") { text(try $0.decodeObject(of: [ArchivedNumber].self, forKey: $1)) },
        Request("ArchivedArray") { text(try $0.decodeObject(of: ArchivedArray.self, forKey: $1)) },
        Request("any object") { text(try $0.decodeObject(forKey: $1)) },
        Request("a list") { text(try $0.decodeObject(of: [[Int].self, ArchivedArray.self], forKey: $1)) },
        Request("another list") { text(try $0.decodeObject(of: [ArchivedArray.self, [Int].self], forKey: $1)) },
        Request("a property list") { text(try $0.decodePropertyList(forKey: $1)) },
        Request("a Decodable") { text(try $0.decodeDecodable([Int].self, forKey: $1)) },
    ]

    static let stringRequests = [
        Request("String") { text(try $0.decodeObject(of: String.self, forKey: $1)) },
        Request("MutableArchivedString") { text(try $0.decodeObject(of: MutableArchivedString.self, forKey: $1)) },
        Request("any object") { text(try $0.decodeObject(forKey: $1)) },
        Request("a property list") { text(try $0.decodePropertyList(forKey: $1)) },
        Request("a Decodable") { text(try $0.decodeDecodable(String.self, forKey: $1)) },
    ]

    struct Pair: Codingable {
        static var codedClassName: String { "Pair" }
        var first = 1
        init() {}
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(first, forKey: "first") }
        init(coder unarchiver: KeyedUnarchiver) throws { first = try unarchiver.decodeInteger(forKey: "first") }
    }

    final class PairObject: Codingable {
        static var codedClassName: String { "Pair" }
        let first: Int
        init(coder unarchiver: KeyedUnarchiver) throws { first = try unarchiver.decodeInteger(forKey: "first") }
        func encode(with archiver: KeyedArchiver) throws {}
    }

    static let pairRequests = [
        Request("Pair") { "\(try $0.decodeObject(of: Pair.self, forKey: $1)?.first as Any)" },
        Request("PairObject") { "\(try $0.decodeObject(of: PairObject.self, forKey: $1)?.first as Any) object" },
        Request("any object") { "\((try $0.decodeObject(forKey: $1) as? Pair)?.first as Any) any" },
        Request("a list") {
            "\((try $0.decodeObject(of: [PairObject.self], forKey: $1) as? PairObject)?.first as Any)"
        },
        Request("a list of others") {
            text(try $0.decodeObject(of: [ArchivedArray.self, MutableArchivedString.self], forKey: $1))
        },
    ]

    /// What each request gives by itself must be what it gives after any others.
    static func check(_ requests: [Request], _ root: any Codingable, isSecure: Bool) throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: root)
        func unarchiver() throws -> KeyedUnarchiver {
            var registry = ClassRegistry.standard
            registry.register(Pair.self)
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry)
            if !isSecure { try unarchiver.disableSecureCoding() }
            return unarchiver
        }
        func result(_ request: Request, _ unarchiver: KeyedUnarchiver) -> String {
            do {
                return try request.run(unarchiver, "root")
            } catch {
                return "\((error as? ArchiveError)?.code.name ?? "\(error)")"
            }
        }
        let alone = try requests.map { result($0, try unarchiver()) }
        for first in requests.indices {
            for second in requests.indices {
                for third in requests.indices {
                    let unarchiver = try unarchiver()
                    for index in [first, first, second, third, first] {
                        let again = result(requests[index], unarchiver)
                        let order = [first, second, third].map { requests[$0].testDescription }
                        #expect(again == alone[index], "\(requests[index].testDescription) in \(order)")
                    }
                }
            }
        }
    }

    @Test(.rows)
    func `a shared object is to each call what it asks for, whatever the order`() {
        forEachRow([false, true]) { (isSecure: Bool) throws in
            try Self.check(Self.arrayRequests, ArchivedArray([1, 2]), isSecure: isSecure)
            try Self.check(Self.stringRequests, MutableArchivedString("text"), isSecure: isSecure)
            // A class that a value and an instance stand for.
            try Self.check(Self.pairRequests, Pair(), isSecure: isSecure)
        }
    }

    @Test func `as one type a shared object stays one instance, also where it can't be decoded as another`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray([1, 2]))
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        for _ in 0..<2 { #expect(try unarchiver.decodeObject(of: [Int].self, forKey: "root") == [1, 2]) }
        let array = try #require(try unarchiver.decodeObject(of: ArchivedArray.self, forKey: "root"))
        #expect(try unarchiver.decodeObject(of: [Int].self, forKey: "root") == [1, 2])
        #expect(try unarchiver.decodeObject(of: ArchivedArray.self, forKey: "root") === array)

        let mixed = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray([1, "two"]))
        let failing = try KeyedUnarchiver(forReadingFrom: mixed)
        let kept = try #require(try failing.decodeObject(of: ArchivedArray.self, forKey: "root"))
        for _ in 0..<2 {
            try expectRows {
                code { _ = try failing.decodeObject(of: [Int].self, forKey: "root") } != nil
                try failing.decodeObject(of: ArchivedArray.self, forKey: "root") === kept
                (Self.text(kept), "ArchivedArray [1, \"two\"]")
            }
        }
    }

    /// A pair that is never decoded.
    struct FailingPair: Codingable {
        static var codedClassName: String { "Pair" }
        init(coder unarchiver: KeyedUnarchiver) throws { throw CancellationError() }
        func encode(with archiver: KeyedArchiver) throws {}
    }

    /// What holds an array, and a call for another type that fails.
    static let containers: [(root: any Codingable & Sendable, failing: @Sendable (KeyedUnarchiver) throws -> Void)] = [
        (["key": [1, 2]], { _ = try $0.decodeObject(of: [String: Int].self, forKey: "root") }),
        (Set([[1, 2]]), { _ = try $0.decodeObject(of: Set<Int>.self, forKey: "root") }),
        ([[1, 2]], { _ = try $0.decodeObject(of: [Int].self, forKey: "root") }),
        (Pair(), { _ = try $0.decodeObject(of: FailingPair.self, forKey: "root") }),
    ]

    @Test(.rows)
    func `a container that cannot be decoded as another type keeps what it holds`() {
        forEachRow(Self.containers.indices) { (index: Int) throws in
            let (root, failing) = Self.containers[index]
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: root)
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            unarchiver.keepsUnknownClasses = true
            try unarchiver.disableSecureCoding()
            let object = try #require(try unarchiver.decodeObject(forKey: "root"))
            for _ in 0..<2 { #expect(throws: (any Error).self) { try failing(unarchiver) } }
            switch object {
            case let object as ArchivedArray: #expect(object.elements.count == 1)
            case let object as ArchivedDictionary: #expect(object.entries.count == 1)
            case let object as ArchivedSet: #expect(object.members.count == 1)
            case let object as ArchivedObject: #expect(object.fields.count == 1)
            default: Issue.record("\(object)")
            }
        }
    }

    /// An owner that asks for its pet as itself and then, in vain, as another type.
    final class Owner: Codingable {
        static var codedClassName: String { "Owner" }
        var pet: Pet?

        init() {}

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(pet, forKey: "pet") }

        init(coder unarchiver: KeyedUnarchiver) throws {
            pet = try unarchiver.decodeObject(of: Pet.self, forKey: "pet")
            #expect(throws: (any Error).self) { try unarchiver.decodeObject(of: FailingPet.self, forKey: "pet") }
        }
    }

    /// A pet that gets its owner as soon as there is one.
    final class Pet: Codingable {
        static var codedClassName: String { "Pet" }
        weak var owner: Owner?

        init() {}

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(owner, forKey: "owner") }

        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.decodeObject(of: Owner.self, forKey: "owner") { [unowned self] in owner = $0 }
        }
    }

    /// A pet that waits for its owner, and fails.
    final class FailingPet: Codingable {
        static var codedClassName: String { "Pet" }

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.decodeObject(of: Owner.self, forKey: "owner") { _ in
                Issue.record("what waits for an attempt that failed is told")
            }
            throw CancellationError()
        }
    }

    @Test func `what an object waits for comes, though it cannot be decoded as another type`() throws {
        let (owner, pet) = (Owner(), Pet())
        (owner.pet, pet.owner) = (pet, owner)
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: owner)
        let copy = try #require(try KeyedUnarchiver.unarchivedObject(of: Owner.self, from: bytes))
        #expect(copy.pet?.owner === copy)
    }

    /// A value that stands for a class.
    struct Ring: Codingable {
        static var codedClassName: String { "Ring" }
        init(coder unarchiver: KeyedUnarchiver) throws {}
        func encode(with archiver: KeyedArchiver) throws {}
    }

    /// Another type for the class, which asks for its own object while it is being decoded.
    final class RingReader: Codingable {
        static var codedClassName: String { "Ring" }
        let found: [Any?]
        init(coder unarchiver: KeyedUnarchiver) throws {
            found = [
                try unarchiver.decodeObject(of: Ring.self, forKey: "self"),
                try unarchiver.decodeObject(of: [Ring.self], forKey: "self"),
            ]
            #expect(throws: ArchiveError(.cycle, "")) {
                try unarchiver.decodeObject(of: [RingReader.self], forKey: "self")
            }
        }
        func encode(with archiver: KeyedArchiver) throws {}
    }

    /// An object that was available early asks for what a caller has, in another form, and fails.
    final class Shared: Codingable {
        static var codedClassName: String { "Shared" }
        var array: [Int] = []

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(array, forKey: "array") }

        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.register(self)
            array = try unarchiver.decode([Int].self, forKey: "array")
            throw CancellationError()
        }
    }

    @Test func `an object that fails takes nothing with it that was decoded in another form before`() throws {
        let shared = ArchivedArray([1, 2])
        let holder = ArchivedObject(ArchivedClass(name: "Shared"), fields: [.init("array", .object(shared))])
        let archiver = KeyedArchiver()
        try archiver.encode(shared, forKey: "array")
        try archiver.encode(holder, forKey: "holder")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: try archiver.encodedBytes)
        let array = try #require(try unarchiver.decodeObject(of: ArchivedArray.self, forKey: "array"))
        for _ in 0..<2 {
            #expect(throws: CancellationError.self) { try unarchiver.decodeObject(of: Shared.self, forKey: "holder") }
            #expect(Self.text(array) == "ArchivedArray [1, 2]")
            #expect(try unarchiver.decodeObject(of: ArchivedArray.self, forKey: "array") === array)
        }
    }

    /// Data that asks for itself as the data that it was decoded as before.
    final class SelfReferringData: Codingable {
        static var codedClassName: String { "NSMutableData" }
        private(set) var bytes: [UInt8] = []
        private(set) var beginCount = 0

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            beginCount += 1
            for _ in 0..<2 { bytes += try unarchiver.decode(ArchivedData.self, forKey: "self").bytes }
            let isCycle = (try? unarchiver.decodeObject(of: SelfReferringData.self, forKey: "self")) == nil
            if !isCycle { beginCount += 1 }
        }
    }

    @Test func `an object that asks for itself as what it was decoded as before gets that, and stays open`() throws {
        let ring = ArchivedObject(ArchivedClass(name: "Ring", hierarchy: ["Ring", "NSObject"]))
        ring.fields = [.init("self", .object(ring))]
        defer { ring.fields = [] }
        let ofRing = try KeyedUnarchiver(
            forReadingFrom: KeyedArchiver.archivedBytes(withRootObject: ring))
        _ = try ofRing.decodeObject(of: Ring.self, forKey: "root")
        let reader = try #require(try ofRing.decodeObject(of: RingReader.self, forKey: "root"))
        #expect(reader.found.allSatisfy { $0 is Ring })

        let archive = SmallArchive(
            ["self": .uid(1), "NS.data": .data([1, 2]), "$class": .uid(2)],
            .classRecord("NSMutableData", "NSData", "NSObject")
        )
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive.bytes())
        let data = try #require(try unarchiver.decodeObject(of: MutableArchivedData.self, forKey: "root"))
        let referring = try #require(try unarchiver.decodeObject(of: SelfReferringData.self, forKey: "root"))
        #expect(referring.bytes == [1, 2, 1, 2] && referring.beginCount == 1)
        #expect(try unarchiver.decodeObject(of: SelfReferringData.self, forKey: "root") === referring)
        #expect(try unarchiver.decodeObject(of: MutableArchivedData.self, forKey: "root") === data)
    }
}
