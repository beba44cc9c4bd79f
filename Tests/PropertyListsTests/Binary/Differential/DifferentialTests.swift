import TestSupport
import Testing

import PropertyLists

/// What Python's `plistlib` reads is read here with an equal value, or the class of the disagreement is listed.
///
/// Unreachable objects are left out of it (``BinaryPropertyListReader/Validation/onAccess``): Python never looks at
/// them. What Python refuses and this library reads needs no reason: sets, unpaired surrogates, dates outside the years
/// 1 to 9999.
@Suite(.enabled(if: PythonPropertyLists.isPresent, "python3 is missing"))
struct DifferentialTests {
    /// Small files that together have all kinds of objects, several widths, sharing and orphans.
    static func fixtures() throws -> [[UInt8]] {
        let tree: PropertyList = [
            "n": .null, "yes": true, "no": [false, true, 1, 256, -1, .unsignedInteger(.max)], "f": .float(0.5),
            "r": 2.5, "t": .date(86_400.25), "d": .data([1, 2, 3]), "текст": "日本 👋", "uid": .uid(300),
            "long": "a string of more than fifteen characters", "dict": ["a": ["b": [:]]],
        ]
        let shared = HandmadeList(
            container(0xA0, [1, 2, 1]), container(0xD0, [3, 4, 2, 2]), [0xA1, 3], [0x51, 0x61], [0x51, 0x62])
        var wide = HandmadeList(
            container(0xD0, [1, 2, 3, 4], width: 3), [0x51, 0x61], [0x51, 0x62], [0x14] + bigEndian(7, 16),
            [0x4F, 0x12, 0, 0, 0, 3, 1, 2, 3])
        wide.referenceSize = 3
        wide.offsetSize = 5
        return [
            try BinaryPropertyListWriter().write(tree), shared.bytes, wide.bytes,
            HandmadeList([0xA3, 1, 1, 2], [0x80, 1], [0x83, 0, 0, 1, 0]).bytes,
            HandmadeList([0x33] + bigEndian((1e9).bitPattern, 8)).bytes,
        ]
    }

    @Test func `mutants of small files are read as Python reads them, except for the listed disagreements`() throws {
        var mutator = Mutator(seed: 20_010_101)
        let count = TestScale.count(1000, quick: 50)
        let mutants = try Self.fixtures().flatMap { fixture in (0..<count).map { _ in mutator.mutant(of: fixture) } }
        let (accepted, classes) = try compare(mutants)
        // Enough of both, or else the mutants say little.
        #expect(accepted > count)
        #expect(classes.values.reduce(0, +) > count / 10)
    }

    @Test func `each listed disagreement has a specimen`() throws {
        let specimens = Disagreement.all.map(\.specimen.bytes)
        let (_, classes) = try compare(specimens)
        #expect(Set(classes.keys) == Set(Disagreement.all.map(\.name)))
    }

    @Test("keys that are other scalars than strings are read as Python reads them")
    func scalarKeys() throws {
        let keys: [[UInt8]] = [
            [0x10, 7], [0x08], [0x09], [0x00], [0x41, 5], [0x80, 7], [0x33] + bigEndian((1e9).bitPattern, 8),
            [0x23] + bigEndian((0.5).bitPattern, 8),
        ]
        let lists = keys.map { HandmadeList([0xD2, 1, 2, 2, 1], $0, [0x51, 0x61]).bytes }
        let (accepted, classes) = try compare(lists)
        #expect(accepted == lists.count)
        #expect(classes == [:])
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `the binary archives of the corpus are read as Python reads them, damaged ones but for what is listed`() throws
    {
        let rows = try Corpus.rows("archives").filter { $0.format == "bplist00" }
        let files = try Corpus.sample(rows).map { try $0.bytes() }
        let (accepted, classes) = try compare(files)
        #expect(accepted > (TestScale.isFull ? 280 : 0) && accepted > files.count * 9 / 10)
        #expect(classes == [:])
        // Of the damaged files, the listed disagreements are excepted.
        let damaged = try Corpus.rows("malformed").map { try $0.bytes() }.filter { $0.starts(with: "bplist".utf8) }
        #expect(!damaged.isEmpty)
        _ = try compare(damaged)
    }

    /// Reads each input here and in Python.
    ///
    /// - Returns: How many were read in both with equal values, and how many disagreements there were of each class.
    private func compare(_ inputs: [[UInt8]]) throws -> (accepted: Int, classes: [String: Int]) {
        let outcomes = try PythonPropertyLists.read(inputs)
        try #require(outcomes.count == inputs.count)
        var accepted = 0
        var classes: [String: Int] = [:]
        for (bytes, outcome) in zip(inputs, outcomes) where outcome.isAccepted {
            do throws(ArchiveError) {
                let tree = try BinaryPropertyListReader(bytes, validation: .onAccess).tree()
                if tree.canonicalText != outcome.text, !outcome.mayLackKeys {
                    Issue.record("read differently: \(hexadecimal(bytes))")
                }
                accepted += 1
            } catch {
                guard let known = Disagreement.all.first(where: { $0.holds(bytes, error, outcome) }) else {
                    Issue.record("Python reads what is refused here: \(error), \(hexadecimal(bytes))")
                    continue
                }
                classes[known.name, default: 0] += 1
            }
        }
        return (accepted, classes)
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.prefix(400).map { String($0, radix: 16) }.joined(separator: " ")
    }
}
