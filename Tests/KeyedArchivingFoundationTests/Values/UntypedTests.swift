import Foundation
import KeyedArchivingFoundation
import TestSupport
import Testing

/// Values whose types aren't known, with those of Foundation among them.
struct UntypedTests {
    private func copy(_ value: Any?) throws -> Any? {
        let archiver = KeyedArchiver()
        try archiver.encodeAny(value, forKey: "value")
        return try KeyedUnarchiver(forReadingFrom: archiver.encodedData).decodeAny(forKey: "value")
    }

    @Test func `what JSONSerialization makes comes back with its kinds`() throws {
        let text = #"{"name": "Ada", "age": 36, "height": 1.5, "isMember": true, "none": null, "list": [1, "x", {}]}"#
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let copy = try #require(try copy(object) as? [String: Any])
        expectRows {
            (copy.count, 6)
            (copy["name"] as? String, "Ada")
            (copy["age"] as? Int, 36)
            (copy["height"] as? Double, 1.5)
            (copy["isMember"] as? Bool, true)
            copy["none"] is ArchivedNull
            ((copy["list"] as? [Any])?.count, 3)
        }
    }

    @Test func `Foundation's values come back as its types`() throws {
        let url = try #require(URL(string: "https://example.org/a"))
        let date = Date(timeIntervalSinceReferenceDate: 1.5)
        let info: [String: Any] = [
            "date": date, "data": Data([1, 2]), "url": url, "uuid": UUID(), "float": CGFloat(0.5),
            "nsString": NSString(string: "text"), "nsDate": date as NSDate, "nsArray": NSArray(array: [1, "a"]),
            "large": NSNumber(value: UInt64.max), "flag": NSNumber(value: false),
        ]
        let copy = try #require(try copy(info) as? [String: Any])
        expectRows {
            (copy["date"] as? Date, date)
            (copy["data"] as? Data, Data([1, 2]))
            (copy["url"] as? URL, url)
            (copy["uuid"] as? UUID, info["uuid"] as? UUID)
            (copy["float"] as? Double, 0.5)
            (copy["nsString"] as? String, "text")
            (copy["nsDate"] as? Date, date)
            ((copy["nsArray"] as? [Any])?.count, 2)
            (copy["flag"] as? Bool, false)
            copy["large"] != nil
        }
    }

    @Test func `decimal numbers keep all their digits, and errors and nulls are objects of their classes`() throws {
        let text = "0.12345678901234567890123456789"
        #expect(try self.copy(NSDecimalNumber(string: text)) as? Decimal == Decimal(string: text))
        let list = try self.copy([NSDecimalNumber(string: "3"), NSNumber(value: 3)] as NSArray) as? [Any]
        #expect(list?.first as? Decimal == 3)
        #expect(list?.last as? Int == 3)

        let error = NSError(domain: "D", code: 3, userInfo: ["detail": ["a": 1] as [String: Any]])
        let copy = try #require(try copy(error) as? ArchivedNSError)
        try expectRows {
            (copy.domain, "D")
            (copy.code, 3)
            try self.copy(NSNull()) is ArchivedNull
            try (self.copy(["x": NSNull()]) as? [String: ArchivedNull], ["x": ArchivedNull()])
        }
    }

    @Test func `a real of a graphics type is a number inline, and an object in a list`() throws {
        let archiver = KeyedArchiver()
        try archiver.encode(CGFloat(1.5), forKey: "inline")
        try archiver.encode(CGFloat?.none, forKey: "none")
        try archiver.encode(Optional(CGFloat(2.5)), forKey: "optional")
        try archiver.encode([CGFloat(1), 0.25], forKey: "list")
        let data = try archiver.encodedData
        #expect(try KeyedArchive(data).topLevelValue(forKey: "inline") == 1.5)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
        try expectRows {
            (try unarchiver.decode(CGFloat.self, forKey: "inline"), 1.5)
            (try unarchiver.decodeDouble(forKey: "inline"), 1.5)
            (try unarchiver.decodeIfPresent(CGFloat.self, forKey: "none"), nil)
            (try unarchiver.decodeIfPresent(CGFloat.self, forKey: "optional"), 2.5)
            (try unarchiver.decode([CGFloat].self, forKey: "list"), [1, 0.25])
            (try unarchiver.decode([Double].self, forKey: "list"), [1, 0.25])
        }
    }
}
