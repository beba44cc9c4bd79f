import PropertyLists
import TestSupport
import Testing

/// What OpenStep text means; where nothing else is said, as Foundation's reader takes it.
@Suite struct OpenStepReaderTests {
    static let structures: [(text: String, value: PropertyList)] = [
        ("{ a = b; }", ["a": "b"]),
        ("{a=b}", ["a": "b"]),  // as GNUstep reads it
        ("(a, b)", ["a", "b"]),
        ("(a, b,)", ["a", "b"]),
        ("()", []),
        ("{}", [:]),
        ("{ a = (b, {c = d;}); e = {}; }", ["a": ["b", ["c": "d"]], "e": [:]]),
        ("{b = 1; a = 2; b = 3;}", ["a": "2", "b": "3"]),
        ("a = b;", ["a": "b"]),
        ("a; b = c;", ["a": "a", "b": "c"]),
        ("{a;}", ["a": "a"]),
        ("/* Title */\n\"a b\" = \"c\";\n// more\n", ["a b": "c"]),
        ("a = (1, 2); b = {c = d;};", ["a": ["1", "2"], "b": ["c": "d"]]),
        ("hello", "hello"),
        ("// nothing", [:]),
        ("/* nothing */\n", [:]),
        ("/a/b = c;", ["/a/b": "c"]),
        ("(a//b\n,c)", ["a//b", "c"]),
        ("(a\u{2028},\u{2029}b\u{0B})", ["a", "b"]),
        ("(a // c\u{2028}, b // d\u{2029})", ["a", "b"]),
        ("{a = -1; b = 1.5; c = YES;}", ["a": "-1", "b": "1.5", "c": "YES"]),
    ]

    @Test(.rows)
    func `containers, strings files, comments, strings, data and GNUstep's values are read`() {
        let rows = Self.structures + Self.strings + Self.values
        forEachRow(rows.indices) { (index: Int) throws in
            let (text, value) = rows[index]
            #expect(try readOpenStep(text) == value, "\(text)")
        }
    }

