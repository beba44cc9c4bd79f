import Foundation
import KeyedArchiveTool
import KeyedArchiving
import PropertyLists

extension GoldenCall {
    /// What the tool prints, run in this process.
    package static let tool: [GoldenCall] = [
        command("dump"), GoldenCall("dump:json", outcome: json), command("dump", "--format", "xml", shown: 0),
        command("dump", "--format", "mermaid", shown: 0), command("dump", "--format", "dot", shown: 0),
        command("dump", "--nested"), command("dump", "--raw"), command("check", isProse: true),
        command("check", "--strict", "--all", isProse: true), command("objects"),
        command("objects", "--json", shown: 0), GoldenCall("get", outcome: get),
    ]

    /// Those that suffice for input that isn't a property list.
    package static let refusals: [GoldenCall] = tool.filter { ["dump", "check"].contains($0.name) }

    /// Those that suffice for sequential archives.
    package static let sequential: [GoldenCall] = tool.filter {
        ["dump", "dump:json", "check"].contains($0.name)
    }

    /// A command on the file of the input.
    ///
    /// - Parameters:
    ///   - isProse: Whether what it prints is wording.
    ///   - shown: How much of it is recorded in words: nothing of a format whose first lines are always the same.
    static func command(_ words: String..., isProse: Bool = false, shown: Int = 64) -> GoldenCall {
        let options = words.map { String($0.drop { $0 == "-" }) }.filter { $0 != "format" }
        return GoldenCall(options.joined(separator: ":")) { subject in
            var outcome = run([words[0], subject.file.path] + words.dropFirst(), isProse: isProse, subject.file)
            if !outcome.isError { outcome.shown = shown }
            return outcome
        }
    }

    /// JSON without white space: where its lines end depends on how long the name of the file is.
    @Sendable private static func json(_ subject: Subject) -> GoldenOutcome {
        var outcome = run(["dump", subject.file.path, "--json"], isProse: false, subject.file)
        guard !outcome.isError else { return outcome }
        var isText = false
        var isEscaped = false
        outcome.text.unicodeScalars.removeAll { scalar in
            if scalar == "\"", !isEscaped { isText.toggle() }
            isEscaped = scalar == "\\" && !isEscaped
            return !isText && (scalar == " " || scalar == "\n")
        }
        outcome.shown = 0
        return outcome
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
        let text = zip(paths, outcomes).map { "\($0): \($1.isError ? "!" : "")\($1.text)" }
        return GoldenOutcome(isError: outcomes.allSatisfy(\.isError), text.joined(separator: "\n"))
    }

    /// Runs a command; errors, and all that it prints if that is prose, are wording.
    static func run(_ words: [String], isProse: Bool, _ file: ScratchFile) -> GoldenOutcome {
        guard let output = CapturedStream(), let errors = CapturedStream() else {
            return GoldenOutcome(isError: true, "no temporary file")
        }
        let console = Console(output: output.descriptor, errors: errors.descriptor)
        let status = console.finish(Tool.run(words, on: console))
        // The file has another name in each run.
        let printed = output.text.replacingOccurrences(of: file.path, with: "FILE")
        let reported = errors.text.replacingOccurrences(of: file.path, with: "FILE")
        let text = isProse ? GoldenOutcome.wording(printed) : printed
        return GoldenOutcome(
            isError: status != .done,
            (status == .done ? "" : "exit \(status.rawValue): ") + text
                + (reported.isEmpty ? "" : GoldenOutcome.wording(reported)))
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
