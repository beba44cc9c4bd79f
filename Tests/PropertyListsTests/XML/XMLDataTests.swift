import PropertyLists
import TestSupport
import Testing

@Suite struct XMLDataTests {
    @Test(.rows)
    func `base64 with white space and comments anywhere is read`() {
        forEachRow(
            [
                ("", []), (" \n\t\r", []), ("AA==", [0]), ("AAE=", [0, 1]), ("AAEC", [0, 1, 2]),
                ("+/+/", [251, 255, 191]),
                (" A A\nE\tC ", [0, 1, 2]), ("AA = =\n", [0]), ("AB==", [0]), ("AAECAw==", [0, 1, 2, 3]),
                ("AA<!-- AAAA -->EC", [0, 1, 2]),
            ] as [(String, [UInt8])]
        ) { (text: String, data: [UInt8]) throws in
            #expect(try readXML("<data>\(text)</data>") == .data(data))
        }
    }

    @Test(.rows)
    func `malformed base64 is refused where it goes wrong`() {
        forEachRow([
            ("A", 1), ("AA", 2), ("AAA", 3), ("AAECA", 5), ("AA=", 3), ("A===", 1), ("====", 0), ("=", 0), ("AAEC=", 4),
            ("AA===", 4), ("AA==AA==", 4), ("AA=A", 3), ("AA-A", 2), ("AA_A", 2), ("AA.A", 2), ("\u{E9}AAA", 0),
            ("AAEC AAE*", 8),
        ]) { (text: String, offset: Int) in
            let error = errorOfReadingXML("<data>\(text)</data>")
            #expect(error?.code == .invalidData)
            #expect(error?.byteOffset == 6 + offset)
        }
    }

    @Test func `data is written on separate lines, at the indent of its tags`() throws {
        let data = PropertyList.data(Array(0..<60))
        #expect(
            try writeXML([data]) == """
                <array>
                \t<data>
                \tAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEy
                \tMzQ1Njc4OTo7
                \t</data>
                </array>
                """
        )
        #expect(try writeXML(.data([])) == "<data>\n</data>")
        #expect(try writeXML(.data([255])) == "<data>\n/w==\n</data>")
    }

    @Test(.rows)
    func `lines of data get shorter with the depth`() {
        forEachRow([
            (0, 76), (1, 68), (2, 60), (3, 52), (4, 44), (5, 36), (6, 28), (7, 20), (8, 12), (9, 12), (20, 12),
        ]) { (depth: Int, width: Int) throws in
            let data = [UInt8](repeating: 0, count: 100)
            let value = (0..<depth).reduce(.data(data)) { value, _ in PropertyList.array([value]) }
            let lines = try writeXML(value).split(separator: "\n")
            #expect(lines[depth] == String(repeating: "\t", count: depth) + "<data>")
            // The tags are indented by their depth, the lines between them by at most 8 tabs.
            let indent = String(repeating: "\t", count: min(depth, 8))
            #expect(lines[depth + 1] == indent + String(repeating: "A", count: width))
            #expect(try readXML(writeXML(value)) == value)
        }
    }

    @Test func `data of every length is written and read back`() throws {
        for length in 0..<200 {
            let data = PropertyList.data((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) })
            #expect(try readXML(writeXML(data)) == data)
        }
    }
}
