import PropertyLists
import TestSupport
import Testing

/// What oddities say to do is done, and then there is none.
@Suite struct OddInputRemedyTests {
    /// Reads XML in bytes, and refuses what is odd.
    private static func read(_ bytes: [UInt8]) throws -> PropertyList {
        try XMLPropertyListReader(limits: Limits.default.refusingOddInput).read(bytes)
    }

    private static func xml(_ body: String, declaring: String = "") throws -> PropertyList {
        let text = "<?xml version=\"1.0\"\(declaring)?><plist>\(body)</plist>"
        return try readXML(text, limits: Limits.default.refusingOddInput)
    }

    private static func openStep(_ text: String) throws -> PropertyList {
        try readOpenStep(text, limits: Limits.default.refusingOddInput)
    }

    private static func binary(_ bytes: [UInt8]) throws -> PropertyList {
        try BinaryPropertyListReader(bytes, limits: Limits.default.refusingOddInput).tree()
    }

    /// What a list that is read with its oddities is when it was written again.
    private static func written(_ bytes: [UInt8]) throws -> PropertyList {
        try binary(BinaryPropertyListWriter().write(BinaryPropertyListReader(bytes).tree()))
    }

    @Test func `what oddities of XML say to do leaves none`() {
        expectCures {
            Cure("a key twice", says: "remove the other entries") {
                try Self.xml("<dict><key>a</key><true/><key>a</key><false/></dict>")
            } cured: {
                try Self.xml("<dict><key>a</key><false/></dict>") == ["a": false]
            }
            Cure("white space in a number", says: "write the number without it") {
                try Self.xml("<integer>+ 42</integer>")
            } cured: {
                try Self.xml("<integer>+42</integer>") == 42
            }
            Cure("a reference in a number", says: "write the characters themselves") {
                try Self.xml("<real>&#49;.5</real>")
            } cured: {
                try Self.xml("<real>1.5</real>") == 1.5
            }
            Cure("a key as a value", says: "write <string> where it is a value") {
                try Self.xml("<array><key>a</key></array>")
            } cured: {
                try Self.xml("<array><string>a</string></array>") == ["a"]
            }
            Cure("a malformed attribute", says: "write attributes as in version=\"1.0\", and \">\" after the last") {
                try Self.xml("<string a=b>x</string>")
            } cured: {
                try Self.xml("<string a=\"b\">x</string>") == "x"
            }
            Cure("the end of a tag in an attribute", says: "write it as \"&gt;\"") {
                try Self.xml("<string a=\"b>c\">x</string>")
            } cured: {
                try Self.xml("<string a=\"b&gt;c\">x</string>") == "x"
            }
            Cure("the end of a document type in a literal", says: "take it out; other readers end the document type") {
                try readXML("<!DOCTYPE plist PUBLIC \"a>b\"><true/>", limits: Limits.default.refusingOddInput)
            } cured: {
                try readXML("<!DOCTYPE plist PUBLIC \"ab\"><true/>", limits: Limits.default.refusingOddInput) == true
            }
            Cure("two document types", says: "leave one of them") {
                try readXML("<!DOCTYPE plist><!DOCTYPE plist><true/>", limits: Limits.default.refusingOddInput)
            } cured: {
                try readXML("<!DOCTYPE plist><true/>", limits: Limits.default.refusingOddInput) == true
            }
            Cure("an encoding that others pass over", says: "begin the text with the XML declaration, with encoding=") {
                try readXML(
                    "<?xml version=\"1.0\" encoding = \"iso-8859-1\"?><true/>", limits: Limits.default.refusingOddInput)
            } cured: {
                try readXML(
                    "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><true/>", limits: Limits.default.refusingOddInput)
                    == true
            }
            Cure("a comment that is no UTF-8", says: "convert the text to UTF-8") {
                try Self.read(Array("<!-- ".utf8) + [0xE9] + Array(" --><true/>".utf8))
            } cured: {
                try Self.read(Array("<!-- \u{E9} --><true/>".utf8)) == true
            }
            Cure(
                "an encoding whose name a shell takes apart", says: "convert the text to UTF-8, and let it declare that"
            ) {
                try readXML("<?xml version=\"1.0\" encoding=\"a;b\"?><true/>")
            } cured: {
                try readXML("<?xml version=\"1.0\" encoding=\"UTF-8\"?><true/>") == true
            }
            Cure("a quote without another", says: "take it out, or write the other one") {
                try readXML("<!DOCTYPE plist \"a><true/>", limits: Limits.default.refusingOddInput)
            } cured: {
                try readXML("<!DOCTYPE plist \"a\"><true/>", limits: Limits.default.refusingOddInput) == true
            }
            Cure("white space in a boolean", says: "leave the element empty, as in <true/>") {
                try Self.xml("<true> </true>")
            } cured: {
                try Self.xml("<true/>") == true
            }
            Cure("an empty element of data", says: "write it as <data></data>") {
                try Self.xml("<data/>")
            } cured: {
                try Self.xml("<data></data>") == .data([])
            }
            Cure("a document as a value", says: "put one <plist> around the one value of the file") {
                try Self.xml("<array><plist><true/></plist></array>")
            } cured: {
                try Self.xml("<array><true/></array>") == [true]
            }
            Cure("no such date", says: "write the date that is meant") {
                try Self.xml("<date>2001-01-32T00:00:00Z</date>")
            } cured: {
                try Self.xml("<date>2001-02-01T00:00:00Z</date>") == .date(31 * 86400)
            }
            Cure("a comment in text", says: "write it before or after the element") {
                try Self.xml("<string>a<!-- b --></string>")
            } cured: {
                try Self.xml("<!-- b --><string>a</string>") == "a"
            }
            Cure("a reference to NUL", says: "leave it out, or write a binary property list") {
                try Self.xml("<string>a&#0;</string>")
            } cured: {
                try Self.xml("<string>a</string>") == "a"
            }
            Cure("a long reference", says: "write the number without zeros before it") {
                try Self.xml("<string>&#000000065;</string>")
            } cured: {
                try Self.xml("<string>&#65;</string>") == "A"
            }
            Cure("an empty comment first", says: "take it out") {
                try readXML("<!----><true/>", limits: Limits.default.refusingOddInput)
            } cured: {
                try Self.xml("<true/>") == true
            }
            Cure("an instruction that ends at once", says: "take it out") {
                try Self.xml("<?><true/>")
            } cured: {
                try Self.xml("<true/>") == true
            }
            Cure("an empty document first", says: "take it out") {
                try readXML("<plist/><plist><true/></plist>", limits: Limits.default.refusingOddInput)
            } cured: {
                try Self.xml("<true/>") == true
            }
            Cure("text after the end", says: "remove them") {
                try readXML("<plist><true/></plist>more", limits: Limits.default.refusingOddInput)
            } cured: {
                try Self.xml("<true/>") == true
            }
            Cure("a mark, and another encoding", says: "correct the declaration") {
                try readXML("\u{FEFF}<?xml version='1.0' encoding='latin1'?><true/>", limits: .default.refusingOddInput)
            } cured: {
                try readXML("\u{FEFF}<?xml version='1.0' encoding='UTF-8'?><true/>", limits: .default.refusingOddInput)
                    == true
            }
            Cure("UTF-16 without a mark", says: "put a mark before it, or convert it to UTF-8") {
                let text = "<true/>".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
                return try XMLPropertyListReader(limits: .default.refusingOddInput).read(text)
            } cured: {
                let text = "\u{FEFF}<true/>".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
                return try XMLPropertyListReader(limits: .default.refusingOddInput).read(text) == true
                    && Self.xml("<true/>") == true
            }
        }
    }

