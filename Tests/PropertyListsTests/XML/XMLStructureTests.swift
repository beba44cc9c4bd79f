import PropertyLists
import TestSupport
import Testing

@Suite struct XMLStructureTests {
    @Test func `every kind of value is read`() throws {
        let value = try readXML(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
                <key>array</key>
                <array>
                    <string>a</string>
                    <integer>1</integer>
                    <real>1.5</real>
                    <true/>
                    <false/>
                    <data>AQI=</data>
                    <date>2001-01-01T00:00:01Z</date>
                    <array/>
                    <dict/>
                    <string/>
                    <data/>
                </array>
                <key>uid</key>
                <dict><key>CF$UID</key><integer>7</integer></dict>
            </dict>
            </plist>
            """
        )
        let array: PropertyList = [
            "a", 1, 1.5, true, false, .data([1, 2]), .date(1), [], [:], "", .data([]),
        ]
        #expect(value == ["array": array, "uid": .uid(7)])
    }

    @Test func `keys keep their order, and of equal keys the last counts and is reported`() throws {
        let value = try readXML("<dict><key>b</key><true/><key>a</key><true/><key>b</key><false/></dict>")
        #expect(value == ["a": true, "b": false])
        // Of more keys than are compared one by one, and the same keys again.
        let keys = (0..<12).map { "<key>\($0 % 11)</key><integer>\($0)</integer>" }.joined()
        var oddities: [ArchiveError] = []
        let text = Array("<array><dict>\(keys)</dict><dict>\(keys)</dict></array>".utf8)
        let list = try XMLPropertyListReader().read(text, oddities: &oddities)
        #expect(list.arrayValue?.map { $0["0"] } == [11, 11])
        #expect(oddities.map(\.byteOffset) == [7, 7 + (text.count - 15) / 2])
    }

    @Test func `dictionaries of as many keys have the same keys only where they are the same`() throws {
        let dictionaries: [PropertyList] = [
            ["a": 1, "b": 2], ["a": 3, "b": 4], ["a": 5, "c": 6], ["a": 7, "b": 8], ["b": 9, "a": 10], ["a": 11], [:],
        ]
        let tree = PropertyList.array(PropertyListArray(dictionaries + dictionaries))
        #expect(try XMLPropertyListReader().read(XMLPropertyListWriter(sortsKeys: false).write(tree)) == tree)
    }

    @Test func `separate end tags, attributes, comments and a missing plist element change no value`() throws {
        try expectRows {
            (
                try readXML(
                    "<array><true></true><false> </false><string></string><data>\n</data>"
                        + "<array></array><dict></dict></array>"), [true, false, "", .data([]), [], [:]]
            )
            (try readXML("<plist version='1.0' a=\"&lt;>\" ><string x='y' >s</string\n></plist>"), "s")
            (
                try readXML(
                    "<!-- 1 --><?a b?><plist><!-- 2 --><array><!-- <true/> --><?c?><true/><!----></array></plist>"
                        + "<!-- - --><?d?>\n"), [true]
            )
            (try readXML("<dict/>"), [:])
            (try readXML(" \n<string>a</string>\n"), "a")
        }
    }

    @Test func `what is no attribute is passed over up to the end of the tag, and reported`() throws {
        // Values as CoreFoundation of the toolchain reads them.
        for (text, value, offset) in [
            ("<true a/>", true, 7), ("<true a=b/>", true, 8), ("<true a='<'/>", true, 9),
            ("<string a=b\n>x</string>", "x", 10),
            ("<true a='b'c='d'/>", true, 11), ("<string a=\"b>x</string>", "x", 14),
            ("<string a=\"b>c\">x</string>", "x", 12),
        ] as [(String, PropertyList, Int)] {
            var oddities: [ArchiveError] = []
            #expect(try XMLPropertyListReader().read(Array(text.utf8), oddities: &oddities) == value, "\(text)")
            #expect(oddities.map(\.byteOffset) == [offset], "\(text)")
        }
    }

    @Test func `a key where a value is expected is a string, and reported`() throws {
        for (text, value, offset) in [
            ("<key>a</key>", "a", 0), ("<array><key>a</key><key/></array>", ["a", ""], 7),
            ("<dict><key>a</key><key>b</key></dict>", ["a": "b"], 18),
        ] as [(String, PropertyList, Int)] {
            var oddities: [ArchiveError] = []
            #expect(try XMLPropertyListReader().read(Array(text.utf8), oddities: &oddities) == value, "\(text)")
            #expect(oddities.first?.byteOffset == offset, "\(text)")
        }
    }

    @Test(.rows)
    func `text that is not a well-formed property list is refused where it goes wrong or an open part begins`() {
        func check(_ code: ArchiveError.Code, _ text: String, _ offset: Int) {
            let error = errorOfReadingXML(text)
            #expect(error?.code == code, "\(text)")
            #expect(error?.byteOffset == offset, "\(text)")
        }
        forEachRow(
            [
                ("<plist><array><true/></plist>", 21), ("<plist><array></dict></plist>", 14),
                ("<plist><true/><true/></plist>", 14), ("<plist><true/></plist><plist><true/></plist>", 22),
                ("<plist><true/></plist><true/>", 22), ("<true/>x", 7), ("<true/></plist>", 7),
                ("<plist></plist>", 15), ("<plist/>", 8), ("<plist><plist><true/></plist></plist>", 7),
                ("<array><plist/></array>", 7), ("<array>x</array>", 7), ("<array>&amp;</array>", 7),
                ("<array><![CDATA[ ]]></array>", 7), ("<dict><key>a</key></dict>", 18), ("<set/>", 0),
                ("<STRING/>", 0), ("<strings/>", 0), ("<strin/>", 0), ("<string><b/></string>", 8),
                ("<true>x</true>", 6), ("<true><false/></true>", 6), ("< true/>", 0), ("<true/ >", 5),
                ("<true/><!DOCTYPE plist>", 7), ("<!DOCTYPE plist><!DOCTYPE plist><true/>", 16),
                ("<!ELEMENT a><true/>", 0), ("<!DOCTYPE <true/>", 10), ("<string>a</ string>", 9),
                ("<string>a</string x='y'>", 18), ("<?xml version=1?><true/>", 14),
            ] as [(String, Int)]
        ) { (text: String, offset: Int) in check(.malformedText, text, offset) }
        forEachRow(
            [
                ("<plist><true/>", 0), ("<array><dict>", 7), ("<array><true/>", 0), ("<string>abc", 0),
                ("<string", 0), ("<string a", 0), ("<string a='b", 0), ("<", 0), ("<string>a</stri", 9),
                ("<string>a</string", 9), ("<string>a<!-- b", 9), ("<string>a<![CDATA[b]]", 9),
                ("<!-- a", 0), ("<!DOCTYPE plist", 0), ("<!DOCTYPE plist PUBLIC \"a", 0),
            ] as [(String, Int)]
        ) { (text: String, offset: Int) in check(.truncated, text, offset) }
    }

    @Test func `a value where a key is expected is an invalid key, and what isn't XML at all is recognized as such`() {
        expectRows {
            (errorOfReadingXML("<dict><string>a</string><true/></dict>")?.code, .invalidKey)
            (errorOfReadingXML("<dict><key>a</key><true/><array/></dict>")?.byteOffset, 25)
        }
        for text in ["", "  \n", "bplist00", "{ a = b; }", "a;djf", "\u{FEFF}"] {
            #expect(errorOfReadingXML(text)?.code == .unrecognizedFormat, "\(text)")
        }
        #expect(errorOfReadingXML(Array("bplist00".utf8) + [0xD1, 0, 1])?.code == .unrecognizedFormat)
    }

    @Test func `an error has the byte offset, line and column`() throws {
        let error = try #require(errorOfReadingXML("<plist>\n<array>\n\t<integer>x</integer>\n</array></plist>"))
        expectRows {
            (error.byteOffset, 26)
            (error.line, 3)
            (error.column, 11)
            (
                error.description,
                "line 3, column 11: \"x\" is not an integer from -2^63 to 2^64 - 1; "
                    + "write other numbers as <real> or <string>"
            )
        }
    }

    @Test func `every beginning of a document is refused, with a place`() throws {
        let text =
            "<?xml version='1.0'?><!DOCTYPE plist><plist><dict><key>k</key><string>a&amp;</string></dict></plist>"
        for length in 0..<text.utf8.count {
            let error = try #require(errorOfReadingXML(Array(text.utf8.prefix(length))), "\(length)")
            #expect(error.byteOffset.map { $0 <= length } == true)
            #expect(error.line == 1)
        }
    }
}
