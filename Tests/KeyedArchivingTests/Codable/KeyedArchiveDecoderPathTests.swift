import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The path of an error of `KeyedArchiveDecoder` leads to the value that the error is about.
struct KeyedArchiveDecoderPathTests {
    /// A key that only dictionaries with any keys have.
    struct Name: Decodable, Hashable {
        var text: String
        init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    }

    /// A number under a key that types name.
    struct Named: Decodable { var a: Int }

    /// A text; nil for anything else.
    struct Value: Decodable {
        struct Holder: Decodable { var a: Value }
        var text: String?
        init(from decoder: any Decoder) throws {
            text = try? decoder.singleValueContainer().decode(String.self)
        }
    }

    /// A root with the text `wrong`, at UID 9, where a number is expected; 8 is a number, 2 the class of the root.
    private static func archive(
        _ fields: PropertyListDictionary, _ className: String = "NSDictionary", keys: [PropertyList] = []
    ) -> SmallArchive {
        var root = fields
        root["$class"] = .uid(2)
        var entries = [.dictionary(root), PropertyList.classRecord(className, "NSObject")] + keys
        entries += Array(repeating: "filler", count: 7 - entries.count) + [1, "wrong"]
        return SmallArchive(entries: entries)
    }

    /// A dictionary with keys from UID 3 on, whose last value is wrong.
    private static func dictionary(_ keys: PropertyList..., fields: PropertyListDictionary = [:]) -> SmallArchive {
        var fields = fields
        fields["NS.keys"] = .array(PropertyListArray(keys.indices.map { .uid(UID(UInt64($0 + 3))) }))
        fields["NS.objects"] = .array(PropertyListArray(keys.indices.map { .uid($0 == keys.count - 1 ? 9 : 8) }))
        return archive(fields, keys: keys)
    }

    /// A dictionary with a field for each key and each value.
    private static func numbered(_ keys: PropertyList..., fields: PropertyListDictionary = [:]) -> SmallArchive {
        var fields = fields
        for position in keys.indices {
            fields["NS.key.\(position)"] = .uid(UID(UInt64(position + 3)))
            fields["NS.object.\(position)"] = .uid(position == keys.count - 1 ? 9 : 8)
        }
        return archive(fields, keys: keys)
    }

    private static let long = PropertyList.string(.init(String(repeating: "long", count: 17)))

