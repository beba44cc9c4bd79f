import PropertyLists
import Testing

@Suite struct PropertyListTests {
    @Test func `a tree a million levels deep is compared, hashed, copied and released without recursion`() {
        func deep() -> PropertyList {
            var value: PropertyList = []
            for _ in 0..<1_000_000 { value = [value] }
            return value
        }
        let value = deep()
        let copy = value
        #expect(value == copy)
        #expect(value == deep())
        #expect(value.hashValue == deep().hashValue)
    }

    @Test func `a dictionary keeps its key order and its duplicate keys, and look-up finds the first`() {
        let dictionary: PropertyListDictionary = ["b": 1, "a": 2, "b": 3]
        #expect(Array(dictionary.keys) == ["b", "a", "b"])
        #expect(dictionary["b"] == 1)
        #expect(dictionary["c"] == nil)
    }

    @Test func `precomposed and decomposed strings differ, as their code units do`() {
        #expect(PropertyListString("\u{E9}") != PropertyListString("e\u{301}"))
    }

    @Test func `numbers of different stored kinds differ although their values are equal`() {
        #expect(PropertyList.integer(1) != .double(1))
        #expect(PropertyList.float(1) != .double(1))
        #expect(PropertyList.integer(1) != .integer128(1))
        #expect(PropertyList.double(0.0) != .double(-0.0))
        #expect(PropertyList.double(.nan) == .double(.nan))
    }
}
