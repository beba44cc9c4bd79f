import KeyedArchiving
import PropertyLists

/// Archives by our own archiver, each of which shows one feature.
enum OwnArchives {
    static func all() throws -> [Fixture] {
        [
            Fixture("collections.plist", try archive { try $0.encode(collections(), forKey: "root") }),
            Fixture("collections.xml", try archive(.xml) { try $0.encode(collections(), forKey: "root") }),
            Fixture("conditional.plist", try conditional()),
            Fixture("nested.plist", try nested()),
            Fixture("top-level.plist", try topLevel()),
            Fixture("unknown-class.plist", try unknownClass()),
        ]
    }

    private static func archive(
        _ format: PropertyListFormat = .binary,
        _ encode: (KeyedArchiver) throws -> Void
    ) throws -> [UInt8] {
        let archiver = KeyedArchiver()
        archiver.outputFormat = format
        try encode(archiver)
        return try archiver.encodedBytes
    }

    /// Every kind of plain value, in collections that share and contain one another.
    private static func collections() -> ArchivedDictionary {
        let shared = ArchivedArray(["shared", "by", "two"], isMutable: true)
        return ArchivedDictionary([
            (key: "numbers", value: ArchivedArray([true, 1, -1, 1.5, Float(0.1), Integer128(3), UInt64.max])),
            (
                key: "texts",
                value: ArchivedArray(["plain", "więcej niż ASCII", "a string that is longer than a pointer"])
            ),
            (key: "data", value: ArchivedData([0xDE, 0xAD, 0xBE, 0xEF])),
            (key: "date", value: ArchivedDate(timeIntervalSinceReferenceDate: 0)),
            (key: "nothing", value: ArchivedNull()),
            (key: "first", value: shared),
            (key: "second", value: shared),
            (key: "set", value: ArchivedSet(["a", "b"])),
        ])
    }

    /// One reference that is fulfilled, and one that is not.
    private static func conditional() throws -> [UInt8] {
        let encoded = ArchivedArray(["encoded elsewhere"])
        let absent = ArchivedArray(["never encoded"])
        return try archive {
            try $0.encodeConditionalObject(encoded, forKey: "fulfilled")
            try $0.encodeConditionalObject(absent, forKey: "unfulfilled")
            try $0.encode(encoded, forKey: "root")
        }
    }

    /// An archive in a data value of an archive.
    private static func nested() throws -> [UInt8] {
        let inner = try KeyedArchiver.archivedBytes(withRootObject: ["inside": "an archive of its own"])
        return try KeyedArchiver.archivedBytes(withRootObject: ["payload": ArchivedData(inner)])
    }

    /// Several top-level keys, scalars inline.
    private static func topLevel() throws -> [UInt8] {
        try archive {
            try $0.encode("a title", forKey: "title")
            try $0.encode(42, forKey: "count")
            try $0.encode(true, forKey: "isOpen")
            try $0.encode(0.5, forKey: "scale")
            try $0.encode("without a key")
        }
    }

    /// A class that no program knows, with fields of every kind and fallbacks for older readers.
    private static func unknownClass() throws -> [UInt8] {
        let record = ArchivedClass(
            name: "Example.Gadget",
            hierarchy: ["Example.Gadget", "Example.Device", "NSObject"],
            fallbacks: ["Example.Device"]
        )
        let gadget = ArchivedObject(record)
        gadget["serial"] = .inline(7)
        gadget["weight"] = .inline(.double(1.25))
        gadget["firmware"] = .inline(.data([1, 2, 3]))
        gadget["parts"] = .objects(["screw", "screw", "a spring of unusual length"])
        gadget["itself"] = .object(gadget)
        defer { gadget.fields = [] }
        return try KeyedArchiver.archivedBytes(withRootObject: gadget)
    }
}