    static var places: [(path: String, archive: SmallArchive, type: any Decodable.Type)] {
        let (first, second) = (#"root."NS.objects"[0]"#, #"root."NS.objects"[1]"#)
        return [
            ("root.a", dictionary("a"), [String: Int].self),
            ("root.a", dictionary("a"), Named.self),
            ("root.a", dictionary("b", "a"), Named.self),
            ("root.a", archive(["a": .uid(9)], "Thing"), [String: Int].self),
            ("root.a", archive(["a": .uid(9)], "Thing"), Named.self),
            ("root.5", dictionary(5), [Int: Int].self),
            ("root.5", dictionary(5), [String: Int].self),
            (second, dictionary("5", 5), [String: Int].self),
            ("root.5", dictionary("5"), [Int: Int].self),
            ("root.a", dictionary("a", "a"), [String: Int].self),
            (second, dictionary("b", "a", fields: ["a": .uid(8)]), Named.self),
            (second, dictionary("b", "a", fields: ["a": .uid(8)]), [String: Int].self),
            (first, dictionary("NS.keys"), [String: Int].self),
            (first, dictionary("$class"), [String: Int].self),
            (first, dictionary("$null"), [String: Int].self),
            (first, dictionary(long), [String: Int].self),
            (second, dictionary("b", "a"), [Name: Int].self),
            ("root.a", numbered("a"), [String: Int].self),
            ("root.a", numbered("b", "a"), Named.self),
            (#"root."NS.object.0""#, numbered(5), [Int: Int].self),
            (#"root."NS.object.0""#, numbered(5), [String: Int].self),
            (#"root."NS.object.1""#, numbered("b", "a", fields: ["a": .uid(8)]), [String: Int].self),
            (#"root."NS.object.1""#, numbered("b", "a"), [Name: Int].self),
            ("root[1]", archive(["NS.objects": [.uid(8), .uid(9)]], "NSArray"), [Int].self),
            ("root[1]", archive(["NS.object.0": .uid(8), "NS.object.1": .uid(9)], "NSSet"), Set<Int>.self),
            ("root.list[1]", archive(["list": [.uid(8), .uid(9)]], "Thing"), [String: [Int]].self),
            (
                #"root."NS.object1""#,
                archive(
                    [
                        "NS.count": 2, "NS.object0": .uid(8), "NS.count0": 1, "NS.object1": .uid(9), "NS.count1": 1,
                    ], "NSCountedSet"), [Int].self
            ),
        ]
    }

    private func path<Value: Decodable>(_ type: Value.Type, _ archive: SmallArchive) throws -> ArchivePath? {
        let bytes = try archive.bytes()
        let error = #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(type, from: bytes) }
        return error?.archiveError?.path
    }

    @Test(.rows)
    func `the path leads to the value of the wrong type`() {
        forEachRow(Self.places.indices) { (place: Int) throws in
            let place = Self.places[place]
            let path = try #require(try path(place.type, place.archive))
            #expect(path.description == place.path)
            let archive = try KeyedArchive(place.archive.bytes())
            #expect(try archive.value(at: path).value == .uid(9))
            #expect(archive[path.description].string == "wrong")
        }
    }

    @Test(.rows)
    func `types find the entries of a dictionary only, and paths a field before an entry`() {
        forEachRow(["$class", "NS.keys", "NS.objects", "a"]) { (key: String) throws in
            let bytes = try Self.dictionary("b", .string(.init(key)), fields: ["a": .uid(8)]).bytes()
            #expect(try KeyedArchiveDecoder().decode([String: Value].self, from: bytes)[key]?.text == "wrong")
            let archive = try KeyedArchive(bytes)
            let field = try archive.value(at: ArchivePath([.key("root"), .key(key)])).value
            let fields: [String: PropertyList] = [
                "$class": .uid(2), "NS.keys": [.uid(3), .uid(4)], "NS.objects": [.uid(8), .uid(9)], "a": .uid(8),
            ]
            #expect(field == fields[key])
            #expect(try archive.value(at: ArchivePath([.key("root"), .key("NS.objects"), .index(1)])).value == .uid(9))
            // A field that stores no entry isn't there for types.
            let other = try Self.dictionary("b", fields: ["a": .uid(9)]).bytes()
            #expect(throws: DecodingError.self) {
                try KeyedArchiveDecoder().decode(Value.Holder.self, from: other)
            }
        }
    }

    @Test func `a key of the wrong type has its path, and what is in no place that of the value that it is part of`()
        throws
    {
        for (archive, expected) in [
            (Self.dictionary("b", 5), #"root."NS.keys"[1]"#), (Self.numbered("b", 5), #"root."NS.key.1""#),
        ] {
            let path = try #require(try path([Name: Int].self, archive))
            #expect(path.description == expected)
            #expect(try KeyedArchive(archive.bytes()).value(at: path).value == .uid(4))
        }
        #expect(try path([String].self, Self.archive(["NS.data": .data([1, 2])], "NSData"))?.description == "root")
        let indexes = Self.archive(["NSRangeCount": 1, "NSLocation": 2, "NSLength": 3], "NSIndexSet")
        #expect(try path([String].self, indexes)?.description == "root")
        struct Classes: Decodable {
            enum CodingKeys: String, CodingKey { case classes = "$classes" }
            var classes: [Int]
        }
        #expect(try path(Classes.self, Self.archive([:], "Thing"))?.description == "root.$class")
    }

    @Test func `forgiving a mistake at each of many entries is charged in proportion to them`() throws {
        /// A number, or else a text, as types for any value try.
        struct Either: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if (try? container.decode(Int.self)) == nil { _ = try container.decode(String.self) }
            }
        }
        let entries = (0..<5000).map { (key: "key \($0)" as any Codingable, value: "text \($0)" as any Codingable) }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedDictionary(entries))
        let decoder = KeyedArchiveDecoder(limits: .untrusted.exact)
        #expect(try decoder.decode([String: Either].self, from: bytes).count == 5000)
        #expect(try decoder.decode([Name: Either].self, from: bytes).count == 5000)
    }
}