    @Test func `what oddities of OpenStep text say to do leaves none`() {
        expectCures {
            Cure("no last semicolon", says: "write it before the \"}\"") {
                try Self.openStep("{ a = b }")
            } cured: {
                try Self.openStep("{ a = b; }") == ["a": "b"]
            }
            Cure("a number of GNUstep", says: "write it as a string, or as XML") {
                try Self.openStep("(<*I5>)")
            } cured: {
                try Self.openStep("(5)") == ["5"] && Self.xml("<array><integer>5</integer></array>") == [5]
            }
            Cure("an end without a beginning", says: "remove them; a key begins with a letter, a digit or a quote") {
                try Self.openStep("a = b;}")
            } cured: {
                try Self.openStep("a = b;") == ["a": "b"]
            }
            Cure("a form feed in data", says: "write a space or a line end instead") {
                try Self.openStep("<0f\u{C}0f>")
            } cured: {
                try Self.openStep("<0f 0f>") == .data([15, 15]) && Self.openStep("<0f\n0f>") == .data([15, 15])
            }
            Cure("half a byte at the end of an array", says: "write two digits for each byte, and \">\" at the end") {
                try Self.openStep("(a, <00f)")
            } cured: {
                try Self.openStep("(a, <000f>)") == ["a", .data([0, 15])]
            }
            Cure("the mark of a binary list", says: "put the first key in quotes") {
                try Self.openStep("bplist = a;")
            } cured: {
                try Self.openStep("\"bplist\" = a;") == ["bplist": "a"]
            }
            Cure("an open comment", says: "close it with ") {
                try Self.openStep("(a) /* b")
            } cured: {
                try Self.openStep("(a) /* b */") == ["a"]
            }
        }
    }

