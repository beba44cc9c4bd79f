import PropertyLists
import TestSupport
import Testing

import KeyedArchiving

/// Dictionaries of strings come back as they were and fail alike, whether they are small or large.
@Suite struct StringDictionaryTests {
    private static let many = TestScale.count(16_384, quick: 4_096)
    private static let more = TestScale.count(2 * many, quick: many + 100)

    /// Entries whose keys and values are of every kind that strings are stored in.
    private static func entries(_ count: Int) -> [(key: String, value: String)] {
        (0..<count).map { index in
            switch index % 7 {
            case 0: ("key \(index)", "value")
            case 1:
                ("a key of more than fifteen bytes, number \(index)", "a value of more than fifteen bytes, \(index)")
            case 2: ("ключ \(index)", "значение номер \(index) 日本語のテキスト")
            case 3: ("k\(index)", "")
            case 4: ("long \(index)", String(repeating: "x", count: 300) + "\(index)")
            case 5: ("number \(index)", "\(index)")
            default: ("🧭\(index)", "fives")
            }
        }
    }

    private static func references(_ uids: [Int]) -> PropertyList {
        .array(PropertyListArray(uids.map { .uid(UID(UInt64($0))) }))
    }

    /// The archive of a dictionary whose lists are given, for contents that no writer makes.
    private static func archive(keys: [PropertyList], values: [PropertyList]) throws -> [UInt8] {
        let first = 3
        var archive = SmallArchive(
            [
                "NS.keys": Self.references(Array(first..<first + keys.count)),
                "NS.objects": Self.references(Array(first + keys.count..<first + keys.count + values.count)),
                "$class": .uid(2),
            ],
            .classRecord("NSDictionary", "NSObject")
        )
        archive.objects += keys + values
        return try archive.bytes()
    }

    private static func keys(_ count: Int) -> [PropertyList] {
        (0..<count).map { .string(PropertyListString("key \($0)")) }
    }

