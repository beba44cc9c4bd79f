import PropertyLists
import PropertyLists
import TestSupport
import Testing

@Suite struct XMLTextTests {
    @Test func `entities and character references are replaced`() throws {
        try expectRows {
            (try readXML("<string>&lt;&gt;&amp;&apos;&quot;</string>"), "<>&'\"")
            (
                try readXML("<string>&#65;&#x42;&#x63;&#xE9;&#0000128664;&#x1f698;</string>"),
                "ABc\u{E9}\u{1F698}\u{1F698}"
            )
            (try readXML("<dict><key>a&amp;b</key><true/></dict>"), ["a&b": true])
        }
    }

    @Test func `an entity is replaced once`() throws {
        #expect(try readXML("<string>&amp;lt;</string>") == "&lt;")
    }

    @Test func `CDATA is taken literally`() throws {
        #expect(try readXML("<string>a<![CDATA[<b>&amp;]] ]>]]>c</string>") == "a<b>&amp;]] ]>c")
    }

    @Test func `comments and processing instructions inside text are left out and the text is joined`() throws {
        #expect(try readXML("<string>a<!-- b -->c<?d?>e</string>") == "ace")
        #expect(try readXML("<dict><key>CF$<!-- -->UID</key><integer>1<!-- -->2</integer></dict>") == .uid(12))
    }

    @Test func `white space in strings and keys is kept`() throws {
        #expect(try readXML("<string> a\n\tb </string>") == " a\n\tb ")
    }

    @Test func `control characters and line ends are taken as they are`() throws {
        #expect(
            try readXML("<string>\u{1}\u{1B}[0m\r\r\n\u{7F}\u{FFFE}</string>") == "\u{1}\u{1B}[0m\r\r\n\u{7F}\u{FFFE}")
    }

    @Test func `precomposed and decomposed text stay apart`() throws {
        #expect(try readXML("<string>\u{E9}</string>") != readXML("<string>e\u{301}</string>"))
    }

    @Test(.rows)
    func `any other entity is refused`() {
        forEachRow(["&foo;", "&nbsp;", "&Lt;", "&lt-gt;", "&a.b:c;"]) { (reference: String) in
            let error = errorOfReadingXML("<string>ab\(reference)</string>")
            #expect(error?.code == .forbiddenEntity)
            #expect(error?.byteOffset == 10)
        }
    }

    @Test(.rows)
    func `a reference that is malformed or does not name a character is refused`() {
        forEachRow([
            "&", "&;", "&amp", "& amp;", "&#;", "&#x;", "&#12", "&#xZ;", "&#-1;", "&#X41;", "&#0;", "&#xD800;",
            "&#xDFFF;",
            "&#x110000;", "&#99999999999999999999999999;", "&#xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF41;",
        ]) { (reference: String) in
            let error = errorOfReadingXML("<string>ab\(reference)</string>")
            #expect(error?.code == .malformedText)
            #expect(error?.byteOffset == 10)
        }
    }

    @Test func `entities in attributes are refused too`() {
        #expect(errorOfReadingXML("<plist version='&x;'><true/></plist>")?.code == .forbiddenEntity)
    }

    @Test func `a document type with an internal subset is refused, whatever it declares`() {
        let error = errorOfReadingXML("<!DOCTYPE plist [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><string>&a;</string>")
        #expect(error?.code == .forbiddenEntity)
        #expect(error?.byteOffset == 16)
    }
}
