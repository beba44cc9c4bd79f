import Foundation
import KeyedArchivingFoundation
import TestSupport
import Testing

/// Foundation's types within `Codable` ones, and the platform's coders on the other side.
struct KeyedArchiveDecoderFoundationTests {
    struct Everything: Codable, Equatable {
        var date = Date(timeIntervalSinceReferenceDate: 12.5)
        var data = Data([1, 2, 3])
        var url = URL(string: "https://example.com/a?b=c")
        var file = URL(fileURLWithPath: "/tmp/a")
        var uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
        var decimal = Decimal(string: "12.5")
        var indexes = IndexSet([1, 2, 7])
        var path = IndexPath(indexes: [1, 2])
        var rect = CGRect(x: 1, y: 2, width: 3, height: 4)
        var dates: [String: Date] = ["a": Date(timeIntervalSinceReferenceDate: 0)]
        var none: Date?
    }

    @Test func `foundations types are their own objects`() throws {
        let everything = Everything()
        let data: Data = try KeyedArchiveEncoder().encode(everything)
        #expect(try KeyedArchiveDecoder().decode(Everything.self, from: data) == everything)
        let archive = try KeyedArchive(data)
        for name in [
            "NSDate", "NSURL", "NSUUID", "NSDecimalNumberPlaceholder", "NSIndexSet", "NSIndexPath", "NSValue",
        ] {
            #expect(try !archive.uids(ofClass: name).isEmpty, "\(name)")
        }
    }

    @Test func `plain encoding gives data`() throws {
        let data = try KeyedArchiveEncoder().encode(["a": 1])
        try expectRows {
            (try KeyedArchiveDecoder().decode([String: Int].self, from: data), ["a": 1])
            (try KeyedArchiveDecoder().decode(Int.self, from: data, at: "root.a"), 1)
            (try KeyedArchiveDecoder().decode(Int.self, from: data, at: ArchivePath("root.a")), 1)
        }
    }

