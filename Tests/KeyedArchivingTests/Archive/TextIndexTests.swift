import PropertyLists
import Synchronization
import Testing

@testable import KeyedArchiving

/// Where texts are in a run of strings: found without reading the others, paid for, and made once.
@Suite struct TextIndexTests {
    /// A reader of a list, and its elements.
    private func reader(_ list: PropertyList...) throws -> (BinaryPropertyListReader, BinaryReferences) {
        let reader = try BinaryPropertyListReader(
            BinaryPropertyListWriter().write(.array(PropertyListArray(list))), limits: .default)
        return (reader, try reader.header(at: reader.topObject).references)
    }

    private func positions(
        _ reader: BinaryPropertyListReader, _ run: BinaryReferences, _ budget: inout Budget
    ) -> TextPositions {
        TextPositions(count: run.count, in: reader, paidFrom: &budget) { reader.unchecked($0, of: run) }
    }

    @Test func `a text is found at the first position that has it`() throws {
        let (reader, run) = try reader("a", "b", "caf\u{E9}", "a", .integer(1), "")
        var budget = Budget(of: reader)
        let texts = positions(reader, run, &budget)
        #expect(texts.runCount == 6)
        #expect(texts.isComplete)
        #expect(texts.position(of: "a") == 0)
        #expect(texts.position(of: "caf\u{E9}") == 2)
        #expect(texts.position(of: "") == 5)
        #expect(texts.position(of: "c") == nil)
    }

    @Test func `texts that the budget isn't enough for have no position, and the run isn't complete`() throws {
        let long = PropertyList.string(PropertyListString(String(repeating: "x", count: 100_000)))
        let (reader, run) = try reader("a", long, "b")
        var limits = Limits.default
        // 4,096 steps; the long text takes 6,250.
        limits.steps = 1
        var budget = Budget(inputSize: 0, limits: limits)
        let texts = positions(reader, run, &budget)
        #expect(!texts.isComplete)
        #expect(texts.position(of: "a") == 0)
        #expect(texts.position(of: "b") == nil)
    }

    @Test func `the positions of a run are made once, and those of a run of UIDs are others`() throws {
        let (reader, run) = try reader("a", "b")
        let index = TextIndex()
        let made = Mutex(0)
        for isOfUIDs in [false, true, false, true] {
            _ = index.positions(in: TextIndex.Run(references: run, isOfUIDs: isOfUIDs)) {
                made.withLock { $0 += 1 }
                var budget = Budget(of: reader)
                return positions(reader, run, &budget)
            }
        }
        #expect(made.withLock { $0 } == 2)
    }
}
