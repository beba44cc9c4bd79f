import Testing

@testable import KeyedArchiving

@Suite struct KeptValuesTests {
    @Test func `a value is kept until it is let go, and counted once`() {
        var values = KeptValues()
        let (first, second) = (EntryUID(1), EntryUID(2))
        values.keep("a", at: first)
        values.keep("b", at: second)
        let found = [values[first] as? String, values[second] as? String, values[EntryUID(3)] as? String]
        #expect(found == ["a", "b", nil])
        var counts = [values.count]
        values.keep("c", at: first)
        counts.append(values.count)
        values.remove(first)
        counts.append(values.count)
        values.remove(first)
        values.remove(EntryUID(3))
        counts.append(values.count)
        let afterRemoval = values[first] == nil
        values.keep("d", at: first)
        counts.append(values.count)
        #expect(counts == [2, 2, 1, 1, 2])
        let again = values[first] as? String
        #expect(afterRemoval && again == "d")
    }
}
