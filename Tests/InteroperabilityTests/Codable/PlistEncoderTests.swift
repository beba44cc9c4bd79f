import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Values in property lists that Foundation's encoder and ours write: the lists, kinds of errors and coding paths.
@Suite struct PlistEncoderTests {
    private struct Shape: Sendable {
        let name: String
        let encoded: @Sendable (PropertyListFormat) -> ListOutcomes
        /// Whether each decoder reads what the other encoder wrote, as the same.
        let exchanged: @Sendable () throws -> Bool

        init<Value: Codable & Sendable>(_ name: String, _ value: Value) {
            self.name = name
            encoded = { ListOutcomes(encoding: value, as: $0) }
            exchanged = {
                for format in [PropertyListFormat.binary, .xml] {
                    let theirs = PropertyListEncoder()
                    theirs.outputFormat = format == .xml ? .xml : .binary
                    let here: Data = try PlistEncoder(outputFormat: format).encode(value)
                    let there = try theirs.encode(value)
                    // What was decoded is compared by what both encode of it.
                    let again = ListOutcomes(encoding: try PlistDecoder().decode(Value.self, from: there), as: format)
                    let other = ListOutcomes(
                        encoding: try PropertyListDecoder().decode(Value.self, from: here), as: format)
                    let expected = ListOutcomes(encoding: value, as: format).theirs
                    guard again.ours == expected, other.theirs == expected else { return false }
                }
                return true
            }
        }
    }

    private static let date = Date(timeIntervalSinceReferenceDate: 86_400)

    private static let shapes: [Shape] = [
        Shape("integers", [Int.min, -1, 0, 1, Int.max]), Shape("unsigned integers", [UInt64.max, 5]),
        Shape("small integers", [Int8.min, Int8.max]), Shape("reals", [0.1, -2.5, 1e300, 5]),
        Shape("small reals", [Float(0.5), 16_777_216]), Shape("infinite reals", [Double.infinity, -Double.infinity]),
        Shape("booleans", [true, false]), Shape("texts", ["", "a\u{e9}", "\u{1F600}", "<&>\"'", "a\nb"]),
        Shape("dates", [date, Date(timeIntervalSinceReferenceDate: -1_000_000)]),
        Shape("data", [Data(), Data([1, 2])]),
        Shape("dates under keys", ["a": date]), Shape("dates as keys", [date: "a"]),
        Shape("a date and data that may be missing", [date, nil] as [Date?]), Shape("bytes", [UInt8(0), 255]),
        Shape("URLs", [URL(string: "http://a.b/c")].compactMap { $0 }),
        Shape("relative URLs", [URL(string: "d", relativeTo: URL(string: "http://a.b/c"))].compactMap { $0 }),
        Shape("UUIDs", [FoundationValues().uuid]), Shape("decimals", [Decimal(15) / 10]),
        Shape("ranges", [1..<5]), Shape("characters of a set", CharacterSet(charactersIn: "a"...("c"))),
        Shape("index sets", IndexSet([1, 2, 5])), Shape("nothing", [Int]()), Shape("no entries", [String: Int]()),
        Shape("nil in a list", [1, nil, 2] as [Int?]),
        Shape("nil in a dictionary", ["a": nil, "b": 1] as [String: Int?]),
        Shape("nested nil", [[nil, "a"], nil] as [[String?]?]), Shape("keys of integers", [1: "a", -2: "b"]),
        Shape("keys of reals", [1.5: "a"]), Shape("sets of one", Set(["a"])),
        Shape("lists of lists", [[1], [], [2, 3]]),
        Shape("fields", Plain()), Shape("optional fields", Optionals()),
        Shape("containers asked for twice", Repeated()), Shape("containers continued after values", Continued()),
        Shape("a superclass", [Dog()]), Shape("a superclass under a key", [Cat()]), Shape("the same place", [Bird()]),
        Shape("cases", [Payload.none, .one(1), .two("a", 1.5), .labeled(name: "a", age: 2), .chain(.nested(Plain()))]),
        Shape("cases of text", [TextCase.first]), Shape("cases of numbers", [NumberCase.two: 1]),
        Shape("a property wrapper", Wrapped()), Shape("the text $null", ["$null"]), Shape("odd keys", OddKeys()),
    ]

    @Test func `lists are those of Foundation, and each reads the other's`() throws {
        for shape in Self.shapes {
            for format in [PropertyListFormat.binary, .xml] {
                let outcomes = shape.encoded(format)
                #expect(outcomes.theirs == outcomes.ours, "\(shape.name), \(format)")
            }
            // As a text it is nil where a text must be, in both; as a key, Foundation's decoder doesn't find it.
            if ["the text $null", "odd keys"].contains(shape.name) { continue }
            let exchanged = Result { try shape.exchanged() }
            #expect((try? exchanged.get()) == true, "\(shape.name): \(exchanged)")
        }
    }

