internal import Foundation
package import Testing

/// A case of the conformance suite in `Fixtures/conformance`.
private struct ConformanceCase: Decodable {
    var name: String
    /// `y`: must be read; `n`: must be refused; `i`: up to the reader.
    var verdict: String
    /// What the case is about, if its name doesn't say it.
    var note: String?
    /// Whether writing what was read gives the same bytes.
    var roundTrip: Bool?
    /// The input in hexadecimal digits.
    var bytes: String
    var content: TaggedJSON?

    /// The cases of a format.
    static func all(_ format: String) throws -> [ConformanceCase] {
        let url = Corpus.packageFolder.appendingPathComponent("Fixtures/conformance/cases/\(format).jsonl")
        let decoder = JSONDecoder()
        return try Data(contentsOf: url).split(separator: UInt8(ascii: "\n")).map {
            try decoder.decode(ConformanceCase.self, from: Data($0))
        }
    }

    var input: [UInt8] {
        let digits = bytes.utf8.map { $0 - ($0 < UInt8(ascii: "a") ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// What a reader does with the case.
    func outcome(
        _ format: String,
        read: ([UInt8]) throws -> TaggedJSON,
        rewrite: (([UInt8]) throws -> [UInt8])?
    ) throws -> ConformanceOutcome {
        let content: TaggedJSON
        do {
            content = try read(input)
        } catch {
            return .refused("\(error)")
        }
        guard verdict == "y" else { return .read }
        if let expected = self.content, let text = try NormalContent.text(of: expected, format) {
            let found = try NormalContent.text(of: content, format)
            guard found == text else { return .otherValue("\(found ?? "nothing") is not \(text)") }
        }
        guard roundTrip == true, let rewrite else { return .read }
        return try rewrite(input) == input ? .writtenAsSameBytes : .writtenAsOtherBytes
    }

    /// How an outcome differs from what the suite says; nil if it doesn't.
    func difference(_ outcome: ConformanceOutcome) -> String? {
        switch (verdict, outcome) {
        case ("y", .refused(let reason)): return "refused: \(reason)"
        case ("y", .otherValue(let values)): return values
        case ("y", .writtenAsOtherBytes): return "written as other bytes"
        case ("n", .read): return "read, although it must be refused: \(note ?? "")"
        default: return nil
        }
    }
}

/// What a reader does with a case.
private enum ConformanceOutcome {
    /// It refuses the case, for a reason.
    case refused(String)
    /// It reads another value than the case has: both of them.
    case otherValue(String)
    /// It reads the case, and isn't asked to write it.
    case read
    case writtenAsSameBytes
    case writtenAsOtherBytes
}

/// Counts of the outcomes of a format's cases: a row of the scoreboard in `Fixtures/conformance/README.md`.
private struct ScoreboardRow {
    /// The titles of the scoreboard's tables, by the names of the formats.
    private static let titles = [
        "binary": "Binary property lists", "xml": "XML property lists", "openstep": "OpenStep property lists",
        "keyed": "Keyed archives", "typedstream": "Typedstreams",
    ]

    private var readCounts: [String: Int] = [:]
    private var refusedCounts: [String: Int] = [:]
    private var otherValues = 0
    private var sameBytes = 0
    private var otherBytes = 0

    mutating func count(_ outcome: ConformanceOutcome, verdict: String) {
        switch outcome {
        case .refused: refusedCounts[verdict, default: 0] += 1
        case .otherValue: otherValues += 1
        case .read, .writtenAsSameBytes, .writtenAsOtherBytes: readCounts[verdict, default: 0] += 1
        }
        switch outcome {
        case .writtenAsSameBytes: sameBytes += 1
        case .writtenAsOtherBytes: otherBytes += 1
        case .refused, .otherValue, .read: break
        }
    }

    /// The row as it is printed: no case crashes the tests, and each is compared.
    var text: String {
        let read = { (verdict: String) in "\(readCounts[verdict] ?? 0)" }
        let refused = { (verdict: String) in "\(refusedCounts[verdict] ?? 0)" }
        let roundTrips = sameBytes + otherBytes
        let cells = [
            "keyed-archive", read("y"), "\(otherValues)", refused("y"), refused("n"), read("n"), read("i"),
            refused("i"), "0", "0", roundTrips == 0 ? "–" : "\(sameBytes) of \(roundTrips)",
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    /// The row of this project's tool in the table of a format; nil if there is none.
    static func printed(_ format: String) throws -> String? {
        let url = Corpus.packageFolder.appendingPathComponent("Fixtures/conformance/README.md")
        // Empty lines stay, as one ends a table.
        let lines = try Data(contentsOf: url)
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard let title = titles[format], let heading = lines.firstIndex(where: { $0.hasPrefix("| \(title) |") }) else {
            return nil
        }
        let table = lines[heading...].prefix(while: { $0.hasPrefix("|") })
        return table.first { $0.hasPrefix("| keyed-archive |") }
    }
}

/// Expects a reader to do what the conformance suite says; one issue names all cases that differ.
///
/// The scoreboard's row of this project's tool, `keyed-archive`, is measured by `Fixtures/conformance/run.py`. Where
/// `refusedByTool` is given, the row has to have the counts of this run.
///
/// - Parameters:
///   - format: The name of the file of cases.
///   - exceptions: The cases in which the reader differs on purpose, each with the reason. It has to differ in them.
///   - refusedByTool: The cases that the library reads and the tool refuses, each with the reason.
///   - read: Reads bytes, or throws where it refuses them.
///   - rewrite: Writes what was read from bytes.
package func expectConformance(
    _ format: String,
    exceptions: [String: String] = [:],
    refusedByTool: [String: String]? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    read: ([UInt8]) throws -> TaggedJSON,
    rewrite: (([UInt8]) throws -> [UInt8])? = nil
) throws {
    let cases = try ConformanceCase.all(format)
    #expect(!cases.isEmpty, sourceLocation: sourceLocation)
    var unmet = exceptions
    var unrefused = refusedByTool ?? [:]
    var counts = ScoreboardRow()
    var differing: [String] = []
    for row in cases {
        var outcome = try row.outcome(format, read: read, rewrite: rewrite)
        if let difference = row.difference(outcome), unmet.removeValue(forKey: row.name) == nil {
            differing.append("\(row.name): \(difference.prefix(500))")
        }
        if case .read = outcome, let reason = unrefused.removeValue(forKey: row.name) { outcome = .refused(reason) }
        counts.count(outcome, verdict: row.verdict)
    }
    differing += (unmet.keys.sorted() + unrefused.keys.sorted()).map { "\($0): an exception that isn't needed" }
    if refusedByTool != nil {
        let printed = try ScoreboardRow.printed(format) ?? "nothing"
        if printed != counts.text { differing.append("the scoreboard has \(printed), not \(counts.text)") }
    }
    guard !differing.isEmpty else { return }
    Issue.record("\(differing.joined(separator: "\n"))", sourceLocation: sourceLocation)
}
