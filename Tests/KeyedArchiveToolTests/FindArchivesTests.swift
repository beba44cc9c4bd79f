import Foundation
import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// Archives in files of any kind: where `find --archives` finds them, and that other commands read them there.
@Suite struct FindArchivesTests {
    private let scratch: Scratch
    private let inner: [UInt8]
    private let archive: [UInt8]
    private let xml: [UInt8]
    private let sequential: [UInt8]

    init() throws {
        scratch = try Scratch()
        inner = try SmallArchive("inner").bytes()
        archive = try SmallArchive(
            ["name": .uid(2), "data": .data(inner), "$class": .uid(3)], "Ada", .classRecord("Person", "NSObject")
        ).bytes()
        xml = try XMLPropertyListWriter().write(try BinaryPropertyListReader(archive).tree())
        sequential = Array(
            try Data(
                contentsOf: Corpus.packageFolder.appendingPathComponent("Fixtures/sequential/message.typedstream")))
    }

    private static let junk = Array("junk bplist00 <plist> streamtyped 0123456789".utf8)

    /// Bytes one after the other, and where each begins.
    private static func joined(_ parts: [[UInt8]]) -> (bytes: [UInt8], offsets: [Int]) {
        var bytes: [UInt8] = []
        var offsets: [Int] = []
        for part in parts {
            offsets.append(bytes.count)
            bytes += part
        }
        return (bytes, offsets)
    }

    private func find(_ bytes: [UInt8], _ options: String...) throws -> ToolRun {
        try ToolRun(["find", "--archives", "-"] + options, input: bytes)
    }

    @Test func `archives of each kind are found behind and between other bytes`() throws {
        let (bytes, offsets) = Self.joined([
            Self.junk, archive, Self.junk, xml, [0, 1, 2], sequential, Array("\u{86}tail".utf8), Self.junk,
        ])
        let run = try find(bytes)
        let innerOffset = try #require(archive.firstRange(of: inner)).lowerBound + offsets[1]
        let textOffset = try #require(xml.firstRange(of: Array("YnBsaXN0".utf8))).lowerBound + offsets[3]
        expectRows {
            (
                run.output.split(separator: "\n").map { String($0.prefix { $0 != ":" }) },
                ["-@\(offsets[1])", "-@\(innerOffset)", "-@\(offsets[3])", "-@\(textOffset)", "-@\(offsets[5])"]
            )
            expecting(run.output, contains: ": \(archive.count) bytes, keyed archive: Person\n")
            expecting(run.output, contains: ": \(inner.count) bytes, keyed archive\n")
            expecting(run.output, contains: " bytes, keyed archive in XML: Person\n")
            expecting(
                run.output, contains: ": \(sequential.count) bytes, sequential archive: NSMutableAttributedString")
            (run.errors, "")
            (run.status, 0)
        }
    }

    /// A database of pages of 512 bytes, after SQLite's "Database File Format": a row of 1,563 bytes has 39 in the page
    /// of rows, page 2, and 508 in each of the pages 5, 3 and 4, which begin with the number of the next one.
    private static func database(_ content: [UInt8]) -> [UInt8] {
        let row = content + Array(repeating: 0, count: 1563 - content.count)
        func page(_ start: [UInt8], _ end: [UInt8] = []) -> [UInt8] {
            start + Array(repeating: 0, count: 512 - start.count - end.count) + end
        }
        // The header says the size of a page; page 1 has no rows.
        let header = Array("SQLite format 3\0".utf8) + [2, 0, 1, 1, 0] + Array(repeating: 0, count: 79) + [0x0D]
        // One row, at byte 465: its size in 7 bits a byte, its number, its beginning, and the number of the next page.
        let rows = page(
            [0x0D, 0, 0, 0, 1, 0, 0, 0, 1, 0xD1], [0x8C, 0x1B, 1] + row[..<39] + [0, 0, 0, 5, 0])
        return page(header) + rows + page([0, 0, 0, 4] + row[547..<1055]) + page([0, 0, 0, 0] + row[1055...])
            + page([0, 0, 0, 3] + row[39..<547])
    }

