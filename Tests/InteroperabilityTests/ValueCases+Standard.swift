import Foundation
import KeyedArchiving
import PropertyLists

extension ValueCase {
    /// Values of the standard library's types.
    static var standard: [ValueCase] { numbers + strings + bytes + collections }

    private static var numbers: [ValueCase] {
        let integers: [Int64] = [
            0, 1, -1, 127, 128, 255, 256, 65_535, 65_536, 2_231_500_800, .max, .min, 1 << 55, -(1 << 55) - 1,
        ]
        let reals: [Double] = [
            0, -0.0, 1, 0.1, -2.5, .pi, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
        ]
        return integers.map { ValueCase("integer \($0)", $0, NSNumber(value: $0)) }
            + reals.map { ValueCase("real \($0)", $0, NSNumber(value: $0)) }
            + [
                ValueCase("not a number", Double.nan, NSNumber(value: Double.nan)) { ($0 as? Double)?.isNaN ?? false },
                ValueCase("a 32-bit real", Float(0.1), NSNumber(value: Float(0.1))),
                ValueCase("true", true, NSNumber(value: true)),
                ValueCase("false", false, NSNumber(value: false)),
                ValueCase("a small unsigned integer", UInt8(200), NSNumber(value: UInt8(200))),
                ValueCase("the greatest unsigned integer", UInt64.max, NSNumber(value: UInt64.max)),
            ]
    }

    private static var strings: [ValueCase] {
        let texts = [
            "", "a", "Hello, World!", "Grüße", "日本語", "👩‍👩‍👧 family", "e\u{301}", "\u{7F}", "$nul",
            String(repeating: "long ", count: 2000),
        ]
        // Foundation's XML reader on Linux drops the mark; NUL has no place in XML.
        let onlyInBinary = ["\u{FEFF}mark", "a\u{0}b"]
        // Foundation on Linux writes a mutable string as an immutable one.
        let mutable = ValueCase("a mutable string", MutableArchivedString("text"), NSMutableString(string: "text")) {
            ($0 as? MutableArchivedString)?.string == "text" || $0 as? String == "text"
        }
        return texts.map { ValueCase("string \($0.prefix(12).debugDescription)", $0, $0 as NSString) } + [mutable]
            + onlyInBinary.map { ValueCase("string \($0.debugDescription)", $0, $0 as NSString).notInXML() }
    }

    private static var bytes: [ValueCase] {
        [0, 1, 14, 15, 255, 256, 10_000].map { (count: Int) in
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
            return ValueCase("data of \(count) bytes", ArchivedData(bytes), Data(bytes) as NSData)
        } + [
            ValueCase("mutable data", MutableArchivedData([1, 2]), NSMutableData(data: Data([1, 2]))) {
                ($0 as? MutableArchivedData)?.bytes == [1, 2]
            }
        ]
    }

    private static var collections: [ValueCase] {
        let matrix = [[1, 2], [], [3]]
        // Foundation on Linux has many null objects, which are equal but hash differently; its archiver needs one.
        let null = NSNull()
        let table = ["one": ["name": "a", "color": "red"], "two": [:]]
        return [
            ValueCase("an empty array", [Int](), NSArray()),
            ValueCase("an array of strings", ["b", "a", "b"], ["b", "a", "b"] as NSArray),
            ValueCase("an array of arrays", matrix, matrix as NSArray),
            ValueCase("an array of 300 numbers", Array(0..<300), Array(0..<300) as NSArray),
            ValueCase("an empty dictionary", [String: Int](), NSDictionary()),
            ValueCase("a dictionary", ["one": 1, "two": 2], ["one": 1, "two": 2] as NSDictionary),
            ValueCase("a dictionary with numbers as keys", [1: "one"], [1: "one"] as NSDictionary),
            ValueCase("a dictionary of dictionaries", table, table as NSDictionary),
            ValueCase("a set", Set(["x", "y", "z"]), NSSet(array: ["x", "y", "z"])),
            ValueCase("an empty set", Set<String>(), NSSet()),
            ValueCase("null objects", [ArchivedNull(), ArchivedNull()], [null, null] as NSArray),
            ValueCase(
                "a date", ArchivedDate(timeIntervalSinceReferenceDate: 0.5), NSDate(timeIntervalSinceReferenceDate: 0.5)
            ),
            mixed,
            mixedNumbers,
            mutable,
        ]
    }

    /// One array with an object of every kind in it.
    ///
    /// No two numbers are equal: Foundation's archiver on Linux takes 1, 1.0 and true for one object.
    private static var mixed: ValueCase {
        let inner = ArchivedArray(["inner"])
        let ours: [any Codingable] = ["text", Int64(7), 1.5, true, ArchivedData([1]), ArchivedNull(), inner]
        let theirs: [Any] = ["text", 7, 1.5, true, Data([1]), NSNull(), ["inner"]]
        return ValueCase("an array of objects of all kinds", ArchivedArray(ours), theirs as NSArray) {
            ($0 as? ArchivedArray)?.elements.count == ours.count
        }
    }

    /// One array with numbers of the kinds that both forms distinguish.
    private static var mixedNumbers: ValueCase {
        let ours: [ArchivedNumber] = [.integer(7), .double(1.5), .boolean(true), .integer(-9)]
        let theirs = [7, 1.5, true, -9] as [NSNumber]
        return ValueCase("an array of numbers of all kinds", ours, theirs as NSArray)
    }

    /// Mutable collections, of which Foundation's archiver on Linux writes only the array as mutable.
    private static var mutable: ValueCase {
        let set = ArchivedSet(["member"], isMutable: true)
        let dictionary = ArchivedDictionary([(key: "key", value: set)], isMutable: true)
        let theirs: NSMutableDictionary = ["key": NSMutableSet(array: ["member"])]
        return ValueCase(
            "mutable collections", ArchivedArray([dictionary], isMutable: true), NSMutableArray(array: [theirs])
        ) {
            let array = $0 as? ArchivedArray
            let set = (array?.elements.first as? ArchivedDictionary)?["key"] as? ArchivedSet
            return array?.isMutable == true && set?.members.count == 1
        }
    }
}
