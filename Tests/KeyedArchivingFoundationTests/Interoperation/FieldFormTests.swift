import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// A field of one of Foundation's classes, in every form that it can be stored in: decoding, describing and checking
/// take the same ones.
@Suite struct FieldFormTests {
    /// A class with fields that can be read, and how its objects are decoded.
    struct Sample: Sendable {
        var names: [String]
        var fields: PropertyListDictionary
        var decode: @Sendable (KeyedUnarchiver) throws -> Any?

        init(
            _ names: String...,
            fields: PropertyListDictionary,
            decode: @escaping @Sendable (KeyedUnarchiver) throws -> Any?
        ) {
            self.names = names
            self.fields = fields
            self.decode = decode
        }
    }

    private static let samples = [
        Sample("NSMutableString", "NSString", fields: ["NS.string": "a"]) {
            try $0.decode(String.self, forKey: "root")
        },
        Sample("NSMutableString", "NSString", fields: ["NS.bytes": .data([65])]) {
            try $0.decode(String.self, forKey: "root")
        },
        Sample("NSMutableData", "NSData", fields: ["NS.data": .data([1])]) { try $0.decode(Data.self, forKey: "root") },
        Sample("NSMutableData", "NSData", fields: ["NS.bytes": .data([1])]) {
            try $0.decode(Data.self, forKey: "root")
        },
        Sample("NSDate", fields: ["NS.time": 1.5]) { try $0.decode(Date.self, forKey: "root") },
        Sample("NSUUID", fields: ["NS.uuidbytes": .data(bytes)]) { try $0.decode(UUID.self, forKey: "root") },
        Sample("NSURL", fields: ["NS.base": .uid(.null), "NS.relative": "a"]) {
            try $0.decode(URL.self, forKey: "root")
        },
        Sample(
            "NSDecimalNumber",
            fields: [
                "NS.mantissa": .data(bytes), "NS.length": 1, "NS.exponent": 0, "NS.negative": false,
                "NS.compact": true, "NS.mantissa.bo": 1,
            ]
        ) { try $0.decode(Decimal.self, forKey: "root") },
        Sample("NSIndexSet", fields: ["NSRangeCount": 1, "NSLocation": 1, "NSLength": 1]) {
            try $0.decode(IndexSet.self, forKey: "root")
        },
        Sample("NSIndexSet", fields: ["NSRangeCount": 2, "NSRangeData": .data([1, 1, 5, 1])]) {
            try $0.decode(IndexSet.self, forKey: "root")
        },
        Sample("NSIndexPath", fields: ["NSIndexPathLength": 1, "NSIndexPathValue": 1]) {
            try $0.decode(IndexPath.self, forKey: "root")
        },
        Sample("NSIndexPath", fields: ["NSIndexPathLength": 2, "NSIndexPathData": .data([1, 2])]) {
            try $0.decode(IndexPath.self, forKey: "root")
        },
        Sample("NSAttributedString", fields: ["NSString": "a", "NSAttributes": .uid(.null)]) {
            try $0.decode(ArchivedAttributedString.self, forKey: "root")
        },
    ]

    private static let bytes: [UInt8] = [1] + Array(repeating: 0, count: 15)

    /// Entries that fields refer to, from UID 3 on.
    private static func entries(_ data: [UInt8]) -> [(name: String, entry: PropertyList)] {
        [
            ("text", "a"), ("data", .data(data)), ("integer", 1), ("real", 1.5), ("boolean", true),
            ("a string object", ["$class": .uid(10), "NS.string": "a"]),
            ("a data object", ["$class": .uid(11), "NS.data": .data(data)]),
            ("", .classRecord("NSMutableString", "NSString", "NSObject")),
            ("", .classRecord("NSMutableData", "NSData", "NSObject")),
            ("another object", ["$class": .uid(13)]),
            ("", .classRecord("Thing", "NSObject")),
        ]
    }

    /// The fields that refer to objects of their own; what an object stands for says nothing of these.
    private static let keysOfObjects: Set<String> = ["NS.base", "NSAttributes"]

    @Test func `decoding, describing and checking take the same forms`() throws {
        for sample in Self.samples {
            for field in sample.fields {
                guard case .string(let key) = field.key else { continue }
                var data = Self.bytes
                if case .data(let stored) = field.value { data = stored }
                let entries = Self.entries(data)
                var forms: [(String, PropertyList)] = entries.prefix(5).map { ("inline " + $0.name, $0.entry) }
                forms.append(("inline array", [1]))
                forms.append(("nil", .uid(.null)))
                for (position, entry) in entries.enumerated() where entry.name != "" {
                    forms.append(("reference to " + entry.name, .uid(UID(UInt64(position + 3)))))
                }
                for (name, value) in forms {
                    var fields = sample.fields
                    fields[key.repaired] = value
                    fields["$class"] = .uid(2)
                    let names = sample.names.map { PropertyList.string(PropertyListString($0)) }
                    let record: PropertyList = [
                        "$classname": names[0], "$classes": .array(PropertyListArray(names + ["NSObject"])),
                    ]
                    let file = SmallArchive(entries: [.dictionary(fields), record] + entries.map(\.entry))
                    let archive = try KeyedArchive(file.bytes())
                    let unarchiver = try KeyedUnarchiver(forReadingFrom: file.bytes())
                    var decoded = false
                    do { decoded = try sample.decode(unarchiver) != nil } catch {}
                    let object = try #require(try archive.record(at: 1))
                    let described =
                        archive.foundationValue(
                            of: object, ofClass: ArchivedClass(name: sample.names[0], hierarchy: sample.names)) != nil
                    let checked = archive.problems().isEmpty
                    let comment: Comment = "\(sample.names[0]): \(key.repaired) is \(name)"
                    #expect(decoded == checked, comment)
                    if !Self.keysOfObjects.contains(key.repaired) { #expect(decoded == described, comment) }
                }
            }
        }
    }
}
