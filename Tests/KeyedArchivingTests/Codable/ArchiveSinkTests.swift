import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The archive of a value is that of the objects which stand for it.
@Suite struct ArchiveSinkTests {
    struct Entry: Encodable {
        var name: String
        var note: String?
        var number: Int
        var large: UInt64
        var ratio: Double
        var part: Float
        var isOpen: Bool
        var date: ArchivedDate
        var data: ArchivedData
        var texts: [String]
        var numbers: [Int]
        var ratios: [Double]
        var empty: [Int]
        var mixed: [Int8?]
        var theKeyThatIsTooLongToBeOneObject: [String: ArchivedDate]
    }

    static let entries = [7, 300].map {
        Entry(
            name: "a text that is too long to be one object", note: "short", number: $0, large: .max, ratio: 2.5,
            part: 3, isOpen: true, date: ArchivedDate(timeIntervalSinceReferenceDate: 2),
            data: ArchivedData([1, 2, 3]),
            texts: ["short", "Ł", "$null"], numbers: [1, 7, -1 << 60], ratios: [2.5, 3], empty: [], mixed: [1, nil],
            theKeyThatIsTooLongToBeOneObject: ["x": ArchivedDate(timeIntervalSinceReferenceDate: 3)]
        )
    }

    /// The same, made of objects by hand.
    static var objects: ArchivedArray {
        ArchivedArray(
            entries.map { entry in
                let fields: [(String, any Codingable)] = [
                    ("data", entry.data), ("date", entry.date), ("empty", ArchivedArray()), ("isOpen", true),
                    ("large", UInt64.max), ("mixed", ArchivedArray([Int64(1), NilText()])), ("name", entry.name),
                    ("note", "short"), ("number", Int64(entry.number)),
                    ("numbers", ArchivedArray(entry.numbers.map { Int64($0) })),
                    ("part", entry.part), ("ratio", entry.ratio), ("ratios", ArchivedArray(entry.ratios)),
                    ("texts", ArchivedArray(entry.texts)),
                    (
                        "theKeyThatIsTooLongToBeOneObject",
                        ArchivedDictionary([(key: "x", value: ArchivedDate(timeIntervalSinceReferenceDate: 3))])
                    ),
                ]
                return ArchivedDictionary(fields.map { (key: $0, value: $1) })
            }
        )
    }

    /// Both archives, from archivers that a closure has set up.
    private func archives(
        layout: ArchiveLayout = .current,
        _ prepare: (KeyedArchiver) -> Void = { _ in }
    ) throws -> (values: [UInt8], objects: [UInt8]) {
        let (values, objects) = (KeyedArchiver(layout: layout), KeyedArchiver(layout: layout))
        for archiver in [values, objects] {
            prepare(archiver)
            try archiver.encode("before", forKey: "before")
        }
        try values.encodeEncodable(Self.entries, forKey: "root")
        try objects.encode(Self.objects, forKey: "root")
        for archiver in [values, objects] { try archiver.encode(["after", "short"], forKey: "after") }
        return (try values.encodedBytes, try objects.encodedBytes)
    }

    @Test(.rows)
    func `values give the bytes of the objects in every layout`() {
        forEachRow([
            ArchiveLayout.current, .macOS10_15, .iOS13, .macOS10_14, .iOS12, .macOS10_9, .macOSX10_7, .macOSX10_6,
            .macOSX10_6_32bit, .macOSX10_4, .macOSX10_5,
        ]) { (layout: ArchiveLayout) throws in
            let (values, objects) = try archives(layout: layout)
            #expect(values == objects)
        }
    }

    final class Watcher: KeyedArchiverDelegate {
        var calls: [String] = []

        func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) -> (any Codingable)? {
            calls.append("will encode \(type(of: object))")
            return object as? String == "short" ? "replaced" : object
        }

