import PropertyLists
import TestSupport
import Testing

/// What errors of XML text say to do is done, and then the text is read or the value written.
@Suite struct XMLRemedyTests {
    private static func read(_ body: String) throws(ArchiveError) -> PropertyList {
        try readXML("<plist version=\"1.0\">\(body)</plist>", limits: Limits.default.refusingOddInput)
    }

    @Test func `what errors of reading XML say cures them`() {
        expectCures {
            Cure("NUL", says: "leave it out, or write a binary property list") {
                try Self.read("<string>a\0</string>")
            } cured: {
                let list = try BinaryPropertyListReader(BinaryPropertyListWriter().write("a\0")).tree()
                return try Self.read("<string>a</string>") == "a" && list == "a\0"
            }
            Cure("Latin text", says: "correct the declared encoding or convert the text to UTF-8") {
                try XMLPropertyListReader().read(Self.latin(declaring: "UTF-8"))
            } cured: {
                let read = try XMLPropertyListReader().read(Self.latin(declaring: "ISO-8859-1"))
                return try read == "é" && Self.read("<string>é</string>") == "é"
            }
            Cure("UTF-8 declared as UTF-16", says: "correct the declaration or the encoding") {
                try readXML("<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><string>a</string></plist>")
            } cured: {
                try readXML("<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist><string>a</string></plist>") == "a"
            }
            Cure("an encoding without a name", says: "name the encoding of the text") {
                try readXML("<?xml version='1.0' encoding=''?><true/>")
            } cured: {
                try readXML("<?xml version='1.0' encoding='UTF-8'?><true/>") == true
            }
            Cure("an unknown encoding", says: "convert the text with `iconv -f") {
                try readXML("<?xml version=\"1.0\" encoding=\"Shift_JIS\"?><plist><string>a</string></plist>")
            } cured: {
                try readXML("<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist><string>a</string></plist>") == "a"
            }
            Cure("half a character", says: "the file is damaged or cut short; get a fresh copy") {
                try XMLPropertyListReader().read(Array(Self.wide.dropLast()))
            } cured: {
                try XMLPropertyListReader().read(Self.wide) == "a"
            }
            Cure("an open string", says: "close it with ") {
                try readXML("<plist><string>a")
            } cured: {
                try readXML("<plist><string>a</string></plist>") == "a"
            }
            Cure("an open comment", says: "close it with ") {
                try readXML("<plist><!-- a <string>a</string></plist>")
            } cured: {
                try readXML("<plist><!-- a --><string>a</string></plist>") == "a"
            }
            Cure("base64 that is cut", says: "write the bytes in base64 again, with \"=\" up to") {
                try Self.read("<data>AQ</data>")
            } cured: {
                try Self.read("<data>AQ==</data>") == .data([1])
            }
            Cure("entities of its own", says: "remove the part in brackets; property lists need none") {
                try readXML("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><true/></plist>")
            } cured: {
                try readXML("<!DOCTYPE plist ><plist><true/></plist>") == true
            }
            Cure("an open document type", says: "close the document type with \">\" before it") {
                try readXML("<!DOCTYPE plist <plist><true/></plist>")
            } cured: {
                try readXML("<!DOCTYPE plist><plist><true/></plist>") == true
            }
            Cure("text before XML", says: "remove what comes before it, or read the input in its own format") {
                try readXML("x<plist><true/></plist>")
            } cured: {
                try readXML("<plist><true/></plist>") == true
            }
            Cure("OpenStep text", says: "remove what comes before it, or read the input in its own format") {
                try readXML("{ a = b; }")
            } cured: {
                try readOpenStep("{ a = b; }") == ["a": "b"]
            }
            Cure("two pairs of quotes", says: "an attribute has one pair of quotes, as in version=\"1.0\"") {
                try readXML(
                    "<?xml version=\"\"1.0\"\"?><plist><true/></plist>", limits: Limits.default.refusingOddInput)
            } cured: {
                try readXML("<?xml version=\"1.0\"?><plist><true/></plist>") == true
            }
            Cure("an open declaration", says: "end it with \"?>\"") {
                try readXML("<?xml version=\"1.0\"><plist><true/></plist>")
            } cured: {
                try readXML("<?xml version=\"1.0\"?><plist><true/></plist>") == true
            }
            Cure("crossed tags", says: "close each element before the one around it") {
                try Self.read("<dict><key>a</key><string>b</dict></string>")
            } cured: {
                try Self.read("<dict><key>a</key><string>b</string></dict>") == ["a": "b"]
            }
            Cure("a sign in place of a tag", says: "write a \"<\" in text as \"&lt;\"") {
                try Self.read("<array>< </array>")
            } cured: {
                try Self.read("<array><string>&lt;</string></array>") == ["<"]
            }
            Cure("a foreign element", says: "only") {
                try Self.read("<list/>")
            } cured: {
                try Self.read("<array/>") == []
            }
            Cure("a malformed attribute", says: "write attributes as in version=\"1.0\", and \">\" after the last") {
                try readXML("<?xml version=1.0?><true/>", limits: Limits.default.refusingOddInput)
            } cured: {
                try readXML("<?xml version=\"1.0\"?><true/>") == true
            }
            Cure("a tag inside a string", says: "close the element before it, or write a \"<\"") {
                try Self.read("<string>a<b/></string>")
            } cured: {
                try Self.read("<string>a&lt;b/></string>") == "a<b/>"
            }
            Cure("a declaration among values", says: "write comments between \"<!--\" and \"-->\"") {
                try Self.read("<!note><true/>")
            } cured: {
                try Self.read("<!--note--><true/>") == true
            }
            Cure("an entity of HTML", says: "write the text itself in its place") {
                try Self.read("<string>&eacute;</string>")
            } cured: {
                try Self.read("<string>é</string>") == "é"
            }
            Cure("the number of no character", says: "leave it out, or write the number of a character of Unicode") {
                try Self.read("<string>&#xD800;</string>")
            } cured: {
                try Self.read("<string>&#xE9;</string>") == "é" && Self.read("<string></string>") == ""
            }
            Cure("an ampersand", says: "write a \"&\" in text as \"&amp;\"") {
                try Self.read("<string>a & b</string>")
            } cured: {
                try Self.read("<string>a &amp; b</string>") == "a & b"
            }
            Cure("a value for a key", says: "keys are strings; put a <key> before each value") {
                try Self.read("<dict><integer>1</integer></dict>")
            } cured: {
                try Self.read("<dict><key>a</key><integer>1</integer></dict>") == ["a": 1]
            }
            Cure("two values", says: "put the values into an <array> or a <dict>") {
                try Self.read("<true/><false/>")
            } cured: {
                try Self.read("<array><true/><false/></array>") == [true, false]
            }
            Cure("a key without a value", says: "put a value after each <key>, or remove the key") {
                try Self.read("<dict><key>a</key></dict>")
            } cured: {
                try Self.read("<dict><key>a</key><true/></dict>") == ["a": true] && Self.read("<dict></dict>") == [:]
            }
            Cure("text in a boolean", says: "leave the element empty, as in <") {
                try Self.read("<true>yes</true>")
            } cured: {
                try Self.read("<true/>") == true
            }
            Cure("a fraction as an integer", says: "write other numbers as <real> or <string>") {
                try Self.read("<integer>1.5</integer>")
            } cured: {
                try Self.read("<real>1.5</real>") == 1.5 && Self.read("<string>1.5</string>") == "1.5"
            }
            Cure("a malformed real", says: "write it as in -1.5e3, or as <string>") {
                try Self.read("<real>-1,5e3</real>")
            } cured: {
                try Self.read("<real>-1.5e3</real>") == -1500.0 && Self.read("<string>-1,5e3</string>") == "-1,5e3"
            }
            Cure("a malformed date", says: "write it as YYYY-MM-DDThh:mm:ssZ, in UTC") {
                try Self.read("<date>2001-01-01</date>")
            } cured: {
                try Self.read("<date>2001-01-01T00:00:00Z</date>") == .date(0)
            }
            Cure("a document in a document", says: "put one <plist> around the one value of the file") {
                try Self.read("<plist><true/></plist>")
            } cured: {
                try readXML("<plist><true/></plist>") == true
            }
            Cure("an end without a start", says: "remove it, or write the start tag before it") {
                try readXML("</plist>")
            } cured: {
                try readXML("<plist><true/></plist>") == true
            }
            Cure("text outside", says: "remove it, or put it into a <string>") {
                try readXML("<plist>a<true/></plist>")
            } cured: {
                try readXML("<plist><true/></plist>") == true && Self.read("<string>a</string>") == "a"
            }
            Cure("an open list", says: "get a complete copy, or close the element") {
                try readXML("<plist><array><true/>")
            } cured: {
                try readXML("<plist><array><true/></array></plist>") == [true]
            }
            Cure("nothing", says: "put a value into it, such as <dict/>") {
                try Self.read("")
            } cured: {
                try Self.read("<dict/>") == [:]
            }
            Cure("a depth that is limited", says: "raise `Limits.") {
                try readXML("<array><array/></array>", limits: Limits(depth: 1))
            } cured: {
                try readXML("<array><array/></array>", limits: Limits(depth: 2)) == [[]]
            }
        }
    }

