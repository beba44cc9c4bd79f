import Foundation
import PropertyLists
import TestSupport
import Testing

/// The page for browsers, opened in a browser.
@Suite(.serialized, .enabled(if: InstalledProgram.browser != nil, "no Chromium is installed"))
struct BrowserTests {
    /// What a script finds in a page after the page's own scripts have run.
    private struct Report: Decodable {
        /// When the page's own scripts had run, in milliseconds after its opening began.
        var time: Double
        /// The rows that are shown at first.
        var rows: [String]
        var count: String
        /// How many elements a search lists, and the row that the first of them leads to.
        var results: Int
        var found: String
        /// The row that the first link to a shared object leads to.
        var linked: String?
        /// The rows after the first node was closed, and after it was opened again.
        var closed: Int
        var reopened: Int
        /// The first pictures, and the scripts.
        var pictures: Int
        var scripts: Int
    }

    /// Opens a page, searches in it, follows a link, and closes and opens a node.
    private func open(_ page: String, searchingFor text: String) throws -> Report {
        let script = """
            <script>
            {
            const report = { time: performance.now(), count: document.getElementById("count").textContent };
            const rows = () => [...document.querySelectorAll("#tree li > div")]
              .filter(row => !row.closest("ul[hidden]")).map(row => row.textContent);
            report.rows = rows();
            search(\(String(decoding: try JSONEncoder().encode(text), as: UTF8.self)));
            const results = document.querySelectorAll("#results li button");
            report.results = results.length;
            if (results.length) results[0].click();
            report.found = (document.querySelector(".found") || document.body).textContent;
            const link = document.querySelector("#tree .link");
            if (link) { link.click(); report.linked = document.querySelector(".found").textContent; }
            const toggle = document.querySelector("#tree .toggle");
            toggle.click();
            report.closed = rows().length;
            toggle.click();
            report.reopened = rows().length;
            for (const node of all.filter(node => node.b).slice(0, 3)) { reveal(node); open(node); }
            report.pictures = document.querySelectorAll("#tree img").length;
            report.scripts = document.scripts.length;
            const made = document.createElement("pre");
            made.id = "report";
            made.textContent = JSON.stringify(report);
            document.body.append(made);
            }
            </script>
            """
        let scratch = try Scratch()
        let file = try scratch.file("page.html", Array((page + script).utf8)).path
        let browser = try #require(InstalledProgram.browser)
        let run = try ToolRun(
            shell: """
                '\(browser)' --headless --no-sandbox --disable-gpu --user-data-dir='\(scratch.path("profile"))' \
                    --dump-dom 'file://\(file)'
                """)
        let start = try #require(run.output.range(of: "<pre id=\"report\">"), "\(run.errors.suffix(500))")
        let end = try #require(run.output.range(of: "</pre>", range: start.upperBound..<run.output.endIndex))
        let json = run.output[start.upperBound..<end.lowerBound]
            .replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
            .replacingOccurrences(of: "&nbsp;", with: "\u{A0}").replacingOccurrences(of: "&amp;", with: "&")
        return try JSONDecoder().decode(Report.self, from: Data(json.utf8))
    }

    @Test func `an archive is shown, searched and walked, and nothing of it becomes markup`() throws {
        let evil = "</script><script>document.body.remove()</script>"
        let png = try #require(
            Data(
                base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAF"
                    + "AAH/iZk9HQAAAABJRU5ErkJggg=="))
        let archive = SmallArchive(
            [
                "me": .uid(1), "picture": .data(Array(png)), "text": .string(PropertyListString(evil)),
                "$class": .uid(2),
            ],
            .classRecord("Holder", "NSObject")
        )
        let page = try ToolRun("dump", "-", "--format", "html", input: archive.bytes()).output
        let report = try open(page, searchingFor: "body.remove")
        #expect(report.rows.contains { $0.contains("root: #1 Holder") }, "\(report.rows)")
        #expect(report.rows.contains { $0.contains(evil) }, "\(report.rows)")
        #expect(report.results == 1 && report.found.contains("text: \"\(evil)\""), "\(report.found)")
        #expect(report.linked?.contains("root: #1 Holder") == true, "\(report.linked ?? "")")
        #expect(report.closed == 1 && report.reopened == report.rows.count)
        #expect(report.pictures == 1)
        // The data, the page's script and that of the test.
        #expect(report.scripts == 3)
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `the largest real archive opens within two seconds, with its first levels`() throws {
        let size = { (row: Corpus.Row) in try row.bytes().count }
        let largest = try #require(
            try (Corpus.rows("archives") + Corpus.rows("more")).max { try size($0) < size($1) })
        let page = try ToolRun("dump", "-", "--format", "html", input: largest.bytes()).output
        let report = try open(page, searchingFor: "name")
        #expect(report.time < 2000, "\(report.time) ms")
        #expect((10...100).contains(report.rows.count), "\(report.rows.count)")
        #expect(report.rows.allSatisfy { $0.count < 2000 })
        #expect(report.results == 200 && report.count.hasSuffix(" values"))
    }
}
