import Foundation

/// One run of the built tool: what it printed, and its exit status.
struct ToolRun {
    var status: Int32
    var outputBytes: [UInt8]
    var errors: String

    /// What the tool printed on standard output.
    var output: String { String(decoding: outputBytes, as: UTF8.self) }

    /// The tool, which is built beside the tests.
    static let executable: URL = {
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let folder = tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        return folder.appendingPathComponent("keyed-archive")
    }()

    /// Runs the tool; none of its standard streams is a terminal.
    init(_ arguments: String..., input: [UInt8] = []) throws {
        try self.init(Self.executable, arguments, input: input)
    }

    /// Runs the tool; none of its standard streams is a terminal.
    init(_ arguments: [String], input: [UInt8] = []) throws {
        try self.init(Self.executable, arguments, input: input)
    }

    /// Runs a command of the shell, in which `$TOOL` is the tool.
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
