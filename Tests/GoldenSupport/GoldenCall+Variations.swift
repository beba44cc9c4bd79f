import Fuzzing
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import SequentialArchives

extension GoldenCall {
    /// What reading makes of every small change of a seed: each byte replaced, left out or repeated, and the end
    /// cut off.
    ///
    /// An input is a seed and one of its parts; see ``GoldenInput/parts(of:_:)``.
    package static let binaryVariations: [GoldenCall] = [
        varied("tree", binaryBytes) { try "\(BinaryPropertyListReader($0).tree())" },
        varied("tree:unchecked", binaryBytes) { try "\(BinaryPropertyListReader($0, validation: .onAccess).tree())" },
        varied("problems", binaryBytes) { bytes in
            try BinaryPropertyListReader(bytes, validation: .onAccess).problems(strict: true)
                .map { GoldenOutcome.facts(of: $0) }.joined(separator: ", ")
        },
    ]

    package static let archiveVariations: [GoldenCall] = [
        varied("archive", binaryBytes) { bytes in
            try KeyedArchive(bytes).problems(strict: true).map { GoldenOutcome.facts(of: $0) }.joined(separator: ", ")
        },
        varied("decode", binaryBytes) { bytes in
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: .foundation)
            unarchiver.keepsUnknownClasses = true
            try unarchiver.disableSecureCoding()
            guard let object = try unarchiver.decodeObject(forKey: KeyedArchiver.rootObjectKey) else { return "nil" }
            defer { CycleBreaker.takeApart(object) }
            return description(of: object)
        },
        varied("codable", binaryBytes) { bytes in
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            let value = try unarchiver.decodeDecodable(AnyCodable.self, forKey: KeyedArchiver.rootObjectKey)
            return value.map { "\($0)".count } ?? -1
        },
    ]

    package static let xmlVariations = [
        varied("xml", xmlBytes) { try "\(XMLPropertyListReader().read($0))" }
    ]

    package static let openStepVariations = [
        varied("openStep", openStepBytes) { try "\(OpenStepPropertyListReader().read($0))" }
    ]

    package static let sequentialVariations: [GoldenCall] = [
        varied("sequential", binaryBytes) { try canonicalText($0) },
        varied("sequential:look", binaryBytes) { try lookAtSequential($0) },
        varied("sequential:decode", binaryBytes) { try decodeSequential($0) },
    ]

    package static let pathVariations = [
        varied("path", pathBytes) { bytes in
            let path = try ArchivePath(String(decoding: bytes, as: UTF8.self))
            return "\(path) \(path.steps)"
        }
    ]

    package static let typeVariations = [
        varied("types", typeBytes) { bytes in
            let group = try SequentialGroup(types: String(decoding: bytes, as: UTF8.self), values: [])
            return "\(group)"
        },
        varied("types:keyed", typeBytes) { bytes in
            let archiver = KeyedArchiver()
            try archiver.encodeValues(ofObjCTypes: String(decoding: bytes, as: UTF8.self), [])
            return "encoded"
        },
    ]

    private static let binaryBytes: [@Sendable (UInt8) -> UInt8] = [
        { _ in 0 }, { _ in 0xFF }, { $0 &+ 1 }, { $0 &- 1 }, { $0 ^ 0x80 }, { $0 ^ 0x10 }, { _ in 0x84 },
    ]
    private static let xmlBytes = characters("<>&;\"'= /!?-]01346aZ\u{0}\u{1}\u{E9}")
    private static let openStepBytes = characters("(){}<>\"'\\,;=/* 013467afU@\u{0}\u{E9}")
    private static let pathBytes = characters(".[]{}<>\"\\!*-0 a$\u{E9}")
    private static let typeBytes = characters("[]{}()=\"^b!@c9 0?")

    private static func characters(_ text: String) -> [@Sendable (UInt8) -> UInt8] {
        text.unicodeScalars.map { scalar in { _ in UInt8(truncatingIfNeeded: scalar.value) } }
    }

    private static func varied(
        _ name: String,
        _ replacements: [@Sendable (UInt8) -> UInt8],
        _ read: @escaping @Sendable ([UInt8]) throws -> some Any
    ) -> GoldenCall {
        GoldenCall("\(name)") { subject in
            let (seed, positions) = GoldenInput.seedAndPart(subject.bytes)
            var (lines, counts) = ([String](), [String: Int]())
            for position in positions {
                var variants = replacements.map { replacement in
                    var bytes = seed
                    bytes[position] = replacement(bytes[position])
                    return bytes
                }
                variants.append(Array(seed.prefix(position)))
                variants.append(Array(seed[..<position] + seed[(position + 1)...]))
                variants.append(Array(seed[...position] + seed[position...]))
                for (number, bytes) in variants.enumerated() {
                    let outcome = GoldenOutcome { try "\(read(bytes))" }
                    lines.append("\(position) \(number)\(outcome.isError ? "!" : ":") \(outcome.text)")
                    // An error's text starts with its code.
                    let kind = outcome.isError ? String(outcome.text.prefix(while: \.isLetter)) : "read"
                    counts[kind, default: 0] += 1
                }
            }
            // The counts come first, for they are what is recorded in words.
            let kinds = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
            let summary = "\(lines.count) changes: \(kinds)"
            return GoldenOutcome("\(summary)\n" + lines.joined(separator: "\n"), shown: summary.count)
        }
    }
}

