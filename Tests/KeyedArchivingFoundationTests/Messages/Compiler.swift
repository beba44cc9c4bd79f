import Foundation

/// The compiler that built the tests, and the modules that it built.
enum Compiler {
    private static let path: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// The modules are next to the program that runs the tests.
    private static let modules: String? = {
        let program = URL(fileURLWithPath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
        let folder = program.deletingLastPathComponent().appendingPathComponent("Modules")
        let module = folder.appendingPathComponent("KeyedArchivingFoundation.swiftmodule")
        return FileManager.default.fileExists(atPath: module.path) ? folder.path : nil
    }()

    /// Why nothing can be compiled here; nil if it can.
    static var obstacle: String? {
        if path == nil { return "there is no swiftc on PATH" }
        return modules == nil ? "there are no modules beside the tests" : nil
    }

    /// What the compiler says of a file: the errors by line.
    ///
    /// - Parameter options: Options beside those of Swift 6 mode.
    static func errors(in text: String, options: [String] = []) throws -> [Int: [String]] {
        guard let path, let modules else { return [:] }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("messages-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try text.write(to: folder.appendingPathComponent("snippets.swift"), atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.currentDirectoryURL = folder
        process.arguments =
            [
                "-typecheck", "-swift-version", "6", "-diagnostic-style=llvm", "-I", modules, "snippets.swift",
            ] + options
        // A file, because reading a pipe may be interrupted by a signal, which ends the process.
        let output = folder.appendingPathComponent("messages.txt")
        try Data().write(to: output)
        process.standardError = try FileHandle(forWritingTo: output)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let data = try Data(contentsOf: output)
        var errors: [Int: [String]] = [:]
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            guard let colon = line.range(of: ": error: ") else { continue }
            let place = line[..<colon.lowerBound].split(separator: ":")
            guard place.count >= 3, let number = Int(place[place.count - 2]) else { continue }
            errors[number, default: []].append(String(line[colon.upperBound...]))
        }
        return errors
    }
}
