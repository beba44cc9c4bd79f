import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What dictionaries with a field for each key and value cost, as subclasses of Apple's archiver write them.
@Suite struct NumberedCostTests {
    private static func dictionary(_ count: Int, value: Int64 = 1) throws -> [UInt8] {
        var fields: [PropertyListDictionary.Element] = []
        var texts: [PropertyList] = []
        for position in 0..<count {
            let text = PropertyList.uid(UID(UInt64(position + 4)))
            fields.append((key: .string(PropertyListString("NS.key.\(position)")), value: text))
            fields.append((key: .string(PropertyListString("NS.object.\(position)")), value: .uid(3)))
            texts.append(.string(PropertyListString("k\(position)")))
        }
        fields.append((key: "$class", value: .uid(2)))
        let root = PropertyList.dictionary(PropertyListDictionary(fields))
        let record = PropertyList.classRecord("NSDictionary", "NSObject")
        return try SmallArchive(entries: [root, record, .integer(value)] + texts).bytes()
    }

    @Test func `comparing takes time in proportion to the entries`() throws {
        func compare(_ count: Int) throws {
            let (old, new) = (
                try KeyedArchive(Self.dictionary(count)), try KeyedArchive(Self.dictionary(count, value: 2))
            )
            #expect(try !new.difference(from: old).isEmpty)
        }
        // In proportion it is 16 times the work, with the square 256 times.
        let bound = 80.0
        let growth = try WorkTime.growth(from: { try compare(250) }, to: { try compare(4000) }, below: bound)
        #expect(growth < bound)
    }

    @Test func `a property list is charged besides the object that it is made of`() throws {
        let bytes = try Self.dictionary(200)
        func unarchiver(_ allocation: Int) throws -> KeyedUnarchiver {
            var limits = Limits.unlimited
            limits.allocation = allocation
            return try KeyedUnarchiver(forReadingFrom: bytes, limits: limits)
        }
        let enough = try #require(
            (1...200).first { allocation in
                let object = try? unarchiver(allocation).decodeObject(of: ArchivedDictionary.self, forKey: "root")
                return (object ?? nil) != nil
            })
        #expect(throws: ArchiveError(.limitExceeded, "")) {
            try unarchiver(enough).decodePropertyList(forKey: "root")
        }
        #expect(try unarchiver(2 * enough).decodePropertyList(forKey: "root") != nil)
    }
}
