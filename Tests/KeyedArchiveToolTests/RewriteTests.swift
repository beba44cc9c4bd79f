import Foundation
import PropertyLists
import TestSupport
import Testing

/// What `rewrite` writes, and what it leaves alone.
@Suite struct RewriteTests {
    private let archive = SmallArchive(["value": 1.5, "$class": .uid(2)], .classRecord("Holder", "NSObject"))

    @Test func `to the other form and back, and from standard input to standard output`() throws {
        let bytes = try archive.bytes()
        let run = try ToolRun("rewrite", "-", "-", input: bytes)
        #expect(run.outputBytes == bytes)
        #expect(run.status == 0)
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

    @Test func `a file keeps its permissions, a link stays a link and a device a device`() throws {
        func attribute(_ key: FileAttributeKey, of path: String) throws -> Any? {
            try FileManager.default.attributesOfItem(atPath: path)[key]
        }
        let own = try Scratch()
        let bytes = try archive.bytes()
        let url = try own.file("file", bytes)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: url.path)
        try expectRows {
            (try ToolRun("rewrite", url.path, url.path).status, 0)
            (try own.bytes("file"), bytes)
            // No other file is left.
            (try own.names(), ["file"])
            (try attribute(.posixPermissions, of: url.path) as? Int, 0o640)
        }

        let scratch = try Scratch()
        try scratch.file("in", bytes)
        try scratch.file("target", [1, 2, 3])
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("link"), withDestinationPath: scratch.path("target"))
        try expectRows {
            (try ToolRun("rewrite", scratch.path("in"), scratch.path("link")).status, 0)
            (try scratch.bytes("target"), bytes)
            (try attribute(.type, of: scratch.path("link")) as? FileAttributeType, .typeSymbolicLink)
            (try ToolRun("rewrite", "-", "/dev/null", input: bytes).status, 0)
            (try attribute(.type, of: "/dev/null") as? FileAttributeType, .typeCharacterSpecial)
        }
    }

    @Test func `an input that isn't an archive, or that XML cannot hold, leaves the output as it was`() throws {
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
        try scratch.file("in", SmallArchive(.null).bytes())
        let null = try ToolRun("rewrite", scratch.path("in"), scratch.path("out"), "--format", "xml")
        try expectRows {
            (null.status, 1)
            expecting(null.errors, contains: "has no XML form")
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

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `every archive of the corpus comes out with its bytes, and XML keeps its values in the binary form`() throws {
        let rows = try Corpus.rows("archives")
        for row in Corpus.sample(rows) {
            let run = try ToolRun("rewrite", row.url.path, "-")
            #expect(try run.outputBytes == row.bytes(), "\(row.file)")
        }
        #expect(rows.count { $0.format == "bplist00" } == 295)
        #expect(rows.count { $0.format == "xml" } == 22)
        for row in Corpus.sample(rows.filter { $0.format == "xml" }, every: 4) {
            let binary = try ToolRun("rewrite", row.url.path, "-", "--format", "binary")
            let reader = try BinaryPropertyListReader(binary.outputBytes)
            #expect(try reader.tree() == XMLPropertyListReader().read(row.bytes()), "\(row.file)")
            let text = try ToolRun("rewrite", "-", "-", "--format", "xml", input: binary.outputBytes)
            let tree = try XMLPropertyListReader().read(text.outputBytes)
            #expect(try tree == XMLPropertyListReader().read(row.bytes()), "\(row.file)")
        }
    }
}
