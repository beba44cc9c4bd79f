import Foundation

/// A recorded file: the names of the calls, and for each input a digest for each call.
struct GoldenFile {
    var calls: [String]
    var digests: [String: [String]] = [:]

    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Goldens", isDirectory: true)

    private static let title = "# What each call makes of each input, as a digest; ! is an error. Made by .ci/goldens."

    init(calls: [String]) {
        self.calls = calls
    }

    init(contentsOf url: URL) throws {
        let lines = String(decoding: try Data(contentsOf: url), as: UTF8.self).split(separator: "\n")
        calls = lines.dropFirst().first?.split(separator: " ").map(String.init) ?? []
        for line in lines.dropFirst(2) {
            let parts = line.split(separator: "\t", maxSplits: 1)
            guard parts.count == 2 else { continue }
            digests[String(parts[0])] = parts[1].split(separator: " ").map(String.init)
        }
    }

    func write(to url: URL) throws {
        let lines = digests.map { "\($0)\t\($1.joined(separator: " "))" }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let text = ([Self.title, calls.joined(separator: " ")] + lines).joined(separator: "\n") + "\n"
        try Data(text.utf8).write(to: url)
    }
}
