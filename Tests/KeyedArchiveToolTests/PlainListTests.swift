import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What archives stand for, as plain lists and plain JSON.
@Suite struct PlainListTests {
    /// The plain JSON of an archive, in one line.
    private func plain(_ archive: SmallArchive) throws -> String {
        let run = try ToolRun("dump", "-", "--format", "plain", "--lines", input: try archive.bytes())
        #expect(run.errors == "")
        return run.output
    }

    // MARK: - Depth

    /// An archive of a chain, each object of which is made of the UID of the next one.
    ///
    /// - Parameter object: An object of the UIDs of the next one, of its class record and of the number 1.
    private func chain(
        _ count: Int,
        ofClass name: String,
        _ object: (_ next: UID, _ classUID: UID, _ one: UID) -> PropertyList
    ) -> SmallArchive {
        let numbers = (1...count + 3).map { UID(UInt64($0)) }
        let objects = (0..<count).map { object(numbers[$0 + 1], numbers[count + 1], numbers[count + 2]) }
        return SmallArchive(entries: objects + ["end", .classRecord(name, "NSObject"), 1])
    }

    @Test(.rows)
    func `what nests without an end is refused, also where no step of a path leads into it`() {
        forEachRow([true, false]) { (isDictionary: Bool) throws in
            let archive =
                isDictionary
                ? chain(3000, ofClass: "NSDictionary") { next, classUID, one in
                    ["NS.keys": [.uid(one)], "NS.objects": [.uid(next)], "$class": .uid(classUID)]
                }
                : chain(3000, ofClass: "NSURL") { next, classUID, _ in
                    ["NS.base": .uid(next), "NS.relative": "a", "$class": .uid(classUID)]
                }
            for arguments in [["dump", "-", "--format", "plain"], ["convert", "-", "-", "--format", "plain"]] {
                let run = try ToolRun(arguments, input: try archive.bytes())
                expectRows {
                    (run.status, 1)
                    expecting(run.errors, contains: "the list would nest deeper than 800 values")
                }
            }
        }
    }

    // MARK: - Dictionaries

    /// A dictionary under "d" whose keys aren't text, one of whose values is the value of "z", too.
    private func dictionary(keys: [PropertyList]) -> SmallArchive {
        let keyUIDs = keys.indices.map { PropertyList.uid(UID(UInt64($0 + 7))) }
        return SmallArchive(
            entries: [
                ["NS.keys": [.uid(2), .uid(3)], "NS.objects": [.uid(4), .uid(5)], "$class": .uid(6)], "d", "z",
                [
                    "NS.keys": .array(PropertyListArray(keyUIDs)),
                    "NS.objects": .array(PropertyListArray(keys.map { _ in .uid(5) })), "$class": .uid(6),
                ],
                ["$class": .uid(UID(UInt64(keys.count + 7)))], .classRecord("NSDictionary", "NSObject"),
            ] + keys + [.classRecord("Person", "NSObject")])
    }

