import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// `Encodable` and `Decodable` values in archives, as Apple's coders store them.
@Suite struct CodableTests {
    struct Point: Codable, Equatable {
        var x: Double
        var y: Float
    }

    struct Drawing: Codable, Equatable {
        enum Style: String, Codable { case solid, dashed }

        var title: String
        var style: Style
        var points: [Point]
        var layers: [String: Int]
        var note: String?
        var marks: [Int?]
        var isOpen: Bool
        var largest: UInt64
    }

    class Shape: Codable {
        var name = "shape"
    }

    final class Circle: Shape {
        var radius = 1.5

        private enum CodingKeys: String, CodingKey { case radius }

        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            radius = try container.decode(Double.self, forKey: .radius)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(radius, forKey: .radius)
            try super.encode(to: container.superEncoder())
        }
    }

    private static let drawing = Drawing(
        title: "Łąka",
        style: .dashed,
        points: [Point(x: 0.5, y: -1), Point(x: 2, y: 0.25)],
        layers: ["top": 1],
        note: nil,
        marks: [1, nil, 3],
        isOpen: true,
        largest: .max
    )

    private func roundTrip<Value: Codable>(_ value: Value) throws -> Value? {
        let bytes = try archive { try $0.encodeEncodable(value, forKey: "value") }
        return try KeyedUnarchiver(forReadingFrom: bytes).decodeDecodable(Value.self, forKey: "value")
    }

    @Test func `a value with every kind of member comes back, as do scalars and an object with its superclass`() throws
    {
        #expect(try roundTrip(Self.drawing) == Self.drawing)
        try expectRows {
            (try roundTrip("text"), "text")
            (try roundTrip([1, 2, 3]), [1, 2, 3])
            (try roundTrip(["a": [true, false]]), ["a": [true, false]])
        }
        let cycle = Circle()
        cycle.name = "mine"
        cycle.radius = 2.5
        let decoded = try roundTrip(cycle)
        #expect(decoded?.name == "mine")
        #expect(decoded?.radius == 2.5)
    }

    @Test func `the value is stored as the objects of a property list`() throws {
        let bytes = try archive { try $0.encodeEncodable(Point(x: 1, y: 2), forKey: "root") }
        let archive = try KeyedArchive(bytes)
        let record = try archive.rootRecord()
        #expect(try archive.archivedClass(at: record.classUID).hierarchy.contains("NSDictionary"))
        let pairs = try #require(archive.pairs(of: record))
        let keys = try pairs.map { pair -> ArchiveEntry in
            guard case .uid(let uid) = pair.key else { return .null }
            return try archive.entry(at: uid)
        }
        #expect(keys == [.value("x"), .value("y")])
    }

    @Test func `a missing key is nil, and a value that does not fit the type is refused with its path`() throws {
        let bytes = try archive { try $0.encodeEncodable(["x": "no number"], forKey: "value") }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        #expect(try unarchiver.decodeDecodable(Point.self, forKey: "other") == nil)
        do {
            _ = try unarchiver.decodeDecodable(Point.self, forKey: "value")
            Issue.record("text was decoded as a number")
        } catch let DecodingError.typeMismatch(_, context) {
            #expect(context.codingPath.map(\.stringValue) == ["x"])
        }
    }

    @Test func `the top-level form throws under the lenient policy too`() throws {
        let bytes = try archive { try $0.encodeEncodable("text", forKey: "value") }
        #expect(try lenientUnarchiver(bytes).decodeDecodable(Int.self, forKey: "value") == nil)
        #expect(throws: DecodingError.self) {
            try lenientUnarchiver(bytes).decodeTopLevelDecodable(Int.self, forKey: "value")
        }
        #expect(try lenientUnarchiver(bytes).decodeTopLevelDecodable(String.self, forKey: "value") == "text")
    }

    @Test(.rows)
    func `an integer that does not fit is refused`() {
        forEachRow([300, -1, 70_000]) { (value: Int) throws in
            let bytes = try archive { try $0.encodeEncodable(value, forKey: "value") }
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            #expect(throws: DecodingError.self) { try unarchiver.decodeDecodable(UInt8.self, forKey: "value") }
            #expect(try unarchiver.decodeDecodable(Int.self, forKey: "value") == value)
        }
    }
}
