import Foundation
import PropertyLists
import TestSupport
import Testing

/// The page for browsers.
@Suite struct DumpHTMLTests {
    /// The nodes of a page, from the data in it.
    private func nodes(_ page: String) throws -> [[String: Any]] {
        let start = try #require(page.range(of: "<script type=\"application/json\" id=\"data\">"))
        let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
        let json = Data(page[start.upperBound..<end.lowerBound].utf8)
        return try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
    }

    private func children(_ node: [String: Any]) -> [[String: Any]] { node["k"] as? [[String: Any]] ?? [] }

    @Test func `objects, references, colors, pictures and data are in the page`() throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10]
        let long = String(repeating: "long ", count: 50)
        let archive = SmallArchive(
            [
                "me": .uid(1), "color": .uid(3), "picture": .data(png), "bytes": .data([1, 2, 3]),
                "text": .string(PropertyListString(long)), "$class": .uid(2),
            ],
            .classRecord("Holder", "NSObject"),
            ["NSRGB": .data(Array("1 0 0\0".utf8)), "NSColorSpace": 2, "$class": .uid(4)],
            .classRecord("NSColor", "NSObject")
        )
        let run = try ToolRun("dump", "-", "--format", "html", input: archive.bytes())
        let file = try #require(try nodes(run.output).first)
        #expect(file["c"] as? String == "NSKeyedArchiver")
        let root = try #require(children(file).first)
        #expect(root["l"] as? String == "root")
        #expect(root["i"] as? String == "a1.1")
        let fields = children(root)
        expectRows {
            (fields.map { $0["l"] as? String }, ["me", "color", "picture", "bytes", "text"])
            (fields[0]["r"] as? String, "a1.1")
            (fields[1]["o"] as? String, "#FF0000")
            (fields[2]["m"] as? String, "image/png")
            (fields[2]["b"] as? String, Data(png).base64EncodedString())
            (fields[3]["h"] as? String, "AQID")
            (fields[4]["w"] as? String, long)
        }
    }

    @Test func `nothing of an archive becomes markup`() throws {
        let evil = "</script><script>alert(1)</script><!--&amp;\u{2028}"
        var fields: PropertyListDictionary = ["a": .string(PropertyListString(evil)), "$class": .uid(2)]
        fields["x" + evil] = .string(PropertyListString(evil))
        let bytes = try SmallArchive(.dictionary(fields), .classRecord(evil, "NSObject")).bytes()
        let scratch = try Scratch()
        let file = try scratch.file("<b>&\"'.plist", bytes).path
        let commands: [[String]] = [["dump", file], ["get", file, "root"]]
        for command in commands {
            let page = try ToolRun(command + ["--format", "html"]).output
            #expect(page.components(separatedBy: "<script").count == 3)
            #expect(page.components(separatedBy: "</script").count == 3)
            for text in ["<b>", "<!--", "http://", "https://"] { #expect(!page.contains(text)) }
            _ = try nodes(page)
        }
    }

    @Test func `a page is whole where files fail, or a part can't be shown`() throws {
        let scratch = try Scratch()
        let good = try scratch.file("good", SmallArchive("text").bytes()).path
        let entries = (0..<64).map { _ in PropertyList.uid(1) }
        let text = PropertyList.string(PropertyListString(String(repeating: "x", count: 200)))
        let wide = SmallArchive(text, top: ["root": .array(PropertyListArray(entries))])
        let greedy = try scratch.file("greedy", wide.bytes()).path
        let run = try ToolRun("dump", "--format", "html", scratch.path("none"), good, greedy, good)
        try expectRows {
            (run.status, 2)
            (try nodes(run.output).filter { $0["c"] != nil }.count, 3)
            expecting(run.output, hasSuffix: "</html>\n")
        }
        let deep = try ToolRun("get", "-", "root", "--format", "html", input: try LinkedList.bytes(count: 300))
        #expect(try nodes(deep.output).count == 5)
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `archives of the corpus are pages with data that can be read`() throws {
        for row in try Corpus.sample("archives", atMost: 12) {
            let run = try ToolRun("dump", "--nested", "--format", "html", row.url.path)
            #expect(run.status == 0)
            #expect(try nodes(run.output).count == 1)
        }
    }
}
