import PropertyLists
import TestSupport
import Testing

/// Coders of plain property lists, without Foundation.
@Suite struct PlistCoderTests {
    struct Settings: Codable, Equatable {
        var name: String
        var size: Int?
        var share: Double
        var owner: UID
        var rest: PropertyList
        var tags: [String?]
    }

    private static let settings = Settings(
        name: "a", share: 0.5, owner: 7, rest: ["list": [1, .uid(3)], "what": .data([1]), "when": .date(5)],
        tags: ["x", nil])

    @Test(.rows)
    func `dates, data and UIDs are values of the list`() {
        forEachRow(PropertyListFormat.ofArchives) { (format: PropertyListFormat) throws in
            let bytes = try PlistEncoder(outputFormat: format).encode(Self.settings)
            var found = PropertyListFormat.openStep
            #expect(try PlistDecoder().decode(Settings.self, from: bytes, format: &found) == Self.settings)
            #expect(found == format)
            let list = try PlistEncoder().propertyList(encoding: Self.settings)
            #expect(list["owner"] == .uid(7))
            #expect(list["rest"]?["when"] == .date(5))
            #expect(list["tags"] == ["x", "$null"])
            #expect(list["size"] == nil)
            #expect(try PlistDecoder().decode(Settings.self, from: list) == Self.settings)
        }
    }

    @Test func `OpenStep has no UIDs, which encoding says`() throws {
        do {
            _ = try PlistEncoder(outputFormat: .openStep).encode(["a": UID(1)])
            Issue.record("a UID was written")
        } catch EncodingError.invalidValue(_, let context) {
            #expect((context.underlyingError as? ArchiveError)?.code == .unrepresentable)
        }
    }

