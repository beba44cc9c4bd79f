import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// A decoded value that is changed in one part and encoded again differs in that part.
@Suite struct StoredValuesTests {
    /// The differences between an archive and the one in which its root was changed.
    private func differences<Value: Codingable>(
        _ archive: SmallArchive,
        as type: Value.Type,
        _ change: (inout Value) throws -> Void
    ) throws -> [String] {
        let bytes = try archive.bytes()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: .foundation)
        unarchiver.keepsUnknownClasses = true
        var value = try unarchiver.decode(type, forKey: "root")
        try change(&value)
        let archiver = try KeyedArchiver(rewriting: unarchiver)
        try archiver.encode(value, forKey: "root")
        let changed = try KeyedArchive(archiver.encodedBytes)
        return try changed.difference(from: KeyedArchive(bytes)).changes.map { $0.description }
    }

    @Test func `the other date of an interval and the zone of date components stay as they were stored`() throws {
        let interval = SmallArchive(
            ["NS.startDate": .uid(2), "NS.endDate": .uid(3), "NS.duration": 4.0, "$class": .uid(6)],
            ["NS.time": 5.0, "NS.format": .uid(4), "$class": .uid(5)],
            ["NS.time": 9.0, "$class": .uid(7)],
            "%Y", .classRecord("NSCalendarDate", "NSDate", "NSObject"), .classRecord("NSDateInterval", "NSObject"),
            .classRecord("NSDate", "NSObject"))
        let ofInterval = try differences(interval, as: DateInterval.self) { $0.duration = 5 }
        #expect(ofInterval.allSatisfy { !$0.contains("startDate") && !$0.contains("format") }, "\(ofInterval)")
        #expect(!ofInterval.isEmpty)

        let components = SmallArchive(
            ["NS.year": 2020, "NS.timezone": .uid(2), "$class": .uid(5)],
            ["NS.name": .uid(3), "NS.data": .data([1, 2, 3]), "$class": .uid(4)], "UTC",
            .classRecord("NSTimeZone", "NSObject"), .classRecord("NSDateComponents", "NSObject"))
        let ofComponents = try differences(components, as: DateComponents.self) { $0.year = 2021 }
        #expect(ofComponents.contains { $0.contains("2021") })
        #expect(ofComponents.allSatisfy { !$0.contains("timezone") }, "\(ofComponents)")
    }

    @Test func `a URL, a set of indexes and an attributed string keep all but what is changed`() throws {
        let url = SmallArchive(
            ["NS.base": .uid(2), "NS.relative": .uid(3), "$class": .uid(5)],
            ["NS.base": .uid(0), "NS.relative": .uid(4), "NS.minimalBookmarkData": .data([1, 2]), "$class": .uid(5)],
            "x", "file:///a/", .classRecord("NSURL", "NSObject"))
        let ofURL = try differences(url, as: URL.self) {
            $0 = try #require(URL(string: "y", relativeTo: $0.baseURL))
        }
        #expect(ofURL == ["root.\"NS.relative\": \"x\" → \"y\""])

        let indexes = SmallArchive(
            ["NSRangeCount": 1, "NSLocation": 2, "NSLength": 3, "$class": .uid(2)],
            .classRecord("NSMutableIndexSet", "NSIndexSet", "NSObject"))
        let ofIndexes = try differences(indexes, as: IndexSet.self) { $0.insert(5) }
        #expect(ofIndexes == ["root.NSLength: 3 → 4"])

        let string = SmallArchive(
            ["NSString": .uid(2), "NSAttributes": .uid(3), "NSDelegate": .uid(2), "$class": .uid(6)], "Hello",
            ["NS.keys": [.uid(4)], "NS.objects": [.uid(5)], "$class": .uid(7)], "NSFont",
            ["NSName": .uid(8), "NSSize": 12.0, "NSfFlags": 16, "NSHasWidth": true, "$class": .uid(9)],
            .classRecord("NSTextStorage", "NSMutableAttributedString", "NSAttributedString", "NSObject"),
            .classRecord("NSDictionary", "NSObject"), "Menlo", .classRecord("NSFont", "NSObject"))
        let ofString = try differences(string, as: AttributedString.self) { text in
            let first = text.startIndex..<text.index(afterCharacter: text.startIndex)
            text.characters.replaceSubrange(first, with: "J")
        }
        #expect(ofString == ["root.NSString: \"Hello\" → \"Jello\""])
    }

    @Test func `what was stored stays for another value that shares it`() throws {
        // Two intervals are one object. One of them is changed.
        let archive = SmallArchive(
            ["NS.objects": [.uid(2), .uid(2)], "$class": .uid(5)],
            ["NS.startDate": .uid(3), "NS.endDate": .uid(4), "NS.duration": 4.0, "$class": .uid(6)],
            ["NS.time": 5.0, "note": "kept", "$class": .uid(7)], ["NS.time": 9.0, "$class": .uid(7)],
            .classRecord("NSArray", "NSObject"), .classRecord("NSDateInterval", "NSObject"),
            .classRecord("NSDate", "NSObject"))
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive.bytes(), registry: .foundation)
        var intervals = try unarchiver.decode([DateInterval].self, forKey: "root")
        intervals[0].duration = 7
        let archiver = try KeyedArchiver(rewriting: unarchiver)
        try archiver.encode(intervals, forKey: "root")
        let changed = try KeyedArchive(archiver.encodedBytes)
        let decoded = try KeyedUnarchiver.unarchivedObject(
            of: [DateInterval].self, from: changed.bytes(), registry: .foundation)
        #expect(decoded?.map(\.duration) == [7, 4])
        for position in 0..<2 {
            #expect(changed["root[\(position)].\"NS.startDate\".note"].string == "kept", "\(position)")
        }
    }

    @Test func `a color that changes leaves its custom space, and no pattern is written in its place`() throws {
        let space = ArchivedColorSpace(identifier: 1)
        let color = ColorComponents(
            .calibratedRGB, [0.3, 0.6, 0.3],
            custom: ColorComponents.Custom(space: space, values: [0.25, 0.75, 0.25, 1]))
        var fainter = color
        fainter.alpha = 0.5
        #expect(fainter.custom?.values == [0.25, 0.75, 0.25, 0.5])
        for change: (inout ColorComponents) -> Void in [{ $0.values[0] = 0.9 }, { $0.space = .deviceRGB }] {
            var changed = color
            change(&changed)
            #expect(changed.custom == nil)
        }

        let archive = SmallArchive(
            ["NSColorSpace": 1, "NSRGB": .data(Array("1 0 0\0".utf8)), "$class": .uid(2)],
            .classRecord("NSColor", "NSObject"))
        #expect(throws: ArchiveError.self) {
            try differences(archive, as: ArchivedColor.self) { $0 = .other(kind: 10) }
        }
    }
}
