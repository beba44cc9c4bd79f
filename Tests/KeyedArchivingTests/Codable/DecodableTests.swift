import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

@Suite struct DecodableTests {
    static func decode<Value: Decodable>(_ type: Value.Type, from list: PropertyList) throws -> Value? {
        let archiver = KeyedArchiver()
        try archiver.encodePropertyList(list, forKey: "value")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        return try unarchiver.decodeDecodable(type, forKey: "value")
    }

    struct Point: Codable, Equatable {
        var x: Double
        var y: Double
    }

    @Test func `numbers are read as any type that holds them exactly; others are errors, as are values of other kinds`()
        throws
    {
        try expectRows {
            (try Self.decode(UInt8.self, from: 255), 255)
            (try Self.decode(Int.self, from: 3.0), 3)
            (try Self.decode(Double.self, from: 3), 3)
            (try Self.decode(Float.self, from: 0.1), 0.1)
            (try Self.decode(Double.self, from: .float(0.5)), 0.5)
            (try Self.decode(Int.self, from: .integer128(3)), 3)
            (try Self.decode(UInt64.self, from: .unsignedInteger(.max)), .max)
            (try Self.decode(Double.self, from: .double(.infinity)), .infinity)
        }
        let refused: [(list: PropertyList, type: any Decodable.Type)] = [
            (256, UInt8.self), (-1, UInt.self), (2.5, Int.self), (.double(.nan), Int.self), (1e300, Float.self),
            (true, Int.self), (1, Bool.self), (1, String.self), (["a": 1], [Int].self), ([], Point.self),
            (1.0, ArchivedDate.self),
        ]
        for (list, type) in refused {
            #expect(throws: DecodingError.self, "\(list) as \(type)") { _ = try Self.decode(type, from: list) }
        }
        #expect(try Self.decode(String.self, from: "$null") == "$null")
    }

    @Test func `an error has the path to the value`() throws {
        let error = #expect(throws: DecodingError.self) {
            try Self.decode([String: [Point]].self, from: ["line": [["x": 1, "y": 2], ["x": 1, "y": "two"]]])
        }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record("not a mismatch: \(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["line", "Index 1", "y"])
        #expect(context.debugDescription.contains("a number is expected, but the value is a string; decode it"))
    }

    @Test func `a missing value is nil, also for the top-level call, and a missing key only for an optional`() throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: KeyedArchiver.archivedBytes(withRootObject: "text"))
        #expect(try unarchiver.decodeDecodable(Int.self, forKey: "missing") == nil)
        #expect(try unarchiver.decodeTopLevelDecodable(Int.self, forKey: "missing") == nil)
        #expect(throws: DecodingError.self) { try Self.decode(Point.self, from: ["x": 1]) }
        struct Partial: Decodable, Equatable { var x: Int?, y: Int?, z: Int? }
        let partial = Partial(x: 1, y: nil, z: nil)
        #expect(try Self.decode(Partial.self, from: ["x": 1]) == partial)
    }

    @Test func `keys are compared by characters, not by what Unicode calls equal`() throws {
        let decoded = try Self.decode([String: Int].self, from: ["\u{E9}": 1])
        #expect(decoded == ["\u{E9}": 1])
        enum Keys: String, CodingKey { case decomposed = "e\u{301}" }
        struct Probe: Decodable {
            var isThere: Bool
            init(from decoder: any Decoder) throws {
                isThere = try decoder.container(keyedBy: Keys.self).contains(.decomposed)
            }
        }
        #expect(try Self.decode(Probe.self, from: ["\u{E9}": 1])?.isThere == false)
        #expect(try Self.decode(Probe.self, from: ["e\u{301}": 1])?.isThere == true)
    }

    @Test func `the top-level call throws where errors are kept, and is refused inside an initializer`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: "text")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        #expect(try unarchiver.decodeDecodable(Int.self, forKey: "root") == nil)
        #expect(unarchiver.error is DecodingError)

        let second = try KeyedUnarchiver(forReadingFrom: bytes)
        second.decodingFailurePolicy = .setErrorAndReturn
        #expect(throws: DecodingError.self) { try second.decodeTopLevelDecodable(Int.self, forKey: "root") }
        struct Holder: Codingable {
            static var codedClassName: String { "Holder" }
            var point: Point
            init(point: Point) { self.point = point }
            func encode(with archiver: KeyedArchiver) throws { try archiver.encodeEncodable(point, forKey: "point") }
            init(coder unarchiver: KeyedUnarchiver) throws {
                #expect(throws: ArchiveError(.invalidUnarchiveOperation, "")) {
                    try unarchiver.decodeTopLevelDecodable(Point.self, forKey: "point")
                }
                point = try #require(try unarchiver.decodeDecodable(Point.self, forKey: "point"))
            }
        }
        let held = try KeyedArchiver.archivedBytes(withRootObject: Holder(point: Point(x: 1, y: 2)))
        #expect(try KeyedUnarchiver.unarchivedObject(of: Holder.self, from: held)?.point == Point(x: 1, y: 2))
    }
}
