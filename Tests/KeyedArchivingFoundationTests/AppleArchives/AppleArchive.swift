import Foundation

/// One row of `Fixtures/apple-archives.tsv`: a file that an Apple system wrote.
struct AppleArchive: Sendable {
    /// The file in the corpus.
    var name: String
    /// What wrote it.
    var producer: String
    /// Its size in bytes.
    var size: Int
    /// Its SHA-256.
    var digest: String
    /// The value in words.
    var value: String
    /// `yes` where the archiver writes the same bytes for the same value, or the reason why not.
    var reproduced: String

    /// The folder `Fixtures`.
    static let fixtures = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures", isDirectory: true)

    /// The file in `Fixtures/apple-layout` that holds what our archiver writes for the same value.
    var fixture: URL {
        let file = name.split(separator: "/").last.map(String.init) ?? name
        return Self.fixtures.appendingPathComponent("apple-layout/\(file)")
    }

    /// The table.
    static func all() throws -> [AppleArchive] {
        let file = fixtures.appendingPathComponent("apple-archives.tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
        return try lines.dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == 6, let size = Int(cells[2]) else { throw MalformedRow(line: String(line)) }
            return AppleArchive(
                name: cells[0], producer: cells[1], size: size, digest: cells[3], value: cells[4], reproduced: cells[5])
        }
    }

    struct MalformedRow: Error {
        var line: String
    }
}
