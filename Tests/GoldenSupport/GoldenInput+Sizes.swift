import KeyedArchiving
import PropertyLists
import TestSupport

extension GoldenInput {
    /// Where something may change: what fits a marker, a word, a line, a description.
    private static let sizes = [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 20, 21, 24, 25, 31, 32, 33, 40, 41, 48, 49, 57,
        63,
        64, 65, 66,
    ]

    /// Archives of values that all have one size: texts, data, arrays, dictionaries, sets, objects, classes and keys.
    ///
    /// What is one too few or too many anywhere is another outcome for one of them.
    package static func sizedValues() -> [GoldenInput] { inputs(of: sizes) }

    /// The same of some hundred elements.
    package static func largeValues() -> [GoldenInput] { inputs(of: [100, 127, 128, 129, 255, 256, 257]) }

    private static func inputs(of sizes: [Int]) -> [GoldenInput] {
        sizes.map { size in GoldenInput("values of size \(size)") { try sized(size).bytes() } }
    }

    private static func text(_ unit: String, _ count: Int) -> PropertyList {
        .string(PropertyListString(String(repeating: unit, count: count)))
    }

    private static func sized(_ size: Int) -> SmallArchive {
        let count = UInt64(size)
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 13) }
        let keys = (0..<size).map { PropertyList.string(PropertyListString("key \($0)")) }
        // What the collections refer to follows their fixed entries.
        let references = (0..<count).map { PropertyList.uid(UID(14 + $0)) }
        let fields = (0..<size).map {
            (key: PropertyList.string(PropertyListString("f\($0)")), value: PropertyList.integer(Int64($0)))
        }
        let wide = PropertyListDictionary(fields + [(key: "$class", value: .uid(9))])
        let names = (0..<size).map { PropertyList.string(PropertyListString("Class\($0)")) }
        let root: PropertyList = .record([
            "text": .uid(2), "wide text": .uid(3), "data": .uid(4), "array": .uid(5), "dictionary": .uid(6),
            "set": .uid(7),
            "object": .uid(8), "inline text": text("i", size), "inline data": .data(bytes),
            "inline numbers": .list((0..<size).map { .integer(Int64($0) << Int64($0 % 56)) }),
            "inline references": .list(references), "number": .integer(Int64(size)), "real": .double(Double(size) / 8),
            "$class": .uid(13),
        ])
        var entries: [PropertyList] = [
            root, text("a", size), text(size.isMultiple(of: 2) ? "é" : "日", size), .data(bytes),
            .record(["NS.objects": .list(references), "$class": .uid(10)]),
            .record(["NS.keys": .list(references), "NS.objects": .list(references.reversed()), "$class": .uid(11)]),
            .record(["NS.objects": .list(references), "$class": .uid(12)]), .dictionary(wide),
            ["$classname": text("C", max(1, size)), "$classes": .list([text("C", max(1, size))] + names)],
            .classRecord("NSArray", "NSObject"), .classRecord("NSDictionary", "NSObject"),
            .classRecord("NSSet", "NSObject"), .classRecord("Root", "NSObject"),
        ]
        entries += keys
        let others = keys.prefix(70).map { (key: $0, value: PropertyList.uid(2)) }
        return SmallArchive(
            entries: entries, top: .dictionary(PropertyListDictionary([(key: "root", value: .uid(1))] + others)))
    }
}
