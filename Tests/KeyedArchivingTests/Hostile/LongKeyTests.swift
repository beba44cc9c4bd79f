import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// A dictionary that has one long key many times.
@Suite struct LongKeyTests {
    private static func bytes(_ count: Int, _ length: Int) throws -> [UInt8] {
        let keys = PropertyList.list(Array(repeating: .uid(2), count: count))
        let values = PropertyList.list(Array(repeating: .uid(3), count: count))
        return try SmallArchive(
            ["NS.keys": keys, "NS.objects": values, "$class": .uid(4)],
            .string(PropertyListString(String(repeating: "\u{E9}", count: length))), 7,
            .classRecord("NSDictionary", "NSObject")
        ).bytes()
    }

    @Test(.rows)
    func `each time a long key is returned it is charged, and a short one many times is one entry`() throws {
        forEachRow([Limits.untrusted.exact, .default]) { (limits: Limits) throws in
            let bytes = try Self.bytes(20_000, 50_000)
            let time = WorkTime.of {
                #expect(throws: ArchiveError(.limitExceeded, "")) {
                    try KeyedUnarchiver.unarchivedObject(of: [String: Int].self, from: bytes, limits: limits)
                }
                #expect(throws: ArchiveError(.limitExceeded, "")) {
                    try KeyedUnarchiver(forReadingFrom: bytes, limits: limits)
                        .decodeDecodable([String: Int].self, forKey: "root")
                }
            }
            #expect(time < .seconds(30))
        }

        let bytes = try Self.bytes(2000, 3)
        #expect(try KeyedUnarchiver.unarchivedObject(of: [String: Int].self, from: bytes) == ["\u{E9}\u{E9}\u{E9}": 7])
    }
}
