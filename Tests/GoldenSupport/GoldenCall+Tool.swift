import Foundation
import KeyedArchiveTool
import KeyedArchiving
import PropertyLists

extension GoldenCall {
    /// What the tool prints, run in this process.
    package static let tool: [GoldenCall] = [
        command("dump"), command("dump", "--format", "json"), command("dump", "--format", "xml"),
        command("dump", "--format", "mermaid"), command("dump", "--format", "dot"), command("dump", "--nested"),
        command("dump", "--raw"), command("check", isProse: true),
        command("check", "--strict", "--all", isProse: true), command("objects"), command("objects", "--json"),
        GoldenCall("tool:get", outcome: get),
    ]

    /// Those that suffice for input that isn't a property list.
    package static let refusals: [GoldenCall] = tool.filter { ["tool:dump", "tool:check"].contains($0.name) }

    /// Those that suffice for sequential archives.
    package static let sequential: [GoldenCall] = tool.filter {
        ["tool:dump", "tool:dump:json", "tool:check"].contains($0.name)
    }

    static func command(_ words: String..., isProse: Bool = false) -> GoldenCall {
        let options = words.map { String($0.drop { $0 == "-" }) }.filter { $0 != "format" }
        return GoldenCall("tool:" + options.joined(separator: ":")) { subject in
            run([words[0], subject.file.path] + words.dropFirst(), isProse: isProse, subject.file)
        }
    }

    /// The values at a few paths: those that many archives have, the first top-level key, and where the first problem
    /// is.
    @Sendable private static func get(_ subject: Subject) -> GoldenOutcome {
        var paths = ["root", "root[0]", "root.NS.objects[1]", "root.name"]
        if let archive = try? KeyedArchive(subject.bytes) {
            if let key = try? archive.topLevel().first?.key.repaired {
                paths.append(ArchivePath([.key(key)]).description)
            }
            if let path = archive.problems(limit: 1).first?.path { paths.append(path.description) }
        }
        let outcomes = paths.map { run(["get", subject.file.path, $0], isProse: false, subject.file) }
        let text = zip(paths, outcomes).map { "\($0): \($1.mark)\(String(decoding: $1.content, as: UTF8.self))" }
        return GoldenOutcome(mark: outcomes.contains { $0.mark.isEmpty } ? "" : "!", text: text.joined(separator: "\n"))
    }

    /// Runs a command; of errors, and of all that it prints if that is prose, only the facts count.
    static func run(_ words: [String], isProse: Bool, _ file: ScratchFile) -> GoldenOutcome {
        guard let output = CapturedStream(), let errors = CapturedStream() else {
            return GoldenOutcome(mark: "!", text: "no temporary file")
        }
        let console = Console(output: output.descriptor, errors: errors.descriptor)
        let status = console.finish(Tool.run(words, on: console))
        // The file has another name in each run.
        let printed = output.text.replacingOccurrences(of: file.path, with: "FILE")
        let reported = errors.text.replacingOccurrences(of: file.path, with: "FILE")
        let lines = isProse ? facts(inLines: printed) : printed
        return GoldenOutcome(
            mark: status == .done ? "" : "!", text: "\(status.rawValue) \(lines)\n\(facts(inLines: reported))")
    }

    private static func facts(inLines text: String) -> String {
        text.split(separator: "\n").map { GoldenOutcome.facts(in: String($0)) }.joined(separator: "\n")
    }
}

/// A temporary file that the tool prints into.
private final class CapturedStream {
    private let file: UnsafeMutablePointer<FILE>

    init?() {
        guard let file = tmpfile() else { return nil }
        self.file = file
    }

    deinit {
        fclose(file)
    }

    var descriptor: Int32 { fileno(file) }

    /// What was printed.
    var text: String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, bytes.count) }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }
}

/// A file with the bytes of an input, which is removed with the last reference to this.
final class ScratchFile: Sendable {
    let path: String

    init(_ bytes: [UInt8]) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("golden-\(UUID().uuidString)").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
