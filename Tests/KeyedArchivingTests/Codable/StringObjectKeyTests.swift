import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Keys of dictionaries that are strings with a class, as a program's `NSMutableString` is stored, are found by their
/// text as plain strings are.
struct StringObjectKeyTests {
    private struct Letters: Decodable, Equatable {
        var a: Int
        var b: Int?
        var c: Int?
    }

    /// What a keyed container says about its keys.
    private struct Keys: Decodable {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        var all: [String]
        var hasA: Bool
        var hasC: Bool
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            all = container.allKeys.map(\.stringValue)
            hasA = container.contains(Key(stringValue: "a"))
            hasC = container.contains(Key(stringValue: "c"))
        }
    }

    private struct WronglyTyped: Decodable { var a: String }

    private static func mutable(_ text: String) -> PropertyList {
        ["NS.string": .string(PropertyListString(text)), "$class": .uid(3)]
    }

    private static func references(_ numbers: Range<Int>) -> PropertyList {
        .array(PropertyListArray(numbers.map { .uid(UID(UInt64($0))) }))
    }

    /// A dictionary with keys from UID 4 on and the values 0, 1 and so on after them.
    private static func dictionary(_ keys: [PropertyList], repeated count: Int = 1) -> SmallArchive {
        let first = 4 + keys.count
        var archive = SmallArchive(
            entries: [
                [
                    "NS.keys": references(4..<first), "NS.objects": references(first..<first + keys.count),
                    "$class": .uid(2),
                ],
                .classRecord("NSDictionary", "NSObject"),
                .classRecord("NSMutableString", "NSString", "NSObject"),
            ] + keys + keys.indices.map { .integer(Int64($0)) })
        guard count > 1 else { return archive }
        let arrayClass = UInt64(archive.objects.count + 1)
        archive.objects += [
            .classRecord("NSArray", "NSObject"),
            [
                "NS.objects": .array(PropertyListArray(Array(repeating: .uid(1), count: count))),
                "$class": .uid(UID(arrayClass)),
            ],
        ]
        archive.top = ["root": .uid(UID(arrayClass + 1))]
        return archive
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ keys: PropertyList...) throws -> Value {
        try KeyedArchiveDecoder().decode(type, from: Self.dictionary(keys).bytes())
    }

    @Test func `a dictionary, a type and a container find the entries, each use of a dictionary the same`() throws {
        let bytes = try Self.dictionary([Self.mutable("a"), "b"]).bytes()
        let keys = try decode(Keys.self, "b", Self.mutable("a"), 5)
        let repeated = try Self.dictionary([Self.mutable("a"), "a", "b"], repeated: 3).bytes()
        let letters = try KeyedArchiveDecoder().decode([Letters].self, from: repeated)
        try expectRows {
            (try decode([String: Int].self, Self.mutable("a"), "b"), ["a": 0, "b": 1])
            (try decode([String: Int].self, 5, Self.mutable("a")), ["5": 0, "a": 1])
            (try KeyedUnarchiver.unarchivedObject(of: [String: Int].self, from: bytes), ["a": 0, "b": 1])
            try (decode(Letters.self, "b", Self.mutable("a")), Letters(a: 1, b: 0))
            try (decode(Letters.self, Self.mutable("c"), Self.mutable("a")), Letters(a: 1, c: 0))
            (keys.all, ["b", "a", "5"])
            keys.hasA
            !keys.hasC
            (letters, Array(repeating: Letters(a: 1, b: 2), count: 3))
        }
    }

    @Test func `of two keys with one text the last counts, however each is stored`() throws {
        for keys in [[Self.mutable("a"), "a"], ["a", Self.mutable("a")], [Self.mutable("a"), Self.mutable("a")]] {
            let bytes = try Self.dictionary(keys).bytes()
            try expectRows {
                (try KeyedUnarchiver.unarchivedObject(of: [String: Int].self, from: bytes), ["a": 1])
                try (KeyedArchiveDecoder().decode(Letters.self, from: bytes), Letters(a: 1))
                (try KeyedArchive(bytes)["root.a"].int, 1)
            }
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            #expect(try unarchiver.decodeDecodable(Keys.self, forKey: "root")?.all == ["a"])
            #expect(unarchiver.warnings.map(\.key) == ["a"])
            #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(Keys.self, from: bytes) }
        }
    }

    @Test func `the text that stands for nil is a key as any other, in a dictionary that was encoded too`() throws {
        struct Holder: Decodable, Equatable {
            enum CodingKeys: String, CodingKey { case nilText = "$null", b }
            var nilText: Int
            var b: Int
        }
        let keys = [Self.mutable("$null"), "b"]
        try expectRows {
            (try decode([String: Int].self, keys[0], keys[1]), ["$null": 0, "b": 1])
            try (decode(Holder.self, keys[0], keys[1]), Holder(nilText: 0, b: 1))
            (try decode(Keys.self, keys[0], keys[1]).all, ["$null", "b"])
        }
        let inline = SmallArchive(
            ["NS.keys": ["$null", "b"], "NS.objects": [0, 1], "$class": .uid(2)],
            .classRecord("NSDictionary", "NSObject"))
        #expect(try KeyedArchiveDecoder().decode([String: Int].self, from: inline.bytes()) == ["$null": 0, "b": 1])
        #expect(try KeyedArchiveDecoder().decode(Holder.self, from: inline.bytes()) == Holder(nilText: 0, b: 1))
        let dictionary = ["$null": 1, "b": 2]
        let bytes = try KeyedArchiveEncoder().encode(dictionary)
        #expect(try KeyedArchiveDecoder().decode([String: Int].self, from: bytes) == dictionary)
        let archiver = KeyedArchiver()
        try archiver.encodeEncodable(dictionary, forKey: "root")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        #expect(try unarchiver.decodeDecodable([String: Int].self, forKey: "root") == dictionary)
    }

    @Test func `the path of an error leads to the value`() throws {
        let archive = Self.dictionary(["b", Self.mutable("a")])
        let bytes = try archive.bytes()
        let error = #expect(throws: DecodingError.self) {
            try KeyedArchiveDecoder().decode(WronglyTyped.self, from: bytes)
        }
        let path = try #require(error?.archiveError?.path)
        #expect(path.description == #"root."NS.objects"[1]"#)
        #expect(try KeyedArchive(bytes).value(at: path).value == .uid(7))
    }

    @Test func `a large dictionary that is used often is charged each time`() throws {
        let keys = (0..<500).map { Self.mutable("a\($0)") } + [Self.mutable("a")]
        let bytes = try Self.dictionary(keys, repeated: 5_000).bytes()
        let error = #expect(throws: DecodingError.self) {
            try KeyedArchiveDecoder().decode([Letters].self, from: bytes)
        }
        #expect(error?.archiveError?.code == .limitExceeded)
    }

    @Test func `a text of digits in a dictionary with a field for each key keeps its zeros`() throws {
        let archive = SmallArchive(
            ["NS.key.0": .uid(3), "NS.object.0": .uid(4), "$class": .uid(2)], .classRecord("NSDictionary", "NSObject"),
            "05", 1)
        #expect(try KeyedArchiveDecoder().decode([String: Int].self, from: archive.bytes()) == ["05": 1])
    }
}
