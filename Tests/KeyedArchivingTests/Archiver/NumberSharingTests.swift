import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Numbers in fields: Core Foundation writes equal ones once if they are stored alike; otherwise each by itself.
@Suite struct NumberSharingTests {
    /// How often the number 70,000 is stored in an archive of two objects.
    private static func count(_ encode: (KeyedArchiver) throws -> Void...) throws -> Int {
        let bytes = try archive { archiver in
            for (number, encode) in encode.enumerated() {
                try withoutActuallyEscaping(encode) { encode in
                    try archiver.encode(Scripted { try encode($0) }, forKey: "object \(number)")
                }
            }
        }
        let reader = try BinaryPropertyListReader(bytes)
        return try reader.objectIndices.count { try reader.object(at: $0) == .integer(70_000) }
    }

    @Test func `integers of up to 32 bits are stored alike, and those of 64 bits by themselves`() throws {
        try expectRows {
            (try Self.count({ try $0.encodeArray([70_000 as Int32]) }, { try $0.encodeArray([70_000 as Int32]) }), 1)
            (try Self.count({ try $0.encodeArray([70_000 as Int32]) }, { try $0.encodeArray([70_000 as UInt32]) }), 1)
            (try Self.count({ try $0.encodeArray([70_000 as Int64]) }, { try $0.encode(70_000, forKey: "k") }), 1)
            (try Self.count({ try $0.encodeArray([70_000 as Int32]) }, { try $0.encodeArray([70_000 as Int64]) }), 2)
            (try Self.count({ try $0.encodeArray([70_000 as Int32]) }, { try $0.encode(70_000, forKey: "k") }), 2)
        }
    }

    @Test(.rows)
    func `equal integers and whole reals of 56 bits are stored once, and others each by itself`() {
        forEachRow([(1 << 55 - 1, 1), (1 << 55, 2), (-1 << 55, 1), (-1 << 55 - 1, 2)] as [(Int64, Int)]) {
            (value: Int64, count: Int) throws in
            let bytes = try archive { archiver in
                try archiver.encode(value, forKey: "a")
                try archiver.encode(value, forKey: "b")
            }
            let reader = try BinaryPropertyListReader(bytes)
            #expect(try reader.objectIndices.count { try reader.object(at: $0) == .integer(value) } == count)
        }

        forEachRow(
            [
                (0x1p55 - 8, 1), (0x1p55, 2), (-0x1p55, 1), (-0x1p55 - 8, 2), (0, 1), (-0.0, 2), (0.5, 2),
                (.infinity, 2),
            ] as [(Double, Int)]
        ) { (value: Double, count: Int) throws in
            let bytes = try archive { archiver in
                for key in ["a", "b"] { try archiver.encode(value, forKey: key) }
                for key in ["c", "d"] { try archiver.encode(Float(value), forKey: key) }
            }
            let reader = try BinaryPropertyListReader(bytes)
            #expect(try reader.objectIndices.count { try reader.object(at: $0) == .double(value) } == count)
            // As 32-bit numbers these two are rounded to powers of two.
            let floatCount = value == 0x1p55 - 8 ? 2 : value == -0x1p55 - 8 ? 1 : count
            #expect(try reader.objectIndices.count { try reader.object(at: $0) == .float(Float(value)) } == floatCount)
        }
    }
}
