import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// `Decodable` types and the objects of an archive whose classes don't exist.
struct KeyedArchiveDecoderTests {
    /// A person of an unknown class with a friend, tags, a dictionary and fields that no test asks for.
    static let person = SmallArchive(
        // 1
        [
            "$class": .uid(2), "name": .uid(3), "age": 36, "height": 1.7, "isMember": true, "tags": .uid(4),
            "friend": .uid(9), "nickname": .uid(0), "scores": .uid(11), "owner": .uid(1), "broken": .uid(99),
        ],
        .classRecord("XPerson", "NSObject"),
        "Ada",
        ["$class": .uid(7), "NS.objects": [.uid(5), .uid(6)]],
        "math",
        "poetry",
        .classRecord("NSMutableArray", "NSArray", "NSObject"),
        "Grace",
        ["$class": .uid(2), "name": .uid(8), "age": 30, "tags": .uid(10), "isMember": false],
        ["$class": .uid(7), "NS.objects": []],
        // 11
        ["$class": .uid(12), "NS.keys": [.uid(5), .uid(6)], "NS.objects": [.uid(13), .uid(14)]],
        .classRecord("NSDictionary", "NSObject"),
        10,
        8
    )

    struct Person: Decodable, Equatable {
        var name: String
        var age: Int
        var height: Double?
        var isMember: Bool
        var tags: [String]
        var nickname: String?
        var scores: [String: Int]?
    }

    private func decode<Value: Decodable>(_ type: Value.Type, at place: String? = nil) throws -> Value {
        try KeyedArchiveDecoder().decode(type, from: Self.person.bytes(), at: place)
    }

