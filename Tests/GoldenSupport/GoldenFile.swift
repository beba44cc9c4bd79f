import Foundation

/// A recorded file: the names of the calls, and for each input what each call made of it.
struct GoldenFile {
    /// How outcomes are recorded.
    enum Form {
        /// In words, for inputs that are the project's own: a reviewer sees what a change does.
        case texts
        /// As digests, for the files of others.
        case digests

        func text(of outcome: GoldenOutcome) -> String {
            switch self {
            case .texts: (outcome.isError ? "! " : ": ") + outcome.summary
            case .digests: outcome.digest
            }
        }
    }

    var form: Form
    var calls: [String]
    /// What the calls made of the inputs, in the form of the file.
    var outcomes: [String: [String]] = [:]

    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Goldens", isDirectory: true)

    private var title: String {
        switch form {
        case .texts: "# What each call makes of each input; ! is an error, ⏎ a new line. Made by .ci/goldens."
        case .digests: "# What each call makes of each input, as a digest; ! is an error. Made by .ci/goldens."
        }
    }

    init(_ form: Form, calls: [String]) {
        self.form = form
        self.calls = calls
    }

    init(_ form: Form, contentsOf url: URL) throws {
        let lines = String(decoding: try Data(contentsOf: url), as: UTF8.self).split(separator: "\n")
        self.init(form, calls: lines.dropFirst().first?.split(separator: " ").map(String.init) ?? [])
        switch form {
        case .texts: readTexts(lines.dropFirst(2))
        case .digests: readDigests(lines.dropFirst(2))
        }
    }

    func write(to url: URL) throws {
        let inputs = outcomes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { input, outcomes in
            switch form {
            case .texts: "\n\(input)\n\(groups(of: outcomes).joined(separator: "\n"))"
            case .digests: "\(input)\t\(outcomes.joined(separator: " "))"
            }
        }
        let text = ([title, calls.joined(separator: " ")] + inputs).joined(separator: "\n") + "\n"
        try Data(text.utf8).write(to: url)
    }
}

// MARK: - Texts

extension GoldenFile {
    /// What stands for all calls that have no line of their own.
    private static let others = "others"

    /// A line for each outcome, with the calls that have it; the outcome of most calls comes last.
    private func groups(of outcomes: [String]) -> [String] {
        let groups = Dictionary(grouping: calls.indices, by: { outcomes[$0] })
            .sorted { $0.value[0] < $1.value[0] }
        let largest = groups.max { $0.value.count < $1.value.count }.flatMap { $0.value.count > 3 ? $0 : nil }
        let lines = groups.filter { $0.key != largest?.key }
            .map { text, positions in "  \(positions.map { calls[$0] }.joined(separator: " "))\(text)" }
        return lines + (largest.map { ["  \(Self.others)\($0.key)"] } ?? [])
    }

    private mutating func readTexts(_ lines: ArraySlice<Substring>) {
        let columns = Dictionary(uniqueKeysWithValues: calls.enumerated().map { ($0.element, $0.offset) })
        var input = ""
        for line in lines {
            guard line.hasPrefix("  ") else {
                input = String(line)
                outcomes[input] = Array(repeating: "", count: calls.count)
                continue
            }
            // The names of calls have no spaces.
            guard let end = line.range(of: "[:!] ", options: .regularExpression)?.lowerBound else { continue }
            let text = String(line[end...])
            for name in line[..<end].split(separator: " ") {
                if let column = columns[String(name)] {
                    outcomes[input]?[column] = text
                } else if name == Self.others {
                    outcomes[input] = outcomes[input]?.map { $0.isEmpty ? text : $0 }
                }
            }
        }
    }
}

// MARK: - Digests

extension GoldenFile {
    private mutating func readDigests(_ lines: ArraySlice<Substring>) {
        for line in lines {
            let parts = line.split(separator: "\t", maxSplits: 1)
            guard parts.count == 2 else { continue }
            outcomes[String(parts[0])] = parts[1].split(separator: " ").map(String.init)
        }
    }
}
