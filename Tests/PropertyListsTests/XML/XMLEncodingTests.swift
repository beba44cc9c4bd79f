import PropertyLists
import TestSupport
import Testing

@Suite struct XMLEncodingTests {
    private static let text = "<string>a\u{E9}\u{20AC}\u{1F698}\n</string>"
    private static let value: PropertyList = "a\u{E9}\u{20AC}\u{1F698}\n"

    /// The text in UTF-16.
    private static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return bigEndian ? [high, low] : [low, high]
        }
    }

    /// The text in an encoding of one byte per character.
    private static func latin1(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8($0.value) }
    }

    @Test func `UTF-8 is read with and without a mark or a declaration, and declared ISO 8859-1`() throws {
        let bytes = Array(Self.text.utf8)
        #expect(try XMLPropertyListReader().read(bytes) == Self.value)
        #expect(try XMLPropertyListReader().read([0xEF, 0xBB, 0xBF] + bytes) == Self.value)
        for name in ["UTF-8", "utf-8", "Utf8"] {
            let text = "<?xml version=\"1.0\" encoding=\"\(name)\" standalone='yes' ?>\(Self.text)"
            #expect(try readXML(text) == Self.value, "\(name)")
        }
        let latin1 = Self.latin1("<?xml version='1.0' encoding='ISO-8859-1'?><string>caf\u{E9}</string>")
        #expect(try XMLPropertyListReader().read(latin1) == "caf\u{E9}")
    }

    @Test(.rows)
    func `UTF-16 is read in both byte orders, with and without a byte-order mark`() {
        forEachRow([true, false], ["", "\u{FEFF}"]) { (bigEndian: Bool, mark: String) throws in
            let bytes = Self.utf16(mark + Self.text, bigEndian: bigEndian)
            #expect(try XMLPropertyListReader().read(bytes) == Self.value)
            for name in ["utf-16", bigEndian ? "UTF-16BE" : "UTF-16LE"] {
                let bytes = Self.utf16(
                    "\(mark)<?xml version='1.0' encoding='\(name)'?>\(Self.text)", bigEndian: bigEndian)
                #expect(try XMLPropertyListReader().read(bytes) == Self.value)
            }
        }
    }

    @Test func `declared ASCII is read, and refused where it is not ASCII`() throws {
        let declaration = "<?xml version='1.0' encoding='us-ascii'?>"
        #expect(try readXML("\(declaration)<string>a</string>") == "a")
        let error = errorOfReadingXML("\(declaration)<string>\u{E9}</string>")
        #expect(error?.code == .invalidString)
        #expect(error?.byteOffset == 49)
    }

    @Test(.rows)
    func `an encoding that is not supported is refused by name, and one that the bytes contradict`() {
        forEachRow(["shift_jis", "windows-1252", "x", ""]) { (name: String) in
            let error = errorOfReadingXML("<?xml version='1.0' encoding='\(name)'?><true/>")
            #expect(error?.code == .unsupportedVersion)
            #expect(error?.byteOffset == 30)
        }
        for name in ["utf-16", "UTF-16LE"] {
            #expect(errorOfReadingXML("<?xml version='1.0' encoding='\(name)'?><true/>")?.code == .malformedText)
        }
        // The mark counts, which is odd.
        #expect(errorOfReadingXML("\u{FEFF}<?xml version='1.0' encoding='latin1'?><true/>")?.code == .malformedText)
        let text = "<?xml version='1.0' encoding='utf-8'?><true/>"
        #expect(errorOfReadingXML(Self.utf16(text, bigEndian: true))?.code == .malformedText)
        let swapped = "<?xml version='1.0' encoding='utf-16le'?><true/>"
        #expect(errorOfReadingXML(Self.utf16(swapped, bigEndian: true))?.code == .malformedText)
    }

    @Test(.rows)
    func `an XML declaration that does not end where it should is refused`() {
        forEachRow(["?", "? >", "?x?>", "?\"?>"]) { (end: String) in
            for declaration in ["<?xml version='1.0'", "<?xml version='1.0' encoding='utf-8'"] {
                let error = errorOfReadingXML("\(declaration)\(end)<true/>")
                #expect(error?.code == .malformedText)
                // Where `?>` should be.
                #expect(error?.byteOffset == declaration.utf8.count)
            }
        }
    }

    @Test func `UTF-32 is read with a byte-order mark, and refused by name without one`() {
        let text = "\u{FEFF}<true/>\n<"
        let bytes = text.unicodeScalars.flatMap { [0, 0, UInt8($0.value >> 8), UInt8($0.value & 0xFF)] }
        #expect(throws: Never.self) { try XMLPropertyListReader().read(Array(bytes.dropLast(8))) }
        // The end is ignored, which is odd.
        let error = errorOfReadingXML(bytes)
        #expect(error?.line == 2 && error?.byteOffset == 36)
        #expect(errorOfReadingXML(Array(bytes.dropFirst(4)))?.code == .unsupportedVersion)
    }

    @Test(.rows)
    func `text that is not valid UTF-8 or UTF-16 is refused where it goes wrong`() {
        forEachRow(
            [
                [0x80], [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82],
                [0xED, 0xA0, 0x80],
                [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x9A], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
            ] as [[UInt8]]
        ) { (bytes: [UInt8]) in
            // A long beginning, so that the defect lies past the first block that is checked.
            let start = Array("<string>\(String(repeating: "\u{E9}", count: 150))".utf8)
            let error = errorOfReadingXML(start + bytes + Array("</string>".utf8))
            #expect(error?.code == .invalidString)
            #expect(error?.byteOffset == start.count)
        }
        let start = Self.utf16("\u{FEFF}<string>\u{1F698}", bigEndian: false)
        let end = Self.utf16("</string>", bigEndian: false)
        let lone = errorOfReadingXML(start + [0x3D, 0xD8] + end)
        let half = errorOfReadingXML(start + end + [0x0A])
        expectRows {
            (lone?.code, .invalidString)
            (lone?.byteOffset, start.count)
            (half?.code, .truncated)
            (half?.byteOffset, start.count + end.count)
        }
    }

    @Test func `places in converted text are places in the input`() {
        let text = "\u{FEFF}<array>\n\u{1F698}"
        let wide = errorOfReadingXML(Self.utf16(text, bigEndian: true))
        expectRows {
            (wide?.byteOffset, 18)
            (wide?.line, 2)
            (wide?.column, 1)
        }
        let after = errorOfReadingXML(Self.utf16("<!--\u{1F698}\u{20AC}\u{E9}-->x", bigEndian: false))
        #expect(after?.byteOffset == 22)
        let latin1 = Self.latin1("<?xml version='1.0' encoding='latin1'?><!--\u{E9}\u{E9}-->x")
        #expect(errorOfReadingXML(latin1)?.byteOffset == 48)
    }

    @Test func `NUL is refused anywhere`() {
        for text in ["<string>a\0b</string>", "<!--\0--><true/>", "<true/>\0", "<true\0/>"] {
            let error = errorOfReadingXML(text)
            #expect(error?.code == .malformedText, "\(text)")
            #expect(error?.byteOffset == Array(text.utf8).firstIndex(of: 0))
        }
    }
}
