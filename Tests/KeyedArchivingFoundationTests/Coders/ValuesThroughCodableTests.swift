import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Foundation's types through the archives' `Codable` coders keep what they keep through JSON.
@Suite struct ValuesThroughCodableTests {
    private struct Box<Value: Codable & Equatable>: Codable, Equatable {
        var value: Value
        var list: [Value]
        var table: [String: Value]

        init(_ value: Value) {
            (self.value, list, table) = (value, [value, value], ["key": value])
        }
    }

    private func expectKept<Value: Codable & Equatable>(
        _ values: [Value], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for value in values {
            let box = Box(value)
            let json = try JSONDecoder().decode(Box<Value>.self, from: JSONEncoder().encode(box))
            let data: Data = try KeyedArchiveEncoder().encode(box)
            let archived = try KeyedArchiveDecoder().decode(Box<Value>.self, from: data)
            #expect(archived == json, sourceLocation: sourceLocation)
            let archiver = KeyedArchiver()
            try archiver.encodeEncodable(box, forKey: "box")
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
            let decoded = try unarchiver.decodeDecodable(Box<Value>.self, forKey: "box")
            #expect(decoded == json, sourceLocation: sourceLocation)
        }
    }

    @Test func `transforms, dates and intervals keep what doubles hold`() throws {
        let transforms = [
            AffineTransform(m11: 0.1, m12: 0, m21: 0, m22: 1, tX: 2, tY: 3),
            AffineTransform(m11: 1, m12: 0, m21: 0, m22: 1, tX: 1e300, tY: 0),
            AffineTransform(m11: 1, m12: 0.5, m21: 2, m22: 1, tX: 16_777_217, tY: -0.25), .identity,
        ]
        try expectKept(transforms)
        // One that 32 bits hold stays an object.
        let classes = try [0.5, 0.1].map { scale in
            try KeyedArchive(KeyedArchiveEncoder().encode([AffineTransform(scale: scale)]) as Data)
                .uids(ofClass: "NSAffineTransform").count
        }
        #expect(classes == [1, 0])

        try expectKept([0, -0.5, 1e10, 1e-300, 4e17].map(Date.init(timeIntervalSinceReferenceDate:)))
        try expectKept([
            DateInterval(start: Date(timeIntervalSinceReferenceDate: 1e10), duration: 1e-7),
            DateInterval(start: Date(timeIntervalSinceReferenceDate: 0.1), duration: 0.2),
            DateInterval(start: Date(timeIntervalSinceReferenceDate: -5), duration: 0),
        ])
    }

    @Test func `components of dates keep all that is set, and a repeated month is read from both its keys`() throws {
        var dayOfYear = DateComponents(year: 2024)
        dayOfYear.dayOfYear = 100
        var leap = DateComponents(calendar: Calendar(identifier: .chinese), year: 40, month: 2, day: 1)
        leap.isLeapMonth = true
        var all = DateComponents(era: 1, year: 2, month: 3, day: 4, hour: 5, minute: 6, second: 7, nanosecond: 8)
        (all.weekday, all.weekdayOrdinal, all.quarter) = (1, 2, 3)
        (all.weekOfMonth, all.weekOfYear, all.yearForWeekOfYear) = (4, 5, 6)
        all.timeZone = TimeZone(identifier: "Europe/Zurich")
        try expectKept([
            dayOfYear, leap, all, DateComponents(), DateComponents(year: .max - 1), DateComponents(year: -1),
            DateComponents(hour: Int(Int32.max)), DateComponents(minute: .min),
        ])

        for key in ["NS.leapMonth", "NS.isLeapMonth"] {
            let bytes = try ArchiveBuilder.bytes("NSDateComponents", [key: .inline(.boolean(true))])
            let components = try KeyedUnarchiver.unarchivedObject(of: DateComponents.self, from: bytes)
            #expect(components?.isLeapMonth == true)
            let copy = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: try #require(components)))
            #expect(try copy.record(at: 1)?["NS.leapMonth"] == .boolean(true))
        }
    }

