import TestSupport
import Testing

import PropertyLists

@Suite struct BinaryReferencesTests {
    /// An array of `count` references, three of them: the second differs from the first in its last reference only.
    private static func arrays(_ count: Int, others: Int) throws -> (BinaryPropertyListReader, [BinaryReferences]) {
        let members = (0..<count).map { PropertyList.integer(Int64($0)) }
        let changed = members.dropLast() + [.integer(-1)]
        // So many further objects that references take one or two bytes.
        let rest = (0..<others).map { PropertyList.integer(Int64(1_000 + $0)) }
        let lists: [[PropertyList]] = [members, Array(changed), members + [.integer(-2)], rest]
        let root = PropertyList.array(PropertyListArray(lists.map { .array(PropertyListArray($0)) }))
        let reader = try BinaryPropertyListReader(try BinaryPropertyListWriter().write(root))
        guard case .array(let references) = try reader.object(at: reader.topObject) else { return (reader, []) }
        let runs = try (0..<3).compactMap { position -> BinaryReferences? in
            guard case .array(let run) = try reader.object(at: reader.reference(position, of: references)) else {
                return nil
            }
            return run
        }
        return (reader, runs)
    }

    @Test(.rows)
    func `two runs are the same if they have as many references, and each is the same`() {
        forEachRow(1...40, [10, 300]) { (count: Int, others: Int) throws in
            let (reader, runs) = try Self.arrays(count, others: others)
            try #require(runs.map(\.count) == [count, count, count + 1])
            #expect(reader.areSame(runs[0], runs[0]))
            #expect(!reader.areSame(runs[0], runs[1]))
            #expect(!reader.areSame(runs[0], runs[2]) && !reader.areSame(runs[2], runs[0]))
            let beginning = BinaryReferences(position: runs[2].position, count: count)
            #expect(reader.areSame(runs[0], beginning))
            let nothing = BinaryReferences(position: runs[0].position, count: 0)
            #expect(reader.areSame(nothing, nothing) && !reader.areSame(nothing, runs[0]))
        }
    }
}
