import Foundation
import PropertyLists
import TestSupport
import Testing

/// What the tool prints for wrong invocations and wrong files, word for word, with its exit status.
///
/// `Tests/Goldens/mistakes.txt` has each command line after a `$`, what is printed on either stream, and the status in
/// brackets. Changed texts are recorded with `KEYED_ARCHIVING_GOLDENS=record swift test --filter MistakesTests`;
/// who does reads them as a user would.
@Suite struct MistakesTests {
    private static let golden = Corpus.packageFolder.appendingPathComponent("Tests/Goldens/mistakes.txt")

    /// A command line of the file, and what follows it.
    private struct Mistake {
        var line: String
        var answer: String
    }

    private static func mistakes() throws -> [Mistake] {
        let text = try String(contentsOf: golden, encoding: .utf8)
        return text.components(separatedBy: "\n$ ").dropFirst().map { part in
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return Mistake(line: String(lines[0]), answer: lines.count > 1 ? String(lines[1]) : "")
        }
    }

    @Test func `each mistake has its answer`() throws {
        let folder = try MistakenFiles()
        let head = try String(contentsOf: Self.golden, encoding: .utf8).prefix { $0 != "$" }
        var recorded = String(head)
        let mistakes = try Self.mistakes()
        #expect(mistakes.count >= 60)
        for mistake in mistakes {
            let answer = try folder.answer(to: mistake.line)
            recorded += "$ \(mistake.line)\n\(answer)\n"
            guard ProcessInfo.processInfo.environment["KEYED_ARCHIVING_GOLDENS"] != "record" else { continue }
            #expect(
                answer.trimmingCharacters(in: .newlines) == mistake.answer.trimmingCharacters(in: .newlines),
                "$ \(mistake.line)")
        }
        if ProcessInfo.processInfo.environment["KEYED_ARCHIVING_GOLDENS"] == "record" {
            try recorded.write(to: Self.golden, atomically: true, encoding: .utf8)
        }
    }

    @Test func `no answer is longer than a user reads, and each names a place to go on`() throws {
        for mistake in try Self.mistakes() {
            let lines = mistake.answer.split(separator: "\n")
            #expect(lines.count <= 8, "$ \(mistake.line)")
            #expect(mistake.answer.contains("[1]") || mistake.answer.contains("[2]"), "$ \(mistake.line)")
            #expect(!mistake.answer.contains("Error("), "$ \(mistake.line)")
        }
    }
}

/// The files that the command lines name.
private struct MistakenFiles {
    private let scratch: Scratch
    private let folder: String

    init() throws {
        scratch = try Scratch()
        folder = scratch.folder.path + "/"
        let archive = SmallArchive(
            ["name": .uid(3), "age": 7, "when": .uid(4), "list": .uid(6), "$class": .uid(2)],
            .classRecord("Person", "NSObject"), "Ada", ["NS.time": 0.5, "$class": .uid(5)],
            .classRecord("NSDate", "NSObject"), ["NS.objects": [.uid(3)], "$class": .uid(7)],
            .classRecord("NSArray", "NSObject"))
        let good = try archive.bytes()
        let sequential: [UInt8] =
            [4, 11] + Array("streamtyped".utf8) + [0x81, 0xE8, 0x03, 0x84, 1] + Array("@".utf8)
            + [0x84, 0x84, 0x84, 8] + Array("NSString".utf8) + [1, 0x84, 0x84, 8] + Array("NSObject".utf8) + [0, 0x85]
            + [0x84, 1] + Array("+".utf8) + [5] + Array("hello".utf8) + [0x86]
        let files: [(String, [UInt8])] = [
            ("good.plist", good), ("damaged.plist", Array(good.dropLast(40))), ("old.nib", sequential),
            ("damaged.nib", Array(sequential.dropLast(4))), ("ancient.nib", [3] + sequential.dropFirst()),
            ("list.plist", try XMLPropertyListWriter().write(["Title": "Notes", "Size": 3])),
            ("data.json", Array("{\"name\": \"Ada\", \"age\": 7}".utf8)),
            ("broken.json", Array("{\"name\": \"Ada\", \"age\" 7}".utf8)),
            ("archive.json", Array("{\"$graph\": 1.0, \"root\": {\"$ref\": 99}}".utf8)),
            ("notes.txt", Array("Dear Ada,\nthe archive is lost.\n".utf8)), ("empty", []), ("zeros", [0, 0, 0, 0]),
            ("picture.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), ("pack.zip", [0x50, 0x4B, 3, 4, 0]),
            ("pack.gz", [0x1F, 0x8B, 8, 0]), ("chat.db", Array("SQLite format 3\0".utf8)),
            ("compiled.nib", Array("NIBArchive".utf8) + [1, 0, 0, 0]), ("new.plist", Array("bplist17".utf8) + [0, 0]),
            ("message.hex", Array("62706c6973743030d1zz".utf8)), ("cut.plist", Array("bplist00".utf8)),
            ("half.plist", Array("<?xml version=\"1.0\"?><plist><dict><key>a</key>".utf8)),
        ]
        for (name, bytes) in files { try scratch.file(name, bytes) }
        try FileManager.default.createDirectory(
            at: scratch.folder.appendingPathComponent("folder"), withIntermediateDirectories: true)
    }

    /// What the tool prints, with the files' names as the command line has them, and its exit status.
    func answer(to line: String) throws -> String {
        let names = try Set(scratch.names() + ["none.plist", "out.plist", "out.json", "none"])
        let words = Self.words(of: line).dropFirst().map { word in
            let start = word.prefix { $0 != "/" }
            return names.contains(String(start)) ? folder + word : word
        }
        let run = try ToolRun(Array(words))
        // What comes after a line of results and errors is named so that an empty one is seen.
        let text = (run.output + run.errors).replacingOccurrences(of: folder, with: "")
        return text + "[\(run.status)]\n"
    }

    /// The words of a command line, with quotes as in a shell.
    private static func words(of line: String) -> [String] {
        var words: [String] = []
        var (word, isOpen, isQuoted) = ("", false, false)
        for character in line {
            if character == "'" {
                (isQuoted, isOpen) = (!isQuoted, true)
            } else if character == " ", !isQuoted {
                if isOpen { words.append(word) }
                (word, isOpen) = ("", false)
            } else {
                word.append(character)
                isOpen = true
            }
        }
        return isOpen ? words + [word] : words
    }
}
