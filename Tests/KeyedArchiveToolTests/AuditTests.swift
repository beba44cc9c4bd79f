import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What `audit` says of archives, and what `check --salvage` gets out of damaged ones.
@Suite struct AuditTests {
    private let archive = SmallArchive(
        ["friend": .uid(2), "other": .uid(2), "$class": .uid(3)], ["friend": .uid(1), "$class": .uid(3)],
        .classRecord("Person", "NSObject"), "unreachable", .classRecord("Unused", "NSObject")
    )

    @Test func `cycles, sharing, unreachable objects, odd classes and needed limits`() throws {
        let bytes = try archive.bytes()
        let run = try ToolRun("audit", "-", input: bytes)
        #expect(run.status == 0)
        #expect(
            run.output == """
                -: \(bytes.count) bytes, 6 entries
                  cycles: 1
                    2 objects at root: #1, #2
                  sharing: none
                  unreachable: 2
                    #4
                    #5
                  container: none
                  lost entries: none
                  odd classes: 1
                    #5 "Unused": no object has this class
                  nested archives: none
                  needs: depth 4, objects 29, classes 2, stringBytes 15, dataBytes 0, nestedArchives 0

                """)
    }

    @Test func `what is odd about the property list is listed, in each form`() throws {
        let xml = String(decoding: try KeyedArchive(archive.bytes()).bytes(format: .xml), as: UTF8.self)
        let twice = xml.replacingOccurrences(
            of: "<key>$version</key>", with: "<key>$version</key><integer>1</integer><key>$version</key>")
        var marked = try archive.bytes()
        let position = try #require(marked.indices.first { marked[$0...].starts(with: "unreachable".utf8) })
        marked[position] = 0xE9
        for (odd, reason) in [(Array(twice.utf8), "more than once"), (marked, "holds the byte 0xE9")] {
            let run = try ToolRun("audit", "-", input: odd)
            let oddities = try KeyedArchive(odd).oddities
            #expect(oddities.count == 1)
            #expect(run.output.contains("container: 1\n    \(oddities.first?.description ?? reason)"))
            #expect(run.output.contains(reason))
        }
    }

    @Test func `JSON, an array over all archives of all files`() throws {
        let scratch = try Scratch()
        let list = try XMLPropertyListWriter().write(["x": .data(try archive.bytes()), "y": .data(try archive.bytes())])
        let files = [
            try scratch.file("a", archive.bytes()).path, scratch.path("none"), try scratch.file("list", list).path,
        ]
        for jobs in ["1", "2"] {
            let run = try ToolRun(["audit", "--json", "--jobs", jobs] + files)
            #expect(run.status == 2)
            let rows = try JSONSerialization.jsonObject(with: Data(run.outputBytes)) as? [[String: Any]]
            expectRows {
                (rows?.map { $0["path"] as? String }, [nil, nil, "x!", "y!"])
                (rows?.map { $0["entries"] as? Int }, [6, nil, 6, 6])
                (rows?.first?["oddClassCount"] as? Int, 1)
            }
        }
        let run = try ToolRun("audit", "--json", scratch.path("none"))
        let rows = try JSONSerialization.jsonObject(with: Data(run.outputBytes)) as? [[String: Any]]
        #expect(rows?.count == 1 && rows?.first?["$error"] != nil)
    }

    @Test func `check prints JSON, too`() throws {
        let scratch = try Scratch()
        let bad = SmallArchive(["x": .uid(9), "$class": .uid(2)], .classRecord("A", "NSObject"))
        let files = [try scratch.file("good", archive.bytes()).path, try scratch.file("bad", bad.bytes()).path]
        let run = try ToolRun(["check", "--json"] + files)
        #expect(run.status == 1)
        let rows = try JSONSerialization.jsonObject(with: Data(run.outputBytes)) as? [[String: Any]]
        #expect(rows?.map { $0["valid"] as? Bool } == [true, false])
        let problems = rows?.last?["problems"] as? [[String: Any]]
        expectRows {
            (problems?.first?["code"] as? String, "invalidReference")
            (problems?.first?["path"] as? String, "root.x")
            (problems?.first?["uid"] as? Int, 1)
        }
    }

    @Test func `what is intact of a damaged archive is written, and what is lost is named`() throws {
        let scratch = try Scratch()
        let bytes = try archive.bytes()
        try scratch.file("cut", Array(bytes.dropLast(60)))
        let run = try ToolRun("check", scratch.path("cut"), "--salvage", scratch.path("out"))
        let short = try ToolRun("check", "-", "--salvage", "-", input: Array(bytes.dropLast(120)))
        try expectRows {
            // Only the trailer is lost, and then entries.
            (run.status, 0)
            (short.status, 1)
            expecting(run.output, hasPrefix: "\(scratch.path("cut")): ")
            expecting(
                run.output,
                contains: " of 6 entries are intact\n  the trailer or the offset table is missing or wrong\n")
            (try ToolRun("check", scratch.path("out")).status, 0)
            (try KeyedArchive(try scratch.bytes("out"))["root.friend"].className, "Person")
        }
        let intact = try ToolRun("check", "-", "--salvage", "-", input: bytes)
        #expect((intact.status, intact.outputBytes) == (0, bytes))
        for words in [["a", "b"], ["a", "--json"], ["a", "--strict"]] {
            #expect(try ToolRun(["check", "--salvage", "out"] + words).status == 2)
        }
        let hopeless = try ToolRun("check", "-", "--salvage", scratch.path("none"), input: Array("bplist00".utf8))
        #expect(hopeless.status == 1)
        #expect(try scratch.names() == ["cut", "out"])
    }

    @Test func `an archive whose line ends were changed is told so, and comes back`() throws {
        let scratch = try Scratch()
        let records = (Int64(0)..<20).map { PropertyList.dictionary(["n": .integer(20 + $0), "$class": .uid(21)]) }
        let bytes = try SmallArchive(entries: records + [.classRecord("Number", "NSObject")]).bytes()
        let changed = bytes.map { $0 == 0x0D ? 0x0A : $0 }
        _ = try scratch.file("changed", changed)
        let cause = "every carriage return (0D) became a line feed (0A), as a version control system does to text files"
        let check = try ToolRun("check", scratch.path("changed"))
        let salvage = try ToolRun("check", scratch.path("changed"), "--salvage", scratch.path("out"))
        try expectRows {
            (check.status, 1)
            expecting(check.output, contains: "invalid: \(cause); check --salvage")
            (salvage.status, 0)
            expecting(salvage.output, contains: " entries are intact\n  \(cause)\n")
            try scratch.bytes("out") == bytes
        }
    }

    @Test func `JSON lines of several files are a line for each, in their order`() throws {
        let scratch = try Scratch()
        let bytes = try SmallArchive("text", top: ["root": .uid(1)]).bytes()
        let files = try ["a", "b", "c"].map { try scratch.file($0, bytes).path }
        for command in ["audit", "check"] {
            let run = try ToolRun([command, "--lines", "--jobs", "2"] + files)
            let lines = run.output.split(separator: "\n")
            #expect(lines.count == 3)
            for (line, file) in zip(lines, files) {
                let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                #expect(row?["file"] as? String == file)
            }
            #expect(run.status == 0)
        }
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `every archive of the corpus is audited, and intact`() throws {
        let scratch = try Scratch()
        let rows = try Corpus.sample("archives", atMost: 20)
        let run = try ToolRun(["audit", "--json"] + rows.map(\.url.path))
        #expect((run.status, run.errors) == (0, ""))
        #expect(try (JSONSerialization.jsonObject(with: Data(run.outputBytes)) as? [Any])?.count == rows.count)
        for row in rows {
            _ = try ToolRun("check", row.url.path, "--salvage", scratch.path("out"))
            #expect(try KeyedArchive(scratch.bytes("out")).difference(from: KeyedArchive(row.bytes())).isEmpty)
        }
    }
}
