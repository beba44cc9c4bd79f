import PropertyLists
import Synchronization
import TestSupport
import Testing

@testable import KeyedArchiving

/// Where keys are in a run of them: found without reading the others, charged, and made once.
@Suite struct KeyPositionsTests {
    /// A reader of a list, and its elements.
    private func reader(_ list: PropertyList...) throws -> (BinaryPropertyListReader, BinaryReferences) {
        let reader = try BinaryPropertyListReader(
            BinaryPropertyListWriter().write(.array(PropertyListArray(list))), limits: .default)
        return (reader, try reader.header(at: reader.topObject).references)
    }

    private func positions(
        _ reader: BinaryPropertyListReader,
        _ run: BinaryReferences,
        _ budget: inout Budget,
        _ counting: KeyPositions.Counting = .first
    ) -> KeyPositions {
        KeyPositions(count: run.count, counting, in: reader, chargedTo: &budget) { position in
            let index = reader.unchecked(position, of: run)
            return reader.fastInteger(at: index).map { .integer($0) } ?? .object(index)
        }
    }

    /// What is known of a text: that it is at a position or nowhere; nil if each string must be looked at.
    private enum Finding: Equatable {
        case at(Int)
        case nowhere
    }

    private func find(
        _ text: String,
        _ texts: KeyPositions,
        _ reader: BinaryPropertyListReader,
        _ run: BinaryReferences
    ) throws -> Finding? {
        let found = try texts.find(text) { try reader.isString(at: reader.unchecked($0, of: run), text) }
        return found.map { $0.map { .at($0) } ?? .nowhere }
    }

    @Test func `a text is found at the first position that has it, or at the last where that counts`() throws {
        let (reader, run) = try reader("a", "b", "caf\u{E9}", "a", .integer(1), "")
        var budget = Budget(of: reader)
        let texts = positions(reader, run, &budget)
        try expectRows {
            (texts.runCount, 6)
            try (find("a", texts, reader, run), .at(0))
            try (find("caf\u{E9}", texts, reader, run), .at(2))
            try (find("", texts, reader, run), .at(5))
            (try find("c", texts, reader, run), .nowhere)
        }
        #expect(texts.find("a") { _ in false } == nil, "another text has the hash")

        let (repeated, repeatedRun) = try self.reader("a", .integer(7), "b", "a", .integer(7), .integer(8))
        var repeatedBudget = Budget(of: repeated)
        let keys = positions(repeated, repeatedRun, &repeatedBudget, .last)
        try expectRows {
            try (find("a", keys, repeated, repeatedRun), .at(3))
            try (find("b", keys, repeated, repeatedRun), .at(2))
            (try find("7", keys, repeated, repeatedRun), .nowhere)
        }
        #expect(keys.find(7) == .some(4))
        #expect(keys.find(8) == .some(5))
        #expect(keys.find(9) == .some(nil))
        #expect(positions(repeated, repeatedRun, &repeatedBudget).find(7) == .some(1))
    }

    @Test func `where a key isn't a string of the file, or the budget isn't enough, each key is looked at`() throws {
        let (reader, run) = try reader("a", "b")
        var budget = Budget(of: reader)
        let keys = KeyPositions(count: 2, .last, in: reader, chargedTo: &budget) {
            $0 == 0 ? .other : .object(reader.unchecked($0, of: run))
        }
        #expect(try find("b", keys, reader, run) == nil)
        #expect(keys.find(7) == nil)

        let long = PropertyList.string(PropertyListString(String(repeating: "x", count: 100_000)))
        let (large, largeRun) = try self.reader("a", long, "b")
        // 4,096 steps; the long text takes 6,250.
        var smallBudget = Budget(inputSize: 0, limits: .exact(steps: 1))
        let texts = positions(large, largeRun, &smallBudget)
        #expect(try find("a", texts, large, largeRun) == .at(0))
        #expect(try find("b", texts, large, largeRun) == nil)
    }

    @Test func `the positions of a run are made once, and those of a run of UIDs are others`() throws {
        let (reader, run) = try reader("a", "b")
        let facts = ArchiveFacts()
        let made = Synchronization.Mutex(0)
        for isOfUIDs in [false, true, false, true] {
            _ = facts.positions(in: ArchiveFacts.Run(references: run, isOfUIDs: isOfUIDs)) {
                made.withLock { $0 += 1 }
                var budget = Budget(of: reader)
                return positions(reader, run, &budget)
            }
        }
        #expect(made.withLock { $0 } == 2)
    }
}
