import PropertyLists
import TestSupport
import Testing

import KeyedArchiving

/// A string with an unpaired surrogate is one value that a `String` can't hold; it spoils nothing else.
@Suite struct UnpairedSurrogateTests {
    private static let text = PropertyListString(utf16: [0x61, 0xD800, 0x62])
    private static let long = PropertyListString(utf16: Array(repeating: 0x61, count: 40) + [0xDC00])
    /// As many units as `$null`.
    private static let five = PropertyListString(utf16: [0x24, 0x6E, 0x75, 0x6C, 0xD801])
    private static let array = PropertyList.classRecord("NSArray", "NSObject")

    /// An object of an unknown class, and an array, with such strings among others.
    private static let archive = SmallArchive(
        ["list": .uid(2), "good": .uid(3), "bad": .uid(4), "$class": .uid(9)],
        ["NS.objects": [.uid(3), .uid(4), .uid(5), .uid(4), .uid(5), .uid(6), .uid(7)], "$class": .uid(8)],
        "fine", .string(text), .string(long), .string(five),
        ["NS.string": .string(text), "$class": .uid(10)], array, .classRecord("Unknown", "NSObject"),
        .classRecord("NSMutableString", "NSString", "NSObject"))

    private static func uid(_ value: PropertyList) -> UID {
        if case .uid(let uid) = value { uid } else { .null }
    }

    private static var expected: [PropertyListString] { ["fine", text, long, text, long, five, text] }

    @Test func `decoding any object keeps the code units, and encoding writes them again, with identity, too`() throws {
        var bytes = try Self.archive.bytes()
        for _ in 0..<2 {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            unarchiver.keepsUnknownClasses = true
            try unarchiver.disableSecureCoding()
            let fields = try unarchiver.decodeTopLevelFields()
            guard case .object(let object as ArchivedObject)? = fields.first?.value,
                case .object(let list as ArchivedArray)? = object["list"], case .object(let bad)? = object["bad"]
            else { throw ArchiveError(.invalidValue, "the archive is decoded as something else") }
            #expect(list.elements.map { PropertyListString.cast($0) } == Self.expected)
            #expect(bad as? PropertyListString == Self.text)
            let archiver = KeyedArchiver()
            try archiver.encodeTopLevelFields(fields)
            bytes = try archiver.encodedBytes
        }
        let copy = try KeyedArchive(bytes)
        #expect(try copy.entry(at: Self.uid(#require(copy.record(at: 1)?["bad"]))) == .value(.string(Self.text)))

        let archive = try KeyedArchive(Self.archive.bytes())
        let unarchiver = try KeyedUnarchiver(forReadingFrom: Self.archive.bytes())
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        unarchiver.preservesValueIdentity = true
        let archiver = KeyedArchiver(layout: archive.layout)
        try archiver.encodeTopLevelFields(unarchiver.decodeTopLevelFields())
        let identical = try KeyedArchive(archiver.encodedBytes)
        #expect(identical.objectCount == archive.objectCount)
        let bad = try Self.uid(#require(identical.record(at: 1)?["bad"]))
        #expect(try identical.entry(at: bad) == .value(.string(Self.text)))
    }

    private final class Witness: KeyedUnarchiverDelegate {}

    @Test func `a property list keeps such keys and values both ways, whether a delegate sees them or not`() throws {
        let archive = SmallArchive(
            ["NS.keys": [.uid(3)], "NS.objects": [.uid(4)], "$class": .uid(2)],
            .classRecord("NSDictionary", "NSObject"), .string(Self.text), .string(Self.long))
        let expected = PropertyList.dictionary([.string(Self.text): .string(Self.long)])
        let witness = Witness()
        for delegate in [nil, witness] {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archive.bytes())
            unarchiver.delegate = delegate
            #expect(try unarchiver.decodePropertyList(forKey: "root") == expected)
        }

        let list = PropertyList.array(PropertyListArray(Self.expected.map { .string($0) }))
        let archiver = KeyedArchiver()
        try archiver.encodePropertyList(list, forKey: "root")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        #expect(try unarchiver.decodePropertyList(forKey: "root") == list)
        #expect(throws: (any Error).self) { try unarchiver.decodeDecodable([String].self, forKey: "root") }
    }

    @Test("asking for a String throws for that value only, with its path and its key")
    func typed() throws {
        let archive = SmallArchive(
            ["good": .uid(2), "bad": .uid(3), "inline": .string(Self.text), "$class": .uid(4)], "fine",
            .string(Self.text), .classRecord("Probe", "NSObject"))
        final class Probe: Codingable {
            static var codedClassName: String { "Probe" }
            init() {}
            func encode(with archiver: KeyedArchiver) throws {}
            init(coder unarchiver: KeyedUnarchiver) throws {
                #expect(try unarchiver.decode(String.self, forKey: "good") == "fine")
                for key in ["bad", "inline"] {
                    let error = #expect(throws: ArchiveError.self) {
                        try unarchiver.decode(String.self, forKey: key)
                    }
                    #expect(error?.code == .invalidValue)
                    #expect(try unarchiver.decode(PropertyListString.self, forKey: key) == UnpairedSurrogateTests.text)
                }
                #expect(try unarchiver.decode(String.self, forKey: "good") == "fine")
                _ = try unarchiver.decode(String.self, forKey: "bad")
            }
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive.bytes())
        let error = #expect(throws: ArchiveError.self) { try unarchiver.decodeObject(of: Probe.self, forKey: "root") }
        expectRows {
            (error?.code, .invalidValue)
            (error?.path?.description, "root.bad")
            (error?.key, "bad")
        }
    }

    @Test func `a key that no String can hold is refused as such where fields are kept by name`() throws {
        let fields = PropertyListDictionary([(key: .string(Self.text), value: 1), (key: "$class", value: .uid(2))])
        let bytes = try SmallArchive(.dictionary(fields), .classRecord("Unknown", "NSObject")).bytes()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        let error = #expect(throws: ArchiveError.self) { try unarchiver.decodeObject(forKey: "root") }
        expectRows {
            (error?.code, .invalidObject)
            (error?.uid, 1)
            (error?.reason, "a key holds an unpaired surrogate, which a Swift string cannot")
            (error?.remedy, "use KeyedArchive, which keeps the code units")
        }
        let record = try #require(try KeyedArchive(bytes).record(at: 1))
        #expect(record.fields.map(\.key) == [Self.text])
    }
}
