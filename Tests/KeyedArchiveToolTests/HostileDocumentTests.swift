import Fuzzing
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What one document may take of the program that reads it: memory, time, stack and output, in every command.
///
/// Each command runs in the built tool, which the system stops where it takes more than the bounds.
@Suite struct HostileDocumentTests {
    /// How large the files are.
    private static let size = TestScale.count(256 << 10, quick: 32 << 10)

    /// How many MiB of addresses a run may take: the process itself with the stack of a thread, and 64 bytes for each
    /// byte of both files and of the 1 MiB that is free.
    private static let memory = 160 + 64 + (2 * 64 * size) >> 20

    private static let commands: [[String]] = [
        ["dump", "IN"], ["dump", "IN", "--nested"], ["dump", "IN", "--format", "json"],
        ["dump", "IN", "--format", "xml"], ["dump", "IN", "--format", "html", "--nested"],
        ["dump", "IN", "--format", "mermaid"], ["dump", "IN", "--stable"],
        ["dump", "IN", "--format", "paths"], ["find", "a", "IN"], ["find", "(a|b)*c", "IN", "--regex"],
        ["find", "--class", "NSObject", "IN"],
        ["get", "IN", "root"], ["get", "IN", "root", "--bytes"], ["objects", "IN"], ["objects", "IN", "--json"],
        ["check", "IN", "--strict", "--all"], ["classes", "IN", "--nested"], ["classes", "IN", "--swift", "--nested"],
        ["audit", "IN"], ["generate", "IN", "--nested"], ["generate", "IN", "--codable"], ["diff", "IN", "OTHER"],
        ["rewrite", "IN", "OUT"], ["convert", "IN", "OUT", "--format", "json"],
        ["convert", "IN", "OUT", "--format", "plain"], ["convert", "IN", "OUT", "--format", "xml"],
        ["set", "IN", "root", "text", "--type", "string", "--output", "OUT"],
        ["append", "IN", "root", "text", "--output", "OUT"], ["move", "IN", "root", "other", "--output", "OUT"],
        ["delete", "IN", "root", "--output", "OUT"],
    ]

