import Foundation
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Values of property lists, decoded by Foundation's decoder and ours: values, kinds of errors and coding paths.
@Suite struct PlistDecoderTests {
    /// Where ours differs on purpose: the value and the type, and why.
    private static let differences: [String: String] = [
        "data as Array<UInt8>": "data is read as a list of bytes, too",
        "large real as Float": "it is refused in both forms, by Foundation in binary lists only",
        "huge integer": "the reader of XML refuses an integer that no list can hold",
    ]

    private static let values: [(name: String, xml: String)] = [
        ("integer", "<integer>5</integer>"), ("negative", "<integer>-5</integer>"),
        ("hexadecimal", "<integer>0x10</integer>"), ("above 8 bits", "<integer>300</integer>"),
        ("largest", "<integer>18446744073709551615</integer>"), ("whole real", "<real>5.0</real>"),
        ("fraction", "<real>5.5</real>"), ("not a number", "<real>nan</real>"), ("infinite", "<real>inf</real>"),
        ("large real", "<real>1e300</real>"), ("text", "<string>5</string>"), ("null", "<string>$null</string>"),
        ("true", "<true/>"), ("date", "<date>2001-01-01T00:00:05Z</date>"), ("data", "<data>AQI=</data>"),
        ("array", "<array><integer>1</integer></array>"), ("empty array", "<array/>"), ("dictionary", "<dict/>"),
        ("fields", "<dict><key>a</key><integer>1</integer></dict>"),
        ("fields with null", "<dict><key>a</key><string>$null</string></dict>"),
        ("huge integer", "<integer>99999999999999999999999</integer>"),
    ]

    struct Fields: Codable {
        var a: Int
        var b: String?
    }

    private static var types: [any Decodable.Type] {
        [
            Int.self, Int8.self, UInt.self, UInt64.self, Double.self, Float.self, Bool.self, String.self, Date.self,
            Data.self, URL.self, UUID.self, Decimal.self, Int?.self, String?.self, [Int].self, [Int?].self,
            [UInt8].self,
            Set<Int>.self, [String: Int].self, [String: Int?].self, [Int: Int].self, Fields.self,
        ]
    }

    /// Every value as every type: as the outermost value, in a list and under a key, of XML and of the binary form.
    @Test func `each kind of value is decoded as each type as by Foundation`() throws {
        var count = 0
        var found: [String] = []
        for (name, xml) in Self.values {
            for (place, data) in [
                ("outermost", xmlList(xml)), ("in a list", xmlList("<array>\(xml)</array>")),
                ("under a key", xmlList("<dict><key>key</key>\(xml)</dict>")),
            ] {
                let object = try? PropertyListSerialization.propertyList(from: data, format: nil)
                let binary = try object.map {
                    try PropertyListSerialization.data(fromPropertyList: $0, format: .binary, options: 0)
                }
                for (form, data) in [("XML", data), ("binary", binary)] {
                    guard let data else { continue }
                    for type in Self.types {
                        let outcomes = Self.outcomes(type, place, data)
                        count += 1
                        let text = "\(name) as \(type)"
                        let isDifferent = Self.differences[text] != nil || Self.differences[name] != nil
                        if outcomes.theirs != outcomes.ours, !isDifferent {
                            found.append("\(text) \(place), \(form): \(outcomes.theirs), but ours \(outcomes.ours)")
                        }
                    }
                }
            }
        }
        #expect(found.isEmpty, "\(found.prefix(20).joined(separator: "\n")), \(found.count) in all")
        #expect(count > 2500)
    }

    private static func outcomes(_ type: any Decodable.Type, _ place: String, _ data: Data) -> ListOutcomes {
        func outcomes<Value: Decodable>(_ type: Value.Type) -> ListOutcomes {
            switch place {
            case "in a list": ListOutcomes(decoding: [Value].self, from: data)
            case "under a key": ListOutcomes(decoding: [String: Value].self, from: data)
            default: ListOutcomes(decoding: type, from: data)
            }
        }
        return outcomes(type)
    }

    // MARK: Text

    private static let texts = [
        "", "{a = 1; b = x;}", "(1, 2, abc)", "a = 1; b = \"c\";", "{v = <0102>;}", "{a=1", "<plist>", "\"abc\"", "abc",
        "/* c */ { a = 5; }", "{ v = \"$null\"; }", "{ v = (a, \"b c\"); }", "{ \"a\\\"b\" = \"\\U00e9\\101\"; }",
        "<?xml version=\"1.0\"?><plist><dict><key>a</key><integer>1</integer>"
            + "<key>a</key><integer>2</integer></dict></plist>",
        "<?xml version=\"1.0\"?><plist><dict><key>a</key></dict></plist>",
        "<?xml version=\"1.0\"?><plist><string>&lt;&#65;<![CDATA[<b>]]></string></plist>",
        "<?xml version=\"1.0\"?><!-- c --><plist><array><!-- d --><string>a</string></array></plist>",
        "<?xml version=\"1.0\"?><plist><string>a</string", "<?xml version=\"1.0\"?><plist></plist>",
        "<?xml version=\"1.0\"?><plist><array><tru/></array>",
    ]

    @Test(.rows)
    func `text is decoded as by Foundation`() {
        forEachRow(Self.texts) { (text: String) in
            for type in [String.self, [String].self, Fields.self, Single.self] as [any Decodable.Type] {
                func outcomes<Value: Decodable>(_ type: Value.Type) -> ListOutcomes {
                    ListOutcomes(decoding: type, from: Data(text.utf8))
                }
                let found = outcomes(type)
                #expect(found.theirs == found.ours, "as \(type)")
            }
        }
    }

    struct Single: Decodable {
        var v: Data?
    }

