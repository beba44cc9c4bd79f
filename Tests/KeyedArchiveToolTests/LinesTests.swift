import Foundation
import PropertyLists
import TestSupport
import Testing

/// Standard input with many documents, one a line.
@Suite struct LinesTests {
    private static func archive(_ name: String) throws -> [UInt8] {
        try SmallArchive(
            ["name": .uid(2), "$class": .uid(3)], .string(PropertyListString(name)), .classRecord("Person")
        )
        .bytes()
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    private static func run(_ arguments: String..., lines: String...) throws -> ToolRun {
        try ToolRun(arguments, input: Array(lines.joined(separator: "\n").utf8))
    }

    @Test func `lines each of which is a document are answered in order, in any code`() throws {
        let (ada, byron) = (try Self.archive("Ada"), try Self.archive("Byron"))
        let lines = [
            Self.hexadecimal(ada), "", "X'\(Self.hexadecimal(byron).uppercased())'", "\"\(Self.base64(ada))\"\r",
            Self.base64(byron),
        ]
        let run = try ToolRun("get", "-", "root.name", "--text", input: Array(lines.joined(separator: "\n").utf8))
        #expect(run.output == "Ada\n\nByron\nAda\nByron\n")
        #expect(run.errors == "")
        #expect(run.status == 0)
        let tree = try Self.run("dump", "-", lines: lines[0], lines[2])
        #expect(tree.output == "-:1:\nroot: Person\n  name: \"Ada\"\n-:2:\nroot: Person\n  name: \"Byron\"\n")
        let check = try Self.run("check", "-", lines: lines[0], lines[2])
        #expect(check.output == "-:1: valid, 4 objects\n-:2: valid, 4 objects\n")
    }

    @Test func `an answer has what can be read of a damaged line, in every layout of JSON`() throws {
        let damaged = try SmallArchive(
            ["NS.objects": [.uid(3), .uid(99)], "$class": .uid(2)], .classRecord("NSArray", "NSObject"), "x"
        ).bytes()
        let lines = "\(Self.hexadecimal(damaged))\n\(Self.hexadecimal(try Self.archive("Ada")))"
        for arguments in [
            ["dump", "-", "--json"], ["dump", "-", "--lines"], ["dump", "-", "--format", "plain"],
            ["get", "-", "root", "--lines"], ["get", "-", "root[*]", "--lines"],
        ] {
            let run = try ToolRun(arguments, input: Array(lines.utf8))
            expectRows {
                expecting(run.output, contains: "\"x\"")
                !run.output.contains("one part of the archive cannot be read")
                (run.status, 1)
            }
        }
    }

    @Test func `text in several lines is one document`() throws {
        let bytes = try Self.archive(String(repeating: "Ada ", count: 100))
        let digits = Self.hexadecimal(bytes)
        let middle = digits.index(digits.startIndex, offsetBy: digits.count / 4 * 2)
        let texts = [
            Data(bytes).base64EncodedString(options: .lineLength64Characters),
            "\(digits[..<middle])\n\(digits[middle...])",
            "\n\n\(digits)\n\n", digits,
        ]
        for text in texts {
            let run = try ToolRun("check", "-", input: Array(text.utf8))
            #expect(run.output == "-: valid, 4 objects\n", "\(run.errors)")
        }
        // With --lines each line is a document, whatever it is.
        let run = try ToolRun("check", "-", "--lines", input: Array(texts[1].utf8))
        #expect(run.output.split(separator: "\n").count == 2)
        #expect(run.status == 1)
        let binary = try ToolRun("check", "-", "--lines", input: bytes)
        #expect(binary.output.hasPrefix("{\"file\": \"-\", \"valid\": true"), "\(binary.output)")
    }

    @Test func `with --lines there are as many answers as lines, also where the first are empty or look like a file`()
        throws
    {
        let good = Self.hexadecimal(try Self.archive("Ada"))
        for command in [
            ["check", "-"], ["get", "-", "root.name"], ["dump", "-"], ["convert", "-", "-", "--format", "json"],
        ] {
            let nothing = try ToolRun(command + ["--lines"])
            #expect(nothing.output.isEmpty && nothing.errors.isEmpty && nothing.status == 0, "\(command)")
            let empty = try ToolRun(command + ["--lines"], input: Array("\n\n".utf8))
            #expect(empty.output == "\n\n" && empty.status == 0, "\(command): \(empty.output)")
            for first in ["bplist00", "<plist/>", ""] {
                let run = try ToolRun(command + ["--lines"], input: Array("\(first)\n\(good)\n".utf8))
                #expect(run.output.split(separator: "\n", omittingEmptySubsequences: false).count == 3, "\(run.output)")
                #expect(run.status == (first.isEmpty ? 0 : 1))
            }
        }
    }

    @Test func `a line of something else is left out as a whole, and one longer than a file is an error`() throws {
        let good = Self.hexadecimal(try Self.archive("Ada"))
        let other = String(repeating: "z", count: 3_000_000)
        let answered = try Self.run("get", "-", "root.name", "--lines", "--text", lines: good, other, good)
        let answers = answered.output.components(separatedBy: "\n")
        #expect(answers.count == 4)
        #expect(answers[0] == "Ada" && answers[2] == "Ada")
        let long = good + String(repeating: "0", count: 65 << 20)
        let run = try ToolRun("check", "-", "--lines", "--limits", "untrusted", input: Array("\(long)\n".utf8))
        #expect(run.output.contains("\"code\": \"limitExceeded\""), "\(run.output)")
        #expect(run.status == 1)
    }

    @Test func `what fails is named by its line, and doesn't keep others from their turn`() throws {
        let good = Self.hexadecimal(try Self.archive("Ada"))
        let cut = String(good.dropLast(20))
        let words = try Self.run("get", "-", "root.name", "--text", lines: good, good, cut, good)
        #expect(words.output == "Ada\nAda\n\nAda\n")
        #expect(words.errors.hasPrefix("keyed-archive: -:3: "), "\(words.errors)")
        #expect(words.status == 1)
        let json = try Self.run("get", "-", "root.name", "--lines", lines: "zz", "", cut, good)
        let answers = json.output.components(separatedBy: "\n")
        expectRows {
            (answers.count, 5)
            expecting(
                answers[0], hasPrefix: "{\"$line\": 1, \"$error\": {\"code\": \"unrecognizedFormat\", \"reason\": ")
            (answers[1], "")
            expecting(answers[2], hasPrefix: "{\"$line\": 3, \"$error\": {\"code\": ")
            (answers[3], "\"Ada\"")
            (json.errors, "")
            (json.status, 1)
        }
        let array = try Self.run("dump", "-", "--json", lines: good, "", good, cut)
        let elements = try JSONSerialization.jsonObject(with: Data(array.outputBytes)) as? [Any]
        #expect(elements?.count == 4)
        #expect(elements?[1] is NSNull)
        #expect((elements?[3] as? [String: Any])?["$line"] as? Int == 4)
    }

    @Test func `lines of JSON say which line or file they came from, also where a file fails`() throws {
        let good = Self.hexadecimal(try Self.archive("Ada"))
        let lines = try Self.run("dump", "-", "--lines", lines: good, good)
        #expect(try Self.documents(lines.output).map { $0["$line"] as? Int } == [1, 2])
        let check = try Self.run("check", "-", "--lines", lines: good)
        #expect(check.output == "{\"$line\": 1, \"valid\": true, \"objects\": 4, \"problems\": []}\n")
        let scratch = try Scratch()
        let file = try scratch.file("good", Self.archive("Ada")).path
        let bad = try scratch.file("bad", Array("neither".utf8)).path
        for layout in ["--json", "--lines"] {
            let run = try ToolRun("dump", layout, file, bad, file)
            let documents = try Self.documents(run.output)
            expectRows {
                (documents.map { $0["$file"] as? String }, [file, bad, file])
                ((documents.dropFirst().first?["$error"] as? [String: Any])?["code"] as? String, "unrecognizedFormat")
                (run.errors, "")
                (run.status, 1)
            }
        }
    }

    /// The documents of an array of JSON, or of its lines.
    private static func documents(_ text: String) throws -> [[String: Any]] {
        let array = text.hasPrefix("[") ? text : "[\(text.split(separator: "\n").joined(separator: ","))]"
        return try JSONSerialization.jsonObject(with: Data(array.utf8)) as? [[String: Any]] ?? []
    }

    @Test func `a field of JSON is answered in its place`() throws {
        let archive = Self.base64(try Self.archive("Ada"))
        let lines = [
            "{\"id\":1.50, \"b\":\"\(archive)\",\"z\":[1,{}]}", "{\"id\":1,\"b\":\"\"}", "{\"b\":null}",
            "{\"b\":\"zz\"}",
            "{\"a\":1}", "[1]",
        ]
        let run = try ToolRun("get", "-", "root.name", "--field", "b", input: Array(lines.joined(separator: "\n").utf8))
        let answers = run.output.components(separatedBy: "\n")
        expectRows {
            (answers.count, 7)
            (answers[0], "{\"id\":1.50, \"b\":\"Ada\",\"z\":[1,{}]}")
            (answers[1], lines[1])
            (answers[2], lines[2])
            expecting(answers[3], hasPrefix: "{\"b\":{\"$error\": {\"code\": \"unrecognizedFormat\"")
            expecting(answers[4], hasPrefix: "{\"$line\": 5, \"$error\": {\"code\": \"valueNotFound\"")
            expecting(answers[5], hasPrefix: "{\"$line\": 6, \"$error\": ")
            (run.errors, "")
            (run.status, 1)
        }
    }

    @Test func `what a line doesn't hold is refused with a code and what to do, and nothing is an empty line`() throws {
        let escaped = Self.hexadecimal(try Self.archive("a\nb\\"))
        let run = try Self.run("get", "-", "root.nick", "--text", "--lines", lines: escaped)
        #expect(run.output == "\n")
        #expect(run.status == 1)
        #expect(
            try Self.run("get", "-", "root.name", "--text", "--lines", lines: escaped).output == "a\\nb\\\\\n")
        let good = Self.hexadecimal(try Self.archive("Ada"))
        let text = try Self.run("get", "-", "root", "--text", "--lines", lines: good)
        #expect(text.output.contains("\"code\": \"invalidType\""), "\(text.output)")
        #expect(text.output.contains("\"remedy\": \"leave --text out\""), "\(text.output)")
        let number = try Self.run("dump", "-", "--field", "b", lines: "{\"a\":1,\"b\":2}")
        #expect(number.output.contains("the field \\\"b\\\" is an integer, not a document as text"))
        let missing = try Self.run("dump", "-", "--field", "c", lines: "{\"a\":1,\"b\":2}")
        #expect(missing.output.contains("name another with --field; there are \\\"a\\\", \\\"b\\\""))
        #expect(
            try Self.run("dump", "-", "--field", "b", "--format", "tree", lines: "").errors.hasPrefix(
                "keyed-archive: --field and --format tree exclude each other"))
    }

    @Test(.rows)
    func `a command that takes one document says that there are several`() throws {
        let scratch = try Scratch()
        let line = Self.hexadecimal(try Self.archive("Ada"))
        let file = try scratch.file("lines", Array("\(line)\n\n\(line)\n".utf8)).path
        forEachRow([
            ["objects", file], ["set", file, "root.name", "x"], ["delete", file, "root.name"],
            ["rename", "Person", "Human", file], ["rewrite", file, "-"], ["set", file, "root.name", "x", "-o", "-"],
        ]) { (words: [String]) throws in
            let run = try ToolRun(words)
            #expect(run.status == 1)
            #expect(run.errors.contains("it holds several documents, one a line, and this command takes one"))
        }
    }

    @Test func `files of text hold many documents, too`() throws {
        let (ada, byron) = (Self.hexadecimal(try Self.archive("Ada")), Self.base64(try Self.archive("Byron")))
        let scratch = try Scratch()
        let text = Array("\(ada)\n\n\(byron)\n".utf8)
        let file = try scratch.file("many", text).path
        let one = try scratch.file("one", Self.archive("Eve")).path
        let fields = try scratch.file("fields", Array("{\"b\":\"\(ada)\"}\n{\"b\":\"\"}\n".utf8)).path
        let dump = try ToolRun("dump", file, "--lines")
        let lines = dump.output.split(separator: "\n", omittingEmptySubsequences: false)
        let failing = try scratch.file("failing", text + Array("zz\n".utf8)).path
        try expectRows {
            (try ToolRun("get", file, "root.name", "--text").output, "Ada\n\nByron\n")
            (
                try ToolRun("check", file, one).output,
                "\(file):1: valid, 4 objects\n\n\(file):3: valid, 4 objects\n\(one): valid, 4 objects\n"
            )
            (
                try ToolRun("check", "--jobs", "1", file, one).output,
                try ToolRun("check", "--jobs", "3", file, one).output
            )
            (lines.count, 4)
            expecting(lines[2], hasPrefix: "{\"$file\": \"\(file)\", \"$line\": 3, \"$graph\"")
            (try ToolRun("get", fields, "root.name", "--field", "b").output, "{\"b\":\"Ada\"}\n{\"b\":\"\"}\n")
            (
                try ToolRun("convert", file, "-", "--format", "binary").output,
                "\(ada.uppercased())\n\n\(byron)\n"
            )
            (try ToolRun("convert", file, scratch.path("out")).status, 2)
            expecting(
                try ToolRun("dump", failing, "--lines").output,
                contains: "{\"$file\": \"\(failing)\", \"$line\": 4, \"$error\": {\"code\": ")
            expecting(try ToolRun("find", "Ada", file).output, contains: "many\\u{3A}1\": root.name: \"Ada\"\n")
        }
    }

    @Test(.rows)
    func `lines are converted to lines in each form of JSON, and back`() throws {
        forEachRow(["json", "envelope", "plain-json"]) { (form: String) throws in
            let line = Self.hexadecimal(try Self.archive("Ada"))
            let run = try ToolRun(
                "convert", "-", "-", "--lines", "--format", form, input: Array("\(line)\n\(line)\n".utf8))
            let lines = run.output.split(separator: "\n")
            expectRows {
                (run.errors, "")
                (lines.count, 2)
            }
            for line in lines {
                let json = try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)
                #expect(((json as? [String: Any])?["$graph"] != nil) == (form == "json"))
            }
        }
        let (ada, byron) = (try Self.archive("Ada"), try Self.archive("Byron"))
        let lines = "\(Self.base64(ada))\n\n\(Self.base64(byron))\n"
        let json = try ToolRun("convert", "-", "-", "--format", "json", "--lines", input: Array(lines.utf8))
        #expect(json.output.components(separatedBy: "\n").count == 4)
        let back = try ToolRun("convert", "-", "-", "--lines", input: json.outputBytes)
        #expect(back.output == lines)
        let digits = "\(Self.hexadecimal(ada).uppercased())\n"
        #expect(try ToolRun("convert", "-", "-", input: Array((digits + digits).utf8)).output == digits + digits)
        let file = try ToolRun("convert", "-", "out", input: Array((digits + digits).utf8))
        #expect(file.errors.contains("OUT is then -"))
        #expect(file.status == 2)
    }

    @Test func `thousands of lines come in their order, on several threads`() throws {
        let lines = try (0..<3000).map { Self.hexadecimal(try Self.archive("number \($0)")) }.joined(separator: "\n")
        let run = try ToolRun("get", "-", "root.name", "--text", input: Array(lines.utf8))
        #expect(run.output == (0..<3000).map { "number \($0)\n" }.joined())
    }

    @Test(arguments: [["--lines"], []])
    func `a program can write a line, wait for the answer, and write the next`(options: [String]) throws {
        let process = Process()
        process.executableURL = ToolRun.executable
        process.arguments = ["get", "-", "root.name", "--text"] + options
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // A tool that doesn't answer ends, and with it the wait. The end of its input may have to wait for processes that
        // other tests started meanwhile, which hold the other end of the pipe too.
        DispatchQueue.global().asyncAfter(deadline: .now() + 600) { [pid = process.processIdentifier] in
            _ = kill(pid, SIGKILL)
        }
        for name in ["Ada", "Byron", "Charles"] {
            input.fileHandleForWriting.write(Data("\(Self.hexadecimal(try Self.archive(name)))\n".utf8))
            #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "\(name)\n")
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
