import Foundation
import KeyedArchiveTool
import KeyedArchiving

/// Runs the commands of the tool on an input.
final class ToolCalls: Sendable {
    private let path: String
    private let file: Int32
    private let jsonFile: Int32
    private let drain: Int32

    init(scratchFile: String) {
        path = scratchFile
        file = open(scratchFile, O_RDWR | O_CREAT, 0o600)
        jsonFile = open(scratchFile + ".json", O_RDWR | O_CREAT, 0o600)
        drain = open("/dev/null", O_WRONLY)
    }

    deinit {
        close(file)
        close(jsonFile)
        close(drain)
        unlink(path)
        unlink(path + ".json")
    }

    /// The formats of `dump`, which all say the same of what isn't an archive.
    private static let dumps: [[String]] = [
        ["--nested", "--strings", "9", "--dates", "local"], ["--lines", "--raw"], ["--format", "xml"],
        ["--format", "mermaid"], ["--format", "dot", "--max-depth", "5", "--max-boxes", "9"], ["--stable"],
    ]

    func exerciseAll(_ bytes: [UInt8]) {
        guard store(bytes) else { return }
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
        run(["diff", path, path])
        run(["convert", path, "/dev/null", "--format", "plain"])
        if isArchive {
            for options in [[], ["--bare"]] {
                // Like the file itself, that of the JSON is kept.
                lseek(jsonFile, 0, SEEK_SET)
                run(["convert", path, "-", "--format", "json"] + options, output: jsonFile)
                ftruncate(jsonFile, lseek(jsonFile, 0, SEEK_CUR))
                run(["convert", path + ".json", "/dev/null"])
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
        guard store(bytes) else { return }
        run(["dump", path, "--max-depth", "50"])
        run(["objects", "--canonical", path])
        run(["check", "--strict", path])
        run(["rewrite", path, "/dev/null"])
    }

    /// Puts bytes into the file.
    private func store(_ bytes: [UInt8]) -> Bool {
        // The file is kept and cut, as file systems write out at once what is emptied and written again.
        bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) } == bytes.count
            && ftruncate(file, off_t(bytes.count)) == 0
    }

    private func run(_ words: [String], output: Int32? = nil) {
        let console = Console(output: output ?? drain, errors: drain)
        _ = console.finish(Tool.run(words, on: console))
    }
}
