import PropertyLists
import TestSupport
import Testing

@Suite struct SmallTableTests {
    /// A list of numbers, found by what is left of them modulo 1000, but for multiples of seven.
    private struct Numbers: ~Copyable {
        var numbers: [Int] = []
        var table = SmallTable()

        func index(of key: Int) -> Int? {
            table.index(among: numbers.count, hash: { Self.hash(key) }) {
                !numbers[$0].isMultiple(of: 7) && numbers[$0] % 1000 == key
            }
        }

        mutating func append(_ number: Int) {
            numbers.append(number)
            table.add(numbers.count - 1) { numbers[$0].isMultiple(of: 7) ? nil : Self.hash(numbers[$0] % 1000) }
        }

        /// Two keys have one hash.
        private static func hash(_ key: Int) -> UInt32 { UInt32(key / 2) }
    }

    @Test(.rows)
    func `an element is found by its key, whether there are few or many`() {
        forEachRow([0, 1, 15, 16, 17, 18, 300]) { (count: Int) in
            var list = Numbers()
            for number in 0..<count { list.append(number) }
            let found = (0..<count + 5).map { list.index(of: $0) }
            let expected = (0..<count + 5).map { $0 < count && !$0.isMultiple(of: 7) ? $0 : nil }
            #expect(found == expected)
        }
    }

    @Test(.rows)
    func `of two elements with one key the first is found`() {
        forEachRow([10, 40]) { (count: Int) in
            var list = Numbers()
            for number in 0..<count { list.append(number) }
            list.append(1003)
            let found = list.index(of: 3)
            #expect(found == 3)
        }
    }

    @Test func `a copy of a table finds what the table had`() {
        var list = Numbers()
        for number in 0..<100 { list.append(number) }
        var copy = Numbers()
        copy.numbers = list.numbers
        copy.table = SmallTable(copying: list.table)
        copy.append(501)
        let found = [copy.index(of: 99), copy.index(of: 501), list.index(of: 501)]
        #expect(found == [99, 100, nil])
    }
}
