import Foundation
import KeyedArchivingFoundation
import PropertyLists
import Testing

/// Property lists made of values of any type, as Foundation's functions take and give them.
@Suite struct PropertyListFromAnyTests {
    private static let date = Date(timeIntervalSinceReferenceDate: 5)

    @Test func `values of Swift become what they are`() throws {
        let list = try PropertyList(
            [
                "text": "a", "part": "bc".dropFirst(), "flag": true, "integer": -5, "byte": UInt8(7),
                "large": UInt64.max, "real": 1.5, "whole": 2.0, "small": Float(0.5), "length": CGFloat(3), "date": date,
                "data": Data([1, 2]), "list": [1, "a", [Any]()] as [Any], "inner": ["a": ["b": 1]],
                "value": PropertyList.uid(5), "uid": UID(6),
            ] as [String: Any])
        let expected: [String: PropertyList] = [
            "text": "a", "part": "c", "flag": true, "integer": -5, "byte": 7, "large": .unsignedInteger(.max),
            "real": 1.5, "whole": 2.0, "small": .float(0.5), "length": 3.0, "date": .date(5), "data": .data([1, 2]),
            "list": [1, "a", []], "inner": ["a": ["b": 1]], "value": .uid(5), "uid": .uid(6),
        ]
        let entries = try #require(list.dictionaryValue)
        #expect(entries.keys.compactMap(\.stringValue) == expected.keys.sorted())
        for (key, value) in entries { #expect(value == expected[key.stringValue ?? ""], "\(key)") }
    }

    private var date: Date { Self.date }

    @Test func `objects become what they hold`() throws {
        let object: NSDictionary = [
            "text": NSString(string: "a"), "list": NSArray(array: [NSNumber(value: 1), NSNumber(value: true)]),
            "real": NSNumber(value: 1.5), "small": NSNumber(value: Float(0.5)), "large": NSNumber(value: UInt64.max),
            "date": NSDate(timeIntervalSinceReferenceDate: 5), "data": NSData(data: Data([1])),
            "inner": NSDictionary(dictionary: ["a": NSMutableArray()]),
        ]
        let expected: PropertyList = [
            "data": .data([1]), "date": .date(5), "inner": ["a": []], "large": .unsignedInteger(.max),
            "list": [1, true], "real": 1.5, "small": .float(0.5), "text": "a",
        ]
        #expect(try PropertyList(object) == expected)
    }

    /// What the platform's reader gives for each form is what our readers give.
    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func `what Foundation reads is what we read`(_ format: PropertyListSerialization.PropertyListFormat) throws {
        let values: [String: Any] = [
            "flags": [true, false], "integers": [0, 1, -1, Int.max], "reals": [0.0, 1.0, 0.5], "date": date,
            "data": Data([0, 255]), "texts": ["", "\u{e9}"],
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0)
        let read = try PropertyListSerialization.propertyList(from: data, format: nil)
        let ours =
            format == .xml
            ? try XMLPropertyListReader().read(Array(data)) : try BinaryPropertyListReader(Array(data)).tree()
        let entries = try #require(try PropertyList(read).dictionaryValue)
        #expect(entries.count == values.count)
        for (key, value) in entries { #expect(ours[key.stringValue ?? ""] == value, "\(key)") }
    }

    @Test func `other values are refused with their place`() throws {
        func error(_ value: Any) -> ArchiveError? {
            do throws(ArchiveError) {
                _ = try PropertyList(value)
                return nil
            } catch {
                return error
            }
        }
        let url = try #require(error(["a": [1, URL(fileURLWithPath: "/")] as [Any]]))
        #expect(url.code == .unrepresentable)
        #expect(url.path?.description == "a[1]")
        #expect(error([1: "a"])?.code == .unrepresentable)
        #expect(error(NSNull())?.code == .unrepresentable)
        #expect(error(Int?.none as Any)?.code == .unrepresentable)
        var deep: [Any] = []
        for _ in 0..<600 { deep = [deep] }
        #expect(error(deep)?.code == .limitExceeded)
    }
}
