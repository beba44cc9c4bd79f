import Foundation
import KeyedArchiveTool
import KeyedArchiving

/// Runs the commands of the tool on an input.
final class ToolCalls: Sendable {
    private let file: ScratchFile
    private let json: ScratchFile
    private let drain: Int32
    private var path: String { file.path }

    init(scratchFile: String) {
        file = ScratchFile(scratchFile)
        json = ScratchFile(scratchFile + ".json")
        drain = open("/dev/null", O_WRONLY)
    }

    deinit {
        close(drain)
    }

    /// The formats of `dump`, which all say the same of what isn't an archive.
    private static let dumps: [[String]] = [
        ["--nested", "--strings", "9", "--dates", "local"], ["--lines", "--raw"], ["--format", "xml"],
        ["--format", "mermaid"], ["--format", "dot", "--max-depth", "5", "--max-boxes", "9"], ["--stable"],
    ]

    func exerciseAll(_ bytes: [UInt8]) {
        guard file.store(bytes) else { return }
        ExecutionCounts.count(.tool)
        let isArchive = (try? KeyedArchive(bytes)) != nil
        for options in Self.dumps.prefix(isArchive ? .max : 1) { run(["dump", path] + options) }
        run(["check", "--strict", "--all", path])
        if bytes.count < 4096 { run(["check", "--recursive", "--jobs", "2", path, path]) }
        run(["objects", "--json", path])
        run(["get", path, "root.NS.objects[0]"])
        run(["get", path, "root", "--format", "dot"])
        run(["dump", path, "--nested", "--format", "html"])
        run(["generate", path])
        run(["generate", path, "--codable", "--nested"])
        run(["rewrite", path, "/dev/null"])
        run(["set", path, "root", "text", "added", "7", "--output", "/dev/null"])
        run(["set", path, "root", #"{"key":[1,{"$data":"AQI="}]}"#, "--json", "--everywhere", "--output", "/dev/null"])
        run(["dump", path, "--format", "paths"])
        run(["find", "a*b|c", path, "--regex"])
        runLines(bytes)
        run(["get", path, "root", "--text"])
        // By default the smallest input has 64 MiB.
        run(["get", path, "root.**", "--limits", "untrusted"])
        run(["get", path, "root[*]", "--json"])
        run(["set", path, "root[*]", "text", "--type", "string", "--output", "/dev/null"])
        run(["append", path, "root", "text", "--output", "/dev/null"])
        run(["move", path, "root[0]", "root[1]", "--output", "/dev/null"])
        run(["rename", "NSObject", "Root", path, "--output", "/dev/null"])
        run(["rename", "NS.", "UI.", path, "--output", "/dev/null"])
        run(["rename", "NSObject", "Root", path, "--nested", "--output", "/dev/null"])
        run(["find", "a", path, "--json"])
        run(["find", "--archives", path])
        run(["dump", path + "@0"])
        run(["diff", path, path])
        run(["convert", path, "/dev/null", "--format", "envelope"])
        for format in ["plain", "binary", "typedstream"] { run(["convert", path, "/dev/null", "--format", format]) }
        run(["dump", path, "--format", "plain", "--nested"])
        if isArchive {
            for options in [[], ["--bare"]] {
                json.write { run(["convert", path, "-", "--format", "json"] + options, output: $0) }
                run(["convert", json.path, "/dev/null"])
            }
        }
        run(["classes", path, "--nested", "--swift"])
        run(["classes", path, "--json"])
        run(["audit", path])
        run(["check", path, "--salvage", "/dev/null"])
        run(["delete", path, "root", "--output", "/dev/null"])
    }

    /// Runs those that read sequential archives.
    func exerciseSequential(_ bytes: [UInt8]) {
        guard file.store(bytes) else { return }
        run(["dump", path, "--max-depth", "50"])
        run(["objects", "--canonical", path])
        run(["check", "--strict", path])
        run(["rewrite", path, "/dev/null"])
    }

    /// Runs those that read many documents: the input as it is, of which any line may be one, and as a field.
    private func runLines(_ bytes: [UInt8]) {
        file.read { input in run(["get", "-", "root", "--lines"], input: input) }
        let text = Data(bytes).base64EncodedString()
        guard json.store(Array("\(text)\n\n{\"b\":\"\(text)\"}\n".utf8)) else { return }
        run(["check", json.path])
        run(["find", "--archives", json.path])
        for words in [["dump", "-"], ["check", "-", "--field", "b"], ["convert", "-", "-", "--lines"]] {
            json.read { input in run(words, input: input) }
        }
    }

    private func run(_ words: [String], input: Int32 = 0, output: Int32? = nil) {
        let console = Console(input: input, output: output ?? drain, errors: drain)
        _ = console.finish(Tool.run(words, on: console))
    }
}
