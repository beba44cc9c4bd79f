import Foundation
import Testing

/// Runs Python.
enum Python {
    static let path: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    static var isPresent: Bool { path != nil }

    /// What Python's reader makes of each property list, as ``PlainText`` writes it, all by one process.
    static func descriptions(of lists: [[UInt8]]) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("interoperability-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (position, list) in lists.enumerated() {
            try Data(list).write(to: folder.appendingPathComponent("\(position).plist"))
        }
        let process = Process()
        process.executableURL = path.map { URL(fileURLWithPath: $0) }
        process.arguments = ["-c", script, folder.path, "\(lists.count)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map { String($0) }
    }

    private static let script = """
        import plistlib, struct, sys

        def uid(number):
            return f"u{number}"

        def text(value):
            if value is True or value is False:
                return "true" if value else "false"
            if isinstance(value, plistlib.UID):
                return uid(value.data)
            if isinstance(value, int):
                return f"i{value}"
            if isinstance(value, float):
                return "r" + struct.pack(">d", value).hex()
            if isinstance(value, str):
                return "s" + value.encode("utf-16-be", "surrogatepass").hex()
            if isinstance(value, bytes):
                return "d" + value.hex()
            if isinstance(value, list):
                return "[" + ",".join(map(text, value)) + "]"
            if list(value) == ["CF$UID"]:
                return uid(value["CF$UID"])
            entries = sorted(f"{text(key)}:{text(element)}" for key, element in value.items())
            return "{" + ",".join(entries) + "}"

        for position in range(int(sys.argv[2])):
            with open(f"{sys.argv[1]}/{position}.plist", "rb") as file:
                print(text(plistlib.load(file)))
        """
}
