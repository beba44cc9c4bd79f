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

    /// What a reader does otherwise than the suite says; nil if nothing.
    func difference(
        _ format: String,
        read: ([UInt8]) throws -> TaggedJSON,
        rewrite: (([UInt8]) throws -> [UInt8])?
    ) throws -> String? {
        let content: TaggedJSON
        do {
            content = try read(input)
        } catch {
            return verdict == "y" ? "refused: \(error)" : nil
        }
        switch verdict {
        case "n": return "read, although it must be refused: \(note ?? "")"
        case "i": return nil
        default: break
        }
        if let expected = self.content, let text = try NormalContent.text(of: expected, format) {
            let found = try NormalContent.text(of: content, format)
            guard found == text else { return "\(found ?? "nothing") is not \(text)" }
        }
        if roundTrip == true, let rewrite {
            guard try rewrite(input) == input else { return "written as other bytes" }
        }
        return nil
    }
}

/// Expects a reader to do what the conformance suite says; one issue names all cases that differ.
///
/// - Parameters:
///   - format: The name of the file of cases.
///   - exceptions: The cases in which the reader differs on purpose, each with the reason. It has to differ in them.
///   - read: Reads bytes, or throws where it refuses them.
///   - rewrite: Writes what was read from bytes.
package func expectConformance(
    _ format: String,
    exceptions: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation,
    read: ([UInt8]) throws -> TaggedJSON,
    rewrite: (([UInt8]) throws -> [UInt8])? = nil
) throws {
    let cases = try ConformanceCase.all(format)
    #expect(!cases.isEmpty, sourceLocation: sourceLocation)
    var unmet = exceptions
    var differing: [String] = []
    for row in cases {
        guard let difference = try row.difference(format, read: read, rewrite: rewrite) else { continue }
        if unmet.removeValue(forKey: row.name) == nil { differing.append("\(row.name): \(difference.prefix(500))") }
    }
    differing += unmet.keys.sorted().map { "\($0): an exception that isn't needed" }
    guard !differing.isEmpty else { return }
    Issue.record("\(differing.joined(separator: "\n"))", sourceLocation: sourceLocation)
}
