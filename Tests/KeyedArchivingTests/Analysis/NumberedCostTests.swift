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

    /// Attributed strings that share one array of attributes, with a field for each element.
    private static func attributedStrings(_ count: Int) throws -> KeyedArchive {
        let attributes = (0..<10 * count).map {
            (key: PropertyList.string(PropertyListString("NS.object.\($0)")), value: PropertyList.uid(6))
        }
        let strings = (0..<count).map { _ in
            [
                "NSString": .uid(5), "NSAttributes": .uid(7), "NSAttributeInfo": .data([5, 0]), "$class": .uid(2),
            ] as PropertyList
        }
        let list = (0..<count).map { PropertyList.uid(UID(UInt64(8 + $0))) }
        return try KeyedArchive(
            SmallArchive(
                entries: [
                    ["NS.objects": .array(PropertyListArray(list)), "$class": .uid(3)],
                    .classRecord("NSAttributedString", "NSObject"), .classRecord("NSArray", "NSObject"),
                    .classRecord("NSDictionary", "NSObject"), "hello",
                    ["NS.keys": [], "NS.objects": [], "$class": .uid(4)],
                    .dictionary(PropertyListDictionary(attributes + [(key: "$class", value: .uid(3))])),
                ] + strings
            ).bytes())
    }

    /// Dictionaries with two keys, one of which is a long text that all share.
    private static func dictionaries(_ count: Int) throws -> KeyedArchive {
        let dictionary: PropertyList = [
            "NS.keys": [.uid(4), .uid(5)], "NS.objects": [.uid(5), .uid(5)], "$class": .uid(3),
        ]
        let list = (0..<count).map { PropertyList.uid(UID(UInt64(6 + $0))) }
        return try KeyedArchive(
            SmallArchive(
                entries: [
                    ["NS.objects": .array(PropertyListArray(list)), "$class": .uid(2)],
                    .classRecord("NSArray", "NSObject"), .classRecord("NSDictionary", "NSObject"),
                    .string(PropertyListString(String(repeating: "k", count: 200 * count))), "short",
                ] + Array(repeating: dictionary, count: count)
            ).bytes())
    }

    @Test func `checking attributed strings and looking for lost entries count what many share once`() throws {
        let (few, many) = (try Self.attributedStrings(100), try Self.attributedStrings(800))
        func check(_ archive: KeyedArchive) { #expect(archive.problems(strict: true) == []) }
        func audit(_ count: Int) throws { #expect(try Self.dictionaries(count).audit().lostEntries.isEmpty) }
        // In proportion it is 8 times the work, with the square 64 times.
        let bound = 24.0
        let ofChecking = WorkTime.growth(from: { check(few) }, to: { check(many) }, below: bound)
        #expect(ofChecking < bound)
        let ofLooking = try WorkTime.growth(from: { try audit(100) }, to: { try audit(800) }, below: bound)
        #expect(ofLooking < bound)
    }
}
