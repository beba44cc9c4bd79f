import PropertyLists
import TestSupport
import Testing

@Suite struct XMLWriterTests {
    private static func header(_ identifier: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "\(identifier)" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">

        """
    }

    @Test(.rows)
    func `the document type is written and recognized, and is the current one where none is known`() {
        forEachRow(
            [
                (.apple, "-//Apple//DTD PLIST 1.0//EN"), (.appleComputer, "-//Apple Computer//DTD PLIST 1.0//EN"),
            ] as [(XMLPropertyListWriter.DocumentType, String)]
        ) { (documentType: XMLPropertyListWriter.DocumentType, identifier: String) throws in
            let bytes = try XMLPropertyListWriter(documentType: documentType).write(true)
            expectRows {
                (String(decoding: bytes, as: UTF8.self), Self.header(identifier) + "<true/>\n</plist>\n")
                (XMLPropertyListReader.documentType(of: bytes), documentType)
                (XMLPropertyListReader.documentType(of: Array(bytes.dropLast(20))), documentType)
            }
        }
        forEachRow(["", "x", "<plist/>", "<!DOCTYPE plist><plist/>", "<!DOCTYPE plist SYSTEM 'x'><plist/>"]) {
            (text: String) in
            #expect(XMLPropertyListReader.documentType(of: Array(text.utf8)) == .apple)
        }
    }

    @Test func `a text of several megabytes is whole`() throws {
        let texts =
            (0..<60_000).map { "the text number \($0) of many" } + [String(repeating: "long ", count: 500_000), "end"]
        let list = PropertyList.array(PropertyListArray(texts.map { .string(PropertyListString($0)) }))
        let lines = texts.map { "\t<string>\($0)</string>\n" }.joined()
        #expect(try writeXML(list) + "\n" == "<array>\n" + lines + "</array>\n")
    }

    @Test func `dictionaries that share their keys are sorted like others`() throws {
        // A reader lets dictionaries with the same references to keys share them; 100 sets of keys, each twice.
        let dictionaries = (0..<200).map { number -> PropertyList in
            let keys = (0..<4).map { "key \(($0 * 3 + number) % 4) of \(number % 100)" }
            return .dictionary(PropertyListDictionary(keys.map { (.string(PropertyListString($0)), .integer(1)) }))
        }
        let list = PropertyList.array(PropertyListArray(dictionaries))
        let shared = try BinaryPropertyListReader(BinaryPropertyListWriter().write(list)).tree()
        let expected = (0..<200).map { number in
            let lines = (0..<4).map { "\t\t<key>key \($0) of \(number % 100)</key>\n\t\t<integer>1</integer>\n" }
            return "\t<dict>\n\(lines.joined())\t</dict>\n"
        }
        #expect(try writeXML(shared) + "\n" == "<array>\n" + expected.joined() + "</array>\n")
        #expect(try writeXML(list) == writeXML(shared))
    }

    @Test func `containers are indented by tabs, and empty ones are one tag`() throws {
        let value: PropertyList = ["a": [1, [:], [], true, false, ""], "b": ["c": "d"]]
        #expect(
            try writeXML(value) == """
                <dict>
                \t<key>a</key>
                \t<array>
                \t\t<integer>1</integer>
                \t\t<dict/>
                \t\t<array/>
                \t\t<true/>
                \t\t<false/>
                \t\t<string></string>
                \t</array>
                \t<key>b</key>
                \t<dict>
                \t\t<key>c</key>
                \t\t<string>d</string>
                \t</dict>
                </dict>
                """
        )
    }

    @Test func `keys are sorted by UTF-16 code unit, or kept in their order`() throws {
        // U+1F698 begins with the surrogate U+D83D, which sorts before U+FF21.
        let keys = ["b", "\u{FF21}", "a", "\u{1F698}", "B", "", "aa", "e\u{301}", "\u{E9}"]
        let value = PropertyList.dictionary(PropertyListDictionary(keys.map { (.init(stringLiteral: $0), true) }))
        let sorted = ["", "B", "a", "aa", "b", "e\u{301}", "\u{E9}", "\u{1F698}", "\u{FF21}"]
        #expect(try writtenKeys(in: writeXML(value)).map { Array($0.utf8) } == sorted.map { Array($0.utf8) })
        #expect(
            try writtenKeys(in: writeXML(value, sortsKeys: false)).map { Array($0.utf8) } == keys.map { Array($0.utf8) }
        )
    }

    private func writtenKeys(in text: String) -> [String] {
        text.split(separator: "\n").filter { $0.contains("<key>") }.map { String($0.dropFirst(6).dropLast(6)) }
    }

    @Test func `of equal keys the first is written, which counts in a tree`() throws {
        let value: PropertyList = ["b": 1, "a": 2, "b": 3, "a": 4, "b": 5]
        #expect(try readXML(writeXML(value)) == ["a": 2, "b": 1])
        #expect(try readXML(writeXML(value, sortsKeys: false)) == ["b": 1, "a": 2])
        #expect(try readXML(writeXML(["a": 1, "a": 2])) == ["a": 1])
    }

    @Test func `only ampersands and angle brackets are escaped, and text of every kind is read back`() throws {
        #expect(
            try writeXML("&<>\"'\u{1}\u{1B}\r\n\t\u{7F}]]>\u{E9}\u{1F698}")
                == "<string>&amp;&lt;&gt;\"'\u{1}\u{1B}\r\n\t\u{7F}]]&gt;\u{E9}\u{1F698}</string>"
        )
        #expect(try writeXML(["a<b": true]).contains("\t<key>a&lt;b</key>\n"))
        for text in [
            "&<>\"'", "\u{1}\u{1F}\r\r\n\n \t", "\u{FEFF}\u{FFFF}\u{85}\u{2028}", "<![CDATA[&#65;<!-- -->", " ",
        ] {
            #expect(try readXML(writeXML(.string(PropertyListString(text)))) == .string(PropertyListString(text)))
        }
    }

    @Test(.rows)
    func `a value that XML cannot hold is refused, and the reason tells where it stands`() {
        forEachRow(
            [
                (.null, "null at the root"), (["a": [1, .null]], "null at a[1]"), (.set([1]), "set at the root"),
                ([.orderedSet([])], "ordered set at [0]"), ([1: true], "a key of kind integer at the root"),
                (["b": .string(PropertyListString(utf16: [0xD800]))], "a string with an unpaired surrogate at b"),
                (["x": "a\0"], "a string with a NUL character at x"),
            ] as [(PropertyList, String)]
        ) { (value: PropertyList, reason: String) throws in
            let error = try #require(errorOfWritingXML(value))
            #expect(error.code == .unrepresentable)
            #expect(error.reason == "\(reason) has no XML form")
        }
    }
}