    @Test func `archives in a database are found though they go on in other pages`() throws {
        let long = try SmallArchive(
            ["name": .uid(2), "data": .data(Array(repeating: 7, count: 900)), "$class": .uid(3)], "Ada",
            .classRecord("Person", "NSObject")
        ).bytes()
        // One that begins in the page of rows and one that begins in another page.
        for (junk, offset) in [(9, 512 + 468 + 9), (45, 4 * 512 + 4 + 6)] {
            let bytes = Self.database(Array(repeating: 1, count: junk) + long)
            let name = try scratch.file("database", bytes).path
            try expectRows {
                (
                    try ToolRun("find", "--archives", name).output,
                    "\(name)@\(offset): \(long.count) bytes, keyed archive: Person\n"
                )
                (try ToolRun("rewrite", "\(name)@\(offset)", "-").outputBytes, long)
            }
            // What the numbers of pages say may lead anywhere.
            for position in [512 + 507, 2 * 512 + 3, 4 * 512 + 3] {
                for number: UInt8 in [0, 2, 5, 9, 255] {
                    var damaged = bytes
                    damaged[position] = number
                    let run = try ToolRun("find", "--archives", "-", input: damaged)
                    #expect([0, 1].contains(run.status), "\(run.errors)")
                }
            }
        }
    }

    @Test(.rows)
    func `archives in text are found, in one line or in several`() {
        forEachRow([
            (Data(archive).base64EncodedString(), "base64"),
            (Data(archive).base64EncodedString(options: .lineLength64Characters), "base64"),
            (Data(sequential).base64EncodedString(), "base64"), (Data(xml).base64EncodedString(), "base64"),
            (archive.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(), "hexadecimal digits"),
            (
                archive.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(),
                "hexadecimal digits"
            ),
        ]) { (text: String, code: String) throws in
            let run = try find(Array("{\"_archive\":\"\(text)\"}\n".utf8))
            let lines = run.output.split(separator: "\n")
            #expect(lines.count == 1, "\(run.output)")
            #expect(run.output.hasPrefix("-@13: \(text.utf8.count) bytes, "), "\(run.output)")
            #expect(run.output.contains(" in \(code): "), "\(run.output)")
        }
    }

    @Test func `base64 in a string of JSON is found and read, however its characters are escaped`() throws {
        // Every third of these has a slash and a plus in its base64.
        let archive = try SmallArchive(.data((0..<600).map { [0xFB, 0xFF, 0xBF][$0 % 3] })).bytes()
        let text = Data(archive).base64EncodedString()
        let lines = Data(archive).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
        let apple = try JSONSerialization.data(withJSONObject: ["_archive": text])
        #expect(apple.contains(UInt8(ascii: "\\")))
        func escaped(_ text: String, _ characters: [Character]) -> String {
            text.reduce(into: "") { result, character in
                let number = String(character.asciiValue ?? 0, radix: 16)
                result += characters.contains(character) ? "\\u00" + number : String(character)
            }
        }
        for json in [
            String(decoding: apple, as: UTF8.self), "{\"_archive\":\"\(escaped(text, ["+", "/", "="]))\"}",
            "{\"_archive\":\"\(lines.replacingOccurrences(of: "\n", with: "\\n"))\\n\"}",
            "{\"_archive\":\"\(lines.replacingOccurrences(of: "\n", with: "\\r\\n"))\"}",
        ] {
            let file = try scratch.file("json", Array(json.utf8)).path
            let place = "\(file)@\("{\"_archive\":\"".utf8.count)"
            try expectRows {
                expecting(try ToolRun("find", "--archives", file).output, hasPrefix: "\(place): ")
                (try ToolRun("convert", place, "-").outputBytes, archive)
            }
        }
        let cut = "{\"_archive\":\"\(text.prefix(400))\\u00\"}"
        #expect(try find(Array(cut.utf8)).output == "")
    }

    @Test func `what isn't whole, or no archive, isn't found, and many beginnings take bounded work`() throws {
        let list = try BinaryPropertyListWriter().write(["a": 1])
        for bytes in [Self.junk, Array(archive.dropLast()), Array(sequential.dropLast()), list, []] {
            let run = try find(bytes)
            #expect(run.output.split(separator: "\n").allSatisfy { $0.contains(": \(inner.count) bytes") })
            #expect(run.errors == "")
        }
        #expect(try find(Self.junk).status == 1)
        // Many beginnings without an end, and overlapping lists.
        let beginnings = [UInt8](String(repeating: "bplist00\u{4}\u{B}streamtypedYnBsaXN0MDA<plist>", count: 5000).utf8)
        #expect(try find(beginnings, "--limits", "untrusted").status == 2)
        let many = (0..<200).flatMap { _ in archive }
        #expect(try find(many, "--limits", "untrusted").output.split(separator: "\n").count == 400)
    }

