import Foundation

/// What the words of the command line ask for.
struct Options: Sendable {
    /// The size of the smallest input, in bytes; the others are twice and four times as long.
    var size = 6000
    var jobs = ProcessInfo.processInfo.activeProcessorCount
    /// Only families and entry points whose names contain one of these.
    var families: [String] = []
    var entryPoints: [String] = []
    /// Cells that aren't measured: the name of a family, and the beginning of that of an entry point.
    var exceptions: [(family: String, entryPoint: String)] = []
    private var exceptionsFile: String?
    /// Takes one family in this many: of those that are named, or else of those that vary only the content.
    var every = 1
    /// Measures calls on one thing among many, made for each thing, too.
    var withEach = false
    /// Measures all calls of the fuzzers, a group of them as one, too.
    var withCalls = false
    /// Prints a line of JSON for each cell.
    var isList = false
    /// The folder into which the inputs are written, instead of being measured; nil to measure.
    var folder: String?
    /// Which of the workers this process is; nil for the one that starts them.
    var workerNumber: Int?
    var first = 0

    var worker: Int { workerNumber ?? 0 }

    struct Misunderstood: Error, CustomStringConvertible {
        var description: String
    }

    init(_ words: some Sequence<String>) throws {
        var words = words.makeIterator()
        func number(_ word: String) throws -> Int {
            guard let text = words.next(), let number = Int(text) else {
                throw Misunderstood(description: "\(word) needs a number")
            }
            return number
        }
        while let word = words.next() {
            switch word {
            case "--size": size = max(1000, try number(word))
            case "--jobs": jobs = max(1, try number(word))
            case "--every": every = max(1, try number(word))
            case "--worker": workerNumber = try number(word)
            case "--first": first = try number(word)
            case "--each": withEach = true
            case "--calls": withCalls = true
            case "--list": isList = true
            case "--write": folder = words.next() ?? "."
            case "--families": families = Self.parts(words.next())
            case "--except": try readExceptions(words.next())
            case "--entry-points": entryPoints = Self.parts(words.next())
            default: throw Misunderstood(description: "there is no option \(word)")
            }
        }
    }

    /// Reads a file with a cell in each line: `FAMILY  |  ENTRY POINT  |  why`.
    private mutating func readExceptions(_ path: String?) throws {
        guard let path, let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Misunderstood(description: "--except needs a file that can be read")
        }
        exceptionsFile = path
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 3 else { throw Misunderstood(description: "not an exception: \(line)") }
            exceptions.append((parts[0], parts[1]))
        }
    }

    /// Whether a cell is measured.
    func takes(family: String, entryPoint: String) -> Bool {
        !exceptions.contains { $0.family == family && entryPoint.hasPrefix($0.entryPoint) }
    }

    private static func parts(_ word: String?) -> [String] {
        (word ?? "").split(separator: ",").map(String.init)
    }

    func takes(family name: String) -> Bool {
        let isNamed = families.contains { name.contains($0) }
        if !families.isEmpty, !isNamed { return false }
        guard every > 1, isNamed || name.hasPrefix("share/") else { return true }
        // By the name, so that a family that is added changes nothing for the others.
        return name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % every == 0
    }

    func takes(entryPoint name: String) -> Bool {
        entryPoints.isEmpty || entryPoints.contains { name.contains($0) }
    }

    /// The words that make another process do a share.
    func words(worker: Int, first: Int) -> [String] {
        [
            "--size", "\(size)", "--jobs", "\(jobs)", "--every", "\(every)", "--worker", "\(worker)", "--first",
            "\(first)",
            "--families", families.joined(separator: ","), "--entry-points", entryPoints.joined(separator: ","),
        ] + (exceptionsFile.map { ["--except", $0] } ?? [])
            + (withEach ? ["--each"] : []) + (withCalls ? ["--calls"] : [])
    }
}
