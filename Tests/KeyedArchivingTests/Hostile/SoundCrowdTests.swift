import PropertyLists
import TestSupport
import Testing

import KeyedArchiving

/// What archives of many equal values, written as Apple's archiver writes them, need of the limits.
///
/// A reference to a value takes two or three bytes, so that nothing sound is made from fewer bytes for each value.
@Suite struct SoundCrowdTests {
    /// An archive, and calls that decode it as types.
    struct Crowd: Sendable, CustomStringConvertible {
        var description: String
        var bytes: @Sendable () throws -> [UInt8]
        var types: [(name: String, body: Work)] = []
    }

    typealias Work = @Sendable ([UInt8], Limits) throws -> Void

    private static let count = TestScale.count(100_000, quick: 5_000)

    private static let crowds = [
        Crowd(description: "objects of 20 booleans with keys of 64 characters") {
            try objects(TestScale.count(10_000, quick: 1000), fieldCount: 20, keyLength: 64)
        },
        Crowd(description: "objects of 50 booleans with keys of 120 characters") {
            try objects(200, fieldCount: 50, keyLength: 120)
        },
        Crowd(
            description: "booleans", bytes: { try list { $0.boolean(true) } },
            types: [("decode booleans", decodes([Bool].self))]),
        Crowd(
            description: "references to a text of 60 characters",
            bytes: { try list { $0.addString(PropertyListString(String(repeating: "x", count: 60))) } },
            types: [("decode texts", decodes([String].self))]),
    ]

    /// An array of objects of one class that have the same fields.
    private static func objects(_ count: Int, fieldCount: Int, keyLength: Int) throws -> [UInt8] {
        var table = BinaryObjectTable()
        let keys = (0..<fieldCount).map { number in
            let name = "\(number)-"
            return table.addString(PropertyListString(name + String(repeating: "k", count: keyLength - name.count)))
        }
        let (value, thing, classKey) = (table.boolean(true), table.uid(3), table.addString("$class"))
        let entries = (0..<count).map { _ in
            table.addDictionary(keys: keys + [classKey], values: Array(repeating: value, count: fieldCount) + [thing])
        }
        return try archive(of: (0..<count).map { table.uid(UID(UInt64($0 + 4))) }, entries, &table)
    }

    /// An array of many references to one value.
    private static func list(
        of value: (inout BinaryObjectTable) -> BinaryObjectTable.Entry
    ) throws -> [UInt8] {
        var table = BinaryObjectTable()
        let entry = value(&table)
        return try archive(of: Array(repeating: table.uid(4), count: count), [entry], &table)
    }

    private static func archive(
        of elements: [BinaryObjectTable.Entry],
        _ entries: [BinaryObjectTable.Entry],
        _ table: inout BinaryObjectTable
    ) throws -> [UInt8] {
        let root = table.addDictionary(
            keys: [table.addString("NS.objects"), table.addString("$class")],
            values: [table.addArray(elements), table.uid(2)])
        let start = [
            table.addString("$null"), root, table.add(.classRecord("NSArray", "NSObject")),
            table.add(.classRecord("Thing", "NSObject")),
        ]
        return try table.archive(of: start + entries)
    }

    /// The orders in which a type may try the kinds: each kind is the first once, and each is the last.
    private static var orders: [[ValueOfAnyKind.Kind]] {
        let kinds = ValueOfAnyKind.Kind.allCases
        return TestScale.sample(0..<kinds.count, every: 4, of: "orders of kinds").map { start in
            Array(kinds[start...] + kinds[..<start])
        }
    }

    private static func decodes<Value: Codingable & SendableMetatype>(_ type: Value.Type) -> Work {
        { _ = try KeyedUnarchiver.unarchivedObject(of: type, from: $0, limits: $1) }
    }

    private static let work: [(name: String, body: Work)] = [
        ("check", { _ = try KeyedArchive($0, limits: $1).problems() }),
        ("audit", { _ = try KeyedArchive($0, limits: $1).audit() }),
        ("classes", { _ = try KeyedArchive($0, limits: $1).classSummary }),
        (
            "compare",
            { bytes, limits in
                let archive = try KeyedArchive(bytes, limits: limits)
                #expect(try archive.difference(from: archive).changes.isEmpty)
            }
        ),
        (
            "entries",
            { bytes, limits in
                let archive = try KeyedArchive(bytes, limits: limits)
                for number in 0..<archive.objectCount { _ = try archive.entry(at: UID(UInt64(number))) }
            }
        ),
        ("write as XML", { _ = try KeyedArchive($0, limits: $1).bytes(format: .xml) }),
        ("match", { _ = try KeyedArchive($0, limits: $1).matches("**") }),
        (
            "decode any object",
            { bytes, limits in
                let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, limits: limits)
                unarchiver.keepsUnknownClasses = true
                try unarchiver.disableSecureCoding()
                _ = try unarchiver.decodeObject(forKey: "root")
            }
        ),
        (
            "decode a property list",
            { bytes, limits in
                _ = try KeyedUnarchiver(forReadingFrom: bytes, limits: limits).decodePropertyList(forKey: "root")
            }
        ),
        (
            "decode values",
            { bytes, limits in
                for order in orders {
                    try ValueOfAnyKind.$order.withValue(order) {
                        _ = try KeyedUnarchiver(forReadingFrom: bytes, limits: limits)
                            .decodeDecodable(ValueOfAnyKind.self, forKey: "root")
                    }
                }
            }
        ),
    ]

    @Test(.rows)
    func `no limits refuse a sound crowd of values, those for untrusted input neither`() {
        forEachRow(Self.crowds) { (crowd: Crowd) throws in
            let bytes = try crowd.bytes()
            var refused: [String] = []
            for (preset, limits) in [("default", Limits.default), ("untrusted", .untrusted)] {
                for (name, body) in Self.work + crowd.types {
                    do {
                        try body(bytes, limits)
                    } catch let error as ArchiveError where error.code == .limitExceeded {
                        refused.append("\(name), \(preset): \(error)")
                    } catch is ArchiveError {
                        // Objects of an unknown class aren't a property list.
                    }
                }
            }
            #expect(refused == [])
        }
    }
}
