import KeyedArchiving
import PropertyLists
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

    @Test("D4: a shared array is to each call what it asks for, whatever the order", arguments: [false, true])
    func arrays(isSecure: Bool) throws {
        try Self.check(Self.arrayRequests, ArchivedArray([1, 2]), isSecure: isSecure)
    }

    @Test("D4: a shared mutable string is to each call what it asks for, whatever the order", arguments: [false, true])
    func strings(isSecure: Bool) throws {
        try Self.check(Self.stringRequests, MutableArchivedString("text"), isSecure: isSecure)
    }

    @Test(
        "D4: a class that a value and an instance stand for is to each call what it asks for", arguments: [false, true])
    func pairs(isSecure: Bool) throws {
        try Self.check(Self.pairRequests, Pair(), isSecure: isSecure)
    }

    @Test("D4: as one type a shared object stays one instance")
    func identity() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray([1, 2]))
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        for _ in 0..<2 { #expect(try unarchiver.decodeObject(of: [Int].self, forKey: "root") == [1, 2]) }
        let array = try #require(try unarchiver.decodeObject(of: ArchivedArray.self, forKey: "root"))
        #expect(try unarchiver.decodeObject(of: [Int].self, forKey: "root") == [1, 2])
        #expect(try unarchiver.decodeObject(of: ArchivedArray.self, forKey: "root") === array)
    }

    @Test("D4: an object that cannot be decoded as another type stays what it was")
    func failure() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray([1, "two"]))
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let array = try #require(try unarchiver.decodeObject(of: ArchivedArray.self, forKey: "root"))
        for _ in 0..<2 {
            #expect(code { _ = try unarchiver.decodeObject(of: [Int].self, forKey: "root") } != nil)
            #expect(try unarchiver.decodeObject(of: ArchivedArray.self, forKey: "root") === array)
        }
    }
}
