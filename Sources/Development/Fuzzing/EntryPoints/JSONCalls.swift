import Foundation
import KeyedArchiveTool
import KeyedArchiving

/// Runs the commands of the tool that read JSON, and reads what they made of it.
final class JSONCalls: Sendable {
    private let json: ScratchFile
    private let made: ScratchFile
    private let drain: Int32

    init(scratchFile: String) {
        json = ScratchFile(scratchFile + ".json")
        made = ScratchFile(scratchFile)
        drain = open("/dev/null", O_WRONLY)
    }

    deinit {
        close(drain)
    }

    func exerciseAll(_ bytes: [UInt8]) {
        guard json.store(bytes) else { return }
        ExecutionCounts.count(.json)
        made.write { run(["convert", json.path, "-"], output: $0) }
        if !made.bytes.isEmpty { ExecutionCounts.count(.filesOfJSON) }
        run(["check", "--strict", made.path])
        run(["convert", json.path, "/dev/null", "--format", "xml"])
        run(["dump", json.path])
        run(["check", json.path])
        guard made.store(Self.archive) else { return }
        // As the value that is put into a field, as it can be typed.
        guard bytes.count < 1 << 16, let text = String(validating: bytes, as: UTF8.self) else { return }
        run(["set", made.path, "root.tags", text, "--json", "--output", "/dev/null"])
        run(["set", made.path, "root.added", text, "--json", "--output", "/dev/null"])
    }

    /// The archive whose fields are set.
    private static let archive = (try? KeyedArchiver.archivedBytes(withRootObject: Probe())) ?? []

    private func run(_ words: [String], output: Int32? = nil) {
        let console = Console(output: output ?? drain, errors: drain)
        _ = console.finish(Tool.run(words, on: console))
    }

    /// Files as the tool writes them in JSON, with the original and without.
    static func json(of files: [[UInt8]]) -> [[UInt8]] {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("json-\(UUID().uuidString)").path
        let calls = JSONCalls(scratchFile: path)
        var result: [[UInt8]] = []
        for file in files where calls.made.store(file) {
            for options in [[], ["--bare"]] {
                calls.json.write {
                    calls.run(["convert", calls.made.path, "-", "--format", "json"] + options, output: $0)
                }
                let bytes = calls.json.bytes
                if !bytes.isEmpty { result.append(bytes) }
            }
        }
        return result
    }
}
