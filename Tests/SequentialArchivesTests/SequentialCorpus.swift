internal import Foundation
import SequentialArchives
import TestSupport

/// The sequential archives of the corpus, where they are present.
enum SequentialCorpus {
    struct File: Sendable {
        var name: String
        var url: URL
        /// The SHA-256 of the canonical text; empty for the file that its authors damaged.
        var canon: String
        var objectCount: Int
        var groupCount: Int

        func bytes() throws -> [UInt8] { Array(try Data(contentsOf: url)) }
    }

    private static let folder = Corpus.folder.appendingPathComponent("typedstream", isDirectory: true)

    static var isPresent: Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent("manifest.tsv").path)
    }

    static func files() throws -> [File] {
        let text = try String(contentsOf: folder.appendingPathComponent("manifest.tsv"), encoding: .utf8)
        let lines = text.split(whereSeparator: \.isNewline)
        let columns = lines[0].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        return lines.dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            func cell(_ name: String) -> String {
                columns.firstIndex(of: name).flatMap { $0 < cells.count ? cells[$0] : nil } ?? ""
            }
            return File(
                name: cell("file"),
                url: folder.appendingPathComponent(cell("file")),
                canon: cell("canon"),
                objectCount: Int(cell("objects")) ?? 0,
                groupCount: Int(cell("groups")) ?? 0
            )
        }
    }

    /// The bytes of the file whose name ends so.
    static func bytes(_ suffix: String) throws -> [UInt8] {
        guard let file = try files().first(where: { $0.name.hasSuffix(suffix) }) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return try file.bytes()
    }

    static func undamaged() throws -> [File] { try files().filter { !$0.name.hasSuffix("ExtraData") } }
}
