import PropertyLists
import TestSupport
import Testing

@Suite struct OpenStepLimitsTests {
    private static func nested(_ depth: Int) -> String {
        String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
    }

    @Test func `arrays and dictionaries nest up to the depth limit`() throws {
        #expect(errorOfReadingOpenStep(Self.nested(512)) == nil)
        let error = try #require(errorOfReadingOpenStep(" " + Self.nested(513)))
        expectRows {
            (error.code, .limitExceeded)
            (error.byteOffset, 1 + 512)
            expecting(error.reason, contains: "depth")
            (errorOfReadingOpenStep("({})", limits: Limits(depth: 1))?.code, .limitExceeded)
            (errorOfReadingOpenStep("({})", limits: Limits(depth: 2)), nil)
            (errorOfReadingOpenStep("a = ();", limits: Limits(depth: 1))?.code, .limitExceeded)
            (errorOfReadingOpenStep("a = ();", limits: Limits(depth: 2)), nil)
        }
    }

    @Test func `a million levels are read without recursion where the limit is raised`() throws {
        let levels = HandmadeList.manyLevels
        let text = Self.nested(levels)
        let depth = try SmallStack.run(size: SmallStack.least) {
            var value = try readOpenStep(text, limits: .unlimited)
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
    func `objects, strings and data of either form are counted against their limits`() {
        let text = "{abcd = <00010203>;}"
        expectRows {
            (errorOfReadingOpenStep(text, limits: Limits(objects: 3, stringBytes: 4, dataBytes: 4)), nil)
            (errorOfReadingOpenStep(text, limits: Limits(objects: 2))?.reason.contains("objects"), true)
            (errorOfReadingOpenStep(text, limits: Limits(stringBytes: 3))?.reason.contains("stringBytes"), true)
            (errorOfReadingOpenStep(text, limits: Limits(dataBytes: 3))?.reason.contains("dataBytes"), true)
            (errorOfReadingOpenStep("<[AAECAw==]>", limits: Limits(dataBytes: 3))?.code, .limitExceeded)
        }
        forEachRow(["<01020304>", "<[AQIDBA==]>"]) { (text: String) in
            #expect(errorOfReadingOpenStep(text, limits: Limits(dataBytes: 4)) == nil)
            let error = errorOfReadingOpenStep(text, limits: Limits(dataBytes: 3))
            #expect(error?.code == .limitExceeded && error?.reason.contains("`dataBytes` of 3 ") == true)
        }
    }

    @Test func `the time to read grows with the size, not with its square`() throws {
        let entry = "{ \"a\\n\\U00e9b\" = (x, /* c */ <0f bd>, <[AA==]>); b; c = <*R1.5>; },"
        func read(_ count: Int) throws {
            _ = try readOpenStep("(\(String(repeating: entry, count: count)))")
        }
        let bound = 32.0
        let growth = try WorkTime.growth(from: { try read(250) }, to: { try read(2000) }, below: bound)
        #expect(growth < bound)
    }

    static let repeated: [(text: String, size: Int)] = [
        ("a,", 24), ("<*I7>,", 24), ("(),", 24 + 64), ("{},", 24 + 64), ("{a;},", 3 * 24 + 64),
        ("abcdefghijklmnop,", 24 + 16 + 32),
    ]

    @Test(.rows)
    func `the memory of each value and each container is charged`() {
        forEachRow(Self.repeated) { (text: String, size: Int) throws in
            let count = 2000
            let list = "(" + String(repeating: text, count: count) + ")"
            let factor = try SmallestLimit.of(\.allocation) { _ = try readOpenStep(list, limits: $0) }
            #expect(factor * list.utf8.count >= count * size)
        }
    }
}
