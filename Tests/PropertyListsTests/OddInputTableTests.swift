import PropertyLists
import TestSupport
import Testing

/// What CoreFoundation reads and is refused or read otherwise here, and the other way round: the rows of "What is read,
/// what is reported, what is refused" that have no suite of their own.
@Suite struct OddInputTableTests {
    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal.utf8).map { UInt8(Character(UnicodeScalar($0)).hexDigitValue ?? 0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func binary(_ hexadecimal: String) throws -> PropertyList {
        try BinaryPropertyListReader(bytes("62706c6973743030" + hexadecimal)).tree()
    }

    /// Binary lists, in hexadecimal digits without the first eight bytes.
    private static let refused = [
        "an offset of 9 bytes":
            "5161000000000000000008000000000000090100000000000000010000000000000000000000000000000a",
        "a reference of 9 bytes":
            "a1000000000000000001516108120000000000000109000000000000000200000000000000000000000000000014",
        "a count of 16 bytes":
            "4f14000000000000000000000000000000010108000000000000010100000000000000010000000000000000000000000000001b",
        "an object in the header": "516151620803000000000000010100000000000000020000000000000000000000000000000c",
    ]

    @Test func `sizes beyond 8 bytes and objects in the header are refused, and gaps and wide UIDs are read`() throws {
        for (what, list) in Self.refused {
            #expect(throws: ArchiveError.self, "\(what)") { try Self.binary(list) }
        }
        let gapBeforeTrailer = "5161080000000000000000010100000000000000010000000000000000000000000000000a"
        #expect(try Self.binary(gapBeforeTrailer) == "a")
        let uidBeyond32Bits = "84010000000008000000000000010100000000000000010000000000000000000000000000000e"
        #expect(try Self.binary(uidBeyond32Bits) == .uid(UID(1 << 32)))
    }

    @Test func `a strings file ends where no key begins, and what follows is reported`() throws {
        let rests = [("a=b;} c=d;", 4), ("a=b;\0c=d;", 4), ("a=b; = c;", 5), ("a=b;\n{c=d;}", 5), ("a=b;(c)", 4)]
        for (text, offset) in rests {
            var oddities: [ArchiveError] = []
            let list = try OpenStepPropertyListReader().read(Array(text.utf8), oddities: &oddities)
            #expect(list == ["a": "b"], "\(text.debugDescription)")
            #expect(Set(oddities.map(\.byteOffset)) == [offset], "\(text.debugDescription)")
        }
    }

    @Test func `documents in documents count as levels`() throws {
        var limits = Limits.default
        limits.depth = 3
        #expect(try readXML("<array><plist><array/></plist></array>", limits: limits) == [[]])
        let text = String(repeating: "<plist>", count: 5) + "<true/>" + String(repeating: "</plist>", count: 5)
        #expect(throws: ArchiveError.self) { try readXML(text, limits: limits) }
    }

    @Test func `what is no attribute in the XML declaration is passed over, and reported`() throws {
        let declarations = [
            "<?xml version=1.0?>", "<?xml version=\"1.0\"encoding=\"UTF-8\"?>", "<?xml version=\"1.0\" standalone?>",
            "<?xml encoding=UTF-8?>", "<?xml version=1.0 <true/>?>",
        ]
        for declaration in declarations {
            let bytes = Array("\(declaration)\n<plist><string>a</string></plist>".utf8)
            var oddities: [ArchiveError] = []
            #expect(try XMLPropertyListReader().read(bytes, oddities: &oddities) == "a", "\(declaration)")
            #expect(oddities.map(\.code) == [.malformedText], "\(declaration)")
            var strict = Limits.default
            strict.refusesOddInput = true
            #expect(throws: ArchiveError.self) { try XMLPropertyListReader(limits: strict).read(bytes) }
        }
        // The end of the declaration isn't taken from the text of an element.
        let open = Array("<?xml version=\"1.0\"><plist><string>what?></string></plist>".utf8)
        #expect(throws: ArchiveError(.malformedText, "")) { try XMLPropertyListReader().read(open) }
    }

    @Test func `names of encodings are known by their aliases`() throws {
        for name in ["iso8859-1", "latin-1", "l1", "cp819", "iso-ir-100"] {
            let bytes =
                Array("<?xml version=\"1.0\" encoding=\"\(name)\"?><string>caf".utf8) + [0xE9] + Array("</string>".utf8)
            #expect(try XMLPropertyListReader().read(bytes) == "caf\u{E9}", "\(name)")
        }
        for name in ["ANSI_X3.4-1968", "csASCII", "unicode-1-1-utf-8"] {
            let bytes = Array("<?xml version=\"1.0\" encoding=\"\(name)\"?><string>a</string>".utf8)
            #expect(try XMLPropertyListReader().read(bytes) == "a", "\(name)")
        }
    }

    @Test func `white space alone is an empty dictionary, an empty file is refused, and comments are passed over`()
        throws
    {
        for text in [" ", "\n\t", "\u{FEFF} "] {
            #expect(try PropertyListFormat(detecting: Array(text.utf8)) == .openStep, "\(text.debugDescription)")
            #expect(try OpenStepPropertyListReader().read(Array(text.utf8)) == [:], "\(text.debugDescription)")
        }
        for bytes: [UInt8] in [[], [0xEF, 0xBB, 0xBF]] {
            #expect(throws: ArchiveError.self) { try PropertyListFormat(detecting: bytes) }
        }
        // Between the first key of a strings file and its sign.
        let text = "key /* which */ = \"value\";"
        #expect(try PropertyListFormat(detecting: Array(text.utf8)) == .openStep)
        #expect(try OpenStepPropertyListReader().read(Array(text.utf8)) == ["key": "value"])
    }

    @Test func `a reference in data is the character that it stands for, and reported`() throws {
        var oddities: [ArchiveError] = []
        let list = try XMLPropertyListReader().read(Array("<data>AQ&#73;D</data>".utf8), oddities: &oddities)
        #expect(list == .data([1, 2, 3]))
        #expect(oddities.count == 1)
    }
}
