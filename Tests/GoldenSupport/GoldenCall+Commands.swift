import Foundation
import KeyedArchiving

extension GoldenCall {
    /// What the commands print that are tried on fewer inputs: those that summarize, convert, edit and compare.
    package static let commands: [GoldenCall] = [
        command("dump", "--format", "html", shown: 0), command("dump", "--stable"),
        command("classes", "--json", shown: 0),
        command("classes", "--swift"), command("audit", "--json", isProse: true),
        command("convert", "-", "--format", "json", shown: 0), command("convert", "-", "--format", "plain"),
        GoldenCall("convert:back", outcome: convertBack), command("generate"), command("generate", "--codable"),
        GoldenCall("set:diff", outcome: set), GoldenCall("delete:diff", outcome: delete),
    ]

    /// Whether the JSON of a file becomes the same file again.
    @Sendable private static func convertBack(_ subject: Subject) -> GoldenOutcome {
        edited(subject) { output in
            let json = output + ".json"
            defer { try? FileManager.default.removeItem(atPath: json) }
            let made = run(["convert", subject.file.path, json, "--format", "json"], isProse: true, subject.file)
            guard !made.isError else { return made }
            return run(["convert", json, output], isProse: true, subject.file)
        }
    }

    /// What `diff` says after a value was set.
    @Sendable private static func set(_ subject: Subject) -> GoldenOutcome {
        edited(subject) { output in
            run(["set", subject.file.path, key(of: subject), "7", "--output", output], isProse: true, subject.file)
        }
    }

    /// What `diff` says after a value was deleted.
    @Sendable private static func delete(_ subject: Subject) -> GoldenOutcome {
        edited(subject) { output in
            run(["delete", subject.file.path, key(of: subject), "--output", output], isProse: true, subject.file)
        }
    }

    /// The path of the first top-level key.
    private static func key(of subject: Subject) -> String {
        guard let key = try? KeyedArchive(subject.bytes).topLevel().first?.key.repaired else { return "root" }
        return ArchivePath([.key(key)]).description
    }

    /// How the file that a command writes differs from the one that it read.
    private static func edited(_ subject: Subject, _ edit: (String) -> GoldenOutcome) -> GoldenOutcome {
        let output = subject.file.path + ".out"
        defer { try? FileManager.default.removeItem(atPath: output) }
        let made = edit(output)
        guard !made.isError, let bytes = try? Data(contentsOf: URL(fileURLWithPath: output)) else { return made }
        if Array(bytes) == subject.bytes { return GoldenOutcome("the same bytes") }
        return run(["diff", subject.file.path, output], isProse: false, subject.file)
    }
}
