internal import KeyedArchiving
internal import PropertyLists

extension HostileArchive {
    /// Rows 66 to 73: the outer dictionary and its four parts.
    static let envelopes: [HostileArchive] =
        rootRows + archiverRows + versionRows + objectsRows + topRows + freedomRows + referenceRows

    // Objects lie depth first: the outer dictionary at byte 8, its keys up to 49, $version at 50, $archiver at 55, $top
    // at 73, $objects at 83 and its first element at 86.

    /// An archive of one string with one part of the envelope set, or left out with nil.
    private static func envelope(_ key: String, _ value: PropertyList?) -> PropertyList {
        var list = SmallArchive("x").propertyList
        if case .dictionary(var entries) = list {
            entries[key] = value
            list = .dictionary(entries)
        }
        return list
    }

    private static func part(
        _ row: Int,
        _ name: String,
        _ key: String,
        _ value: PropertyList?,
        _ place: String
    ) -> HostileArchive {
        HostileArchive(row, "\(key) \(name)", .notAKeyedArchive, place, envelope(key, value))
    }

    private static let rootRows: [HostileArchive] = [
        HostileArchive(66, "the property list is an array", .notAKeyedArchive, "byte 8", ["$archiver"]),
        HostileArchive(66, "the property list is a string", .notAKeyedArchive, "byte 8", "$archiver"),
        HostileArchive(66, "the property list is a set", .notAKeyedArchive, "byte 8", .set([1])),
        HostileArchive(66, "the property list is a UID", .notAKeyedArchive, "byte 8", .uid(1)),
        HostileArchive(66, "the property list is an empty dictionary", .notAKeyedArchive, "byte 8", [:]),
    ]

    private static let archiverRows: [HostileArchive] = [
        part(67, "is missing", "$archiver", nil, "byte 8"),
        part(67, "is an integer", "$archiver", 1, "byte 55"),
        part(67, "is data", "$archiver", .data([1]), "byte 55"),
        part(67, "is a reference", "$archiver", .uid(1), "byte 55"),
        part(67, "is an array", "$archiver", ["NSKeyedArchiver"], "byte 55"),
        part(67, "is not valid text", "$archiver", .string(PropertyListString(utf16: [0xD800])), "byte 55"),
        named("that of a subclass", "SCNKeyedArchiver"), named("of 64 KiB", String(repeating: "A", count: 65_536)),
        named("with characters that rearrange a terminal", "\u{1B}[2J\u{202E}evil\n"),
    ]

    /// An archive whose archiver has a name of its own, which is what subclasses write.
    private static func named(_ name: String, _ archiver: String) -> HostileArchive {
        HostileArchive(
            67, "the name of the archiver is \(name)", .ok, .ok, .refused(.unexpectedClass, "root"), .ok, Thing.self
        ) {
            try BinaryPropertyListWriter().write(envelope("$archiver", .string(PropertyListString(archiver))))
        }
    }

    private static func version(_ name: String, _ value: PropertyList) -> HostileArchive {
        HostileArchive(68, "$version is \(name)", .unsupportedVersion, "byte 50", envelope("$version", value))
    }

    private static let versionRows: [HostileArchive] = [
        part(68, "is missing", "$version", nil, "byte 8"), part(68, "is a string", "$version", "100000", "byte 50"),
        part(68, "is a real", "$version", 100_000.0, "byte 50"), version("99,999", 99_999), version("0", 0),
        version("-1", -1), version("2⁶³ − 1", .integer(.max)), version("2⁶⁴ − 1", .unsignedInteger(.max)),
        version("100,000 in 16 bytes", .integer128(Integer128(100_000))),
    ]

