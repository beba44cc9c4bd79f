package import Foundation

/// The real archives that tests run on, where they are present.
///
/// They are not part of the project: their folder is named by the environment variable `KEYED_ARCHIVE_CORPUS`, or is
/// `../shared/corpus` seen from the package. Without it, the tests that need it are reported as skipped.
package enum Corpus {
    package static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["KEYED_ARCHIVE_CORPUS"] {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        return packageFolder.appendingPathComponent("../shared/corpus", isDirectory: true).standardizedFileURL
    }()

    /// The folder of the package.
    package static let packageFolder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Whether the folder is there.
    package static var isPresent: Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent("archives/manifest.tsv").path)
    }

    /// One row of a manifest.
    package struct Row: Sendable {
        package var file: String
        package var format: String
        /// The keys of the outer dictionary in the order of the file.
        package var keyOrder: String
        package var url: URL

        package func bytes() throws -> [UInt8] { Array(try Data(contentsOf: url)) }
    }

    /// The rows of `archives/manifest.tsv` or `malformed/manifest.tsv`.
    package static func rows(_ part: String) throws -> [Row] {
        let base = folder.appendingPathComponent(part)
        let text = try String(contentsOf: base.appendingPathComponent("manifest.tsv"), encoding: .utf8)
        let lines = text.split(whereSeparator: \.isNewline)
        let columns = lines[0].split(separator: "\t", omittingEmptySubsequences: false)
        func cell(_ name: String, _ cells: [Substring]) -> String {
            columns.firstIndex { $0 == name }.map { String(cells[$0]) } ?? ""
        }
        return lines.dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            return Row(
                file: String(cells[0]),
                format: cell("format", cells),
                keyOrder: cell("top_level_key_order", cells),
                url: base.appendingPathComponent(String(cells[0]))
            )
        }
    }

    /// The rows of all folders with real keyed archives.
    package static func keyedArchives() throws -> [Row] { try ["archives", "more", "found"].flatMap(rows) }

    /// The real keyed archives that the strict check has something against, by file, and what it says.
    package static let damagedArchives = [
        "ReagentX+crabstep/test_data_Email~667.bplist": "every line feed (0A) became a carriage return (0D)",
        "ReagentX+crabstep/test_data_URLMessage~604.bplist": "every line feed (0A) became a carriage return (0D)",
        // Its authors made it to be refused.
        "kiler129+NSKeyedUnarchiver/BrokenData_objectWithNonArrayClassChain.bin.plist":
            "root.$class.$classes, object #2, byte 77: the value is a string, not an array of strings",
    ]

    /// The rows of a manifest that this run tries.
    package static func sample(_ part: String, every stride: UInt64 = 8) throws -> [Row] {
        try sample(rows(part), every: stride)
    }

    /// No more than some rows of a manifest, spread over it, also where everything is tried: for what takes long.
    package static func sample(_ part: String, atMost count: Int) throws -> [Row] {
        let rows = try sample(part)
        let stride = max(1, (rows.count + count - 1) / count)
        return rows.enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
    }

    /// Those of the given rows that this run tries.
    package static func sample(_ rows: [Row], every stride: UInt64 = 8) -> [Row] {
        TestScale.sample(rows, every: stride, of: "files of the corpus", by: \.file)
    }
}
