import Foundation
import PropertyLists
import TestSupport
import Testing

/// What `rewrite` writes, and what it leaves alone.
@Suite struct RewriteTests {
    private let archive = SmallArchive(["value": 1.5, "$class": .uid(2)], .classRecord("Holder", "NSObject"))

    @Test func `to the other form and back`() throws {
        let scratch = try Scratch()
        try scratch.file("in", archive.bytes())
        try expectRows {
            (try ToolRun("rewrite", scratch.path("in"), scratch.path("xml"), "--format", "xml").status, 0)
            expecting(try String(decoding: scratch.bytes("xml"), as: UTF8.self), contains: "<key>value</key>")
            (try ToolRun("rewrite", "--format=binary", scratch.path("xml"), scratch.path("out")).status, 0)
        }
        let tree = try BinaryPropertyListReader(try scratch.bytes("out")).tree()
        guard case .dictionary(let outer) = tree, case .dictionary(let original) = archive.propertyList else {
            throw CancellationError()
        }
        for key in ["$archiver", "$version", "$top"] { #expect(outer[key] == original[key]) }
        #expect(outer["$objects"].map { "\($0)".count } == original["$objects"].map { "\($0)".count })
    }

    @Test func `from standard input to standard output`() throws {
        let bytes = try archive.bytes()
        let run = try ToolRun("rewrite", "-", "-", input: bytes)
        #expect(run.outputBytes == bytes)
        #expect(run.status == 0)
    }

    @Test func `onto itself, with its permissions, and no other file is left`() throws {
        let scratch = try Scratch()
        let bytes = try archive.bytes()
        let url = try scratch.file("file", bytes)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: url.path)
        try expectRows {
            (try ToolRun("rewrite", url.path, url.path).status, 0)
            (try scratch.bytes("file"), bytes)
            (try scratch.names(), ["file"])
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test func `through a link, which stays a link`() throws {
        let scratch = try Scratch()
        try scratch.file("in", archive.bytes())
        try scratch.file("target", [1, 2, 3])
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("link"), withDestinationPath: scratch.path("target"))
        #expect(try ToolRun("rewrite", scratch.path("in"), scratch.path("link")).status == 0)
        #expect(try scratch.bytes("target") == archive.bytes())
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("link"))
        #expect(attributes[.type] as? FileAttributeType == .typeSymbolicLink)
    }

    @Test func `an input that isn't an archive leaves the output as it was`() throws {
        let scratch = try Scratch()
        try scratch.file("in", Array("bplist00".utf8))
        try scratch.file("out", [1, 2, 3])
        let run = try ToolRun("rewrite", scratch.path("in"), scratch.path("out"))
        try expectRows {
            (run.status, 1)
            expecting(run.errors, hasPrefix: "keyed-archive: \(scratch.path("in")): byte 8: the input")
            (try scratch.bytes("out"), [1, 2, 3])
            (try scratch.names(), ["in", "out"])
        }
    }

    @Test func `a value that XML cannot hold leaves the output as it was`() throws {
        let scratch = try Scratch()
        try scratch.file("in", SmallArchive(.null).bytes())
        try scratch.file("out", [1, 2, 3])
        let run = try ToolRun("rewrite", scratch.path("in"), scratch.path("out"), "--format", "xml")
        try expectRows {
            (run.status, 1)
            expecting(run.errors, contains: "has no XML form")
            (try scratch.bytes("out"), [1, 2, 3])
        }
    }

    @Test func `a file that cannot be written is exit status 2`() throws {
        let scratch = try Scratch()
        try scratch.file("in", archive.bytes())
        let run = try ToolRun("rewrite", scratch.path("in"), scratch.path("no/such/folder"))
        #expect(run.status == 2)
        let folder = scratch.path("no/such")
        #expect(run.errors == "keyed-archive: \(scratch.path("no/such/folder")): there is no folder \"\(folder)\"\n")
    }

    @Test func `a device is written to, not replaced`() throws {
        let run = try ToolRun("rewrite", "-", "/dev/null", input: try archive.bytes())
        #expect(run.status == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
        #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `every archive of the corpus comes out with its bytes`() throws {
        let rows = try Corpus.rows("archives")
        for row in Corpus.sample(rows) {
            let run = try ToolRun("rewrite", row.url.path, "-")
            #expect(try run.outputBytes == row.bytes(), "\(row.file)")
        }
        #expect(rows.count { $0.format == "bplist00" } == 295)
        #expect(rows.count { $0.format == "xml" } == 22)
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `every XML archive of the corpus keeps its values through the binary form`() throws {
        for row in Corpus.sample(try Corpus.rows("archives").filter { $0.format == "xml" }, every: 4) {
            let binary = try ToolRun("rewrite", row.url.path, "-", "--format", "binary")
            let reader = try BinaryPropertyListReader(binary.outputBytes)
            #expect(try reader.tree() == XMLPropertyListReader().read(row.bytes()), "\(row.file)")
            let text = try ToolRun("rewrite", "-", "-", "--format", "xml", input: binary.outputBytes)
            let tree = try XMLPropertyListReader().read(text.outputBytes)
            #expect(try tree == XMLPropertyListReader().read(row.bytes()), "\(row.file)")
        }
    }
}
