import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Edits of what several fields of an object say together, in the JSON of `convert`.
@Suite struct ConvertContentsTests {
    private static let archive = SmallArchive(
        [
            "one": .uid(3), "many": .uid(4), "path": .uid(6), "price": .uid(8), "point": .uid(10), "range": .uid(12),
            "bag": .uid(13), "$class": .uid(2),
        ],
        .classRecord("Holder", "NSObject"),
        ["NSRangeCount": 1, "NSLocation": 3, "NSLength": 5, "$class": .uid(5)],
        ["NSRangeCount": 2, "NSRangeData": .data([1, 2, 0x80, 1, 1]), "$class": .uid(5)],
        .classRecord("NSIndexSet", "NSObject"),
        ["NSIndexPathLength": 2, "NSIndexPathData": .data([1, 2]), "$class": .uid(7)],
        .classRecord("NSIndexPath", "NSObject"),
        [
            "NS.exponent": -2, "NS.length": 1, "NS.negative": false, "NS.compact": true, "NS.mantissa.bo": 1,
            "NS.mantissa": .data([0xE2, 4] + [UInt8](repeating: 0, count: 14)), "$class": .uid(9),
        ],
        .classRecord("NSDecimalNumber", "NSNumber", "NSValue", "NSObject"),
        ["NS.special": 1, "NS.pointval": .uid(14), "$class": .uid(11)],
        .classRecord("NSValue", "NSObject"),
        ["NS.special": 4, "NS.rangeval.location": 2, "NS.rangeval.length": 9, "$class": .uid(11)],
        [
            "NS.count": 2, "NS.object0": .uid(16), "NS.count0": 3, "NS.object1": .uid(17), "NS.count1": 1,
            "$class": .uid(15),
        ],
        "{1, 2}", .classRecord("NSCountedSet", "NSMutableSet", "NSSet", "NSObject"), "ant", "bee"
    )

    /// An edit of the JSON, and the paths of what differs then, with the new values.
    private static let edits: [(from: String, to: String, changes: [String])] = [
        ("[[3, 5]]", "[[4, 5]]", ["root.one.NSLocation: 3 → 4"]),
        ("[[1, 2], [128, 1]]", "[[1, 2], [129, 1]]", ["root.many.NSRangeData"]),
        (
            "[[3, 5]]", "[]",
            ["root.one.NSRangeCount: 1 → 0", "root.one.NSLocation: removed", "root.one.NSLength: removed"]
        ),
        ("\"$indexes\": [1, 2]", "\"$indexes\": [1, 3]", ["root.path.NSIndexPathData"]),
        ("\"12.50\"", "\"-0.75\"", ["root.price.NS.negative: false → true", "root.price.NS.mantissa"]),
        ("\"{1, 2}\"", "\"{1.5, 2}\"", ["root.point.NS.pointval: \"{1, 2}\" → \"{1.5, 2}\""]),
        ("\"{2, 9}\"", "\"{2, 8}\"", ["root.range.NS.rangeval.length: 9 → 8"]),
        ("\"$count\": 3", "\"$count\": 4", ["root.bag.NS.count0: 3 → 4"]),
        ("\"$element\": \"bee\"", "\"$element\": \"wasp\"", ["root.bag.NS.object1: \"bee\" → \"wasp\""]),
    ]

    private func json() throws -> String {
        try ToolRun("convert", "-", "-", "--format", "json", input: Self.archive.bytes()).output
    }

    /// An object with one key twice, as no archiver writes it; the first counts.
    private static let repeated = SmallArchive(
        .dictionary(PropertyListDictionary(dictionaryLiteral: ("k", 1), ("l", 2), ("k", 3), ("$class", .uid(2)))),
        .classRecord("Holder", "NSObject"))

    @Test func `an object with one key twice becomes JSON, and from it the same archive`() throws {
        let bytes = try Self.repeated.bytes()
        let json = try ToolRun("convert", "-", "-", "--format", "json", input: bytes)
        #expect(json.output.contains("\"k\": 1") && json.output.contains("\"k\": 3"))
        let back = try ToolRun("convert", "-", "-", input: Array(json.output.utf8))
        #expect(back.status == 0 && back.outputBytes == bytes)
        let plain = try ToolRun("convert", "-", "-", "--format", "plain", input: bytes)
        #expect(plain.status == 0)
        let edited = json.output.replacingOccurrences(of: "\"l\": 2", with: "\"l\": 4")
        let changed = try ToolRun("convert", "-", "-", input: Array(edited.utf8))
        #expect(changed.status == 0)
        let archive = try KeyedArchive(changed.outputBytes)
        #expect(archive["root"]["k"].int == 1 && archive["root"]["l"].int == 4)
        // No one would see the field that is hidden.
        let hidden = json.output.replacingOccurrences(of: "\"k\": 3", with: "\"k\": 5")
        let refused = try ToolRun("convert", "-", "-", input: Array(hidden.utf8))
        #expect(refused.status == 1 && refused.errors.contains("a second field with the key \"k\" can't be changed"))
    }

