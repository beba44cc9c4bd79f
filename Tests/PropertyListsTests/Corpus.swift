import Foundation

/// The real archives that tests run on, where they are present.
///
/// They are not part of the project: their folder is named by the environment variable `KEYED_ARCHIVE_CORPUS`, or is
/// `../shared/corpus` seen from the package. Without it the tests that need it are skipped and say so.
enum Corpus {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["KEYED_ARCHIVE_CORPUS"] {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        return URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("../shared/corpus", isDirectory: true).standardizedFileURL
    }()

    static var isPresent: Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent("archives/manifest.tsv").path)
    }

    /// One row of a manifest.
    struct Row: Sendable {
        var file: String
        var format: String
        var url: URL

        func bytes() throws -> [UInt8] { Array(try Data(contentsOf: url)) }
    }

    /// The rows of `archives/manifest.tsv` or `malformed/manifest.tsv`.
    static func rows(_ part: String) throws -> [Row] {
        let base = folder.appendingPathComponent(part)
        let text = try String(contentsOf: base.appendingPathComponent("manifest.tsv"), encoding: .utf8)
        let lines = text.split(whereSeparator: \.isNewline)
        let columns = lines[0].split(separator: "\t", omittingEmptySubsequences: false)
        let format = columns.firstIndex(of: "format")
        return lines.dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            return Row(
                file: String(cells[0]),
                format: format.map { String(cells[$0]) } ?? "",
                url: base.appendingPathComponent(String(cells[0]))
            )
        }
    }
}