    @Test func `equal values give equal bytes`() throws {
        let entries = (0..<100).map { ("key\($0)", $0) }
        let first: [UInt8] = try PlistEncoder().encode(Dictionary(uniqueKeysWithValues: entries))
        let second: [UInt8] = try PlistEncoder().encode(Dictionary(uniqueKeysWithValues: entries.reversed()))
        #expect(first == second)
        #expect(
            try PlistEncoder().encode(Set(entries.map(\.0))) == PlistEncoder().encode(Set(entries.map(\.0).reversed())))
    }

    // MARK: Keys

    /// Asks for all keys of a dictionary, and then for no value.
    private struct Names: Decodable {
        var count: Int
        init(from decoder: any Decoder) throws {
            count = try decoder.container(keyedBy: Entries.Key.self).allKeys.count
        }
    }

    private struct One: Decodable, Equatable {
        var a: Bool
    }

    /// A boolean, a number, data and half a character, which no reader of text makes keys of.
    @Test(.rows)
    func `no value is lost whose key isn't text`() {
        forEachRow([[0x09], [0x10, 7], [0x41, 1], [0x61, 0xD8, 0x00]] as [[UInt8]]) { (key: [UInt8]) throws in
            let bytes = HandmadeList([0xD2, 1, 2, 3, 3], key, [0x51, 0x61], [0x09]).bytes
            for decode in [
                { _ = try PlistDecoder().decode([String: Bool].self, from: bytes) },
                { _ = try PlistDecoder().decode(Names.self, from: bytes) },
            ] {
                do {
                    try decode()
                    Issue.record("a dictionary was decoded without one of its entries")
                } catch DecodingError.dataCorrupted(let context) {
                    #expect((context.underlyingError as? ArchiveError)?.code == .invalidKey)
                }
            }
            // What the type asks for is there, whatever else is.
            #expect(try PlistDecoder().decode(One.self, from: bytes) == One(a: true))
        }
    }

    /// Finds every key of a dictionary by a type of its own.
    private struct Entries: Decodable {
        var values: [Int] = []
        var missing: Int?

        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            for number in 0..<container.allKeys.count {
                values.append(try container.decode(Int.self, forKey: Key(stringValue: "é\(number)")))
            }
            missing = try container.decodeIfPresent(Int.self, forKey: Key(stringValue: "e\u{301}0"))
        }
    }

    private static func text(_ text: String) -> PropertyList { .string(PropertyListString(text)) }

    @Test(.rows)
    func `each of many keys is found by its code units`() {
        forEachRow([1, 16, 17, 500]) { (count: Int) throws in
            let list = PropertyList.dictionary(
                PropertyListDictionary((0..<count).map { (key: Self.text("é\($0)"), value: .integer(Int64($0))) }))
            let entries = try PlistDecoder().decode(Entries.self, from: list)
            #expect(entries.values == Array(0..<count))
            #expect(entries.missing == nil)
        }
    }

    /// As for the platform's readers: the first in a binary list, the last in text.
    @Test(.rows)
    func `of equal keys the first of a binary list and the last of text counts`() {
        forEachRow([2, 40]) { (count: Int) throws in
            struct Value: Decodable, Equatable {
                var a: Int
            }
            let others = (0..<count).map { (key: Self.text("k\($0)"), value: PropertyList.integer(0)) }
            let list = PropertyList.dictionary(
                PropertyListDictionary([(key: "a", value: 1)] + others + [(key: "a", value: 2)]))
            #expect(try PlistDecoder().decode(Value.self, from: list).a == 1)
            #expect(try PlistDecoder().decode([String: Int].self, from: list)["a"] == 1)
            let binary = try BinaryPropertyListWriter().write(list)
            #expect(try PlistDecoder().decode(Value.self, from: binary).a == 1)
            let text = "{ a = (x); \((0..<count).map { "k\($0) = (); " }.joined())a = (y); }"
            #expect(try PlistDecoder().decode([String: [String]].self, from: Array(text.utf8))["a"] == ["y"])
            struct Text: Decodable {
                var a: [String]
            }
            #expect(try PlistDecoder().decode(Text.self, from: Array(text.utf8)).a == ["y"])
        }
    }

    // MARK: Limits

    /// A list of lists of any depth.
    private struct Nested: Codable {
        var inner: [Nested]

        init(depth: Int) { inner = depth > 0 ? [Nested(depth: depth - 1)] : [] }

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            inner = []
            while !list.isAtEnd { inner.append(try list.decode(Nested.self)) }
        }

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            for value in inner { try list.encode(value) }
        }
    }

    private static func code(_ body: () throws -> Void) -> ArchiveError.Code? {
        do {
            try body()
        } catch DecodingError.dataCorrupted(let context) {
            return (context.underlyingError as? ArchiveError)?.code
        } catch EncodingError.invalidValue(_, let context) {
            return (context.underlyingError as? ArchiveError)?.code
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    @Test func `depth is bounded, and a list that holds itself is a cycle`() throws {
        let deep = Nested(depth: 50)
        var encoder = PlistEncoder()
        let bytes: [UInt8] = try encoder.encode(deep)
        var limits = Limits.default
        limits.depth = 40
        #expect(Self.code { _ = try PlistDecoder(limits: limits).decode(Nested.self, from: bytes) } == .limitExceeded)
        encoder.limits = limits
        #expect(Self.code { let _: [UInt8] = try encoder.encode(deep) } == .limitExceeded)

        // Only a hostile binary list can hold itself.
        var cycle: [UInt8] = Array("bplist00".utf8) + [0xA1, 0x00, 0x08]
        cycle += [UInt8](repeating: 0, count: 6) + [1, 1]
        for number in [1, 0, 10] as [UInt64] {
            for shift in stride(from: 56, through: 0, by: -8) {
                cycle.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        #expect(Self.code { _ = try PlistDecoder().decode(Nested.self, from: cycle) } == .cycle)
    }

    @Test(.rows)
    func `what is written can be read within the limits of the encoder`() {
        forEachRow([PropertyListFormat.binary, .xml, .openStep]) { (format: PropertyListFormat) in
            let list: PropertyList = ["key": .data([1, 2, 3, 4])]
            func code(_ list: PropertyList, _ limits: Limits) -> ArchiveError.Code? {
                Self.code {
                    let bytes: [UInt8] = try PlistEncoder(outputFormat: format, limits: limits).encode(list)
                    #expect(try PlistDecoder(limits: limits).decode(PropertyList.self, from: bytes) == list)
                }
            }
            expectRows {
                (code(list, Limits(depth: 1, objects: 3, stringBytes: 3, dataBytes: 4)), nil)
                (code(["key": list], Limits(depth: 1)), .limitExceeded)
                (code(list, Limits(objects: 2)), .limitExceeded)
                (code(list, Limits(stringBytes: 2)), .limitExceeded)
                (code(list, Limits(dataBytes: 3)), .limitExceeded)
            }
            // More levels than are allowed unless more are asked for.
            let deep = (0..<600).reduce([] as PropertyList) { inner, _ in [inner] }
            #expect(code(deep, Limits(depth: 601)) == nil)
        }
    }

    /// Few bytes that stand for 2^40 lists.
    @Test func `what a small list expands to is bounded`() throws {
        let depth = 40
        var bytes: [UInt8] = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for number in 0..<depth {
            offsets.append(UInt8(bytes.count))
            bytes += [0xA2, UInt8(number + 1), UInt8(number + 1)]
        }
        offsets.append(UInt8(bytes.count))
        bytes.append(0xA0)
        let start = bytes.count
        bytes += offsets + [UInt8](repeating: 0, count: 6) + [1, 1]
        for number in [UInt64(depth + 1), 0, UInt64(start)] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        let decoder = PlistDecoder(limits: .untrusted)
        #expect(Self.code { _ = try decoder.decode(Nested.self, from: bytes) } == .limitExceeded)
        #expect(Self.code { _ = try decoder.decode([PropertyList].self, from: bytes) } == .limitExceeded)
    }

    @Test func `what isn't a property list is corrupted`() {
        for bytes in [[], [0], Array("bplist00".utf8), Array("<plist><dict>".utf8), Array("{ a = ".utf8)] {
            #expect(Self.code { _ = try PlistDecoder().decode([String: Int].self, from: bytes) } != nil)
        }
    }

    @Test func `a list that no reader takes within the limits isn't written in any form`() throws {
        var list: PropertyList = []
        for _ in 0..<600 { list = [list] }
        for format in [PropertyListFormat.binary, .xml, .openStep] {
            #expect(throws: EncodingError.self, "\(format)") {
                let bytes: [UInt8] = try PlistEncoder(outputFormat: format).encode(["list": list])
                return bytes
            }
        }
    }
}