    private static let objectsRows: [HostileArchive] = [
        part(69, "is missing", "$objects", nil, "byte 8"), part(69, "is a string", "$objects", "$null", "byte 83"),
        part(69, "is a dictionary", "$objects", ["$null": 0], "byte 83"),
        part(69, "is a set", "$objects", .set(["$null"]), "byte 83"), part(69, "is empty", "$objects", [], "byte 83"),
        part(69, "starts with another text", "$objects", ["$nul", "x"], "byte 86"),
        part(69, "starts with an integer", "$objects", [0, "x"], "byte 86"),
        part(69, "starts with a reference", "$objects", [.uid(0), "x"], "byte 86"),
    ]

    private static let topRows: [HostileArchive] = [
        part(70, "is missing", "$top", nil, "byte 8"), part(70, "is a string", "$top", "root", "byte 73"),
        part(70, "is an array", "$top", [.uid(1)], "byte 73"), part(70, "is a reference", "$top", .uid(1), "byte 73"),
        HostileArchive(
            70, "$top is empty: there is no root", typed: .refused(.valueNotFound, "nowhere"),
            untyped: .refused(.valueNotFound, "nowhere")
        ) { SmallArchive("x", top: [:]) },
        HostileArchive(70, "the root is an inline integer", typed: .refused(.invalidUnarchiveOperation, "root")) {
            SmallArchive("x", top: ["root": 1])
        },
        HostileArchive(70, "the root is an inline string", typed: .refused(.invalidUnarchiveOperation, "root")) {
            SmallArchive("x", top: ["root": "x"])
        },
        HostileArchive(70, "the root is an array of references", typed: .refused(.invalidUnarchiveOperation, "root")) {
            SmallArchive("x", top: ["root": [.uid(1)]])
        },
        HostileArchive(70, "the root is nil") { SmallArchive("x", top: ["root": .uid(0)]) },
    ]

    private static let freedomRows: [HostileArchive] = [
        top(71, "a key that is a UUID", ["0AD863BA-7584-40CF-8896-BD87B3280C34"]),
        top(71, "10,000 keys", (0..<10_000).map { "key \($0)" }),
        top(71, "keys without names", (0..<50).map { "$\($0)" }),
        top(71, "an empty key", [""]),
        HostileArchive(72, "the outer dictionary has other keys", .ok, .ok, .ok, .ok, String.self) {
            try BinaryPropertyListWriter().write(envelope("$more", ["kept": [1, 2.5, .data([3])]]))
        },
    ]

    /// An archive whose top level has the given keys in addition to the root, all with one string.
    private static func top(_ row: Int, _ name: String, _ keys: [String]) -> HostileArchive {
        HostileArchive(row, "$top has \(name)", as: String.self) {
            let keys = (["root"] + keys).map { PropertyList.string(PropertyListString($0)) }
            return SmallArchive("x", top: .dictionary(PropertyListDictionary(keys.map { (key: $0, value: .uid(1)) })))
        }
    }

    private static let referenceRows: [HostileArchive] =
        [("the count", UInt64(2)), ("2³²", 1 << 32), ("2⁶³", 1 << 63), ("2⁶⁴ − 1", .max)].map { name, number in
            let verdict = Verdict.refused(.invalidReference, "root")
            return HostileArchive(
                73, "the root refers to object number \(name)", checked: verdict, typed: verdict, untyped: verdict
            ) { SmallArchive("x", top: ["root": .uid(UID(number))]) }
        } + [
            HostileArchive(
                73, "the root refers to object number -1, in XML", .ok, .ok,
                .refused(.invalidUnarchiveOperation, "root"), .ok, Thing.self
            ) { Array(xml.replacing("<integer>1<", with: "<integer>-1<").utf8) },
            HostileArchive(
                73, "the root refers to object number 2³², in XML", .ok, .ok,
                .refused(.invalidUnarchiveOperation, "root"), .ok, Thing.self
            ) { Array(xml.replacing("<integer>1<", with: "<integer>4294967296<").utf8) },
        ]

    private static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>$version</key><integer>100000</integer>
        <key>$archiver</key><string>NSKeyedArchiver</string>
        <key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
        <key>$objects</key><array><string>$null</string><string>x</string></array></dict></plist>
        """
}