    @Test func `the format is told`() throws {
        for (format, theirs) in [
            (PropertyListFormat.binary, PropertyListSerialization.PropertyListFormat.binary), (.xml, .xml),
            (.openStep, .openStep),
        ] {
            let bytes: [UInt8] = try PlistEncoder(outputFormat: format).encode(["a": "b"])
            var found = PropertyListFormat.allCases.first { $0 != format } ?? format
            var expected = PropertyListSerialization.PropertyListFormat.binary
            #expect(try PlistDecoder().decode([String: String].self, from: bytes, format: &found) == ["a": "b"])
            _ = try PropertyListDecoder().decode([String: String].self, from: Data(bytes), format: &expected)
            #expect(found == format)
            #expect(expected == theirs)
        }
    }

    // MARK: Containers

    /// A type that asks its decoder for something and says what it got.
    private struct Asked: Decodable, CustomStringConvertible {
        let description: String

        init(from decoder: any Decoder) throws {
            guard let key = Self.key, let ask = decoder.userInfo[key] as? Ask else {
                throw CocoaError(.coderInvalidValue)
            }
            description = try ask.body(decoder)
        }

        static let key = CodingUserInfoKey(rawValue: "ask")
    }

    private struct Ask: Sendable {
        let body: @Sendable (any Decoder) throws -> String
    }

    private enum Keys: String, CodingKey {
        case a, b, c, list
    }

    private static let questions: [(name: String, ask: Ask)] = [
        ("a container under a missing key", Ask { "\(try keyed($0).nestedContainer(keyedBy: Keys.self, forKey: .c))" }),
        ("a list under a missing key", Ask { "\(try keyed($0).nestedUnkeyedContainer(forKey: .c))" }),
        ("a container that is a number", Ask { "\(try keyed($0).nestedContainer(keyedBy: Keys.self, forKey: .a))" }),
        ("a list that is a number", Ask { "\(try keyed($0).nestedUnkeyedContainer(forKey: .a))" }),
        ("a container of null", Ask { "\(try keyed($0).nestedContainer(keyedBy: Keys.self, forKey: .b))" }),
        ("all keys", Ask { "\(try keyed($0).allKeys.map(\.rawValue).sorted())" }),
        ("contained keys", Ask { decoder in "\(try [Keys.a, .b, .c].map { try keyed(decoder).contains($0) })" }),
        ("nil under keys", Ask { decoder in "\(try [Keys.a, .b].map { try keyed(decoder).decodeNil(forKey: $0) })" }),
        ("nil under a missing key", Ask { "\(try keyed($0).decodeNil(forKey: .c))" }),
        ("present", Ask { "\(try keyed($0).decodeIfPresent(Int.self, forKey: .c) as Any)" }),
        ("a missing superclass", Ask { path(try keyed($0).superDecoder().codingPath) }),
        ("a missing superclass is nil", Ask { "\(try keyed($0).superDecoder().singleValueContainer().decodeNil())" }),
        ("a superclass under a key", Ask { path(try keyed($0).superDecoder(forKey: .a).codingPath) }),
        (
            "a superclass under a missing key",
            Ask { "\(try keyed($0).superDecoder(forKey: .c).singleValueContainer().decodeNil())" }
        ),
        (
            "an element after the last",
            Ask {
                var list = try list($0)
                while !list.isAtEnd { _ = try list.decode(Int.self) }
                return "\(try list.decode(Int.self))"
            }
        ),
        (
            "nil after the last",
            Ask {
                var list = try list($0)
                while !list.isAtEnd { _ = try list.decode(Int.self) }
                return "\(try list.decodeNil())"
            }
        ),
        (
            "a container after the last",
            Ask {
                var list = try list($0)
                while !list.isAtEnd { _ = try list.decode(Int.self) }
                return "\(try list.nestedContainer(keyedBy: Keys.self))"
            }
        ),
        (
            "a failed element isn't passed",
            Ask {
                var list = try list($0)
                _ = try? list.decode(String.self)
                return "\(list.currentIndex) \(try list.decode(Int.self)) \(list.currentIndex) \(list.count as Any)"
            }
        ),
        ("paths of lists", Ask { path(try list($0).codingPath) }),
        (
            "paths of elements",
            Ask {
                var list = try list($0)
                return path(try list.superDecoder().codingPath)
            }
        ),
    ]

    private static func keyed(_ decoder: any Decoder) throws -> KeyedDecodingContainer<Keys> {
        try decoder.container(keyedBy: Keys.self)
    }

    private static func list(_ decoder: any Decoder) throws -> any UnkeyedDecodingContainer {
        try keyed(decoder).nestedUnkeyedContainer(forKey: .list)
    }

    private static func path(_ keys: [any CodingKey]) -> String { ListOutcomes.path(keys) }

    @Test func `containers answer as those of Foundation`() throws {
        let key = try #require(Asked.key)
        let data = xmlList(
            "<dict><key>a</key><integer>1</integer><key>b</key><string>$null</string>"
                + "<key>list</key><array><integer>1</integer><integer>2</integer></array></dict>")
        for (name, ask) in Self.questions {
            let theirs = PropertyListDecoder()
            theirs.userInfo[key] = ask
            var ours = PlistDecoder()
            ours.userInfo[key] = ask
            let expected = Self.outcome { "\(try theirs.decode(Asked.self, from: data))" }
            let found = Self.outcome { "\(try ours.decode(Asked.self, from: data))" }
            #expect(expected == found, "\(name)")
        }
    }

    private static func outcome(_ body: () throws -> String) -> String {
        do {
            return try body()
        } catch {
            return ListOutcomes.words(error)
        }
    }
}
