import PropertyLists
import TestSupport
import Testing

@Suite struct XMLLimitsTests {
    private static func nested(_ depth: Int) -> String {
        String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
    }

    @Test func `arrays and dictionaries nest up to the depth limit`() throws {
        #expect(errorOfReadingXML(Self.nested(512)) == nil)
        let error = try #require(errorOfReadingXML("<plist>\(Self.nested(513))</plist>"))
        expectRows {
            (error.code, .limitExceeded)
            (error.byteOffset, 7 + 512 * 7)
            expecting(error.reason, contains: "depth")
            (errorOfReadingXML("<array><dict/></array>", limits: Limits(depth: 1))?.code, .limitExceeded)
            (errorOfReadingXML("<array><dict/></array>", limits: Limits(depth: 2)), nil)
        }
    }

    @Test func `a million levels are refused by default and read without recursion where the limit is raised`() throws {
        let levels = HandmadeList.manyLevels
        let text = Self.nested(levels)
        #expect(errorOfReadingXML(text)?.code == .limitExceeded)
        let depth = try SmallStack.run(size: SmallStack.least) {
            var value = try readXML(text, limits: .unlimited)
            var depth = 0
            while case .array(let array) = value, let inner = array.first {
                value = inner
                depth += 1
            }
            return depth
        }
        #expect(depth == levels - 1)
    }

    @Test(.rows)
    func `containers are written down to the depth limit, and read again`() throws {
        #expect(try readXML(writeXML(readXML(Self.nested(512)))) == readXML(Self.nested(512)))
        let deep = (0..<512).reduce(PropertyList.array([])) { value, _ in [value] }
        #expect(errorOfWritingXML(deep)?.code == .limitExceeded)
        forEachRow([true, false]) { (isArray: Bool) throws in
            var limits = Limits.default
            limits.depth = 5
            let writer = XMLPropertyListWriter(limits: limits)
            var list: PropertyList = isArray ? [] : [:]
            for _ in 1..<limits.depth { list = isArray ? [list] : ["a": list] }
            #expect(throws: Never.self) { try writer.write(list) }
            let error = #expect(throws: ArchiveError.self) { try writer.write(isArray ? [list] : ["a": list]) }
            #expect(error?.code == .limitExceeded)
        }
    }

    @Test("text is charged to the budget of the input, with its tabs and what is repeated")
    func output() throws {
        let numbers = PropertyList.array(PropertyListArray(Array(repeating: 1, count: 100)))
        let value = (0..<64).reduce(PropertyList.array([numbers, numbers])) { value, _ in [value] }
        let text = try XMLPropertyListWriter().write(value)

        var enough = Budget(inputSize: text.count, limits: Limits(output: 1))
        #expect(try XMLPropertyListWriter().write(value, charging: &enough) == text)
        var small = Budget(inputSize: 0, limits: Limits(output: 1))
        let error = #expect(throws: ArchiveError.self) {
            try XMLPropertyListWriter().write(value, charging: &small)
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.reason.contains("output") == true)
    }

    @Test func `objects, strings and data are counted against their limits`() {
        let text = "<dict><key>abcd</key><data>AAECAw==</data></dict>"
        expectRows {
            (errorOfReadingXML(text, limits: Limits(objects: 3, stringBytes: 4, dataBytes: 4)), nil)
            (errorOfReadingXML(text, limits: Limits(objects: 2))?.reason.contains("objects"), true)
            (errorOfReadingXML(text, limits: Limits(stringBytes: 3))?.reason.contains("stringBytes"), true)
            (errorOfReadingXML(text, limits: Limits(dataBytes: 3))?.reason.contains("dataBytes"), true)
        }
    }

    @Test func `the time to read and write grows with the size, not with its square`() throws {
        let entry =
            "<dict><key>a</key><array><string>x&amp;<!-- --></string></array><key>b</key><data>AA==</data></dict>"
        func readAndWrite(_ count: Int) throws {
            let text = Array("<array>\(String(repeating: entry, count: count))</array>".utf8)
            _ = try XMLPropertyListWriter().write(XMLPropertyListReader().read(text))
        }
        // Eight times the input takes about eight times as long, and 64 times if a step copies all there is.
        let bound = 32.0
        let growth = try WorkTime.growth(from: { try readAndWrite(250) }, to: { try readAndWrite(2000) }, below: bound)
        #expect(growth < bound)
    }

    /// What is repeated in an array, and the memory that each takes: 24 bytes for a value, 64 more for a container.
    static let repeated: [(text: String, size: Int)] = [
        ("<true/>", 24), ("<integer>7</integer>", 24), ("<array/>", 24 + 64), ("<dict/>", 24 + 64),
        ("<array><true/></array>", 2 * 24 + 64),
    ]

    @Test(.rows)
    func `the memory of each value and each container is charged`() {
        forEachRow(Self.repeated) { (text: String, size: Int) throws in
            let count = 2000
            let list = "<array>" + String(repeating: text, count: count) + "</array>"
            let factor = try SmallestLimit.of(\.allocation) { _ = try readXML(list, limits: $0) }
            #expect(factor * list.utf8.count >= count * size)
        }
    }
}
