import Foundation
import KeyedArchiveTool

// Measures how the work and the memory of every entry point grow with inputs of hostile shapes.
//
//     bash .ci/curves [--size BYTES] [--families TEXT,…] [--entry-points TEXT,…] [--every N] [--jobs N] [--each] [--calls]
//         [--list]
//     bash .ci/curves --families TEXT --write FOLDER
//
// A cell is a family of inputs and an entry point, measured at n, 2n and 4n bytes. It fails where twice the input takes
// more than 2.3 times the work or memory, or where memory or output are more than the limit allows for the input.
// Errors are as good as results, if they come within the bounds. Work is counted by the compiler's instrumentation, so
// that it is the same on every run (Sources/Development/CurveCounters); a build without it measures memory and time alone.

/// The tool's commands and options, as it lists them for the fish shell.
func completions() throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("curves-options-\(getpid())")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    let console = Console(output: handle.fileDescriptor)
    _ = console.finish(Tool.run(["completions", "fish"], on: console))
    return try String(contentsOf: file, encoding: .utf8)
}

do {
    let options = try Options(CommandLine.arguments.dropFirst())
    if let folder = options.folder {
        try Family.write(options, to: URL(fileURLWithPath: folder, isDirectory: true))
    } else if options.workerNumber != nil {
        try Worker(options: options).run()
    } else {
        let missing = EntryPoint.unmeasuredOptions(completions: try completions())
        for option in missing { print("not measured: tool \(option)") }
        if Campaign(options).run() || !missing.isEmpty { exit(1) }
    }
} catch {
    print("Curves: \(error)")
    exit(2)
}
