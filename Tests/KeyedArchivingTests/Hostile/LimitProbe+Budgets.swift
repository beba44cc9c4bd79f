import KeyedArchiving
import PropertyLists
import TestSupport

extension LimitProbe {
    /// The limits that are multiples of the input's size, with inputs that refer many times to one object.
    static let budgets = expansion + steps + memory

    private static func budget(
        _ name: String,
        _ limit: any WritableKeyPath<Limits, Int> & Sendable,
        _ entry: String,
        _ run: @escaping @Sendable (Limits) throws -> Void
    ) -> LimitProbe {
        LimitProbe(name, limit, entry, need: leastMultiple(limit, run), run)
    }

    /// The least value of a limit with which something succeeds, found by trying.
    ///
    /// The other limits are out of the way.
    private static func leastMultiple(
        _ limit: any WritableKeyPath<Limits, Int> & Sendable,
        upTo greatest: Int = 1 << 20,
        _ run: (Limits) throws -> Void
    ) -> Int {
        (try? SmallestLimit.of(limit, upTo: greatest, run)) ?? 0
    }

    private static let expansion: [LimitProbe] = [
        expansion("reading binary") { _ = try BinaryPropertyListReader(doubling.get(), limits: $0).tree() },
        expansion("reading entries") { try readAll(longInlineArray.get(), $0) },
        expansion("checking") { try check(overlapping.get(), $0) },
        expansion("decoding a type") { limits in
            _ = try KeyedUnarchiver.unarchivedObject(of: [[String]].self, from: sharedArray.get(), limits: limits)
        },
        expansion("decoding any object") {
            _ = try KeyedUnarchiver.unarchivedGraph(from: sharedArray.get(), limits: $0)
        },
        expansion("decoding objects with many fields") {
            _ = try KeyedUnarchiver.unarchivedGraph(from: wideObject.get(), limits: $0)
        },
        expansion("decoding property lists") { limits in
            try decodePropertyList(doublingObjects.get(), limits)
        },
        expansion("rewriting") { _ = try KeyedArchive(overlapping.get(), limits: $0).bytes() },
        expansion("rewriting shared data as XML") {
            _ = try KeyedArchive(sharedData.get(), limits: $0).bytes(format: .xml)
        },
        expansion("rewriting a shared key as XML") {
            _ = try KeyedArchive(sharedKey.get(), limits: $0).bytes(format: .xml)
        },
        expansion("rewriting as XML") { _ = try KeyedArchive(sharedArray.get(), limits: $0).bytes(format: .xml) },
    ]

    /// What takes steps rather than values.
    private static let steps: [LimitProbe] = [
        expansion("decoding a type that holds one array many times") { limits in
            _ = try KeyedUnarchiver.unarchivedObject(of: [[Double]].self, from: crowd.get(), limits: limits)
        },
        expansion("reading an entry that holds one array many times") { limits in
            let archive = try KeyedArchive(crowdedFields.get(), limits: limits)
            _ = try archive.entry(at: 1)
        },
    ]

    /// A number of bytes, whatever the size of the input.
    private static let memory: [LimitProbe] = [
        memory("reading binary") { _ = try BinaryPropertyListReader(doubling.get(), limits: $0).tree() },
        memory("reading XML") { _ = try XMLPropertyListReader(limits: $0).read(manyEmptyArrays) },
        memory("reading entries") { try readAll(longInlineArray.get(), $0) },
        memory("decoding a type") { limits in
            _ = try KeyedUnarchiver.unarchivedObject(of: [[String]].self, from: sharedArray.get(), limits: limits)
        },
        memory("decoding any object") {
            _ = try KeyedUnarchiver.unarchivedGraph(from: sharedArray.get(), limits: $0)
        },
        memory("decoding mutable data") {
            _ = try KeyedUnarchiver.unarchivedGraph(from: sharedData.get(), limits: $0)
        },
        memory("decoding class records") {
            _ = try KeyedUnarchiver.unarchivedGraph(from: longNames.get(), limits: $0)
        },
        memory("rewriting as XML") { _ = try KeyedArchive(sharedArray.get(), limits: $0).bytes(format: .xml) },
        memory("writing XML") { limits in
            var budget = Budget(inputSize: 1 << 20, limits: limits)
            let text = PropertyList.string(PropertyListString(String(repeating: "x", count: 15_000)))
            _ = try XMLPropertyListWriter().write(text, charging: &budget)
        },
    ]

