import Foundation
import KeyedArchiveTool

/// One run of the tool: what it printed, and its exit status.
///
/// Most tests run it in their own process, with files as its standard streams. What a process of its own has to show,
/// such as exit status, pipes and signals, is tested on the built tool.
struct ToolRun {
    var status: Int32
    var outputBytes: [UInt8]
    var errors: String

    /// What the tool printed on standard output.
    var output: String { String(decoding: outputBytes, as: UTF8.self) }

    /// The built tool, which is next to the tests.
    static let executable: URL = {
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let folder = tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        return folder.appendingPathComponent("keyed-archive")
    }()

    #if os(Linux)
        /// Begins a command for which permissions count: nothing is closed to root, who goes without its capabilities
        /// here, and remains the owner of the tool, which may be in a folder that is closed to all others.
        static let heedingPermissions = geteuid() == 0 ? "setpriv --bounding-set=-all --inh-caps=-all " : ""
    #endif

    /// Runs the tool in this process; none of its standard streams is a terminal.
    init(_ arguments: String..., input: [UInt8] = []) throws {
        try self.init(arguments, input: input)
    }

    /// Runs the tool in this process; none of its standard streams is a terminal.
    init(_ arguments: [String], input: [UInt8] = []) throws {
        let scratch = try Scratch()
        let input = try FileHandle(forReadingFrom: scratch.file("input", input))
        let output = try FileHandle(forUpdating: scratch.file("output"))
        let errors = try FileHandle(forUpdating: scratch.file("errors"))
        let console = Console(
            input: input.fileDescriptor, output: output.fileDescriptor, errors: errors.fileDescriptor)
        status = console.finish(Tool.run(arguments, on: console)).rawValue
        outputBytes = try scratch.bytes("output")
        self.errors = String(decoding: try scratch.bytes("errors"), as: UTF8.self)
        for handle in [input, output, errors] { try handle.close() }
    }

    /// Runs the built tool; none of its standard streams is a terminal.
    init(built arguments: String..., input: [UInt8] = []) throws {
        try self.init(Self.executable, arguments, input: input)
    }

    /// Runs a command of the shell, in which `$TOOL` is the built tool.
    init(shell command: String) throws {
        try self.init(URL(fileURLWithPath: "/bin/sh"), ["-c", command], input: [])
    }

    private init(_ executable: URL, _ arguments: [String], input: [UInt8]) throws {
        // Files rather than pipes: neither side ever waits for the other.
        let scratch = try Scratch()
        let inputFile = try scratch.file("input", input)
        let outputFile = try scratch.file("output")
        let errorFile = try scratch.file("errors")
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["TOOL": Self.executable.path]) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: inputFile)
        process.standardOutput = try FileHandle(forWritingTo: outputFile)
        process.standardError = try FileHandle(forWritingTo: errorFile)
        try Self.withoutBlockedSignals { try process.run() }
        process.waitUntilExit()
        status = process.terminationStatus
        outputBytes = Array(try Data(contentsOf: outputFile))
        errors = String(decoding: try Data(contentsOf: errorFile), as: UTF8.self)
    }

    /// Does something without holding back signals, which a process would inherit from the threads that run tests.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var (none, previous) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        try body()
    }
}