    /// Of single values, Foundation's encoder writes data alone; and what encodes nothing within another is empty.
    @Test func `single values other than data are refused as a file, as by Foundation`() {
        func check(_ value: some Encodable) {
            for format in [PropertyListFormat.binary, .xml] {
                let outcomes = ListOutcomes(encoding: value, as: format)
                #expect(outcomes.theirs == outcomes.ours, "\(type(of: value))")
                #expect(outcomes.ours == "invalid value")
            }
        }
        check(5)
        check("a")
        check(true)
        check(1.5)
        check(Self.date)
        check(Int?.none)
        check(TextCase.first)
        check(FoundationValues().uuid)
        check(Nothing())
        for outcomes in [
            ListOutcomes(encoding: Data([1]), as: .binary), ListOutcomes(encoding: ["a": Nothing()], as: .xml),
        ] {
            #expect(outcomes.theirs == outcomes.ours)
            #expect(outcomes.ours != "invalid value")
        }
    }

    private struct Nothing: Encodable {
        func encode(to encoder: any Encoder) {}
    }

    @Test func `single values are property lists in memory`() throws {
        #expect(try PlistEncoder().propertyList(encoding: 5) == 5)
        #expect(try PlistEncoder().propertyList(encoding: Self.date) == .date(86_400))
        #expect(throws: EncodingError.self) { try PlistEncoder().propertyList(encoding: Int?.none) }
        #expect(try PlistDecoder().decode(Date.self, from: .date(86_400)) == Self.date)
        #expect(try PlistDecoder().decode([UID].self, from: [.uid(5)]) == [UID(5)])
    }

    @Test func `integers of 128 bits are written as far as a list holds them`() throws {
        let integers = [Int128.min, -1, Int128(Int64.max) + 1, .max]
        let bytes: [UInt8] = try PlistEncoder().encode(integers)
        #expect(try PlistDecoder().decode([Int128].self, from: bytes) == integers)
        #expect(throws: EncodingError.self) { try PlistEncoder().propertyList(encoding: [UInt128.max]) }
        let outcomes = ListOutcomes(decoding: [UInt64].self, from: Data(bytes))
        #expect(outcomes.ours == "data corrupted[0]")
    }

    @Test func `OpenStep's form keeps numbers, dates and data`() throws {
        let value = Everything(
            count: -5, share: 0.25, isOn: true, date: Self.date, data: Data([1, 2]), names: ["a", nil])
        let bytes: [UInt8] = try PlistEncoder(outputFormat: .openStep).encode(value)
        #expect(try PropertyListFormat(detecting: bytes) == .openStep)
        #expect(try PlistDecoder().decode(Everything.self, from: bytes) == value)
    }

    struct Everything: Codable, Equatable {
        var count: Int
        var share: Double
        var isOn: Bool
        var date: Date
        var data: Data
        var names: [String?]
    }

    // MARK: Paths

    /// A type that encodes the coding paths of the containers that it is given.
    private struct Paths: Encodable {
        private enum Keys: String, CodingKey {
            case paths, inner, list, up
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            let above = container.superEncoder()
            let other = container.superEncoder(forKey: .up)
            let innermost = inner.nestedUnkeyedContainer(forKey: .list)
            let element = list.nestedContainer(keyedBy: Keys.self)
            let elements = list.nestedUnkeyedContainer()
            let last = list.superEncoder()
            try above.singleValueContainer().encodeOnce("a")
            try other.singleValueContainer().encodeOnce("b")
            try last.singleValueContainer().encodeOnce("c")
            let paths = [
                encoder.codingPath, container.codingPath, inner.codingPath, list.codingPath, above.codingPath,
                other.codingPath, innermost.codingPath, element.codingPath, elements.codingPath, last.codingPath,
            ]
            try container.encode(paths.map(ListOutcomes.path), forKey: .paths)
        }
    }

    @Test func `containers have the coding paths that Foundation gives them`() {
        let outcomes = ListOutcomes(encoding: ["key": [Paths()]], as: .binary)
        // Foundation leaves out the key of the list that a superclass is encoded into.
        #expect(outcomes.theirs.contains("string \".key[0][2]\""))
        #expect(outcomes.theirs.replacing(".key[0][2]", with: ".key[0].list[2]") == outcomes.ours)
    }