    private static func error(in bytes: [UInt8], _ limits: Limits = .default) -> ArchiveError? {
        #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: [String: String].self, from: bytes, limits: limits)
        }
    }

    @Test(.rows)
    func `a dictionary of strings comes back as it was, however large, with shared and mutable ones`() throws {
        forEachRow(
            [0, 1, 14, 15, Self.many] + (TestScale.isFull ? [Self.many - 1, Self.many + 1, 5 * Self.many] : [])
        ) { (count: Int) throws in
            let dictionary = Dictionary(uniqueKeysWithValues: Self.entries(count).map { ($0.key, $0.value) })
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: dictionary)
            #expect(try KeyedUnarchiver.unarchivedObject(of: [String: String].self, from: bytes) == dictionary)
        }

        let entries = Self.entries(Self.more)
        let first = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
        let second = Dictionary(uniqueKeysWithValues: entries.map { ($0.value + $0.key, $0.value) })
        let third = first.mapValues { $0.count % 2 == 0 ? "a value of more than fifteen bytes" : $0 }
        let dictionaries = [["a": "a value of more than fifteen bytes"], first, second, third, first]
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: dictionaries)
        #expect(try KeyedUnarchiver.unarchivedObject(of: [[String: String]].self, from: bytes) == dictionaries)

        var objects: [any Codingable] = Self.entries(Self.more).map(\.value)
        objects[Self.many] = MutableArchivedString("mutable")
        let keys = Self.entries(Self.more).map(\.key)
        let mixed = ArchivedDictionary(Array(zip(keys, objects)).map { ($0.0, $0.1) })
        let bytesOfMixed = try KeyedArchiver.archivedBytes(withRootObject: mixed)
        let decoded = try KeyedUnarchiver.unarchivedObject(of: [String: String].self, from: bytesOfMixed)
        #expect(decoded?.count == keys.count)
        #expect(decoded?[keys[Self.many]] == "mutable" && decoded?[keys[1]] == Self.entries(2)[1].value)
    }

    @Test(.rows)
    func `of two equal keys in a large dictionary the later counts, and both values are looked at`() throws {
        let values = (0..<2 * Self.many).map { PropertyList.string(PropertyListString("value number \($0) of many")) }
        let bytes = try Self.archive(keys: Self.keys(Self.many) + Self.keys(Self.many), values: values)
        let decoded = try KeyedUnarchiver.unarchivedObject(of: [String: String].self, from: bytes)
        #expect(decoded?.count == Self.many)
        #expect(decoded?["key 7"] == "value number \(Self.many + 7) of many")

        forEachRow([PropertyList.string(PropertyListString(utf16: [0xD800])), "$null", .integer(1)]) {
            (wrong: PropertyList) throws in
            let errors = try [4, Self.more].map { count in
                let keys = Self.keys(count) + Self.keys(1)
                return Self.error(in: try Self.archive(keys: keys, values: [wrong] + Self.keys(count)))
            }
            #expect(errors[0] != nil && errors[0]?.code == errors[1]?.code && errors[0]?.reason == errors[1]?.reason)
        }
    }

    @Test func `what is kept of a large dictionary that is given up is charged`() throws {
        let longKeys = (0..<Self.many).map { number in
            PropertyList.string(PropertyListString(String(repeating: "x", count: 500) + "\(number)"))
        }
        let keyUIDs = longKeys.indices.flatMap { [3 + $0, 3 + $0] }
        let value = 3 + longKeys.count
        var archive = SmallArchive(
            [
                "NS.keys": Self.references(keyUIDs),
                "NS.objects": Self.references(Array(repeating: value, count: keyUIDs.count - 1) + [value + 1]),
                "$class": .uid(2),
            ],
            .classRecord("NSDictionary", "NSObject")
        )
        archive.objects += longKeys + ["value", ["NS.string": "mutable", "$class": .uid(UID(UInt64(value + 2)))]]
        archive.objects.append(.classRecord("NSMutableString", "NSString", "NSObject"))
        var limits = Limits.default
        limits.allocation = 1
        limits.allowance = 0
        #expect(Self.error(in: try archive.bytes(), limits)?.code == .limitExceeded)
        let dictionary = try KeyedUnarchiver.unarchivedObject(of: [String: String].self, from: try archive.bytes())
        #expect(dictionary?.count == Self.many && dictionary?.values.contains("mutable") == true)
    }

    @Test(.rows)
    func `what is wrong with a value is the same error in a small and in a large dictionary, each time`() throws {
        forEachRow([
            PropertyList.integer(5), .uid(0), .string(PropertyListString(utf16: [0xD800])), .data([1]), "$null",
        ]) { (wrong: PropertyList) throws in
            let errors = try [3, TestScale.count(3 * Self.many, quick: Self.many)].map { count in
                var values = Array(repeating: PropertyList.string("a value of more than fifteen bytes"), count: count)
                (values[1], values[2]) = (wrong, 1.5)
                return Self.error(in: try Self.archive(keys: Self.keys(count), values: values))
            }
            #expect(errors[0]?.code == errors[1]?.code && errors[0]?.reason == errors[1]?.reason)
            #expect(errors[0]?.path?.description == errors[1]?.path?.description)
        }

        let count = TestScale.count(3 * Self.many, quick: Self.many)
        var values = (0..<count).map { PropertyList.string(PropertyListString("value \($0)")) }
        for position in stride(from: 2_000, to: 3_000, by: 100) { values[position] = .integer(Int64(position)) }
        let bytes = try Self.archive(keys: Self.keys(values.count), values: values)
        let errors = (0..<TestScale.count(10, quick: 3)).map { _ in Self.error(in: bytes) }
        #expect(errors.allSatisfy { $0 == errors[0] } && errors[0]?.code == .unexpectedClass)
        #expect(errors[0]?.uid == UID(UInt64(3 + values.count + 2_000)))
    }

    @Test func `a large dictionary has as many keys as values`() throws {
        let bytes = try Self.archive(keys: Self.keys(Self.many), values: Self.keys(Self.many + 1))
        #expect(Self.error(in: bytes)?.code == .invalidValue)
    }

    @Test func `a value is as long, and all are as large, as the limits allow, in a large dictionary, too`() throws {
        for (count, isAllowed) in [(300, true), (301, false)] {
            var dictionary = Dictionary(uniqueKeysWithValues: (0..<Self.many).map { ("key \($0)", "value") })
            dictionary["key 9"] = String(repeating: "x", count: count)
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: dictionary)
            var limits = Limits.default
            limits.stringBytes = 300
            if isAllowed {
                let decoded = try KeyedUnarchiver.unarchivedObject(
                    of: [String: String].self, from: bytes, limits: limits)
                #expect(decoded == dictionary)
            } else {
                #expect(Self.error(in: bytes, limits)?.code == .limitExceeded)
            }
        }

        let bytes = try KeyedArchiver.archivedBytes(
            withRootObject: Dictionary(uniqueKeysWithValues: Self.entries(Self.more).map { ($0.key, $0.value) }))
        var limits = Limits.default
        limits.allocation = 1
        limits.allowance = 0
        #expect(Self.error(in: bytes, limits)?.code == .limitExceeded)
    }

    @Test func `a delegate sees each string of a large dictionary`() throws {
        final class Witness: KeyedUnarchiverDelegate {
            var strings = 0
            func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) -> (any Codingable)? {
                strings += object is String ? 1 : 0
                return object
            }
        }
        let dictionary = Dictionary(uniqueKeysWithValues: (0..<Self.many).map { ("key \($0)", "value \($0)") })
        let unarchiver = try KeyedUnarchiver(
            forReadingFrom: try KeyedArchiver.archivedBytes(withRootObject: dictionary))
        let witness = Witness()
        unarchiver.delegate = witness
        #expect(try unarchiver.decodeObject(of: [String: String].self, forKey: "root") == dictionary)
        #expect(witness.strings == 2 * Self.many)
    }
}
