import Foundation
import PropertyLists
import TestSupport
import Testing

/// The formats of `dump` other than the tree and JSON.
@Suite struct DumpFormatsTests {
    private let archive = SmallArchive(
        ["name": .uid(2), "friend": .uid(3), "tags": .uid(5), "$class": .uid(4)],
        "Ada <&\"\u{1}",
        ["friend": .uid(1), "born": .uid(7), "$class": .uid(4)],
        .classRecord("Person", "NSObject"),
        ["NS.keys": [.uid(9), .uid(2)], "NS.objects": [.uid(3), .uid(0)], "$class": .uid(6)],
        .classRecord("NSDictionary", "NSObject"),
        ["NS.time": 1.5, "$class": .uid(8)],
        .classRecord("NSDate", "NSObject"),
        7
    )

    private func dump(_ format: String, _ files: String...) throws -> ToolRun {
        try ToolRun(["dump", "--format", format] + (files.isEmpty ? ["-"] : files), input: try archive.bytes())
    }

    @Test func `as XML, in which all of an element is escaped or nothing`() throws {
        #expect(
            try dump("xml").output == """
                <?xml version="1.0" encoding="UTF-8"?>
                <archives>
                 <archive archiver="NSKeyedArchiver" version="100000" file="-">
                  <object class="Person" id="1" key="root">
                   <string escaped="yes" key="name">Ada &lt;&amp;\\&quot;\\u0001</string>
                   <object class="Person" id="3" key="friend">
                    <reference id="1" key="friend"/>
                    <object class="NSDate" key="born"><date>1.5</date></object>
                   </object>
                   <object class="NSDictionary" key="tags">
                    <entry>
                     <integer>7</integer>
                     <reference id="3"/>
                    </entry>
                    <entry>
                     <string escaped="yes">Ada &lt;&amp;\\&quot;\\u0001</string>
                     <nil/>
                    </entry>
                   </object>
                  </object>
                 </archive>
                </archives>

                """
        )
        let archive = SmallArchive(
            ["k\u{1}": .uid(2), "a\\u0041": .uid(3), "plain\\n": .uid(2), "$class": .uid(4)], "C:\\new", "x\u{1}",
            .classRecord("P", "NSObject"))
        let text = try ToolRun("dump", "-", "--format", "xml", input: archive.bytes()).output
        expectRows {
            expecting(text, contains: #"<string escaped="yes" key="k\u0001">C:\\new</string>"#)
            expecting(text, contains: #"<string escaped="yes" key="a\\u0041">x\u0001</string>"#)
            expecting(text, contains: #"<string key="plain\n">C:\new</string>"#)
        }
    }

    @Test func `as a Mermaid flowchart and as a Graphviz graph`() throws {
        #expect(
            try dump("mermaid").output == """
                flowchart LR
                  archive1["NSKeyedArchiver, 10 objects"]
                  archive1 -->|"root"| a1n1
                  a1n1["#35;1 Person<br/>name: #34;Ada #60;#38;#92;#34;#92;u#123;1#125;#34;<br/>\
                tags.#34;Ada #60;#38;#92;#34;#92;u#123;1#125;#34;: nil"]:::c4
                  a1n1 -->|"friend"| a1n3
                  a1n1 -->|"tags.7"| a1n3
                  a1n3["#35;3 Person<br/>born: NSDate 2001-01-01T00:00:01.500Z"]:::c4
                  a1n3 -->|"friend"| a1n1
                  classDef c4 fill:#E8E0F5

                """
        )
        #expect(
            try dump("dot").output == #"""
                digraph {
                  node [shape=box, style="rounded,filled", fillcolor=white];
                  archive1 [label="NSKeyedArchiver, 10 objects\l"];
                  archive1 -> a1n1 [label="root"];
                  a1n1 [label="#1 Person\lname: \"Ada <&\\\"\\u{1}\"\ltags.\"Ada <&\\\"\\u{1}\": nil\l", \#
                fillcolor="#E8E0F5"];
                  a1n1 -> a1n3 [label="friend"];
                  a1n1 -> a1n3 [label="tags.7"];
                  a1n3 [label="#3 Person\lborn: NSDate 2001-01-01T00:00:01.500Z\l", fillcolor="#E8E0F5"];
                  a1n3 -> a1n1 [label="friend"];
                }

                """#
        )
    }

    @Test func `an unknown form is exit status 2`() throws {
        let run = try dump("yaml")
        #expect(run.status == 2)
        #expect(
            run.errors == """
                keyed-archive: --format is one of tree, json, plain, paths, xml, mermaid, dot, html, not "yaml"; \
                see keyed-archive dump --help

                """
        )
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `the archives of the corpus are one XML document`() throws {
        let files = try Corpus.sample("archives").map(\.url.path)
        let run = try ToolRun(["dump", "--format", "xml", "--nested"] + files)
        #expect(run.status == 0)
        let scratch = try Scratch()
        let file = try scratch.file("corpus.xml", run.outputBytes)
        let count = "import sys, xml.etree.ElementTree as e; print(len(e.parse(sys.argv[1]).getroot()))"
        let python = try ToolRun(shell: "python3 -c '\(count)' '\(file.path)'")
        if python.status == 127 { return }  // There is no Python on this machine.
        #expect(python.output == "\(files.count)\n")
    }
}