    /// A type that fails in its encoder, after it wrote something.
    private struct Failing: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(1)
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "refused"))
        }
    }

    private struct Forgiving: Encodable {
        fileprivate enum Keys: String, CodingKey {
            case a, b
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            do { try container.encode(Failing(), forKey: .a) } catch {}
            try container.encode(encoder.codingPath.count, forKey: .b)
        }
    }

    @Test func `a mistake is thrown with its path and can be forgiven`() {
        // Foundation's encoder has lost the path here.
        #expect(ListOutcomes(encoding: ["key": [Failing()]], as: .binary).ours == "invalid value.key[0]")
        let forgiven = ListOutcomes(encoding: ["key": Forgiving()], as: .binary)
        #expect(forgiven.theirs == forgiven.ours)
    }

    /// A value that can't be encoded.
    private enum Mistaken: Encodable, CaseIterable {
        case nothing, twoContainers, twoValues, nested

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .nothing: break
            case .twoContainers:
                _ = encoder.unkeyedContainer()
                _ = encoder.container(keyedBy: Forgiving.Keys.self)
            case .twoValues:
                try encoder.singleValueContainer().encodeOnce(1)
                try encoder.singleValueContainer().encodeOnce(2)
            case .nested:
                var list = encoder.unkeyedContainer()
                let inner = list.superEncoder()
                try inner.singleValueContainer().encodeOnce(1)
                try inner.singleValueContainer().encodeOnce(2)
            }
        }
    }

    /// Our encoders.
    private static let encoders: [@Sendable (any Encodable) throws -> [UInt8]] = [
        { try PlistEncoder().encode($0) }, { try KeyedArchiveEncoder().encode($0) },
        {
            let archiver = KeyedArchiver()
            try archiver.encodeEncodable($0, forKey: "value")
            return try archiver.encodedBytes
        },
    ]

    private static func value(ofErrorIn encode: () throws -> Void) -> Any? {
        do {
            try encode()
        } catch EncodingError.invalidValue(let value, _) {
            return value
        } catch {}
        return nil
    }

    @Test(.rows)
    func `an error has the value that can't be encoded, as Foundation's has`() {
        let theirs = Self.value { _ = try PropertyListEncoder().encode(Mistaken.nothing) }
        #expect(theirs as? Mistaken == .nothing)
        forEachRow(Mistaken.allCases, Self.encoders.indices) { (mistake: Mistaken, number: Int) throws in
            let value = Self.value { _ = try Self.encoders[number](mistake) }
            #expect(value as? Mistaken == mistake, "\(String(describing: value))")
            guard mistake != .nothing else { return }
            let inList = Self.value { _ = try Self.encoders[number](["key": [mistake]]) }
            #expect(inList as? Mistaken == mistake, "\(String(describing: inList))")
        }
        forEachRow(Self.encoders.indices) { (number: Int) throws in
            let value = Self.value { _ = try Self.encoders[number](["key": UInt128.max]) }
            #expect(value as? UInt128 == .max, "\(String(describing: value))")
        }
    }

    @Test(.rows)
    func `a date that is no number is written nowhere, as it is read nowhere`() {
        let date = Date(timeIntervalSinceReferenceDate: .nan)
        forEachRow(PropertyListFormat.ofArchives + [.openStep]) { (format: PropertyListFormat) throws in
            let value = Self.value { _ = try PlistEncoder(outputFormat: format).encode([date]) as [UInt8] }
            // Foundation can't print the date itself.
            #expect(value as? PropertyList == .date(date.timeIntervalSinceReferenceDate))
        }
        forEachRow(Self.encoders) { (encode) throws in
            #expect(throws: (any Error).self) { try encode(["a": [date]]) }
        }
        #expect(throws: (any Error).self) { try PlistEncoder().propertyList(encoding: date) }
        #expect(throws: DecodingError.self) { try PlistDecoder().decode([Date].self, from: [.date(.nan)]) }
        // A type that keeps any date writes it, and reads it.
        let kept = ArchivedDate(timeIntervalSinceReferenceDate: .nan)
        #expect(throws: Never.self) {
            let bytes: [UInt8] = try PlistEncoder().encode([kept])
            #expect(try PlistDecoder().decode([ArchivedDate].self, from: bytes)[0].timeIntervalSinceReferenceDate.isNaN)
        }
    }
}

extension SingleValueEncodingContainer {
    /// Encodes a value, of a container that is a value itself.
    fileprivate func encodeOnce(_ value: some Encodable) throws {
        var container = self
        try container.encode(value)
    }
}