        func archiver(_ archiver: KeyedArchiver, didEncode object: any Codingable) {
            calls.append("did encode \(type(of: object))")
        }
    }

    @Test func `names that were set for the classes of those objects are written, and a delegate is asked about each`()
        throws
    {
        let (named, namedObjects) = try archives { archiver in
            archiver.setClassName("List", for: ArchivedArray.self)
            archiver.setClassName("Table", for: ArchivedDictionary.self)
            archiver.setClassName("Time", for: ArchivedDate.self)
        }
        #expect(named == namedObjects)
        #expect(String(decoding: named, as: UTF8.self).contains("Table"))
        let (first, second) = (Watcher(), Watcher())
        var watchers = [second, first]
        let (values, objects) = try archives { archiver in archiver.delegate = watchers.popLast() }
        expectRows {
            (values, objects)
            expecting(first.calls, contains: "will encode ArchivedDictionary")
            (first.calls, second.calls)
        }
    }

    /// What stands for nil.
    struct NilText: Codingable {
        static var codedClassName: String { "NSString" }
        init() {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encodeInlineString("$null", forKey: "NS.string")
        }
    }

    /// An object that encodes a value.
    final class Owner: Codingable {
        static var codedClassName: String { "Owner" }
        let encode: (KeyedArchiver) throws -> Void
        init(_ encode: @escaping (KeyedArchiver) throws -> Void) { self.encode = encode }
        init(coder unarchiver: KeyedUnarchiver) throws { encode = { _ in } }
        func encode(with archiver: KeyedArchiver) throws { try encode(archiver) }
    }

    @Test(.rows)
    func `values that nest as deep as objects wait for a shallow stack give the same bytes`() {
        forEachRow([1, 126, 127, 128, 129, 300]) { (depth: Int) throws in
            var value = ClosureEncodable { try "innermost".encode(to: $0) }
            var object: any Codingable = "innermost"
            for level in 0..<depth {
                let inner = (value, object)
                value = ClosureEncodable { encoder in
                    if level % 3 == 0 {
                        var container = encoder.container(keyedBy: AnyKey.self)
                        try container.encode(inner.0, forKey: AnyKey("a"))
                        try container.encode(level, forKey: AnyKey("z"))
                    } else {
                        var container = encoder.unkeyedContainer()
                        try container.encode(inner.0)
                        try container.encode([level])
                    }
                }
                object =
                    level % 3 == 0
                    ? ArchivedDictionary([(key: "a", value: inner.1), (key: "z", value: level)])
                    : ArchivedArray([inner.1, ArchivedArray([level])])
            }
            let (values, objects) = (KeyedArchiver(), KeyedArchiver())
            try values.encode(Owner { try $0.encodeEncodable(value, forKey: "value") }, forKey: "root")
            try objects.encode(Owner { try $0.encode(object, forKey: "value") }, forKey: "root")
            #expect(try values.encodedBytes == objects.encodedBytes)
        }
    }

    @Test func `a limit that is reached halfway leaves an archiver that continues`() throws {
        var limits = Limits.default
        limits.classes = 1
        let archiver = KeyedArchiver(limits: limits)
        let value = ClosureEncodable { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(["a"])
            try container.encode(["k": ["v"]])
        }
        #expect(throws: ArchiveError(.limitExceeded, "")) { try archiver.encodeEncodable(value, forKey: "value") }
        try archiver.encode(5, forKey: "five")
        try archiver.encode(["list"], forKey: "list")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        try expectRows {
            try !unarchiver.containsValue(forKey: "value")
            (try unarchiver.decodeInteger(forKey: "five"), 5)
            (try unarchiver.decode([String].self, forKey: "list"), ["list"])
        }
    }

    /// A value of a property list that no object stands for.
    struct Strange: Encodable, PropertyListValue {
        let propertyListValue: PropertyList
        init(_ value: PropertyList) { propertyListValue = value }
        init?(propertyListValue: PropertyList) { nil }
        func encode(to encoder: any Encoder) throws {}
    }

    private static let strange: [PropertyList] = [
        .uid(UID(1)), .set([1]), [.string(PropertyListString(utf16: [0xD800])): 1],
    ]

    @Test(.rows)
    func `what no object stands for is refused before anything is written`() {
        forEachRow(Self.strange) { (value: PropertyList) throws in
            let archiver = KeyedArchiver()
            #expect(throws: ArchiveError(.unrepresentable, "")) {
                try archiver.encodeEncodable(["first", "second"].map { [$0: Strange(value)] }, forKey: "value")
            }
            #expect(try archiver.encodedBytes == KeyedArchiver().encodedBytes)
        }
    }

    @Test func `whole property lists are written among other values`() throws {
        let list = try ClosureEncodable.list(["a": Strange([["k": .date(1)], "text"]), "b": Strange(1)])
        #expect(list == ["a": [["k": .date(1)], "text"], "b": 1])
    }
}