    @Test(.rows)
    func `a value seen again is named by its place in the list, whatever the keys of dictionaries`() {
        forEachRow(
            [
                ([5], #"{"d": {"5": {}}, "z": {"$ref": "root.d.5"}}"#),
                (
                    [5, ["NS.string": "k", "$class": .uid(9)]],
                    #"{"d": [{"key": 5, "value": {}}, {"key": {"NS.string": "k"}, "value": {"$ref": "root.d[0].value"}}], "#
                        + #""z": {"$ref": "root.d[0].value"}}"#
                ),
            ] as [([PropertyList], String)]
        ) { (keys: [PropertyList], expected: String) throws in
            #expect(try plain(dictionary(keys: keys)) == "\(expected)\n")
        }
    }

    @Test func `entries keep keys such as those of values encoded without one`() throws {
        let archive = SmallArchive(
            ["NS.keys": [.uid(2), .uid(3)], "NS.objects": [.uid(2), .uid(5)], "$class": .uid(4)], "$0", "$1",
            .classRecord("NSDictionary", "NSObject"), ["$0": 1, "$1": 2, "$class": .uid(6)],
            .classRecord("Person", "NSObject"))
        let list = try BinaryPropertyListWriter().write(["$0": 1, "$1": 2])
        try expectRows {
            (try plain(archive), "{\"$0\": \"$0\", \"$1\": [1, 2]}\n")
            (try ToolRun("dump", "-", "--format", "plain", input: list).output, "{\"$0\": 1, \"$1\": 2}\n")
        }
    }

    // MARK: - Values

    /// An archive of values of which building gives other fields than they have.
    private static let unusual = SmallArchive(
        ["NS.objects": [.uid(3), .uid(4), .uid(6), .uid(9), .uid(11), .uid(13), .uid(13)], "$class": .uid(2)],
        .classRecord("NSArray", "NSObject"),
        // Zeros at the end are in the mantissa rather than in the exponent.
        [
            "NS.mantissa": .data([50] + Array(repeating: 0, count: 15)), "NS.mantissa.bo": 1, "NS.length": 1,
            "NS.exponent": 0, "NS.negative": false, "NS.compact": true, "$class": .uid(5),
        ],
        [
            "NS.mantissa": .data(Array(repeating: 0, count: 16)), "NS.mantissa.bo": 1, "NS.length": 0,
            "NS.exponent": 0, "NS.negative": true, "NS.compact": true, "$class": .uid(5),
        ],
        .classRecord("NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject"),
        // The lengths of runs are data without a class.
        ["NSString": .uid(7), "NSAttributeInfo": .uid(8), "$class": .uid(10)], "one two", .data([7, 0]),
        ["NS.time": .double(.infinity), "$class": .uid(12)], .classRecord("NSAttributedString", "NSObject"),
        ["NS.string": "text", "more": 1, "$class": .uid(14)], .classRecord("NSDate", "NSObject"),
        ["NS.intval": 7, "$class": .uid(15)], .classRecord("NSMutableString", "NSString", "NSObject"),
        .classRecord("NSNumber", "NSValue", "NSObject"))

    @Test func `values are what the tree shows them as, also where building gives other fields`() throws {
        #expect(try plain(Self.unusual) == "[50, null, \"one two\", null, \"text\", 7, 7]\n")
    }

    @Test func `a list with numbers that XML has no form for is binary`() throws {
        let json = #"{"$graph":1.0,"root":[{"$decimal":"10000000000000000000000001"},{"$decimal":"1e-3"}]}"#
        let bytes = try ToolRun("convert", "-", "-", input: Array(json.utf8)).outputBytes
        let run = try ToolRun("convert", "-", "-", "--format", "plain", input: bytes)
        let plain = try ToolRun("convert", "-", "-", "--format", "plain-json", input: run.outputBytes)
        expectRows {
            (run.errors, "")
            (PropertyListFormat(recognizing: run.outputBytes), .binary)
            (plain.output, "[10000000000000000000000001, 0.001]\n")
        }
    }

    // MARK: - URLs

    @Test(.rows)
    func `a URL with a base is the whole URL`() {
        forEachRow(
            [
                ("http://a/b/c", "d", "http://a/b/d"), ("http://a/b/c", "#f", "http://a/b/c#f"),
                ("http://a/b/c?x#g", "#f", "http://a/b/c?x#f"), ("http://a/b/c?x", "?q=1", "http://a/b/c?q=1"),
                ("http://a/b/c", "../x", "http://a/x"), ("http://a/b/c", "../../../x", "http://a/x"),
                ("http://a/b/c", "./", "http://a/b/"), ("http://a/b/c", "..", "http://a/"),
                ("http://a/b/c", "//h/x", "http://h/x"), ("http://a/b/c", "/x?y", "http://a/x?y"),
                ("http://a/b?x=/y", "z", "http://a/z"), ("http://a", "x", "http://a/x"),
                ("http://a/b#c", "", "http://a/b"),
                ("http://a/b", "mailto:x@y", "mailto:x@y"), ("file:///a/b", "c:d/e", "c:d/e"),
                ("file:///a/b", "c/d:e", "file:///a/c/d:e"), ("a/b", "../c/d", "c/d"),
            ] as [(String, String, String)]
        ) { (base: String, text: String, expected: String) throws in
            let archive = SmallArchive(
                ["NS.base": .uid(2), "NS.relative": .uid(3), "$class": .uid(5)],
                ["NS.base": .uid(0), "NS.relative": .uid(4), "$class": .uid(5)], .string(PropertyListString(text)),
                .string(PropertyListString(base)), .classRecord("NSURL", "NSObject"))
            #expect(try plain(archive) == "\"\(expected)\"\n")
        }
    }
}