    @Test func `numbers, texts, bytes, sets, locales, calendars and names stay what they are`() throws {
        try expectKept([Decimal.greatestFiniteMagnitude, .leastFiniteMagnitude, 0, Decimal(string: "0.1") ?? 0, -12.50])
        try expectKept([Data(), Data([0]), Data(repeating: 7, count: 300)])
        try expectKept([UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), UUID()])
        try expectKept([URL(string: "https://example.com/a?b=c#d"), URL(fileURLWithPath: "/tmp/ä")])
        try expectKept([CGPoint(x: 0.1, y: -1e300), .zero])
        try expectKept([CGSize(width: 0.1, height: 1e-300), .zero])
        try expectKept([CGRect(x: 0.1, y: 0.2, width: 0.3, height: 1e20), .zero])
        try expectKept([NSRange(location: 0, length: 0), NSRange(location: 5, length: 1 << 40)])
        try expectKept([IndexSet(), IndexSet(integersIn: 3..<9), IndexSet([0, 5, 1 << 40])])
        try expectKept([IndexPath(), [0], [1, 2, 1 << 40]])
        try expectKept([CharacterSet(), CharacterSet(charactersIn: "a\0é"), .decimalDigits])
        try expectKept(["en_US@calendar=buddhist", "de_CH", ""].map(Locale.init(identifier:)))
        try expectKept([TimeZone(identifier: "Europe/Zurich"), TimeZone(secondsFromGMT: 3660)])
        var calendar = Calendar(identifier: .iso8601)
        (calendar.firstWeekday, calendar.minimumDaysInFirstWeek) = (3, 2)
        try expectKept([calendar, Calendar(identifier: .hebrew)])
        var names = PersonNameComponents()
        (names.givenName, names.familyName, names.nickname) = ("Ada", "Lovelace", "")
        try expectKept([names, PersonNameComponents()])
        try expectKept([Measurement(value: 0.1, unit: UnitLength.miles), Measurement(value: 2, unit: .kilometers)])
        try expectKept([Measurement(value: 0.1, unit: UnitTemperature.fahrenheit)])
    }

    @Test func `colors and fonts are objects, and values of other coders`() throws {
        let space = ArchivedColorSpace(identifier: 7, spaceIdentifier: 14, profile: Data([1]), model: 1)
        let custom = ColorComponents.Custom(space: space, values: [0.1, 0.2, 0.3, 1])
        try expectKept([
            ArchivedColor.components(ColorComponents(.calibratedRGB, [0.1, 0.2, 0.3], alpha: 0.5, custom: custom)),
            .components(ColorComponents(.deviceWhite, [0.1], isUIKit: true)),
            .catalog("System", name: "textColor", fallback: .components(ColorComponents(.deviceWhite, [0]))),
            .system("labelColor", fallback: nil),
            .system("whiteColor", fallback: ColorComponents(.deviceWhite, [1], isUIKit: true)),
        ])
        try expectKept([
            ArchivedFont(name: "Menlo-Regular", size: 11.5, usesAppearanceFontSize: true),
            ArchivedFont(name: ".SFUI-Regular", size: 17, textStyle: "UICTFontTextStyleBody"),
            ArchivedFont(
                name: "Helvetica", size: 12, flags: 16, textStyle: "UICTFontTextStyleBody",
                uiKit: ArchivedFont.UIKitTraits(traits: 2, isSystemFont: true)),
        ])
        let archive = try KeyedArchive(
            KeyedArchiveEncoder().encode([ArchivedColor.system("labelColor", fallback: nil)]) as Data)
        #expect(try archive.uids(ofClass: "UIDynamicSystemColor").count == 1)
    }

    private struct Holder: Codable, Equatable {
        var value: PropertyList
        var list: PropertyList
    }

    @Test func `null is a property list like others`() throws {
        let holder = Holder(value: .null, list: [.null, 1])
        let list = try PlistDecoder().decode(Holder.self, from: PlistEncoder().encode(holder))
        let data: Data = try KeyedArchiveEncoder().encode(holder)
        let archived = try KeyedArchiveDecoder().decode(Holder.self, from: data)
        #expect(list.value == .null && archived.value == .null)
        #expect(try KeyedArchive(data)["root.list"].elements?.first?.className == "NSNull")
    }

    @Test func `a damaged object says nothing of others of its class`() throws {
        let bytes = try SmallArchive(
            ["bad": .uid(2), "good": .uid(3), "$class": .uid(6)],
            ["NS.base": .uid(0), "NS.relative": [.uid(4)], "$class": .uid(5)],
            ["NS.base": .uid(0), "NS.relative": .uid(4), "$class": .uid(5)], "http://a.b",
            .classRecord("NSURL", "NSObject"), .classRecord("Holder", "NSObject"),
            top: ["bad": .uid(2), "good": .uid(3)]
        ).bytes()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: .foundation)
        #expect(throws: (any Error).self) { try unarchiver.decodeDecodable(URL.self, forKey: "bad") }
        #expect(try unarchiver.decodeDecodable(URL.self, forKey: "good") == URL(string: "http://a.b"))
    }
}
