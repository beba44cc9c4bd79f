import Foundation
import KeyedArchiving
import TestSupport
import Testing

/// Random graphs, decoded by random calls: what holds for every object, whatever it refers to and however it is asked
/// for.
@Suite struct DecodingRecordTests {
    private static let seeds = 0..<UInt64(TestScale.count(5000, quick: 300))

    @Test func `a seed gives the same record again, and no instance outlives its unarchiver`() throws {
        for seed in Self.seeds {
            let record = try DecodingRecorder.record(seed: seed)
            #expect(record.living == 0, "seed \(seed)")
            #expect(try DecodingRecorder.record(seed: seed).lines == record.lines, "seed \(seed)")
        }
    }

    @Test func `where nothing fails, each object is decoded once, and then its hooks are called in order`() throws {
        for seed in Self.seeds {
            let record = try DecodingRecorder.record(seed: seed)
            var stages: [String: [String]] = [:]
            var begun: [String: Int] = [:]
            for line in record.lines {
                let words = line.split(separator: " ")
                guard words.count > 1, ["begin", "end", "awake", "did"].contains(words[0]), words[1].contains("#")
                else { continue }
                stages[String(words[1]), default: []].append(String(words[0]))
                if words[0] == "begin" { begun[String(words[2]), default: 0] += 1 }
            }
            for (object, stages) in stages {
                var rest = ["begin", "end", "awake", "did"][...]
                for stage in stages {
                    let position = rest.firstIndex(of: stage)
                    #expect(position != nil, "seed \(seed), \(object): \(stages)")
                    rest = rest[(position.map { $0 + 1 } ?? rest.endIndex)...]
                }
            }
            if !record.hasFailed { #expect(begun.values.allSatisfy { $0 == 1 }, "seed \(seed): \(begun)") }
        }
    }

    /// With `KEYED_ARCHIVING_RECORD=FILE` the records of 20,000 seeds are written to a file, a line for each; with
    /// `FILE:SEED` the whole record of one seed is.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["KEYED_ARCHIVING_RECORD"] != nil))
    func `records are written for the comparison of two builds`() throws {
        let words = ProcessInfo.processInfo.environment["KEYED_ARCHIVING_RECORD", default: ""].split(separator: ":")
        let file = URL(fileURLWithPath: String(try #require(words.first)))
        var lines: [String] = []
        if words.count > 1, let seed = UInt64(words[1]) {
            lines = try DecodingRecorder.record(seed: seed).lines
        } else {
            for seed in 0..<UInt64(20_000) {
                let record = try DecodingRecorder.record(seed: seed)
                // FNV-1a, which is the same in each process.
                let digest = record.lines.joined(separator: "\n").utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
                    ($0 ^ UInt64($1)) &* 0x100_0000_01B3
                }
                lines.append("\(seed) \(record.lines.count) \(digest)")
            }
        }
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    }
}
