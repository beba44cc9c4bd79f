import Testing

@testable import PropertyLists

@Suite struct SpareMemoryTests {
    private func runs(_ memory: SpareMemory) -> [[UInt]] {
        memory.runs.map { [$0.start, $0.length] }.sorted { $0[0] < $1[0] }
    }

    @Test func `what was kept is taken again, and the rest of a run goes on waiting`() {
        var memory = SpareMemory(limit: 100)
        #expect(memory.take(1) == nil)
        #expect(memory.keep(1_000, 10))
        #expect(memory.take(11) == nil)
        #expect(memory.take(4) == 1_000)
        #expect(memory.take(6) == 1_004)
        #expect(memory.take(1) == nil && memory.runs.isEmpty)
    }

    @Test func `runs that lie next to each other become one`() {
        var memory = SpareMemory(limit: 100)
        #expect(memory.keep(1_000, 10) && memory.keep(1_020, 10) && memory.keep(3_000, 5))
        #expect(runs(memory) == [[1_000, 10], [1_020, 10], [3_000, 5]])
        #expect(memory.keep(1_010, 10))
        #expect(runs(memory) == [[1_000, 30], [3_000, 5]])
        #expect(memory.take(30) == 1_000)
    }

    @Test func `no more waits than the limit`() {
        var memory = SpareMemory(limit: 100)
        #expect(!memory.keep(1_000, 101))
        #expect(memory.keep(1_000, 60))
        #expect(!memory.keep(2_000, 41))
        #expect(memory.keep(2_000, 40))
        #expect(!memory.keep(3_000, 1))
        #expect(runs(memory) == [[1_000, 60], [2_000, 40]])
    }
}
