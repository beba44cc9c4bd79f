import PropertyLists
import RandomNumbers

/// Inputs of some hundred kilobytes that are made to cost more than they weigh.
///
/// Small inputs show little of how memory grows with the input, since a process takes memory in large pieces.
enum LargeInputs {
    /// About how many bytes an input has.
    private static let size = 1 << 17

    /// Makes one of the inputs, with up to two changes to its bytes.
    static func input(_ random: SplitMix64) -> [UInt8] {
        var random = random
        let made = try? families[random.below(families.count)](&random)
        guard let made, !random.once(in: 3) else { return made ?? [] }
        var bytes = made
        for _ in 0...random.below(2) { bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8)) }
        return bytes
    }

    private static let families: [@Sendable (inout SplitMix64) throws -> [UInt8]] = [
        // References to one object, which take a byte each.
        { _ in try archive([array(Array(repeating: 2, count: size / 2)), "text", arrayClass]) },
        // Many empty objects.
        { _ in
            try archive(
                [array(Array(2..<size / 12))] + Array(repeating: ["$class": .uid(3)], count: size / 12) + [arrayClass])
        },
        // Objects that each refer to the next.
        { _ in try archive((1..<size / 20).map { array([$0 + 1]) } + ["end", arrayClass]) },
        // Arrays that each hold the next twice.
        { _ in try archive((1..<size / 20).map { array([$0 + 1, $0 + 1]) } + ["end", arrayClass]) },
        // Arrays that share one long list of elements with others.
        { _ in
            let shared: PropertyList = .array(PropertyListArray(Array(repeating: .uid(1), count: size / 4)))
            return try archive(Array(repeating: ["NS.objects": shared, "$class": .uid(2)], count: 4) + [arrayClass])
        },
        // Classes of many names.
        { _ in
            let names = (0..<size / 60).map { PropertyList.string(PropertyListString("Class\($0)")) }
            return try archive(names.map { ["$classname": $0, "$classes": [$0, "NSObject"]] })
        },
        // A dictionary with many keys.
        { _ in
            let count = size / 12
            let keys = (2..<count).map { PropertyList.uid(UID(UInt64($0))) }
            let record: PropertyList = [
                "NS.keys": .array(PropertyListArray(keys)), "NS.objects": .array(PropertyListArray(keys)),
                "$class": .uid(UID(UInt64(count))),
            ]
            let texts = (2..<count).map { PropertyList.string(PropertyListString("k\($0)")) }
            return try archive(
                [record] + texts + [["$classname": "NSDictionary", "$classes": ["NSDictionary", "NSObject"]]])
        },
        // An object of one class with a field for everything.
        { _ in
            var entries: [PropertyListDictionary.Element] = (0..<size / 16).map {
                (key: .string(PropertyListString("f\($0)")), value: .integer(Int64($0 % 100)))
            }
            entries.append((key: "$class", value: .uid(2)))
            return try archive([PropertyList(entries), ["$classname": "Record", "$classes": ["Record", "NSObject"]]])
        },
        // Plain lists.
        { _ in try BinaryPropertyListWriter().write(.array(PropertyListArray(Array(repeating: true, count: size)))) },
        { _ in
            Array("<plist><array>".utf8) + Array(repeatElement("<true/>".utf8, count: size / 7).joined())
                + Array("</array></plist>".utf8)
        },
        { _ in Array("<plist>".utf8) + Array(repeatElement("<array>".utf8, count: size / 7).joined()) },
        { _ in
            let entry = "<key></key><dict/>".utf8
            return Array("<plist><dict>".utf8) + Array(repeatElement(entry, count: size / 18).joined())
                + Array("</dict></plist>".utf8)
        },
        // Random bytes between a header and a trailer that fit.
        { random in
            var bytes = Array("bplist00".utf8) + (0..<size).map { _ in random.byte() }
            let table = bytes.count
            for index in 0..<size / 8 {
                bytes += [UInt8(index * 8 >> 16 & 3), UInt8(index * 8 >> 8 & 255), UInt8(index * 8 & 248 | 8)]
            }
            bytes += [0, 0, 0, 0, 0, 0, 3, 2]
            for number in [size / 8, 0, table] {
                bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
            }
            return bytes
        },
    ]

    private static func array(_ elements: [Int]) -> PropertyList {
        ["NS.objects": .array(PropertyListArray(elements.map { .uid(UID(UInt64($0))) })), "$class": .uid(.null)]
    }

    private static let arrayClass: PropertyList = ["$classname": "NSArray", "$classes": ["NSArray", "NSObject"]]

    private static func archive(_ objects: [PropertyList]) throws -> [UInt8] {
        // The class of every array is the last object, wherever its elements end.
        let last = PropertyList.uid(UID(UInt64(objects.count)))
        let objects = objects.map { object -> PropertyList in
            guard var entries = object.entries, let position = entries.lastIndex(where: { $0.key.text == "$class" })
            else {
                return object
            }
            entries[position].value = last
            return PropertyList(entries)
        }
        var table = ArchiveTable(root: UID(1))
        table.objects += objects
        return try table.bytes(.binary)
    }
}
