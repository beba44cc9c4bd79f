import Foundation
import PropertyLists

/// A reader of property lists that shares nothing with ours.
enum OtherReader: String, CaseIterable {
    /// The module `plistlib` of Python.
    case python
    /// The tool `plutil` of the toolchain, and with it the reader of the toolchain's Foundation.
    case plutil

    /// What it makes of one input.
    struct Outcome {
        var isAccepted: Bool
        /// The value as ``ComparedValue`` writes it; nil if it was refused or cannot be shown.
        var value: String?
        /// Why it was refused, in its own words.
        var message = ""
    }

    /// The program: the first `python3` on the search path, the `plutil` of the toolchain.
    var executable: URL? {
        let candidates =
            switch self {
            case .python: Self.onPath("python3")
            case .plutil:
                // Another package may have put a `plutil` of its own on the search path.
                (Self.onPath("swift").flatMap { [$0.resolvingSymlinksInPath(), $0] } + Self.loadedFoundation)
                    .map { $0.deletingLastPathComponent().appendingPathComponent("plutil") }
            }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// The programs of a name on the search path, first to last.
    private static func onPath(_ name: String) -> [URL] {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { URL(fileURLWithPath: "\($0)/\(name)") }
            .filter { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Where the compiler is if the Foundation that these tests run with lies in a toolchain: in `usr/bin` beside
    /// `usr/lib/swift/linux`.
    private static var loadedFoundation: [URL] {
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        guard let line = maps.split(separator: "\n").first(where: { $0.hasSuffix("/libFoundation.so") }),
            let start = line.firstIndex(of: "/")
        else { return [] }
        var folder = URL(fileURLWithPath: String(line[start...]))
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return [folder.appendingPathComponent("bin/swift")]
    }

    /// Whether it is there; only the toolchain's `plutil` counts, not that of an Apple system.
    var isPresent: Bool {
        #if os(Linux)
            executable != nil
        #else
            self == .python && executable != nil
        #endif
    }

    /// What it makes of each input.
    func outcomes(to inputs: [[UInt8]]) throws -> [Outcome] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("readers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (position, input) in inputs.enumerated() {
            try Data(input).write(to: folder.appendingPathComponent("\(position).list"))
        }
        return self == .python ? try pythonOutcomes(folder, inputs.count) : try plutilOutcomes(folder, inputs.count)
    }

    private func run(_ arguments: [String], in folder: URL) throws -> String {
        let output = folder.appendingPathComponent("output")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = process.standardOutput
        try process.run()
        process.waitUntilExit()
        return String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }

    // MARK: - plutil

    /// One process converts many files, and says for each that it cannot why.
    private func plutilOutcomes(_ folder: URL, _ count: Int) throws -> [Outcome] {
        var outcomes = (0..<count).map { _ in Outcome(isAccepted: false) }
        for start in stride(from: 0, to: count, by: 200) {
            let part = start..<min(count, start + 200)
            let said = try run(["-convert", "binary1", "-e", "out"] + part.map { "\($0).list" }, in: folder)
            for line in said.split(whereSeparator: \.isNewline) {
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, parts[0].hasSuffix(".list"), let position = Int(parts[0].dropLast(5)) else {
                    continue
                }
                outcomes[position].message = String(parts[1])
                // It reads UIDs, but has no way to write them.
                outcomes[position].isAccepted = parts[1].contains("required to have string keys")
            }
            for position in part {
                let converted = folder.appendingPathComponent("\(position).out")
                guard let data = try? Data(contentsOf: converted) else { continue }
                outcomes[position].isAccepted = true
                outcomes[position].value = ComparedValue.text(try BinaryPropertyListReader(Array(data)).tree())
            }
        }
        return outcomes
    }

    // MARK: - Python

    private func pythonOutcomes(_ folder: URL, _ count: Int) throws -> [Outcome] {
        try run(["-c", Self.script, "\(count)"], in: folder).split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", maxSplits: 1).map { String($0) }
            guard parts.count == 2 else { return Outcome(isAccepted: false, message: "no output") }
            if parts[0] == "no" { return Outcome(isAccepted: false, message: parts[1]) }
            return Outcome(isAccepted: true, value: parts[0] == "shown" ? parts[1] : nil)
        }
    }

    private static let script = """
        import datetime, plistlib, struct, sys

        epoch = datetime.datetime(2001, 1, 1)

        class Unshown(Exception):
            pass

        def text(value, path):
            if value is None: return "null"
            if value is True or value is False: return "true" if value else "false"
            if isinstance(value, plistlib.UID): return f"u{value.data}"
            if isinstance(value, int): return f"i{value}"
            if isinstance(value, float):
                if value != value: return "rnan"
                return "r" + format(struct.unpack(">Q", struct.pack(">d", value))[0], "x")
            if isinstance(value, datetime.datetime):
                return f"t{(value - epoch) // datetime.timedelta(microseconds=1)}"
            if isinstance(value, bytes): return "d" + ".".join(format(byte, "x") for byte in value)
            if isinstance(value, str):
                units = value.encode("utf-16-be", "surrogatepass")
                return "s" + ".".join(format(units[i] << 8 | units[i + 1], "x") for i in range(0, len(units), 2))
            if id(value) in path: raise Unshown
            path = path | {id(value)}
            if isinstance(value, list): return "[" + ",".join(text(item, path) for item in value) + "]"
            # The reader of XML leaves UIDs as they stand.
            if not binary and list(value) == ["CF$UID"] and type(value["CF$UID"]) is int:
                return f"u{value['CF$UID']}"
            # Numbers that are equal are one key, whatever their types.
            if any(isinstance(key, (int, float)) for key in value): raise Unshown
            return "{" + ",".join(sorted(f"{text(key, path)}:{text(item, path)}" for key, item in value.items())) + "}"

        for position in range(int(sys.argv[1])):
            data = open(f"{position}.list", "rb").read()
            binary = data.startswith(b"bplist")
            try:
                value = plistlib.loads(data)
            except Exception as problem:
                print("no", type(problem).__name__ + ": " + ascii(str(problem)), sep="\\t")
                continue
            try:
                print("shown", text(value, frozenset()), sep="\\t")
            except (Unshown, RecursionError):
                print("unshown", "-", sep="\\t")
        """
}