    @Test func `what errors of writing XML say cures them`() {
        for value in Self.unwritable {
            expectCures {
                Cure("\(value)", says: "write a binary property list") {
                    try XMLPropertyListWriter().write(value)
                } cured: {
                    try BinaryPropertyListReader(BinaryPropertyListWriter().write(value)).tree() == value
                }
            }
        }
        expectCures {
            Cure("a key that is a list", says: "use strings as keys") {
                try XMLPropertyListWriter().write([["a"]: 1])
            } cured: {
                try readXML(String(decoding: XMLPropertyListWriter().write(["a": 1]), as: UTF8.self)) == ["a": 1]
            }
        }
    }

    /// What XML has no form for, one of each kind.
    private static let unwritable: [PropertyList] = [
        .null, .set(["a"]), .orderedSet(["a"]), "a\0", .string(PropertyListString(utf16: [0xD800])),
        .uid(0x1_0000_0000), .date(1e17), .integer128(Integer128(high: 1, low: 0)), ["CF$UID": 1],
    ]

    private static func latin(declaring encoding: String) -> [UInt8] {
        Array("<?xml version=\"1.0\" encoding=\"\(encoding)\"?><plist><string>".utf8) + [0xE9]
            + Array("</string></plist>".utf8)
    }

    private static let wide: [UInt8] =
        [0xFE, 0xFF] + "<plist><string>a</string></plist>".utf8.flatMap { [0, $0] as [UInt8] }
}
