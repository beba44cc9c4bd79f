import PropertyLists
import PropertyLists
import TestSupport
import Testing

@Suite struct XMLTextTests {
    @Test func `references are replaced once, comments left out, and all other text is kept as it is`() throws {
        try expectRows {
            (try readXML("<string>&lt;&gt;&amp;&apos;&quot;</string>"), "<>&'\"")
            (
                try readXML("<string>&#65;&#x42;&#x63;&#xE9;&#0000128664;&#x1f698;</string>"),
                "ABc\u{E9}\u{1F698}\u{1F698}"
            )
            (try readXML("<dict><key>a&amp;b</key><true/></dict>"), ["a&b": true])
            (try readXML("<string>&amp;lt;</string>"), "&lt;")
            (try readXML("<string>a<![CDATA[<b>&amp;]] ]>]]>c</string>"), "a<b>&amp;]] ]>c")
            // The text around a comment or a processing instruction is joined.
            (try readXML("<string>a<!-- b -->c<?d?>e</string>"), "ace")
            (try readXML("<dict><key>CF$<!-- -->UID</key><integer>1<!-- -->2</integer></dict>"), .uid(12))
            (try readXML("<string> a\n\tb </string>"), " a\n\tb ")
            (
                try readXML("<string>\u{1}\u{1B}[0m\r\r\n\u{7F}\u{FFFE}</string>"),
                "\u{1}\u{1B}[0m\r\r\n\u{7F}\u{FFFE}"
            )
            // Precomposed and decomposed text stay apart.
            try readXML("<string>\u{E9}</string>") != readXML("<string>e\u{301}</string>")
        }
    }

    @Test(.rows)
    func `any other entity is refused, in attributes too, and a document type that may declare one`() {
        forEachRow(["&foo;", "&nbsp;", "&Lt;", "&lt-gt;", "&a.b:c;"]) { (reference: String) in
            let error = errorOfReadingXML("<string>ab\(reference)</string>")
            #expect(error?.code == .forbiddenEntity)
            #expect(error?.byteOffset == 10)
        }
        let subset = errorOfReadingXML(
            "<!DOCTYPE plist [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><string>&a;</string>")
        expectRows {
            (errorOfReadingXML("<plist version='&x;'><true/></plist>")?.code, .forbiddenEntity)
            (subset?.code, .forbiddenEntity)
            (subset?.byteOffset, 16)
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
}