    @Test(
        "an upload of 10 MB takes 128 MiB beside itself at most",
        arguments: [["dump", "IN"], ["objects", "IN", "--json"]])
    func largeUpload(command: [String]) throws {
        let scratch = try Scratch()
        let texts = (0..<200_000).map { "some text of an untrusted upload, number \($0)" }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: texts, requiringSecureCoding: true)
        try scratch.file("in", bytes)
        try #require(bytes.count > 10 << 20)
        // The process itself with the stack of a thread, the file as it is read and as it is opened, and the rest.
        let bound = 160 + 64 + (2 * bytes.count) >> 20 + 128
        let run = try Self.run(command, in: scratch, "untrusted", memory: bound)
        #expect(run.status == 0, "\(run.errors.prefix(200))")
    }

    /// Runs the built tool with a stack of 512 KB, as secondary threads of Apple systems have.
    private static func run(_ arguments: [String], in scratch: Scratch, _ limits: String, memory: Int = memory) throws
        -> ToolRun
    {
        let paths = ["IN": "in", "OTHER": "other", "OUT": "out"].mapValues { scratch.path($0) }
        let words = (arguments + ["--limits", limits]).map { "'\(paths[$0] ?? $0)'" }.joined(separator: " ")
        // One arena: a second one takes addresses that aren't memory.
        return try ToolRun(
            shell: """
                ulimit -c 0; ulimit -s 512; ulimit -t 60; ulimit -v \(memory << 10)
                SWIFT_BACKTRACE=enable=no MALLOC_ARENA_MAX=1 exec "$TOOL" \(words)
                """)
    }

    @Test(arguments: HostileDocument.all)
    func `every command ends within its bounds`(_ document: HostileDocument) throws {
        let scratch = try Scratch()
        let bytes = try document.bytes(size: Self.size)
        try scratch.file("in", bytes)
        try scratch.file("other", try document.bytes(size: Self.size + Self.size / 16))
        var failures: [String] = []
        for command in Self.commands {
            for limits in TestScale.isFull ? ["untrusted", "default"] : ["untrusted"] {
                let run = try Self.run(command, in: scratch, limits)
                let isWithin = run.outputBytes.count <= 48 * (2 * bytes.count + 4096) + 16384
                // Status 1 says that something is wrong with the file, 2 that files can't be compared or searched.
                let mayBeTwo = ["diff", "find"].contains(command[0])
                let isDone = run.status == 0 || run.status == 1 || run.status == 2 && mayBeTwo
                if !isWithin || !isDone {
                    failures.append(
                        "\(command) \(limits): \(run.status), \(run.outputBytes.count): \(run.errors.prefix(200))")
                }
            }
        }
        #expect(failures == [])
    }

    @Test(arguments: HostileDocument.allJSON)
    func `JSON becomes a file, or an error, within its bounds`(_ document: HostileDocument) throws {
        let scratch = try Scratch()
        try scratch.file("in", try document.bytes(size: Self.size))
        var failures: [String] = []
        for format in [[], ["--format", "xml"], ["--format", "plain"], ["--format", "json"]] {
            for limits in TestScale.isFull ? ["untrusted", "default"] : ["untrusted"] {
                let run = try Self.run(["convert", "IN", "OUT"] + format, in: scratch, limits)
                if run.status != 0 && run.status != 1 {
                    failures.append("\(format) \(limits): \(run.status): \(run.errors.prefix(200))")
                }
            }
        }
        #expect(failures == [])
    }

    @Test(arguments: [Int64.min, -1, 0, .max])
    func `how often a member of a counted set is there is a number, whatever it is`(_ count: Int64) throws {
        let run = try ToolRun(
            "convert", "-", "-", "--format", "plain", input: try HostileDocument.countedSet(count: count))
        #expect(run.status == 0)
        #expect(run.output.contains("<integer>\(count)</integer>"))
    }

    @Test func `objects that refer to each other in a long row become an archive on a small stack`() throws {
        let scratch = try Scratch()
        try scratch.file("in", try HostileDocument.references.bytes(size: 40 * 5000))
        let run = try Self.run(["convert", "IN", "OUT"], in: scratch, "untrusted")
        #expect(run.status == 0, "\(run.errors)")
        let check = try ToolRun("check", scratch.path("out"))
        #expect(check.output.contains("valid, 5002 objects"), "\(check.output)")
    }

    @Test(arguments: [("untrusted", 3), ("default", 8)])
    func `documents in data and on a path count as levels, whatever their formats are`(
        _ limits: String, _ limit: Int
    ) throws {
        for document in [HostileDocument.sequentialInData, .keyedInData, .mixedInData] {
            let bytes = try document.bytes(size: 5000)
            func get(_ count: Int) throws -> ToolRun {
                let path = Array(repeating: "root", count: count + 1).joined(separator: "!")
                return try ToolRun("get", "-", path, "--limits", limits, input: bytes)
            }
            #expect(try get(limit).status == 0, "\(document)")
            let run = try get(limit + 1)
            #expect(run.status == 1, "\(document)")
            #expect(run.errors.contains("the limit `nestedArchives` of \(limit) is exceeded"), "\(run.errors)")
        }
        for document in [HostileDocument.sequentialInData, .keyedInData, .mixedInData, .listsInData] {
            let bytes = try document.bytes(size: 5000)
            for command in [["classes", "--nested"], ["dump", "--nested"]] {
                let run = try ToolRun(command + ["-", "--limits", limits], input: bytes)
                #expect(run.status == 1, "\(document), \(command)")
                let text = run.output + run.errors
                #expect(text.contains("the limit `nestedArchives` of \(limit) is exceeded"), "\(document), \(command)")
            }
        }
    }

    @Test func `documents of JSON in data share one stack`() throws {
        // In each, objects that refer to each other in a row.
        func document(_ levels: Int) -> String {
            let inner = levels == 1 ? "1" : #"{"$class":"NSData","$document":\#(document(levels - 1))}"#
            let objects = (0..<295).reversed().map { number in
                #"{"$id":\#(number),"$class":"A","n":\#(number == 294 ? inner : #"{"$ref":\#(number + 1)}"#)}"#
            }
            return #"{"root":{"$ref":0},"list":[\#(objects.joined(separator: ","))]}"#
        }
        func convert(_ levels: Int, _ limits: String) throws -> ToolRun {
            let json = #"{"$graph":1.0,"# + document(levels).dropFirst()
            return try ToolRun("convert", "-", "-", "--limits", limits, input: Array(json.utf8))
        }
        #expect(try KeyedArchive(convert(8, "default").outputBytes).problems().isEmpty)
        #expect(try convert(12, "default").errors.contains("the limit `nestedArchives` of 8 is exceeded"))
        #expect(try convert(5, "untrusted").errors.contains("the limit `nestedArchives` of 3 is exceeded"))
        #expect(try convert(40, "none").status == 0)
    }

    @Test func `many objects in JSON, and many names of one form, cost little more than few`() throws {
        let scratch = try Scratch()
        func convert(_ size: Int) throws {
            try scratch.file("in", try HostileDocument.objects.bytes(size: size))
            #expect(try ToolRun("convert", scratch.path("in"), scratch.path("out")).status == 0)
        }
        let growth = try WorkTime.growth(from: { try convert(20_000) }, to: { try convert(80_000) }, below: 8)
        #expect(growth < 8)
        let names = try ToolRun("get", scratch.path("out"), "root[-1].name")
        #expect(names.output == "\"NAME 499\"\n")
        // Names of one form are told apart in one look each.
        let generating = try WorkTime.growth(
            from: { _ = try ToolRun("generate", "-", input: try HostileDocument.oneName.bytes(size: 8_000)) },
            to: { _ = try ToolRun("generate", "-", input: try HostileDocument.oneName.bytes(size: 32_000)) },
            below: 8)
        #expect(generating < 8)
    }
}
