import Foundation
import PropertyLists
import TestSupport
import Testing

/// What other readers of property lists accept and refuse, and what they make of it, is the same here, or stands in the
/// list of disagreements with its reason.
@Suite struct DifferentialTests {
    private static let readers = OtherReader.allCases.filter(\.isPresent)
    private static let disagreements = Disagreement.python + Disagreement.plutil

    @Test(.rows)
    func `damaged lists and generated trees are read as other readers read them, except for what is listed`() {
        forEachRow(Self.readers) { (reader: OtherReader) throws in
            let mutants = try ComparedInputs.mutants()
            let damaged = try compared(mutants, reader)
            // Enough of all kinds, or else the mutants say little.
            #expect(damaged.bothAccept > mutants.count / 10, "\(damaged)")
            #expect(damaged.bothRefuse > mutants.count * 2 / 15, "\(damaged)")
            #expect(damaged.classes.count >= (TestScale.isFull ? 6 : 3), "\(damaged)")
            print("\(reader.rawValue), damaged lists: \(damaged)")

            let trees = try ComparedInputs.trees()
            let generated = try compared(trees, reader)
            #expect(generated.bothAccept > trees.count * 9 / 10, "\(generated)")
            print("\(reader.rawValue), generated trees: \(generated)")
        }
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"), .rows)
    func `the files of the corpus are read as other readers read them, except for what is listed`() {
        forEachRow(Self.readers) { (reader: OtherReader) throws in
            let files = try ComparedInputs.corpus()
            let totals = try compared(files, reader)
            #expect(totals.bothAccept > (TestScale.isFull ? 300 : files.count / 2), "\(totals)")
            print("\(reader.rawValue), corpus: \(totals)")
        }
    }

    @Test(.rows)
    func `each listed disagreement has a specimen`() {
        forEachRow(Self.readers) { (reader: OtherReader) throws in
            for disagreement in Self.disagreements where disagreement.reader == reader {
                let outcome = try #require(try reader.outcomes(to: [disagreement.specimen]).first)
                let comparison = Comparison(disagreement.specimen, outcome)
                #expect(comparison.side == disagreement.side, "\(disagreement.name): \(outcome)")
                let holds = disagreement.holds(comparison)
                #expect(holds, "\(disagreement.name): \(outcome)")
            }
        }
    }

    /// How often the readers agree, and how often they disagree in each way.
    private struct Totals: CustomStringConvertible {
        var bothAccept = 0
        var bothRefuse = 0
        var classes: [String: Int] = [:]

        var description: String {
            let lines = classes.sorted { $0.value > $1.value }.map { "  \($0.value)  \($0.key)" }
            return (["\(bothAccept) read alike, \(bothRefuse) refused by both"] + lines).joined(separator: "\n")
        }
    }

    private func compared(_ inputs: [[UInt8]], _ reader: OtherReader) throws -> Totals {
        let outcomes = try reader.outcomes(to: inputs)
        try #require(outcomes.count == inputs.count)
        var totals = Totals()
        for (bytes, outcome) in zip(inputs, outcomes) {
            let comparison = Comparison(bytes, outcome)
            guard let side = comparison.side else {
                if outcome.isAccepted { totals.bothAccept += 1 } else { totals.bothRefuse += 1 }
                continue
            }
            let known = Self.disagreements.first { $0.reader == reader && $0.side == side && $0.holds(comparison) }
            guard let known else {
                let problem = comparison.error?.description ?? "\(outcome)"
                Issue.record("\(reader), \(side): \(problem); \(Data(bytes).base64EncodedString())")
                continue
            }
            totals.classes["\(side.rawValue): \(known.name)", default: 0] += 1
        }
        return totals
    }
}
