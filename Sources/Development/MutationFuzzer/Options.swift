import Foundation
import Fuzzing

/// What the words of the command line ask for.
struct Options {
    var executions = 100_000
    var first = 0
    var seed: UInt64 = 1
    /// The folder whose property lists are seeds, in addition to those that the program makes.
    var folder: String?
    /// What the inputs are made of.
    var seeds = Seeds.Choice.all
    /// How many processes work at a time.
    var jobs = ProcessInfo.processInfo.activeProcessorCount
    /// The groups of entry points, of which each input goes through one.
    var groups = EntryPoints.Group.allCases
    /// Whether memory is measured and bounded; the address sanitizer takes too much of its own.
    var boundsMemory = true
    /// Where a worker leaves the number of the input it works on, and its results; nil for the campaign itself.
    var progressFile: String?

    var isWorker: Bool { progressFile != nil }

    struct Misunderstood: Error, CustomStringConvertible {
        var description: String
    }

    init(_ words: some Sequence<String>) throws {
        var words = words.makeIterator()
        while let word = words.next() {
            guard let value = words.next() else { throw Misunderstood(description: "\(word) needs a value") }
            switch word {
            case "--executions": executions = try Self.number(value)
            case "--first": first = try Self.number(value)
            case "--seed": seed = UInt64(try Self.number(value))
            case "--jobs": jobs = max(1, try Self.number(value))
            case "--folder": folder = value
            case "--groups": groups = try value.split(separator: ",").map { try Self.group(String($0)) }
            case "--seeds": seeds = try Self.choice(value)
            case "--memory": boundsMemory = value != "unbounded"
            case "--progress": progressFile = value
            default: throw Misunderstood(description: "there is no option \(word)")
            }
        }
    }

    private static func number(_ text: String) throws -> Int {
        guard let number = Int(text), number >= 0 else { throw Misunderstood(description: "\(text) isn't a number") }
        return number
    }

    private static func choice(_ name: String) throws -> Seeds.Choice {
        guard let choice = Seeds.Choice(rawValue: name) else {
            throw Misunderstood(description: "\(name) isn't all, sequential or json")
        }
        return choice
    }

    private static func group(_ name: String) throws -> EntryPoints.Group {
        guard let group = EntryPoints.Group(rawValue: name) else {
            let names = EntryPoints.Group.allCases.map(\.rawValue).joined(separator: ", ")
            throw Misunderstood(description: "\(name) isn't one of the groups \(names)")
        }
        return group
    }

    /// The words that make another process do a part of the work.
    func words(first: Int, executions: Int, progressFile: String? = nil) -> [String] {
        var words = ["--seed", "\(seed)", "--first", "\(first)", "--executions", "\(executions)"]
        if let folder { words += ["--folder", folder] }
        if groups != EntryPoints.Group.allCases {
            words += ["--groups", groups.map(\.rawValue).joined(separator: ",")]
        }
        if seeds != .all { words += ["--seeds", seeds.rawValue] }
        if !boundsMemory { words += ["--memory", "unbounded"] }
        if let progressFile { words += ["--progress", progressFile] }
        return words
    }
}