    static let strings: [(text: String, value: PropertyList)] = [
        ("abc_$/:.-09", "abc_$/:.-09"),
        ("\"\"", ""),
        ("\"a 'b' c\"", "a 'b' c"),
        ("'a \"b\" c'", "a \"b\" c"),
        ("\"日本 \u{1F698}\"", "日本 \u{1F698}"),
        ("\"x\ny\"", "x\ny"),
        ("\"x\\\ny\"", "x\ny"),
        (#""\a\b\f\n\r\t\v\\\"\'""#, "\u{7}\u{8}\u{C}\n\r\t\u{B}\\\"'"),
        (#""\q\8\é\日""#, "q8é日"),
        (#""\101\18\0""#, "A\u{1}8\u{0}"),
        (#""\200\231\341\242\375""#, "\u{A0}\u{DB}\u{C6}\u{A2}\u{FF}"),
        (#""\376\377""#, "\u{FFFD}\u{FFFD}"),
        (#""\U1\U12345\UD83D\UDE00\u0041""#, "\u{1}\u{1234}5\u{1F600}u0041"),
        (#""é\UD800x""#, .string(PropertyListString(utf16: [0xE9, 0xD800, 0x78]))),
    ]

    static let values: [(text: String, value: PropertyList)] = [
        ("<0fbd77>", .data([0x0F, 0xBD, 0x77])),
        ("<0F bd\n\t77 >", .data([0x0F, 0xBD, 0x77])),
        ("< >", .data([])),
        ("(<>)", [.data([])]),
        ("<*I5>", 5),
        ("<*I-9223372036854775808>", .integer(.min)),
        ("<*I18446744073709551615>", .unsignedInteger(.max)),
        ("<*I\"5\">", 5),
        ("<*R1.5>", 1.5),
        ("<*R-2e-3>", -0.002),
        ("<*BY>", true),
        ("<*BN>", false),
        ("<*D2001-01-01 00:00:00 +0000>", .date(0)),
        ("<*D2001-01-01 01:30:00 +0130>", .date(0)),
        ("<*D2000-12-31 19:00:00 -0500>", .date(0)),
        ("<*D2001-01-01 23:59:00 +2359>", .date(0)),
        ("<[D713dw==]>", .data([0x0F, 0xBD, 0x77, 0x77])),
        ("<[]>", .data([])),
        ("{a = <*I5>; b = (<[AQ==]>);}", ["a": 5, "b": [.data([1])]]),
    ]

    @Test func `UTF-8 and UTF-16 are read, with and without a mark`() throws {
        let text = "{ \"é\" = \"\u{1F698}\"; }"
        let expected: PropertyList = ["é": "\u{1F698}"]
        let (big, little) = (Self.utf16(text, isBig: true), Self.utf16(text, isBig: false))
        let utf8 = Array(text.utf8)
        for bytes in [utf8, [0xEF, 0xBB, 0xBF] + utf8, big, [0xFE, 0xFF] + big, little, [0xFF, 0xFE] + little] {
            #expect(try OpenStepPropertyListReader().read(bytes) == expected)
            #expect(try PropertyListFormat(detecting: bytes) == .openStep)
        }
    }

    private static func utf16(_ text: String, isBig: Bool) -> [UInt8] {
        text.utf16.flatMap { unit -> [UInt8] in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBig ? bytes : bytes.reversed()
        }
    }

    @Test func `an error in UTF-16 is placed in the bytes of the input`() throws {
        let bytes = [0xFF, 0xFE] + Self.utf16("(\n\"é\",\u{1F698})", isBig: false)
        let error = try #require(errorOfReadingOpenStep(bytes))
        #expect(error.byteOffset == 2 + 2 * 6)
        #expect(error.line == 2)
    }
}

@Suite struct PropertyListFormatTests {
    static let openStep = [
        "{}", " \n{ a = b; }", "(a)", "\"a\" = \"b\";", "'a'", "// c\na = b;", "/* c */", "/a/b = c;", "a = b;", "a-b;",
        "<0fbd77>", "<0f bd>", "<*I5>", "<[AQ==]>", "\u{2028}\u{2029}{}", "a\u{2028}= b;", "<0f\u{2029}bd>",
    ]

    @Test(.rows)
    func `OpenStep text is recognized by its first characters, and XML by its tag`() {
        forEachRow(Self.openStep) { (text: String) throws in
            #expect(try PropertyListFormat(detecting: Array(text.utf8)) == .openStep)
        }
        forEachRow(["<true/>", " <plist/>", "<dict/>", "\u{FEFF}<true/>"]) { (text: String) throws in
            #expect(try PropertyListFormat(detecting: Array(text.utf8)) == .xml)
        }
    }

    @Test func `separators of lines and paragraphs are white space in each encoding`() throws {
        let text = "\u{2028}\u{2029}(a)"
        let utf16 = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let utf32 = text.unicodeScalars.flatMap { [0, 0, UInt8($0.value >> 8), UInt8($0.value & 0xFF)] }
        for bytes in [Array(text.utf8), [0xFE, 0xFF] + utf16, [0, 0, 0xFE, 0xFF] + utf32] {
            #expect(try PropertyListFormat(detecting: bytes) == .openStep)
        }
        // The last two bytes of another character, and half a separator.
        for bytes: [UInt8] in [[0xE2, 0x80, 0xAA, 0x28], [0xE2, 0x80, 0x28], [0x80, 0xA8, 0x28]] {
            #expect((try? PropertyListFormat(detecting: bytes)) == nil)
        }
    }

    @Test func `long data are told from a tag, and a string that isn't closed says how to close it`() throws {
        let data = "<" + String(repeating: "0fbd ", count: 5_000) + ">"
        #expect(try PropertyListFormat(detecting: Array(data.utf8)) == .openStep)
        #expect(try OpenStepPropertyListReader().read(Array(data.utf8)).dataValue?.count == 10_000)
        let error = #expect(throws: ArchiveError.self) {
            try OpenStepPropertyListReader().read(Array("\"open".utf8))
        }
        #expect(error?.remedy == "close it with \"")
    }

    @Test(.rows)
    func `other text is not recognized, and a long beginning is not searched to its end`() {
        forEachRow(["", "hello", "hello world", "a: b", "/", "\u{1F698} = a;", "[1]", "\0\0\0\0"]) {
            (text: String) throws in
            let error = #expect(throws: ArchiveError.self) { try PropertyListFormat(detecting: Array(text.utf8)) }
            #expect(error?.code == .unrecognizedFormat)
        }
        let key = Array(repeating: UInt8(ascii: "a"), count: 100_000) + Array(" = b;".utf8)
        #expect(throws: ArchiveError.self) { try PropertyListFormat(detecting: key) }
    }
}
