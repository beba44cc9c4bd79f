import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Keys of dictionaries that are numbers are found by their digits, however they are stored.
struct NumberKeyTests {
    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes what is under each key that a container lists.
    private struct Listed: Decodable {
        var values: [String: Int] = [:]
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            for key in container.allKeys {
                #expect(container.contains(key))
                values[key.stringValue] = try container.decode(Int.self, forKey: key)
            }
        }
    }

    private struct Five: Decodable, Equatable {
        enum CodingKeys: String, CodingKey { case five = "5" }
        var five: Int
    }

    private static let decimalFive: PropertyList = [
        "NS.mantissa": .data([5] + Array(repeating: 0, count: 15)), "NS.mantissa.bo": 1, "NS.length": 1,
        "NS.exponent": 0, "NS.negative": false, "NS.compact": true, "$class": .uid(3),
    ]

    /// A dictionary with keys from UID 4 on and the values 0, 1 and so on after them.
    private static func dictionary(_ keys: [PropertyList]) throws -> [UInt8] {
        func references(_ numbers: Range<Int>) -> PropertyList {
            .array(PropertyListArray(numbers.map { .uid(UID(UInt64($0))) }))
        }
        let first = 4 + keys.count
        return try SmallArchive(
            entries: [
                [
                    "NS.keys": references(4..<first), "NS.objects": references(first..<first + keys.count),
                    "$class": .uid(2),
                ],
                .classRecord("NSDictionary", "NSObject"),
                .classRecord("NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject"),
            ] + keys + keys.indices.map { .integer(Int64($0)) }
        ).bytes()
    }

    private static let fives: [PropertyList] = ["5", 5, .integer128(5)]

    @Test(.rows)
    func `a key is found by its digits, with and without a number`() {
        forEachRow(Self.fives) { (key: PropertyList) throws in
            let bytes = try Self.dictionary(["a", key])
            try expectRows {
                (try KeyedArchiveDecoder().decode([String: Int].self, from: bytes), ["a": 0, "5": 1])
                (try KeyedArchiveDecoder().decode(Listed.self, from: bytes).values, ["a": 0, "5": 1])
                try (KeyedArchiveDecoder().decode(Five.self, from: bytes), Five(five: 1))
            }
            let only = try Self.dictionary([key])
            #expect(try KeyedArchiveDecoder().decode([Int: Int].self, from: only) == [5: 0])
        }
    }

    @Test(.rows)
    func `a real names nothing, whatever its value`() {
        forEachRow([5.0, .float(5), Self.decimalFive]) { (key: PropertyList) throws in
            let bytes = try Self.dictionary(["a", key])
            #expect(try KeyedArchive(bytes)["root.5"].int == nil)
            #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(Five.self, from: bytes) }
            // Its value would be left out, and nobody would know.
            #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode([String: Int].self, from: bytes) }
            #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(Listed.self, from: bytes) }
        }
    }

    @Test func `an integer that no Int holds has a text`() throws {
        let expected = ["18446744073709551615": 0, "18446744073709551616": 1, "-7": 2]
        let bytes = try Self.dictionary([
            .unsignedInteger(.max), .integer128(Integer128(high: 1, low: 0)), -7,
        ])
        #expect(try KeyedArchiveDecoder().decode([String: Int].self, from: bytes) == expected)
        #expect(try KeyedArchiveDecoder().decode(Listed.self, from: bytes).values == expected)
    }

    @Test func `a text of digits is another key than the integer, and comes first`() throws {
        let bytes = try Self.dictionary([5, "5", "05", "+5"])
        #expect(try KeyedArchiveDecoder().decode(Five.self, from: bytes) == Five(five: 1))
        struct Odd: Decodable, Equatable {
            enum CodingKeys: String, CodingKey { case zero = "05", plus = "+5" }
            var zero: Int?
            var plus: Int?
        }
        let integer = try Self.dictionary([5])
        #expect(try KeyedArchiveDecoder().decode(Odd.self, from: integer) == Odd())
        #expect(try KeyedArchiveDecoder().decode(Odd.self, from: bytes) == Odd(zero: 2, plus: 3))
    }

    @Test(.rows)
    func `a warning says which of a text and an integer with its digits counts`() {
        let rows: [(keys: [PropertyList], value: Int, words: [String])] = [
            (["5", 5], 0, ["the text counts"]), ([5, "5"], 1, ["the text counts"]), ([5, 5], 1, ["the last counts"]),
            (["5", "5"], 1, ["the last counts"]), (["5", 5, 5], 0, ["the text counts", "the text counts"]),
            ([5, 5, "5"], 2, ["the last counts", "the text counts"]),
        ]
        forEachRow(rows.indices) { (row: Int) throws in
            let (keys, value, words) = rows[row]
            let bytes = try Self.dictionary(keys)
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            #expect(try unarchiver.decodeDecodable([String: Int].self, forKey: "root") == ["5": value])
            let warnings = unarchiver.warnings
            #expect(warnings.count == words.count && warnings.allSatisfy { $0.key == "5" })
            #expect(zip(warnings, words).allSatisfy { $0.reason.hasSuffix($1) }, "\(warnings)")
            let error = #expect(throws: DecodingError.self) {
                try KeyedArchiveDecoder().decode([String: Int].self, from: bytes)
            }
            #expect(error?.archiveError?.reason.contains(words[0]) == true)
        }
    }

    @Test(.rows)
    func `a type that asks for all keys has each once, and is told which entry is lost`() throws {
        let rows: [(keys: [PropertyList], values: [String: Int], lost: [String])] = [
            (["a", "b"], ["a": 0, "b": 1], []), (["a", "a"], ["a": 1], ["a"]), (["5", 5], ["5": 0], ["5"]),
            ([5, "5"], ["5": 1], ["5"]), ([5, 5, "a", "a"], ["5": 1, "a": 3], ["5", "a"]),
            (["e\u{301}", "\u{E9}"], ["\u{E9}": 1], []),
        ]
        forEachRow(rows.indices) { (row: Int) throws in
            let (keys, values, lost) = rows[row]
            let bytes = try Self.dictionary(keys)
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            #expect(try unarchiver.decodeDecodable(Listed.self, forKey: "root")?.values == values)
            #expect(unarchiver.warnings.map(\.key) == lost)
            if lost.isEmpty {
                #expect(try KeyedArchiveDecoder().decode(Listed.self, from: bytes).values == values)
            } else {
                let error = #expect(throws: DecodingError.self) {
                    try KeyedArchiveDecoder().decode(Listed.self, from: bytes)
                }
                #expect(error?.archiveError?.code == .invalidValue)
            }
        }
        let integers = try KeyedUnarchiver(forReadingFrom: Self.dictionary([5, 6, 5]))
        #expect(try integers.decodeDecodable([Int: Int].self, forKey: "root") == [5: 2, 6: 1])
        #expect(integers.warnings.map(\.key) == ["5"])
    }

    @Test func `the path of an error leads to the value`() throws {
        struct Wrong: Decodable {
            enum CodingKeys: String, CodingKey { case five = "5" }
            var five: String
        }
        for key in Self.fives.dropFirst() {
            let bytes = try Self.dictionary(["a", key])
            let error = #expect(throws: DecodingError.self) {
                try KeyedArchiveDecoder().decode(Wrong.self, from: bytes)
            }
            let isInteger = if case .integer = key { true } else { false }
            #expect(error?.archiveError?.path?.description == (isInteger ? "root.5" : #"root."NS.objects"[1]"#))
        }
    }
}
