import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import Testing

/// Values with `Codable` conformances, compared with Foundation's own property-list coder.
@Suite struct CodableTests {
    struct Visit: Codable, Equatable {
        var station: String
        var at: Date
        var ticket: Data
        var homepage: URL
        var id: UUID
        var platform: Int8?
        var remarks: [String?]
        var weights: [Float]
        var lookup: [String: [Int]]
    }

    static let visit = Visit(
        station: "Zürich HB",
        at: Date(timeIntervalSinceReferenceDate: 700_000_000.5),
        ticket: Data([1, 2, 3]),
        homepage: URL(string: "https://example.com/") ?? URL(fileURLWithPath: "/"),
        id: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID(),
        platform: nil,
        remarks: ["late", nil],
        weights: [0.1, 2],
        lookup: ["b": [2], "a": []]
    )

    static func archive(_ value: some Encodable) throws -> [UInt8] {
        let archiver = KeyedArchiver()
        try archiver.encodeEncodable(value, forKey: "root")
        return try archiver.encodedBytes
    }

    @Test func `a value with Foundation's types, a decimal number too, comes back equal`() throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: Self.archive(Self.visit), registry: .foundation)
        #expect(try unarchiver.decodeTopLevelDecodable(Visit.self, forKey: "root") == Self.visit)
        // Foundation encodes a decimal number as a structure.
        let fare = Decimal(string: "-12.50")
        let decimal = try KeyedUnarchiver(forReadingFrom: Self.archive(fare))
        #expect(try decimal.decodeTopLevelDecodable(Decimal.self, forKey: "root") == fare)
    }

    @Test func `the property list is the one that Foundation's encoder makes`() throws {
        let ours = try #require(
            try KeyedUnarchiver(forReadingFrom: Self.archive(Self.visit)).decodePropertyList(forKey: "root")
        )
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let theirs = try BinaryPropertyListReader(Array(encoder.encode(Self.visit))).tree()
        #expect(PlainText.text(ours) == PlainText.text(theirs))
    }

    /// No boolean is in the value: Foundation's archiver on Linux takes 1 and true for one object.
    @Test func `Foundation's decoder reads the value from our archive, and we read it from Foundation's`() throws {
        let root = try #require(try PlatformCoder.unarchive(Self.archive(Self.visit)))
        let ours = try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
        #expect(try PropertyListDecoder().decode(Visit.self, from: ours) == Self.visit)

        let data = try PropertyListEncoder().encode(Self.visit)
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: PlatformCoder.archive(list))
        #expect(try unarchiver.decodeTopLevelDecodable(Visit.self, forKey: "root") == Self.visit)
    }

    /// A value that says where in another it is.
    struct Place: Encodable {
        let tell: ([any CodingKey]) -> Void

        func encode(to encoder: any Encoder) throws {
            tell(encoder.codingPath)
            var container = encoder.container(keyedBy: Key.self)
            tell(container.codingPath)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            tell(list.codingPath)
            try list.encode(1)
            tell(list.nestedContainer(keyedBy: Key.self).codingPath)
            tell(container.superEncoder().codingPath)
            tell(container.superEncoder(forKey: .base).codingPath)
        }

        enum Key: CodingKey { case list, base }
    }

    @Test func `encoders and containers state the paths that Foundation's state`() throws {
        var (ours, theirs): ([String], [String]) = ([], [])
        func value(_ tell: @escaping ([any CodingKey]) -> Void) -> [String: [[Int: Place?]]] {
            ["key": [[:], [5: Place(tell: tell)]]]
        }
        func text(_ path: [any CodingKey]) -> String {
            path.map { "\($0.stringValue) \($0.intValue.map(String.init) ?? "-")" }.joined(separator: ", ")
        }
        _ = try Self.archive(value { ours.append(text($0)) })
        _ = try PropertyListEncoder().encode(value { theirs.append(text($0)) })
        #expect(ours == theirs)
        #expect(ours.count == 6)
    }
}