    @Test func `fields are a keyed container, those of an object within it too`() throws {
        #expect(
            try decode(Person.self)
                == Person(
                    name: "Ada", age: 36, height: 1.7, isMember: true, tags: ["math", "poetry"],
                    scores: ["math": 10, "poetry": 8]))
        struct Outer: Decodable { var friend: Person }
        #expect(try decode(Outer.self).friend == Person(name: "Grace", age: 30, isMember: false, tags: []))
    }

    @Test func `places are top level keys or paths, also into nested archives, whose values may be inline`() throws {
        try expectRows {
            (try decode(String.self, at: "root.name"), "Ada")
            (try decode([String].self, at: "root.tags"), ["math", "poetry"])
            (try decode(String.self, at: "root.tags[1]"), "poetry")
            (try decode(Int.self, at: "root.age"), 36)
            (try decode(Person.self, at: "root.friend").name, "Grace")
            (try KeyedArchiveDecoder().decode(Int.self, from: Self.person.bytes(), at: ArchivePath("root.age")), 36)
        }
        let archive = SmallArchive("text", top: ["count": 3, "ratio": 0.5, "flag": true])
        try expectRows {
            (try KeyedArchiveDecoder().decode(Int.self, from: archive.bytes(), at: "count"), 3)
            (try KeyedArchiveDecoder().decode(Double.self, from: archive.bytes(), at: "ratio"), 0.5)
            try KeyedArchiveDecoder().decode(Bool.self, from: archive.bytes(), at: "flag")
        }
        let inner = try Self.person.bytes()
        let outer = SmallArchive(.data(inner))
        #expect(try KeyedArchiveDecoder().decode(Person.self, from: outer.bytes(), at: "root!root").name == "Ada")
    }

    @Test func `the only top level key is the root, and one of several must be named`() throws {
        let single = SmallArchive("text", top: ["anything.at all": .uid(1)])
        #expect(try KeyedArchiveDecoder().decode(String.self, from: single.bytes()) == "text")
        #expect(try KeyedArchiveDecoder().decode(String.self, from: single.bytes(), at: "anything.at all") == "text")
        let archive = SmallArchive("text", top: ["a": .uid(1), "b": .uid(1)])
        let error = #expect(throws: DecodingError.self) {
            try KeyedArchiveDecoder().decode(String.self, from: archive.bytes())
        }
        #expect(error?.reason?.contains("there are \"a\", \"b\"; name the one to decode with `at:`") == true)
    }

    @Test func `open archives are decoded with their changes`() throws {
        var archive = try KeyedArchive(Self.person.bytes())
        #expect(try KeyedArchiveDecoder().decode(Person.self, from: archive).age == 36)
        try archive.setValue(37, forKey: "age", ofObjectAt: 1)
        #expect(try KeyedArchiveDecoder().decode(Person.self, from: archive).age == 37)
    }

    @Test func `the class name is a key, on which enumerations switch`() throws {
        struct Kind: Decodable {
            enum CodingKeys: String, CodingKey { case name = "$class", chain = "$classes" }
            var name: String
            var chain: [String]
        }
        try expectRows {
            (try decode(Kind.self).name, "XPerson")
            (try decode(Kind.self).chain, ["XPerson", "NSObject"])
        }
        // A list has elements, and no keys.
        #expect(throws: DecodingError.self) { try decode(Kind.self, at: "root.tags") }
        enum Item: Decodable, Equatable {
            case person(String)
            case list([String])
            enum CodingKeys: String, CodingKey { case kind = "$class", name }
            init(from decoder: any Decoder) throws {
                guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
                    self = .list(try [String](from: decoder))
                    return
                }
                switch try container.decode(String.self, forKey: .kind) {
                case "XPerson": self = .person(try container.decode(String.self, forKey: .name))
                case let kind:
                    throw DecodingError.dataCorruptedError(
                        forKey: .kind, in: container, debugDescription: "the class \(kind) is not known")
                }
            }
        }
        #expect(try decode(Item.self) == .person("Ada"))
        #expect(try decode(Item.self, at: "root.tags") == .list(["math", "poetry"]))
    }

    @Test func `fields are a dictionary, with their keys as they were encoded`() throws {
        let pair = SmallArchive(["$class": .uid(2), "a": 1, "b": 2], .classRecord("Pair", "NSObject"))
        let item = SmallArchive(["$class": .uid(2), "$$price": 3, "$0": 4], .classRecord("Item", "NSObject"))
        try expectRows {
            (try KeyedArchiveDecoder().decode([String: Int].self, from: pair.bytes()), ["a": 1, "b": 2])
            (try KeyedArchiveDecoder().decode([String: Int].self, from: item.bytes()), ["$price": 3, "$0": 4])
        }
    }

    @Test func `dictionaries have their entries only, which may have other keys than texts`() throws {
        struct Raw: Decodable {
            enum CodingKeys: String, CodingKey { case math, keys = "NS.keys", kind = "$class" }
            var math: Int
            var keys: [String]?
            var kind: String?
        }
        let raw = try decode(Raw.self, at: "root.scores")
        #expect(raw.math == 10 && raw.keys == nil && raw.kind == nil)
        let archive = SmallArchive(
            ["$class": .uid(6), "NS.keys": [.uid(2), .uid(3)], "NS.objects": [.uid(4), .uid(5)]], 7, -8, "seven",
            "eight",
            .classRecord("NSDictionary", "NSObject"))
        #expect(
            try KeyedArchiveDecoder().decode([Int: String].self, from: archive.bytes()) == [7: "seven", -8: "eight"])
        #expect(
            try KeyedArchiveDecoder().decode([Double: String].self, from: archive.bytes()) == [7: "seven", -8: "eight"])
    }

    @Test func `many equal dictionaries are decoded, and a large one is looked up by any key`() throws {
        struct Entry: Codable, Equatable {
            var name: String
            var count: Int
            var note: String?
        }
        let entries = (0..<50).map { Entry(name: "entry \($0)", count: $0, note: $0 % 3 == 0 ? "note" : nil) }
        let archiver = KeyedArchiver()
        try archiver.encodeEncodable(entries, forKey: "root")
        #expect(try KeyedArchiveDecoder().decode([Entry].self, from: archiver.encodedBytes) == entries)
        struct Some: Decodable {
            enum CodingKeys: String, CodingKey { case last = "key 999", first = "key 0", none }
            var last: Int
            var first: Int
            var none: Int?
        }
        let many = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("key \($0)", $0) })
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: many)
        let some = try KeyedArchiveDecoder().decode(Some.self, from: bytes)
        #expect(some.last == 999 && some.first == 0 && some.none == nil)
        #expect(try KeyedArchiveDecoder().decode([String: Int].self, from: bytes) == many)
    }

    @Test func `of two entries with one key the last counts, and a dictionary that would lose one is refused`() throws {
        let archive = SmallArchive(
            ["$class": .uid(6), "NS.keys": [.uid(2), .uid(3)], "NS.objects": [.uid(4), .uid(5)]], "key", "key", 1, 2,
            .classRecord("NSDictionary", "NSObject"))
        struct Keyed: Decodable { var key: Int }
        #expect(try KeyedArchiveDecoder().decode(Keyed.self, from: archive.bytes()).key == 2)
        let error = #expect(throws: DecodingError.self) {
            try KeyedArchiveDecoder().decode([String: Int].self, from: archive.bytes())
        }
        #expect(error?.archiveError?.code == .invalidValue)
        // The remedy of the error: the unarchiver decodes it, and warns.
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive.bytes())
        #expect(try unarchiver.decodeDecodable([String: Int].self, forKey: "root") == ["key": 2])
        #expect(unarchiver.warnings.map(\.key) == ["key"])
    }

    @Test func `sets, ordered sets, numbered elements and lists within fields are unkeyed`() throws {
        for name in ["NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet"] {
            let archive = SmallArchive(
                ["$class": .uid(4), "NS.objects": [.uid(2), .uid(3)]], 1, 2, .classRecord(name, "NSObject"))
            #expect(try KeyedArchiveDecoder().decode([Int].self, from: archive.bytes()) == [1, 2])
            #expect(try KeyedArchiveDecoder().decode(Set<Int>.self, from: archive.bytes()) == [1, 2])
        }
        let array = SmallArchive(
            ["$class": .uid(4), "NS.object.0": .uid(2), "NS.object.1": .uid(3)], 1, 2,
            .classRecord("NSArray", "NSObject"))
        #expect(try KeyedArchiveDecoder().decode([Int].self, from: array.bytes()) == [1, 2])
        let dictionary = SmallArchive(
            ["$class": .uid(4), "NS.key.0": .uid(2), "NS.object.0": .uid(3)], "a", 2,
            .classRecord("NSDictionary", "NSObject"))
        #expect(try KeyedArchiveDecoder().decode([String: Int].self, from: dictionary.bytes()) == ["a": 2])
        let holder = SmallArchive(
            ["$class": .uid(2), "list": [.uid(3), .uid(3)]], .classRecord("Holder", "NSObject"), "x")
        #expect(
            try KeyedArchiveDecoder().decode([String: [String]].self, from: holder.bytes()) == ["list": ["x", "x"]])
    }

    @Test(.rows)
    func `an array with keys beside its elements has its elements, for types and for paths`() {
        forEachRow(["NS.keys", "NS.key.0", "NS.key.1"]) { (key: String) throws in
            var fields: PropertyListDictionary = ["$class": .uid(3), "NS.objects": [.uid(2)]]
            fields[key] = .uid(2)
            let bytes = try SmallArchive(.dictionary(fields), 1, .classRecord("NSArray", "NSObject")).bytes()
            #expect(try KeyedArchiveDecoder().decode([Int].self, from: bytes) == [1])
            #expect(try KeyedUnarchiver.unarchivedObject(of: [Int].self, from: bytes) == [1])
            #expect(try KeyedArchive(bytes)["root"].elements?.compactMap(\.int) == [1])
        }
    }

    @Test func `superclasses read the same fields`() throws {
        class Base: Decodable { var name: String }
        final class Derived: Base {
            var age: Int
            enum CodingKeys: String, CodingKey { case age }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                age = try container.decode(Int.self, forKey: .age)
                try super.init(from: container.superDecoder())
            }
        }
        let derived = try decode(Derived.self)
        #expect(derived.name == "Ada" && derived.age == 36)
    }

    @Test func `user info is handed on`() throws {
        struct Reader: Decodable {
            let value: Int?
            init(from decoder: any Decoder) throws {
                value = CodingUserInfoKey(rawValue: "key").flatMap { decoder.userInfo[$0] as? Int }
            }
        }
        var decoder = KeyedArchiveDecoder()
        decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "key"))] = 5
        #expect(try decoder.decode(Reader.self, from: Self.person.bytes()).value == 5)
    }
}

extension DecodingError {
    /// What is wrong, in words.
    var reason: String? { context?.debugDescription }

    var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }

    /// The error of the archive beneath.
    var archiveError: ArchiveError? { context?.underlyingError as? ArchiveError }
}