    @Test func `a key that only the JSON has twice is an error with its place, whatever the JSON is of`() throws {
        let archive = try SmallArchive(["k": 1, "$class": .uid(2)], .classRecord("Holder", "NSObject")).bytes()
        let json = try ToolRun("convert", "-", "-", "--format", "json", input: archive).output
        let list = try ToolRun(
            "convert", "-", "-", "--format", "json", input: BinaryPropertyListWriter().write(["k": 1])
        ).output
        for text in [json, list, #"{"k": 1}"#] {
            let twice = text.replacingOccurrences(of: "\"k\": 1", with: "\"k\": 1, \"k\": 2")
            #expect(twice != text)
            let run = try ToolRun("convert", "-", "-", input: Array(twice.utf8))
            #expect(run.status == 1 && run.errors.contains("the key \"k\" is there twice"), "\(twice): \(run.errors)")
        }
    }

    @Test(.rows)
    func `an edit is that edit`() {
        forEachRow(Self.edits.indices) { (index: Int) throws in
            let edit = Self.edits[index]
            let text = try json().replacingOccurrences(of: edit.from, with: edit.to)
            #expect(try text != json())
            let run = try ToolRun("convert", "-", "-", input: Array(text.utf8))
            #expect(run.errors == "")
            let archive = try KeyedArchive(run.outputBytes)
            #expect(archive.problems(strict: true).isEmpty)
            let raw = try archive.difference(from: try KeyedArchive(Self.archive.bytes())).changes.map(\.description)
            let changes = raw.map { $0.replacingOccurrences(of: "\"", with: "") }
            for change in edit.changes.map({ $0.replacingOccurrences(of: "\"", with: "") }) {
                #expect(changes.contains { $0.hasPrefix(change) }, "\(raw)")
            }
            #expect(changes.count == edit.changes.count, "\(raw)")
            // What is in the file is what was written in the JSON.
            let again = try ToolRun("convert", "-", "-", "--format", "json", "--bare", input: run.outputBytes).output
            #expect(again.contains(edit.to), "\(again)")
        }
    }

    @Test func `members of a counted set come and go`() throws {
        let member = "{\"$count\": 3, \"$element\": \"ant\"}"
        for (from, to) in [
            ("\(member),", ""), (member, "\(member), {\"$count\": 2, \"$element\": \"cat\"}"),
            (member, "{\"$count\": 1, \"$element\": {\"$class\": \"NSNull\"}}"),
        ] {
            let text = try json().replacingOccurrences(of: from, with: to)
            #expect(try text != json())
            let run = try ToolRun("convert", "-", "-", input: Array(text.utf8))
            #expect(run.errors == "")
            let archive = try KeyedArchive(run.outputBytes)
            #expect(archive.problems().isEmpty)
            let shown = try ToolRun("get", "-", "root.bag", input: run.outputBytes).output
            expectRows {
                expecting(shown, contains: "\"bee\"")
                (shown.contains("cat"), to.contains("cat"))
                (shown.contains("ant"), to.contains("ant"))
            }
        }
    }

    @Test func `what can't be is refused with its name`() throws {
        for (from, to) in [
            ("[[3, 5]]", "[[3, -5]]"), ("[[1, 2], [128, 1]]", "[[1, 2], [2, 1]]"), ("\"12.50\"", "\"12,50\""),
            ("\"{1, 2}\"", "\"{1, 2, 3}\""), ("\"{2, 9}\"", "\"{2}\""), ("\"$count\": 3", "\"$count\": 0"),
        ] {
            let text = try json().replacingOccurrences(of: from, with: to)
            #expect(try text != json())
            let run = try ToolRun("convert", "-", "-", input: Array(text.utf8))
            #expect(run.status == 1, "\(to)")
            #expect(run.errors.contains("can't be changed in the JSON"), "\(run.errors)")
        }
    }
}
