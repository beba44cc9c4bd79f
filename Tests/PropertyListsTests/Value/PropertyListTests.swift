import PropertyLists
import TestSupport
import Testing

@Suite struct PropertyListTests {
    @Test func `a dictionary keeps its key order and its duplicate keys, and look-up finds the first`() {
        let twice: PropertyListDictionary = ["b": 1, "a": 2, "b": 3]
        let dictionary: PropertyListDictionary = ["a": 1, "b": [2], "c": 3]
        expectRows {
            (Array(twice.keys), ["b", "a", "b"])
            (twice["b"], 1)
            (twice["c"], nil)
            (Array(dictionary.keys), ["a", "b", "c"])
            (Array(dictionary.values), [1, [2], 3])
            (dictionary.indices.map { dictionary[$0].value }, [1, [2], 3])
        }
        let odd = PropertyListDictionary(keysThenValues: ["a", "b", 1, 2, 3])
        #expect(PropertyList.dictionary(odd) == ["a": 1, "b": 2])
    }

    @Test func `a value takes as many bytes in a container as the limit on memory counts`() {
        #expect(MemoryLayout<PropertyList>.stride == Budget.valueSize)
    }

    @Test func `strings are equal and hash equally as their code units do, however they were made`() {
        let text = "precomposed é, decomposed e\u{301}, 👋 and a long tail of plain characters"
        let made = PropertyListString(utf16: Array(text.utf16))
        expectRows {
            (made, PropertyListString(text))
            (made.hashValue, PropertyListString(text).hashValue)
            made.isIdentical(to: text)
            !made.isASCII
            PropertyListString("plain").isASCII
            PropertyListString("\u{E9}") != PropertyListString("e\u{301}")
            // Equal hashes of such strings would make a dictionary of such keys quadratic.
            PropertyListString("\u{E9}").hashValue != PropertyListString("e\u{301}").hashValue
            !PropertyListString("\u{E9}").isIdentical(to: "e\u{301}")
        }
    }

    @Test func `changing a copy of an array leaves the original as it was`() {
        let original: PropertyListArray = [1, [2]]
        var copy = original
        copy.append(3)
        copy.elements[0] = "one"
        #expect(original.elements == [1, [2]])
        #expect(copy.elements == ["one", [2], 3])
    }

    @Test func `appending does not copy what is there, in shallow containers and in deep ones`() {
        // If it did, these would be 10¹⁰ steps, or 10⁸ in a quick run.
        let count = TestScale.count(100_000, quick: 10_000)
        var shallow = PropertyListArray([])
        for number in 0..<count { shallow.append(.integer(Int64(number))) }
        #expect(shallow.count == count)

        let branch = (0..<100).reduce([]) { branch, _ in [branch] } as PropertyList
        var deep = PropertyListArray([])
        for _ in 0..<count { deep.append(branch) }
        #expect(deep.count == count)
        #expect(deep[count - 1] == branch)
    }

    @Test func `a description is one line, in the words of Swift literals where there are some`() {
        let value: PropertyList = [
            "a\n": [1, 2.5, true, .null, .uid(3)], "d": [.data([1]), .data([]), .date(0.5)],
            "s": .set([.orderedSet([])]),
            "e": [:],
        ]
        #expect(
            value.description
                == #"["a\n": [1, 2.5, true, null, #3], "d": [1 byte, 0 bytes, date 2001-01-01T00:00:00.500Z], "s": set [ordered set []], "e": [:]]"#
        )
    }

    @Test func `numbers of different stored kinds differ although their values are equal`() {
        expectRows {
            PropertyList.integer(1) != .double(1)
            PropertyList.float(1) != .double(1)
            PropertyList.integer(1) != .integer128(1)
            PropertyList.double(0.0) != .double(-0.0)
            (PropertyList.double(.nan), .double(.nan))
        }
    }
}