    @Test func `what oddities of binary lists say to do leaves none`() throws {
        let whole = HandmadeList([0x51, 0x41])
        let isNewer = Array("bplist01".utf8) + whole.bytes.dropFirst(8)
        expectCures {
            Cure("a version", says: "read the file and write it again") {
                try Self.binary(isNewer)
            } cured: {
                try Self.written(isNewer) == "A"
            }
            Cure("bytes after the end", says: "read the file and write it again") {
                try Self.binary(whole.bytes + [0])
            } cured: {
                try Self.written(whole.bytes + [0]) == "A"
            }
            Cure("other characters marked ASCII", says: "the file was made by a faulty writer; other characters") {
                try Self.binary(HandmadeList([0x51, 0xE9]).bytes)
            } cured: {
                try Self.binary(BinaryPropertyListWriter().write("é")) == "é"
            }
            Cure("a UID beyond 32 bits", says: "only a damaged file has so many entries; get another copy") {
                try Self.binary(HandmadeList([0x84, 1, 0, 0, 0, 0]).bytes)
            } cured: {
                try Self.binary(HandmadeList([0x80, 0]).bytes) == .uid(0)
            }
            Cure("a UID beyond 64 bits", says: "only a damaged file has so many entries; get another copy") {
                try Self.binary(HandmadeList([0x88, 1, 0, 0, 0, 0, 0, 0, 0, 7]).bytes)
            } cured: {
                try Self.binary(HandmadeList([0x80, 7]).bytes) == .uid(7)
            }
            Cure("an empty string of UTF-16", says: "read the file and write it again") {
                try Self.binary(HandmadeList([0x60]).bytes)
            } cured: {
                try Self.written(HandmadeList([0x60]).bytes) == ""
            }
            Cure("an ordered set", says: "make an array of it") {
                try Self.binary(BinaryPropertyListWriter().write(.orderedSet(["a"])))
            } cured: {
                try Self.binary(BinaryPropertyListWriter().write(["a"])) == ["a"]
            }
            Cure("a list behind a prefix", says: "a binary property list begins at byte") {
                try PropertyListFormat(detecting: [0, 0, 0, 7] + whole.bytes)
            } cured: {
                try Self.binary(Array(([0, 0, 0, 7] + whole.bytes)[4...])) == "A"
            }
        }
    }
}
