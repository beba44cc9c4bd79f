import Foundation
import PropertyLists
import TestSupport
import Testing

/// Archives made to harm the program that looks at them.
@Suite struct HostileArchiveTests {
    @Test func `a chain of 100,000 objects is shown whole, with bounded indentation`() throws {
        let count = TestScale.count(100_000, quick: 4_000)
        let run = try ToolRun("dump", "-", input: try LinkedList.bytes(count: count))
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count { $0.contains("value: ") } == count)
        #expect(lines.allSatisfy { $0.prefix(while: { $0 == " " }).count <= 130 })
        // What is compared stays short, since a failure prints it.
        let notes = lines.filter { $0.contains("continued") }.prefix(2).map { $0.drop { $0 == " " } }
        #expect(notes == ["next: → #65 Node (continued below)", "continued: #65 Node"])
    }

    private static let count = TestScale.count(2000, quick: 250)
    private static let wide = TestScale.count(5000, quick: 4000)

    /// An archive with many references to one long value, and how that value is made.
    private static let sharing:
        [(name: String, make: @Sendable (inout BinaryObjectTable) -> [BinaryObjectTable.Entry])] = [
            (
                "records that share a long array",
                { table in
                    let key = table.addString("list")
                    let list = table.addArray((0..<4 * count).map { table.uid(UID(UInt64(2 + $0 % count))) })
                    return (0..<count).map { _ in table.record([(key, list)]) }
                }
            ),
            (
                "fields that share a long string",
                { table in
                    let text = table.addString(String(repeating: "x", count: TestScale.count(200_000, quick: 50_000)))
                    let keys = (0..<100).map { table.addString("key \($0)") }
                    return (0..<TestScale.count(100, quick: 25)).map { _ in table.record(keys.map { ($0, text) }) }
                }
            ),
            (
                "fields that share a long key",
                { table in
                    let key = table.addString(String(repeating: "k", count: TestScale.count(200_000, quick: 50_000)))
                    let one = table.addInteger(1)
                    return [table.record(Array(repeating: (key, one), count: wide))]
                }
            ),
            (
                "entries that share a wide object",
                { table in
                    let key = table.addString("key")
                    let one = table.addInteger(1)
                    let record = table.record(Array(repeating: (key, one), count: wide))
                    let members = (3..<wide).map { table.uid(UID(UInt64($0))) }
                    return [table.record([(key, table.addArray(members))])]
                        + Array(repeating: record, count: wide)
                }
            ),
            (
                "arrays that double",
                { table in
                    var array = table.addArray([table.addInteger(1)])
                    for _ in 0..<64 { array = table.addArray([array, array]) }
                    return [table.record([(table.addString("key"), array)])]
                }
            ),
        ]

    @Test(.rows)
    func `sharing costs a bounded multiple of the file's size`() {
        forEachRow(Self.sharing.indices) { (index: Int) throws in
            var table = BinaryObjectTable()
            let bytes = try table.archive(of: Self.sharing[index].make(&table))
            let commands = [["dump"], ["objects", "--json"], ["check"]]
            let others = TestScale.isFull ? [["dump", "--format", "json"], ["objects"]] : []
            for arguments in commands + others {
                var run: ToolRun?
                let time = try WorkTime.of { run = try ToolRun(arguments + ["-"], input: bytes) }
                let output = try #require(run)
                #expect(output.status == 0 || output.status == 1)
                #expect(
                    output.outputBytes.count < 64 * bytes.count + 65536, "\(arguments), \(Self.sharing[index].name)")
                if arguments.contains("--json"), output.status == 1 {
                    #expect(output.outputBytes.isEmpty, "\(Self.sharing[index].name)")
                }
                #expect(time < .seconds(60), "\(arguments), \(Self.sharing[index].name)")
            }
        }
    }

    /// Lists in lists around eight places of one long list, each element of which is a line indented by all of them.
    private static func deepList() throws -> [UInt8] {
        var table = BinaryObjectTable()
        var list = table.addArray(Array(repeating: table.uid(UID(0)), count: 4000))
        list = table.addArray(Array(repeating: list, count: 8))
        for _ in 0..<100 { list = table.addArray([list]) }
        return try table.archive(of: [table.record([(table.addString("list"), list)])])
    }

    @Test("what is printed is charged, with its indentation and what is repeated")
    func output() throws {
        let bytes = try Self.deepList()
        for arguments in [
            ["dump"], ["dump", "--format", "json"], ["dump", "--format", "xml"], ["get", "--json"],
            ["rewrite", "--format", "xml"],
        ] {
            let operands = arguments[0] == "rewrite" ? ["-", "-"] : arguments[0] == "get" ? ["-", "root"] : ["-"]
            let run = try ToolRun(arguments + operands, input: bytes)
            let limit = arguments[0] == "rewrite" ? 128 : 48
            #expect(run.status == 1, "\(arguments)")
            #expect(run.outputBytes.count <= limit * (bytes.count + 2048) + 100, "\(arguments)")
            let reason = "the limit `output` of \(limit) is exceeded; see --limits\n"
            #expect(run.errors == "keyed-archive: -: \(reason)", "\(arguments)")
            // What ended in the middle would be no JSON.
            #expect(run.outputBytes.isEmpty || !arguments.contains { $0.hasSuffix("json") }, "\(arguments)")
        }
    }

    @Test(.rows)
    func `a page that would be too large is whole all the same, wherever it is cut`() {
        forEachRow(0..<12) { (size: Int) throws in
            var table = BinaryObjectTable()
            let text = table.addString(String(repeating: "x", count: 1000 + size))
            let fields = (0..<400).map { (key: table.addString("k\($0)"), value: table.addArray([text])) }
            let bytes = try table.archive(of: [table.record(fields)])
            let run = try ToolRun("dump", "-", "--format", "html", input: bytes)
            let start = try #require(run.output.range(of: "id=\"data\">"))
            let end = try #require(run.output.range(of: "</script>", range: start.upperBound..<run.output.endIndex))
            let json = Data(run.output[start.upperBound..<end.lowerBound].utf8)
            let nodes = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
            let last = nodes.last?["t"] as? String
            #expect(last?.hasPrefix("the rest cannot be shown: the limit `output` of 48 is exceeded") == true)
        }
    }

    @Test("keys that share one long text are charged each")
    func outerKeys() throws {
        var table = BinaryObjectTable()
        let one = table.addInteger(1)
        let keys = ["$version", "$archiver", "$top", "$objects"].map { table.addString($0) }
        let top = table.addDictionary(keys: [table.addString("root")], values: [table.uid(UID(0))])
        let objects = table.addArray([table.addString("$null")])
        let values = [table.addInteger(100_000), table.addString("NSKeyedArchiver"), top, objects]
        let long = table.addString(String(repeating: "k", count: 50_000))
        let outer = table.addDictionary(
            keys: keys + Array(repeating: long, count: 10_000),
            values: values + Array(repeating: one, count: 10_000)
        )
        let run = try ToolRun("dump", "-", input: try table.write(top: outer))
        #expect(run.status == 1)
        #expect(run.errors.contains("the limit `expansion` of 4 is exceeded; see --limits"), "\(run.errors)")
    }

    @Test(.rows)
    func `a range of more indexes than memory could count is shown`() {
        forEachRow(["tree", "json", "xml", "mermaid", "dot"]) { (format: String) throws in
            let archive = SmallArchive(
                [
                    "NSRangeCount": 2,
                    "NSRangeData": .data([0, 1, 5] + [UInt8](repeating: 0xFF, count: 8) + [0x7F]),
                    "$class": .uid(2),
                ],
                .classRecord("NSIndexSet", "NSObject")
            )
            let run = try ToolRun("dump", "--format", format, "-", input: try archive.bytes())
            #expect(run.status == 0)
            // JSON shows what is stored where that isn't what Foundation stores: here the ranges stand in the field.
            let forms = format == "json" ? ["AAEF//////////9/"] : ["922337203685477580", "922337203685477581"]
            #expect(forms.contains { run.output.contains($0) })
        }
    }

    @Test func `the chain of a class is searched once for numbers, not for each object`() throws {
        let chain = ["Number"] + (0..<20_000).map { "C\($0)" }
        let names = chain.map { PropertyList.string(PropertyListString($0)) }
        /// Shows many objects with a field.
        func dump(key: PropertyListString) throws {
            let object = PropertyList.dictionary([.string(key): 1, "$class": .uid(2)])
            let elements = (0..<1000).map { PropertyList.uid(UID(UInt64($0 + 4))) }
            let archive = SmallArchive(
                entries: [
                    ["NS.objects": .array(PropertyListArray(elements)), "$class": .uid(3)],
                    ["$classname": "Number", "$classes": .array(PropertyListArray(names))],
                    .classRecord("NSArray", "NSObject"),
                ] + Array(repeating: object, count: elements.count))
            #expect(try ToolRun("dump", "-", input: archive.bytes()).status == 0)
        }
        let growth = try WorkTime.growth(
            from: { try dump(key: "other") }, to: { try dump(key: "NS.intval") }, below: 3)
        #expect(growth < 3)
    }

    @Test func `an archive in an archive in an archive ends at the limit`() throws {
        var bytes = try SmallArchive("core").bytes()
        for _ in 0..<12 { bytes = try SmallArchive(.data(bytes)).bytes() }
        let run = try ToolRun("dump", "--nested", "-", input: bytes)
        #expect(run.status == 1)
        #expect(run.output.contains("cannot be read: the limit `nestedArchives` of 8 is exceeded"))
    }
}

extension BinaryObjectTable {
    /// A record of the class at UID 1.
    fileprivate mutating func record(_ fields: [(key: Entry, value: Entry)]) -> Entry {
        addDictionary(
            keys: fields.map(\.key) + [addString("$class")],
            values: fields.map(\.value) + [uid(UID(1))]
        )
    }

    /// An archive with a class record as UID 1 and the given objects as UIDs 2 and so on, the first of them the root.
    fileprivate mutating func archive(of objects: [Entry]) throws -> [UInt8] {
        let table = [addString("$null"), add(.classRecord("Thing", "NSObject"))] + objects
        let top = addDictionary(keys: [addString("root")], values: [uid(UID(2))])
        let outer = addDictionary(
            keys: ["$version", "$archiver", "$top", "$objects"].map { addString($0) },
            values: [addInteger(100_000), addString("NSKeyedArchiver"), top, addArray(table)]
        )
        return try write(top: outer)
    }
}
