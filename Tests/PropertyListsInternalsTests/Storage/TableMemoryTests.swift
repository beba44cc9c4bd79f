import Foundation
import TestSupport
import Testing

@testable import PropertyLists

@Suite struct TableMemoryTests {
    /// As many numbers as take 4.8 MB; from 1 MiB on the system is asked.
    private static let manyElements = 600_000

    @Test func `a growing table keeps what was appended when its memory comes from the system`() {
        var table = GrowingTable<Int>()
        for number in 0..<Self.manyElements { table.append(number &* 3) }
        var copy = GrowingTable<Int>(capacity: 1)
        copy.replace(with: table)
        let differing = (0..<Self.manyElements).first { table[$0] != $0 &* 3 || copy[$0] != $0 &* 3 }
        let counts = [table.count, copy.count]
        #expect(differing == nil && counts == [Self.manyElements, Self.manyElements])
    }

    @Test(.rows)
    func `tables have a place for each element on both sides of the size from which on memory comes from the system`() {
        forEachRow([(1 << 17) - 1, 1 << 17, (1 << 17) + 1, 777_777]) { (count: Int) in
            var fixed = FixedTable<UInt64>(repeating: 7, count: count)
            fixed[count - 1] = 9
            var taken = FixedTable<UInt64>(repeating: 0, count: count)
            taken.replace(with: fixed)
            var lazy = LazyTable<UInt64>(repeating: 1, count: count)
            lazy[count - 1] = 2
            let ends = [fixed[0], fixed[count - 1], taken[0], taken[count - 1], lazy[0], lazy[count - 1]]
            #expect(ends == [7, 9, 7, 9, 1, 2])
        }
    }

    @Test func `objects in large tables are released with them`() {
        final class Member {}
        var member = Member()
        do {
            var lazy = LazyTable<Member?>(repeating: nil, count: 1 << 20)
            lazy[1 << 19] = member
            let fixed = FixedTable<Member?>(repeating: member, count: 1 << 19)
            let isUnique = isKnownUniquelyReferenced(&member)
            let members = [lazy[1 << 19], fixed[fixed.count - 1]]
            #expect(!isUnique && members.allSatisfy { $0 === member })
        }
        #expect(isKnownUniquelyReferenced(&member))
    }

    @Test func `memory that was freed serves the next tables, each of them alone`() {
        var first = GrowingTable<Int>(capacity: 1 << 18)
        for number in 0..<1 << 18 { first.append(number) }
        for _ in 0..<3 {
            var second = GrowingTable<Int>(capacity: 1 << 18)
            var third = GrowingTable<Int>(capacity: 1 << 19)
            for number in 0..<1 << 18 { second.append(-number) }
            for number in 0..<1 << 18 { third.append(7 &* number) }
            let differing = (0..<1 << 18).first { second[$0] != -$0 || third[$0] != 7 &* $0 || first[$0] != $0 }
            #expect(differing == nil)
        }
    }

    #if os(Linux)
        @Test func `large tables give their memory back, but for what waits to be used again`() throws {
            let before = try Self.mappedPages()
            for _ in 0..<200 {
                var table = GrowingTable<UInt8>(capacity: (64 << 20) + 1)
                table.append(1)
                let first = table[0]
                #expect(first == 1)
            }
            // 200 tables have 3.4 million pages; other tests run at the same time.
            #expect(try Self.mappedPages() - before < 500_000)
        }

        /// The size of all that is mapped, in pages of the system.
        private static func mappedPages() throws -> Int {
            let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            return try #require(text.split(separator: " ").first.flatMap { Int($0) })
        }
    #endif
}
