import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

/// Archives of the coder that comes with the toolchain, read here, and ours read by it.
///
/// Types that the toolchain's coder is known to write or read wrongly on Linux are left out: decimal numbers, affine
/// transforms, date intervals, notifications, errors, index sets without indexes.
@Suite struct PlatformCoderTests {
    private static func url(_ text: String, _ base: String? = nil) -> URL {
        URL(string: text, relativeTo: base.flatMap { URL(string: $0) }) ?? URL(fileURLWithPath: "/")
    }

    private static var text: NSAttributedString {
        let text = NSMutableAttributedString(string: "abc")
        text.addAttribute(NSAttributedString.Key("Size"), value: NSNumber(value: 12), range: NSRange(1..<2))
        return text
    }

    /// Archives an object with the toolchain's coder and decodes it with ours.
    private func read<Value: Codingable>(_ object: Any, as type: Value.Type) throws -> Value? {
        let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
        return try KeyedUnarchiver.unarchivedObject(of: type, from: data)
    }

    /// Archives a value with our coder and decodes it with the toolchain's.
    private func write(_ value: any Codingable) throws -> Any? {
        let data = try KeyedArchiver.archivedData(withRootObject: value)
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        unarchiver.requiresSecureCoding = false
        return unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
    }

    @Test func `plain values, collections and geometry are read`() throws {
        try expectRows {
            (try read(NSString(string: "Ada ö"), as: String.self), "Ada ö")
            (try read(NSNumber(value: 42), as: Int.self), 42)
            (try read(NSNumber(value: 1.5), as: Double.self), 1.5)
            try (read(NSData(data: Data([1, 2])), as: Data.self), Data([1, 2]))
            (try read(NSArray(array: ["a", "b"]), as: [String].self), ["a", "b"])
            (try read(NSDictionary(dictionary: ["a": 1]), as: [String: Int].self), ["a": 1])
            (try read(NSSet(array: ["a", "b"]), as: Set<String>.self), ["a", "b"])
            (try read(NSOrderedSet(array: ["b", "a"]), as: TypedOrderedSet<String>.self)?.members, ["b", "a"])
        }

        let rect = CGRect(x: 1, y: 2.5, width: 3, height: 4)
        try expectRows {
            (try read(NSValue(rect: rect), as: CGRect.self), rect)
            (try read(NSValue(point: rect.origin), as: CGPoint.self), rect.origin)
            (try read(NSValue(size: rect.size), as: CGSize.self), rect.size)
            try (read(NSValue(range: NSRange(5..<9)), as: NSRange.self), NSRange(5..<9))
        }
    }

    @Test func `Foundation's values, names, dates and measurements are read`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 42.5)
        let uuid = UUID()
        #expect(try read(date as NSDate, as: Date.self) == date)
        #expect(try read(uuid as NSUUID, as: UUID.self) == uuid)
        let url = Self.url("foo.xml", "https://www.example.com/")
        #expect(try read(url as NSURL, as: URL.self)?.absoluteString == url.absoluteString)
        #expect(try read(IndexPath(indexes: [1, 300]) as NSIndexPath, as: IndexPath.self) == [1, 300])
        for set in [IndexSet(3..<9), IndexSet([1, 2, 500])] {
            #expect(try read(set as NSIndexSet, as: IndexSet.self) == set)
        }
        #expect(try read(NSLocale(localeIdentifier: "de_AT"), as: Locale.self)?.identifier == "de_AT")
        let zone = try #require(NSTimeZone(name: "Europe/Vienna"))
        #expect(try read(zone, as: TimeZone.self)?.identifier == "Europe/Vienna")
        #expect(try read(NSURLQueryItem(name: "a", value: "b"), as: URLQueryItem.self)?.value == "b")

        let name = NSPersonNameComponents()
        name.givenName = "Ada"
        name.familyName = "Lovelace"
        #expect(try read(name, as: PersonNameComponents.self)?.familyName == "Lovelace")
        let components = NSDateComponents()
        components.year = 1815
        components.month = 12
        let decoded = try #require(try read(components, as: DateComponents.self))
        expectRows {
            (decoded.year, 1815)
            (decoded.month, 12)
            (decoded.hour, nil)
        }
        let distance = Measurement(value: 3, unit: UnitLength.miles)
        let measurement = NSMeasurement(doubleValue: 3, unit: UnitLength.miles)
        #expect(try read(measurement, as: Measurement<UnitLength>.self) == distance)
        let text = try #require(try read(Self.text, as: ArchivedAttributedString.self))
        #expect(text.string == "abc")
        #expect(text.runs.map(\.length) == [1, 1, 1])
    }

    @Test func `plain values, collections and Foundation's values are written`() throws {
        try expectRows {
            (try write("Ada ö") as? String, "Ada ö")
            (try write(42) as? Int, 42)
            (try write(1.5) as? Double, 1.5)
            try (write(Data([1, 2])) as? Data, Data([1, 2]))
            (try write(["a", "b"]) as? [String], ["a", "b"])
            (try write(["a": 1]) as? [String: Int], ["a": 1])
            (try write(Set(["a", "b"])) as? Set<String>, ["a", "b"])
            ((try write(TypedOrderedSet(["b", "a"])) as? NSOrderedSet)?.array as? [String], ["b", "a"])
        }

        let date = Date(timeIntervalSinceReferenceDate: 42.5)
        #expect((try write(date) as? NSDate)?.timeIntervalSinceReferenceDate == 42.5)
        let uuid = UUID()
        #expect((try write(uuid) as? NSUUID)?.uuidString == uuid.uuidString)
        let url = Self.url("foo.xml", "https://www.example.com/")
        try expectRows {
            ((try write(url) as? NSURL)?.absoluteString, "https://www.example.com/foo.xml")
            ((try write(IndexSet([1, 2, 500])) as? NSIndexSet)?.count, 3)
            ((try write(IndexPath(indexes: [1, 300])) as? NSIndexPath)?.length, 2)
            ((try write(Locale(identifier: "de_AT")) as? NSLocale)?.object(forKey: .identifier) as? String, "de_AT")
            ((try write(CGRect(x: 1, y: 2, width: 3, height: 4)) as? NSValue)?.rectValue.size.height, 4)
            ((try write(NSRange(5..<9)) as? NSValue)?.rangeValue, NSRange(5..<9))
        }
        let distance = Measurement(value: 3, unit: UnitLength.miles)
        #expect((try write(distance) as? NSMeasurement)?.doubleValue == 3)
    }
}
