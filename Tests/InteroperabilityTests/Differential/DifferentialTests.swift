import Foundation
import PropertyLists
import TestSupport
import Testing

/// What other readers of property lists accept and refuse, and what they make of it, is the same here, or stands in the
/// list of disagreements with its reason.
@Suite struct DifferentialTests {
    private static let readers = OtherReader.allCases.filter(\.isPresent)
    private static let disagreements = Disagreement.python + Disagreement.plutil

    @Test(arguments: readers)
    func `damaged lists are read as other readers read them, except for what is listed`(reader: OtherReader) throws {
        let mutants = try ComparedInputs.mutants()
        let tally = try tally(mutants, reader)
        // Enough of all kinds, or else the mutants say little.
        #expect(tally.bothAccept > mutants.count / 10, "\(tally)")
        #expect(tally.bothRefuse > mutants.count * 2 / 15, "\(tally)")
        #expect(tally.classes.count >= (TestScale.isFull ? 6 : 3), "\(tally)")
        print("\(reader.rawValue), damaged lists: \(tally)")
    }

    @Test(arguments: readers)
    func `generated trees are read as other readers read them, except for what is listed`(reader: OtherReader) throws {
        let trees = try ComparedInputs.trees()
        let tally = try tally(trees, reader)
        #expect(tally.bothAccept > trees.count * 9 / 10, "\(tally)")
        print("\(reader.rawValue), generated trees: \(tally)")
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"), arguments: readers)
    func `the files of the corpus are read as other readers read them, except for what is listed`(
        reader: OtherReader
    ) throws {
        let files = try ComparedInputs.corpus()
        let tally = try tally(files, reader)
        #expect(tally.bothAccept > (TestScale.isFull ? 300 : files.count / 2), "\(tally)")
        print("\(reader.rawValue), corpus: \(tally)")
    }

    @Test(arguments: readers)
    func `each listed disagreement has a specimen`(reader: OtherReader) throws {
        for disagreement in Self.disagreements where disagreement.reader == reader {
            let answer = try #require(try reader.answers(to: [disagreement.specimen]).first)
            let comparison = Comparison(disagreement.specimen, answer)
            #expect(comparison.side == disagreement.side, "\(disagreement.name): \(answer)")
            let holds = disagreement.holds(comparison)
            #expect(holds, "\(disagreement.name): \(answer)")
        }
    }

    /// How often the readers agree, and how often they disagree in each way.
    private struct LayoutTotals: CustomStringConvertible {
        var bothAccept = 0
        var bothRefuse = 0
        var classes: [String: Int] = [:]

        var description: String {
            let lines = classes.sorted { $0.value > $1.value }.map { "  \($0.value)  \($0.key)" }
            return (["\(bothAccept) read alike, \(bothRefuse) refused by both"] + lines).joined(separator: "\n")
        }
    }

    private func tally(_ inputs: [[UInt8]], _ reader: OtherReader) throws -> LayoutTotals {
        let answers = try reader.answers(to: inputs)
        try #require(answers.count == inputs.count)
        var tally = LayoutTotals()
        for (bytes, answer) in zip(inputs, answers) {
            let comparison = Comparison(bytes, answer)
            guard let side = comparison.side else {
                if answer.isAccepted { tally.bothAccept += 1 } else { tally.bothRefuse += 1 }
                continue
            }
            let known = Self.disagreements.first { $0.reader == reader && $0.side == side && $0.holds(comparison) }
            guard let known else {
                let problem = comparison.error?.description ?? "\(answer)"
                Issue.record("\(reader), \(side): \(problem); \(Data(bytes).base64EncodedString())")
                continue
            }
            tally.classes["\(side.rawValue): \(known.name)", default: 0] += 1
        }
        return tally
    }
}