    /// What is printed is counted from 4,096 bytes on: nearly four times that, of an empty input.
    static let output = [
        LimitProbe("output", \.output, "writing XML", need: 4) { limits in
            var budget = Budget(inputSize: 0, limits: limits)
            let text = PropertyList.string(PropertyListString(String(repeating: "x", count: 15_000)))
            _ = try XMLPropertyListWriter().write(text, charging: &budget)
        }
    ]

    private static func memory(_ entry: String, _ run: @escaping @Sendable (Limits) throws -> Void) -> LimitProbe {
        LimitProbe("memory", \.memory, entry, need: leastMultiple(\.memory, upTo: 1 << 30, run), run)
    }

    private static func expansion(_ entry: String, _ run: @escaping @Sendable (Limits) throws -> Void) -> LimitProbe {
        budget("expansion", \.expansion, entry, run)
    }

    private static func decodePropertyList(_ bytes: [UInt8], _ limits: Limits) throws {
        _ = try KeyedUnarchiver(forReadingFrom: bytes, limits: limits).decodePropertyList(forKey: "root")
    }

    // MARK: Inputs

    /// Arrays that hold the next one twice.
    private static let doubling = Result {
        var table = BinaryObjectTable()
        var array = table.addArray([table.addInteger(1)])
        for _ in 0..<10 { array = table.addArray([array, array]) }
        return try table.write(top: array)
    }

    /// The same as objects.
    private static let doublingObjects = Result {
        var archive = SmallArchive()
        for number in 1...10 {
            let next = PropertyList.uid(UID(UInt64(number + 1)))
            archive.objects.append(["NS.objects": [next, next], "$class": .uid(12)])
        }
        archive.objects += ["leaf", .classRecord("NSArray", "NSObject")]
        return try archive.bytes()
    }

    private static let sharedArray = Result { try SharingArchive.arrays.bytes(TestScale.count(200, quick: 60)) }
    private static let wideObject = Result { try SharingArchive.wideObjects.bytes(TestScale.count(200, quick: 60)) }
    private static let sharedData = Result { try SharingArchive.data.bytes(200) }
    private static let sharedKey = Result { try SharingArchive.keys.bytes(200) }
    private static let longNames = Result { try SharingArchive.classNames.bytes(TestScale.count(500, quick: 100)) }

    /// An array of many references to one array of 1,000 references to one number.
    private static let crowd = Result {
        var archive = SmallArchive()
        archive.objects += [
            [
                "NS.objects": .array(
                    PropertyListArray(Array(repeating: .uid(2), count: TestScale.count(2000, quick: 200)))),
                "$class": .uid(4),
            ],
            ["NS.objects": .array(PropertyListArray(Array(repeating: .uid(3), count: 1000))), "$class": .uid(4)],
            .double(2.5), .classRecord("NSArray", "NSObject"),
        ]
        return try archive.bytes()
    }

    /// An object with many fields that hold one array of 5,000 numbers.
    private static let crowdedFields = Result {
        var table = BinaryObjectTable()
        let numbers = table.addArray(Array(repeating: table.addInteger(1), count: 5000))
        let count = TestScale.count(200, quick: 20)
        let keys = (0..<count).map { table.addString("key \($0)") } + [table.addString("$class")]
        let values = (0..<count).map { _ in numbers } + [table.uid(2)]
        let object = table.addDictionary(keys: keys, values: values)
        return try table.archive(of: [
            table.addString("$null"), object, table.add(.classRecord("Thing", "NSObject")),
        ])
    }

    /// An object with 100 fields that hold one array of 300 numbers in an array each.
    private static let longInlineArray = Result {
        var table = BinaryObjectTable()
        let numbers = table.addArray(Array(repeating: table.addInteger(1), count: 300))
        let keys = (0..<20).map { table.addString("key \($0)") } + [table.addString("$class")]
        let values = (0..<20).map { _ in table.addArray([numbers]) } + [table.uid(2)]
        let object = table.addDictionary(keys: keys, values: values)
        return try table.archive(of: [
            table.addString("$null"), object, table.add(.classRecord("Thing", "NSObject")),
        ])
    }

    /// An archive whose container has 60 strings of 1,000 characters that lie in each other's bytes.
    private static let overlapping = Result { try OverlappingArchive.bytes(stringCount: 60, length: 1000) }

    private static let manyEmptyArrays = Array(
        "<plist><array>\(String(repeating: "<array/>", count: 100))</array></plist>".utf8)
}
