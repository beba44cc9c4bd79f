import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

// Counts, lengths and numbers at the limits of their types, in every object that counts; and names that become one.

extension Family {
    static let countFamilies: [Family] = Extreme.allCases.flatMap { extreme in
        [
            counted("counted set", extreme) { number, sketch in
                let member = sketch.add("member")
                return sketch.add(
                    [("NS.count", 1), ("NS.object0", member), ("NS.count0", number)], "NSCountedSet",
                    ["NSMutableSet", "NSSet", "NSObject"])
            },
            counted("counted set of many", extreme) { number, sketch in
                let member = sketch.add("member")
                return sketch.add(
                    [("NS.count", number), ("NS.object0", member), ("NS.count0", 1)], "NSCountedSet",
                    ["NSMutableSet", "NSSet", "NSObject"])
            },
            counted("range", extreme) { number, sketch in
                let (location, length) = (sketch.add(number), sketch.add(number))
                return sketch.add(
                    [("NS.special", 4), ("NS.rangeval.location", location), ("NS.rangeval.length", length)], "NSValue")
            },
            counted("index set of one range", extreme) { number, sketch in
                sketch.add([("NSRangeCount", 1), ("NSLocation", 1), ("NSLength", number)], "NSIndexSet")
            },
            counted("index set of many ranges", extreme) { number, sketch in
                let data = sketch.add([("NS.data", .data([1, 1, 2, 1]))], "NSData")
                return sketch.add([("NSRangeCount", number), ("NSRangeData", data)], "NSIndexSet")
            },
            counted("decimal", extreme) { number, sketch in
                sketch.add(
                    [
                        ("NS.length", number), ("NS.exponent", number), ("NS.compact", true), ("NS.mantissa.bo", 1),
                        ("NS.mantissa", .data(Array(repeating: 255, count: 16))), ("NS.negative", false),
                    ], "NSDecimalNumber", ["NSNumber", "NSValue", "NSObject"])
            },
            counted("array of values", extreme) { number, sketch in
                sketch.add([("NS.count", number), ("$0", 1), ("$1", 2)], "Unknown")
            },
            counted("date", extreme) { number, sketch in sketch.add([("NS.time", number)], "NSDate") },
            counted("index path", extreme) { number, sketch in
                sketch.add([("NSIndexPathLength", number), ("NSIndexPathValue", number)], "NSIndexPath")
            },
        ]
    }

    static let nameFamilies: [Family] = [
        Family(name: "names/keys of a class that become one name") { size in
            var sketch = Sketch()
            let value = sketch.add("value")
            sketch.finish(rootArray: [sketch.add(alike(size / 24).map { ($0, value) }, "Unknown")])
            return try sketch.bytes()
        },
        Family(name: "names/classes that become one name") { size in
            var sketch = Sketch()
            let value = sketch.add("value")
            let names = alike(size / 80)
            let objects = names.map { sketch.add([("key", value)], "A\($0)") }
            sketch.finish(rootArray: objects)
            return try sketch.bytes()
        },
        Family(name: "names/keys that differ by a number") { size in
            var sketch = Sketch()
            let value = sketch.add("value")
            let keys = ["a"] + (2..<size / 16).map { "a\($0)" } + alike(size / 48).map { "a" + $0 }
            sketch.finish(rootArray: [sketch.add(keys.map { ($0, value) }, "Unknown")])
            return try sketch.bytes()
        },
    ]

    /// Texts of signs that no Swift name has, each with other ones.
    private static func alike(_ count: Int) -> [String] {
        let signs = Array("-+*/.,:;!?")
        return (0..<count).map { number in
            var (rest, text) = (number, "")
            for _ in 0..<6 {
                text.append(signs[rest % signs.count])
                rest /= signs.count
            }
            return text
        }
    }

    /// Numbers at the limits of 64 bits and beside them.
    private enum Extreme: String, CaseIterable {
        case least, most, mostUnsigned, negative, large

        var number: PropertyList {
            switch self {
            case .least: .integer(.min)
            case .most: .integer(.max)
            case .mostUnsigned: .unsignedInteger(.max)
            case .negative: -1
            case .large: .integer(1 << 40)
            }
        }
    }

    private static func counted(
        _ name: String,
        _ extreme: Extreme,
        _ add: @escaping @Sendable (PropertyList, inout Sketch) -> PropertyList
    ) -> Family {
        Family(name: "counts/\(name)/\(extreme)", types: [ArchivedArray.self]) { size in
            var sketch = Sketch()
            let number = extreme.number
            let objects = (0..<max(1, size / 64)).map { _ in add(number, &sketch) }
            sketch.finish(rootArray: objects)
            return try sketch.bytes()
        }
    }
}