extension GoldenInput {
    private static let partSize = 16

    /// A seed in parts, each of which is an input: its place and size in front of the whole seed.
    package static func parts(of name: String, _ seed: [UInt8]) -> [GoldenInput] {
        stride(from: 0, to: seed.count, by: partSize).map { start in
            let bytes = [UInt8(start / partSize), UInt8(min(partSize, seed.count - start))] + seed
            return GoldenInput("\(name) from byte \(start)") { bytes }
        }
    }

    static func seedAndPart(_ bytes: [UInt8]) -> (seed: [UInt8], positions: Range<Int>) {
        let start = Int(bytes[0]) * partSize
        return (Array(bytes.dropFirst(2)), start..<start + Int(bytes[1]))
    }

    /// A binary list with an object of every kind, of every width.
    package static func binarySeed() throws -> [UInt8] {
        let list: PropertyList = [
            true, false, 1, 200, 70_000, .integer(1 << 40), -5, .double(1.5), .float(0.25), .date(1), .data([1, 2, 3]),
            .data(Array(repeating: 7, count: 17)), "text", .string(PropertyListString("日本")),
            "a text of more than fifteen", .uid(3), .uid(UID(300)), .uid(UID(70_000)), [1, [2, []]], .set([1, 2]),
            .orderedSet(["b", "a"]), ["one": 1, "two": ["three": 3]], .integer128(Integer128(high: 1, low: 2)),
        ]
        return try BinaryPropertyListWriter().write(list)
    }

    package static func archiveSeed() throws -> [UInt8] {
        let array = ArchivedArray(["inner", 1 as Int64, 2.5], isMutable: true)
        let value = ArchivedDictionary([(key: "one", value: array), (key: "two", value: ArchivedSet([array, "two"]))])
        return try KeyedArchiver.archivedBytes(withRootObject: value)
    }

    package static let sequentialSeed = SequentialSeed.bytes

    package static let xmlSeed = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://a/b.dtd" [<!ENTITY a "b">]>
        <!-- a --><plist version="1.0"><dict><key>a&amp;&#x41;&#66;</key><array><true/><false /><integer>-12</integer>
        <integer>0x1F</integer><real>1.5e-3</real><real>nan</real><string><![CDATA[a<b]]>é</string><string/>
        <date>2000-12-30T20:50:50Z</date><data>AAEC
        Aw==</data><dict><key>CF$UID</key><integer>7</integer></dict></array></dict></plist>
        """.utf8)

    package static let openStepSeed = Array(
        """
        // comment
        { a = "q\\"\\n\\U00e9\\101"; 'b c' = (1, x.y/z, <0a1B 2c>, <*I5>, <*R1.5>, <*BY>, <*D2001-12-30 20:50:50 +2050>,
        (), {}); /* other */ "d" = {e = f; g;}; }
        """.utf8)

    package static let pathSeeds = [
        #"root.NS.objects[0]."a \"q\" \u{41}"[-1].name"#, "**<NSArray>[*].*!root.**", "a.{0}.{\"k\"}[12]!x",
    ].map { Array($0.utf8) }

    package static let typeSeeds = ["{a=[3i]^v(b=cS)b3@\"NSString\"}*", "[12{p=ff[2@]}](u=iQ)!:#%"].map {
        Array($0.utf8)
    }
}