    /// Data, or else what the coders of JSON and property lists find in a list.
    private enum Attempt: Decodable, Equatable {
        case data(Data), integers([Int])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let data = try? container.decode(Data.self) {
                self = .data(data)
            } else {
                self = .integers(try container.decode([Int].self))
            }
        }
    }

    @Test(.rows)
    func `data is decoded from data alone, and a point from its text, not from a list or another value`() throws {
        let collections: [NSObject] = [
            [1, 2] as NSArray, [] as NSArray, NSSet(object: 1), NSOrderedSet(array: [1, 2]), NSCountedSet(array: [1]),
            IndexSet([1, 2]) as NSIndexSet, NSIndexPath(indexes: [1, 2], length: 2), NSUUID(), "text" as NSString,
        ]
        forEachRow(collections) { (object: NSObject) throws in
            let bytes = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
            let error = #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(Data.self, from: bytes) }
            guard case .typeMismatch? = error else {
                Issue.record("\(type(of: object)): \(String(describing: error))")
                return
            }
        }
        for integers in [[1, 2], []] {
            let bytes: [UInt8] = try KeyedArchiveEncoder().encode(integers)
            #expect(try KeyedArchiveDecoder().decode(Attempt.self, from: bytes) == .integers(integers))
        }
        let bytes: [UInt8] = try KeyedArchiveEncoder().encode(Data([1, 2]))
        #expect(try KeyedArchiveDecoder().decode(Attempt.self, from: bytes) == .data(Data([1, 2])))

        let points: [UInt8] = try KeyedArchiveEncoder().encode(["{1, 2}"])
        #expect(try KeyedArchiveDecoder().decode([CGPoint].self, from: points) == [CGPoint(x: 1, y: 2)])
        #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode([[Double]].self, from: points) }
    }

    @Test func `archives of the platforms coder are read`() throws {
        let dictionary: NSDictionary = [
            "date": NSDate(timeIntervalSinceReferenceDate: 5), "url": NSURL(string: "https://example.com") as Any,
            "list": ["a", "b"] as NSArray, "number": 3 as NSNumber, "data": NSData(data: Data([1])),
            "uuid": NSUUID(uuidString: "00010203-0405-0607-0809-0A0B0C0D0E0F") as Any, "set": NSSet(array: ["x"]),
            "text": NSMutableString(string: "mutable"),
        ]
        struct Some: Decodable, Equatable {
            var date: Date
            var url: URL
            var list: [String]
            var number: Double
            var data: Data
            var uuid: UUID
            var set: Set<String>
            var text: String
        }
        let data = try NSKeyedArchiver.archivedData(withRootObject: dictionary, requiringSecureCoding: false)
        let some = try KeyedArchiveDecoder().decode(Some.self, from: data)
        #expect(
            some.date == Date(timeIntervalSinceReferenceDate: 5) && some.url.absoluteString == "https://example.com")
        #expect(some.list == ["a", "b"] && some.number == 3 && some.data == Data([1]) && some.set == ["x"])
        #expect(some.uuid.uuidString == "00010203-0405-0607-0809-0A0B0C0D0E0F" && some.text == "mutable")
    }

    @Test func `the platforms coder reads what is encoded`() throws {
        struct Item: Codable {
            var name = "x"
            var numbers = [1, 2]
            var ratio = 0.5
            var isOn = true
            var date = Date(timeIntervalSinceReferenceDate: 5)
            var url = URL(string: "https://example.com")
            var none: Int?
            var optionals: [Int?] = [1, nil]
        }
        let data = try KeyedArchiveEncoder().encode(["item": Item()])
        let classes: [AnyClass] = [
            NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSDate.self, NSURL.self, NSNull.self,
        ]
        let root = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? [String: [String: Any]])
        let item = try #require(root["item"])
        #expect(item["name"] as? String == "x" && item["numbers"] as? [Int] == [1, 2])
        expectRows {
            (item["ratio"] as? Double, 0.5)
            (item["isOn"] as? Bool, true)
            (item["none"], nil)
            (item["date"] as? Date, Date(timeIntervalSinceReferenceDate: 5))
            ((item["url"] as? URL)?.absoluteString, "https://example.com")
            ((item["optionals"] as? [Any])?.count, 2)
        }
    }

    @Test func `the platforms coder reads objects of classes`() throws {
        var encoder = KeyedArchiveEncoder()
        encoder.setClassName("KeyedArchiveDecoderFoundationNote", for: Note.self)
        let data = try encoder.encode([Note(title: "a", count: 3, tags: ["x"])])
        NSKeyedUnarchiver.setClass(CodedNote.self, forClassName: "KeyedArchiveDecoderFoundationNote")
        let notes = try #require(
            try NSKeyedUnarchiver.unarchivedObject(
                ofClasses: [NSArray.self, CodedNote.self, NSString.self], from: data) as? [CodedNote])
        #expect(notes.first?.title == "a" && notes.first?.count == 3 && notes.first?.tags == ["x"])
        let copies = try KeyedArchiveDecoder().decode(
            [Note].self,
            from: NSKeyedArchiver.archivedData(withRootObject: notes as NSArray, requiringSecureCoding: false))
        #expect(copies.first?.title == "a" && copies.first?.count == 3 && copies.first?.tags == ["x"])
    }

    @Test func `views are decoded as Foundation's types, in nested archives too, and no view is an error`() throws {
        let inner = try KeyedArchiveEncoder().encode(["when": Date(timeIntervalSinceReferenceDate: 7)]) as Data
        struct Outer: Encodable {
            var link = URL(string: "https://example.com")
            var id = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
            var data: Data
        }
        var archive = try KeyedArchive(try KeyedArchiveEncoder().encode(Outer(data: inner)) as Data)
        try expectRows {
            try (archive["root.link"].decode(URL.self), URL(string: "https://example.com"))
            expecting(try archive["root.id"].decode(UUID.self).uuidString, hasPrefix: "00010203")
            try (archive["root.data!root.when"].decode(Date.self), Date(timeIntervalSinceReferenceDate: 7))
        }
        try archive.set("new", at: "root.link")
        let title: String = try archive["root.link"].decode()
        #expect(title == "new")

        let other = try KeyedArchive(try KeyedArchiveEncoder().encode(["a": 1]) as Data)
        #expect(throws: DecodingError.self) { try other["root.b"].decode(Int.self) }
        #expect(throws: DecodingError.self) { try other["root.a"].decode(URL.self) }
        let list = try PropertyListDocument(BinaryPropertyListWriter().write(["a": 1]))
        #expect(throws: DecodingError.self) { try list["a"].decode(Int.self) }
    }

    struct Note: Codable {
        var title: String
        var count: Int
        var tags: [String]
    }
}

final class CodedNote: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let title: String
    let count: Int
    let tags: [String]

    func encode(with coder: NSCoder) {
        coder.encode(title, forKey: "title")
        coder.encode(count, forKey: "count")
        coder.encode(tags, forKey: "tags")
    }

    init?(coder: NSCoder) {
        title = coder.decodeObject(of: NSString.self, forKey: "title").map { String(describing: $0) } ?? ""
        count = coder.decodeInteger(forKey: "count")
        tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String] ?? []
    }
}