    @Test func `an archive is found wherever windows end`() throws {
        let window = 1 << 20
        for start in [window - 1, window - 20, window - archive.count + 16, 2 * window - archive.count - 3] {
            let file = try scratch.file("large", [UInt8](repeating: 7, count: start) + archive + [7, 7]).path
            let run = try ToolRun("find", "--archives", file)
            #expect(run.output.hasPrefix("\(file)@\(start): \(archive.count) bytes"), "\(run.output)")
        }
    }

    @Test func `a part of a file is read as a file is, by every command, and isn't edited in its place`() throws {
        let text = Array("x=\(Data(archive).base64EncodedString())\n".utf8)
        let (bytes, offsets) = Self.joined([Self.junk, archive, Self.junk, xml, text, sequential, Self.junk])
        let file = try scratch.file("any", bytes).path
        let at = offsets.map { "\(file)@\($0)" }
        let hexadecimal = "\(file)@0x\(String(offsets[1], radix: 16))"
        try expectRows {
            (try ToolRun("get", at[1], "root.name").output, "\"Ada\"\n")
            (try ToolRun("get", hexadecimal, "root.name").output, "\"Ada\"\n")
            (try ToolRun("get", at[3], "root.name").output, "\"Ada\"\n")
            (try ToolRun("get", "\(file)@\(offsets[4] + 2)", "root.name").output, "\"Ada\"\n")
            (try ToolRun(at[1]).output, try ToolRun("dump", "-", input: archive).output)
            (try ToolRun("check", at[1], at[5]).status, 0)
            (try ToolRun("objects", at[1]).output, try ToolRun("objects", "-", input: archive).output)
            (try ToolRun("diff", at[1], at[3]).status, 0)
            (try ToolRun("find", "Ada", at[1]).output, "\(at[1]): root.name: \"Ada\"\n")
            (try ToolRun("classes", at[1]).status, 0)
            (try ToolRun("audit", at[1]).status, 0)
            (try ToolRun("convert", at[1], "-").outputBytes, archive)
            (try ToolRun("rewrite", at[1], "-").outputBytes, archive)
            (try ToolRun("set", at[1], "root.name", "Eve", "--output", "-").status, 0)
        }
        try scratch.file("any", Self.junk + archive)
        let run = try ToolRun("set", "\(file)@\(Self.junk.count)", "root.name", "Eve")
        #expect(run.errors.contains("it is a part of a file; name another file with --output"), "\(run.errors)")
        #expect(run.status != 0)
        #expect(try scratch.bytes("any") == Self.junk + archive)
        #expect(try scratch.names() == ["any"])
        let nothing = try ToolRun("dump", "\(file)@3")
        #expect(nothing.errors.contains("no whole archive or property list begins at this byte"), "\(nothing.errors)")
        #expect(nothing.status == 1)
        // A file of the name comes first.
        try scratch.file("any@\(Self.junk.count)", SmallArchive("of that name").bytes())
        #expect(try ToolRun("get", "\(file)@\(Self.junk.count)", "root").output == "\"of that name\"\n")
        #expect(try ToolRun("dump", "\(file)@x").status == 2)
    }

    @Test func `lines of JSON say the same`() throws {
        let file = try scratch.file("a:b", [0] + archive).path
        let run = try ToolRun("find", "--archives", "--json", file)
        let first = try #require(run.output.split(separator: "\n").first)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any])
        expectRows {
            (object["$file"] as? String, file)
            (object["$offset"] as? Int, 1)
            (object["$size"] as? Int, archive.count)
            (object["$kind"] as? String, "keyed archive")
            (object["$classes"] as? [String], ["Person"])
        }
        let words = try ToolRun("find", "--archives", file)
        #expect(words.output.hasPrefix("\"") && words.output.contains("a\\u{3A}b\"@1: "), "\(words.output)")
        #expect(try ToolRun("find", "--archives", "--class", "A", file).status == 2)
        #expect(try ToolRun("find", "--archives", "--dates", "iso", file).status == 2)
    }
}
