import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

/// Nil in fields and collections, and the text `$null`, which is no nil.
@Suite struct NilTests {
    // MARK: Nil in collections

    @Test func `nil in a collection is a null object, to Foundation and to us, and no key`() throws {
        let error = #expect(throws: ArchiveError.self) { try archive([nil: 1, "a": 2] as [String?: Int]) }
        #expect(error?.code == .unrepresentable && error?.reason.contains("key") == true)
        let numbers = [1, nil, 2] as [Int?]
        let table = ["a": 1, "b": nil] as [String: Int?]
        let set: Set<Int?> = [1, nil]
        for bytes in [try archive(numbers), try archive([numbers as Any]), try archive(numbers as [Any?])] {
            let list = try #require(try opened(bytes) as? NSArray)
            let inner = list.count == 1 ? list[0] as? NSArray : list
            #expect(inner == [1, NSNull(), 2] as NSArray)
        }
        #expect(try opened(archive(table)) as? NSDictionary == ["a": 1, "b": NSNull()] as NSDictionary)
        // Foundation's null objects aren't equal in sets.
        let members = try #require(try opened(archive(set)) as? NSSet).allObjects
        #expect(members.count == 2 && members.contains { $0 is NSNull } && members.contains { $0 as? Int == 1 })

        #expect(try decoded([Int?].self, archive(numbers)) == numbers)
        #expect(try decoded([String: Int?].self, archive(table)) == table)
        #expect(try decoded(Set<Int?>.self, archive(set)) == set)
        #expect(try KeyedArchiveDecoder().decode([Int?].self, from: archive(numbers)) == numbers)
        #expect(try KeyedArchive(archive(numbers)).problems(strict: true).isEmpty)
    }

    @Test func `a null object or reference in a list is nil where the elements are optional only`() throws {
        let list = try NSKeyedArchiver.archivedData(withRootObject: [1, NSNull(), 2], requiringSecureCoding: false)
        #expect(try decoded([Int?].self, Array(list)) == [1, nil, 2])
        let refused = #expect(throws: ArchiveError.self) { try decoded([Int].self, Array(list)) }
        #expect(refused?.remedy?.contains("optional") == true)
        // A type that stands for null objects is given them.
        #expect(try decoded([ArchivedNull?].self, archive([ArchivedNull()])) == [ArchivedNull()])

        let bytes = try SmallArchive(
            ["NS.objects": [.uid(3), .uid(0)], "$class": .uid(2)], .classRecord("NSArray", "NSObject"), "a"
        ).bytes()
        #expect(try decoded([String?].self, bytes) == ["a", nil])
        #expect(try KeyedArchiveDecoder().decode([String?].self, from: bytes) == ["a", nil])
        #expect(try KeyedUnarchiver(forReadingFrom: bytes).decodePropertyList(forKey: "root") == ["a", "$null"])
        let archive = try KeyedArchive(bytes)
        #expect(archive.problems().isEmpty && archive.problems(strict: true).map(\.reason).joined().contains("NSNull"))
        let error = #expect(throws: ArchiveError.self) { try decoded([String].self, bytes) }
        #expect(error?.code == .invalidValue && error?.remedy?.contains("optional") == true)
    }

    @Test(.rows)
    func `the strict check reports each reference to nil in a collection, also to another entry with its text`() {
        let rows: [(list: PropertyList, reasons: [String])] = [
            (
                ["NS.objects": [.uid(4), .uid(0)], "$class": .uid(2)],
                ["element 1 of the collection is a null reference"]
            ),
            (
                ["NS.objects": [.uid(4), .uid(5)], "$class": .uid(2)],
                ["element 1 of the collection is a reference to the text $null"]
            ),
            (
                ["NS.keys": [.uid(0)], "NS.objects": [.uid(4)], "$class": .uid(3)],
                ["key 0 of the dictionary is a null reference"]
            ),
            (
                ["NS.keys": [.uid(4), .uid(5)], "NS.objects": [.uid(0), .uid(4)], "$class": .uid(3)],
                [
                    "key 1 of the dictionary is a reference to the text $null",
                    "element 0 of the collection is a null reference",
                ]
            ),
            (["NS.keys": [.uid(4)], "NS.objects": [.uid(4)], "$class": .uid(3)], []),
        ]
        forEachRow(rows.indices) { (row: Int) throws in
            let archive = try KeyedArchive(
                SmallArchive(
                    rows[row].list, .classRecord("NSArray", "NSObject"), .classRecord("NSDictionary", "NSObject"), "a",
                    "$null"
                ).bytes())
            let reasons = archive.problems(strict: true).map(\.reason)
            #expect(reasons.count == rows[row].reasons.count, "\(reasons)")
            #expect(zip(reasons, rows[row].reasons).allSatisfy { $0.hasPrefix($1) }, "\(reasons)")
            #expect(archive.problems().isEmpty)
        }
    }

    @Test func `an edit puts nil into a field as a null reference, and into a collection as a null object`() throws {
        var list = try KeyedArchive(archive(["a", "b"]))
        try list.set(.null, at: "root[1]")
        try list.append(.null, to: "root")
        #expect(try opened(list.bytes()) as? NSArray == ["a", NSNull(), NSNull()] as NSArray)
        #expect(try decoded([String?].self, list.bytes()) == ["a", nil, nil])
        try list.set(.null, at: "other")
        #expect(list.topLevelValue(forKey: "other") == .uid(.null))
    }

    // MARK: The text

    private static let text = "$null"

    /// Archives with the text at `root`, `root.a` or an element of `root`, made in each way in which a text can be stored.
    private static let ways: [(name: String, path: String, make: @Sendable () throws -> [UInt8])] = [
        ("an object", "root", { try archive(text) }),
        ("a mutable string", "root", { try archive(MutableArchivedString(text)) }),
        ("an element", "root[1]", { try archive(["a", text]) }),
        ("an element of an array of objects", "root[0]", { try archive(ArchivedArray([text])) }),
        ("a value of a dictionary", "root.a", { try archive(["a": text]) }),
        ("a member of a set", "root[0]", { try archive(Set([text])) }),
        ("an untyped value", "root.a", { try archive(any: ["a": text]) }),
        ("an untyped element", "root[0]", { try archive(any: [text]) }),
        ("an optional", "root[0]", { try archive([text] as [String?]) }),
        ("a property list", "root.a", { try archive { try $0.encodePropertyList(["a": "$null"], forKey: "root") } }),
        ("an Encodable text", "root", { try archive { try $0.encodeEncodable(text, forKey: "root") } }),
        ("in an Encodable list", "root[0]", { try archive { try $0.encodeEncodable([text], forKey: "root") } }),
        ("in an Encodable value", "root.a", { try archive { try $0.encodeEncodable(Field(a: text), forKey: "root") } }),
        ("the encoder's value", "root[0]", { try KeyedArchiveEncoder().encode([text]) }),
        ("the encoder's dictionary", "root.a", { try KeyedArchiveEncoder().encode(["a": text]) }),
        ("the encoder's optional", "root[0]", { try KeyedArchiveEncoder().encode([text, nil]) }),
        ("set in a dictionary", "root.a", { try edited(["a": "b"]) { try $0.set("$null", at: "root.a") } }),
        ("set as a new key", "root.a", { try edited(["b": "b"]) { try $0.set("$null", at: "root.a") } }),
        (
            "set everywhere", "root[0]",
            { try edited(["a", "a"]) { try $0.set("$null", at: "root[0]", everywhere: true) } }
        ),
        ("set as an element", "root[0]", { try edited(["a", "b"]) { try $0.set("$null", at: "root[0]") } }),
        ("set as a string", "root[0]", { try edited(["a", "b"]) { try $0.set(text, at: "root[0]") } }),
        ("set as an Encodable", "root[0]", { try edited(["a"]) { try $0.setEncodable(text, at: "root[0]") } }),
        ("appended", "root[1]", { try edited(["a"]) { try $0.append("$null", to: "root") } }),
        ("inserted", "root[0]", { try edited(["a"]) { try $0.insert("$null", at: "root[0]") } }),
        ("a top-level value", "more", { try edited(["a"]) { try $0.setTopLevelValue("$null", forKey: "more") } }),
        (
            "a replaced entry", "root[0]",
            { try edited(["a"]) { try $0.replaceEntry(at: uid("root[0]", in: $0), with: .value("$null")) } }
        ),
        (
            "an added entry", "more",
            { try edited(["a"]) { try $0.setTopLevelValue(.uid($0.add(.value("$null"))), forKey: "more") } }
        ),
        (
            "in a list that is set", "root[0]",
            { try edited(["a"]) { try $0.set(["$null"], at: "root") } }
        ),
    ]

    private struct Field: Codable { var a: String }

    @Test func `the text of nil is a text wherever it is stored, to Foundation and to us`() throws {
        var lost: [String] = []
        for way in Self.ways {
            let bytes = try way.make()
            let archive = try KeyedArchive(bytes)
            if archive[try ArchivePath(way.path)].string != Self.text { lost.append("\(way.name): our view") }
            if !"\(try Self.everything(bytes))".contains(Self.text) { lost.append("\(way.name): Foundation") }
            let codable = try? KeyedArchiveDecoder().decode(Texts.self, from: bytes)
            if way.path != "more", codable?.texts.contains(Self.text) != true { lost.append("\(way.name): Codable") }
            if !archive.problems(strict: true).isEmpty { lost.append("\(way.name): check") }
        }
        #expect(lost.isEmpty, "\(lost.joined(separator: "\n"))")
        #expect(Self.ways.count >= 27)
    }

    private typealias Edit = @Sendable (inout KeyedArchive, ArchivePath) throws -> Void

    /// Edits that put another value in the place of a text.
    private static let replacements: [(name: String, edit: Edit)] = [
        ("a text", { try $0.set("other", at: $1) }),
        ("a text everywhere", { try $0.set("other", at: $1, everywhere: true) }),
        ("a string", { try $0.set("other" as String, at: $1) }),
        ("an Encodable text", { try $0.setEncodable("other", at: $1) }),
        ("an Encodable list", { try $0.setEncodable(["other"], at: $1) }),
        ("a mutable string", { try $0.set(MutableArchivedString("other"), at: $1) }),
        ("a list", { try $0.set(["other", "$null"], at: $1) }),
        (
            "a number, then a text",
            { archive, path in
                try archive.set(5, at: path)
                try archive.set("other", at: path)
            }
        ),
        (
            "itself, then a text",
            { archive, path in
                try archive.set("$null", at: path)
                try archive.set("other", at: path)
            }
        ),
        (
            "nil, then a text",
            { archive, path in
                try archive.set(.null, at: path)
                try archive.set("other", at: path)
            }
        ),
        (
            "a text that is moved there",
            { archive, path in
                try archive.set("other", at: "moved")
                try archive.remove(at: path)
                try archive.move(from: "moved", to: path)
            }
        ),
        (
            "a text, many edits at once",
            { archive, path in
                let before = try archive.reachableEntries
                for text in ["more", "$null", "other"] as [PropertyList] {
                    try archive.set(text, at: path, orphans: .kept)
                }
                try archive.dropOrphans(since: before)
            }
        ),
    ]

    @Test func `no entry is left without a reference where another value replaces the text of nil`() throws {
        var lost: [String] = []
        for way in Self.ways {
            for replacement in Self.replacements {
                var archive = try KeyedArchive(way.make())
                let (path, before) = (try ArchivePath(way.path), try archive.reachableEntries)
                try replacement.edit(&archive, path)
                let isReached = try archive.reachableEntries
                let orphans = try isReached.indices.filter { number in
                    let wasReached = number >= before.count || before[number]
                    return try wasReached && !isReached[number] && archive.entry(at: UID(UInt64(number))) != .null
                }
                let name = "\(way.name), replaced by \(replacement.name)"
                if !orphans.isEmpty { lost.append("\(name): \(orphans) are left") }
                let bytes = try archive.bytes()
                if !"\(try Self.everything(bytes))".contains("other") { lost.append("\(name): Foundation") }
                if !archive.problems(strict: true).isEmpty { lost.append("\(name): check") }
            }
        }
        #expect(lost.isEmpty, "\(lost.joined(separator: "\n"))")
    }

    @Test func `a key with the text of nil is a text, and nil that an Encodable type encodes beside it is nil`() throws
    {
        let bytes = try Self.edited(["a": "b"]) { try $0.set("c", at: #"root."$null""#) }
        #expect(try opened(bytes) as? NSDictionary == ["a": "b", "$null": "c"] as NSDictionary)
        #expect(try decoded([String: String].self, bytes) == ["a": "b", "$null": "c"])
        #expect(try KeyedArchiveDecoder().decode([String: String].self, from: bytes) == ["a": "b", "$null": "c"])
        #expect(try decoded([String: String].self, archive(["$null": "c"])) == ["$null": "c"])

        let values: [String?] = [nil, Self.text, "a"]
        let list = try Self.archive { try $0.encodeEncodable(values, forKey: "root") }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: list)
        #expect(try unarchiver.decodeDecodable([String?].self, forKey: "root") == values)
        #expect(try KeyedArchiveDecoder().decode([String?].self, from: KeyedArchiveEncoder().encode(values)) == values)
    }

    // MARK: Making and opening archives

    /// Every text in a value.
    private struct Texts: Decodable {
        var texts: [String]

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                texts = [text]
            } else if let list = try? [String?](from: decoder) {
                texts = list.compactMap { $0 }
            } else {
                texts = Array(try [String: String](from: decoder).values)
            }
        }
    }

    private static func archive(_ encode: (KeyedArchiver) throws -> Void) throws -> [UInt8] {
        let archiver = KeyedArchiver(requiringSecureCoding: false)
        try encode(archiver)
        return try archiver.encodedBytes
    }

    private static func archive(_ value: some Codingable) throws -> [UInt8] {
        try archive { try $0.encode(value, forKey: "root") }
    }

    private static func archive(any value: Any) throws -> [UInt8] {
        try archive { try $0.encodeAny(value, forKey: "root") }
    }

    private func archive(_ value: some Codingable) throws -> [UInt8] { try Self.archive(value) }
    private func archive(_ value: [Any]) throws -> [UInt8] { try Self.archive(any: value) }
    private func archive(_ value: [Any?]) throws -> [UInt8] { try Self.archive(any: value) }

    private static func edited(
        _ value: some Codingable,
        _ edit: (inout KeyedArchive) throws -> Void
    ) throws -> [UInt8] {
        var archive = try KeyedArchive(archive(value))
        try edit(&archive)
        return try archive.bytes()
    }

    private static func uid(_ path: String, in archive: KeyedArchive) throws -> UID {
        try #require(archive[try ArchivePath(path)].uid)
    }

    private func decoded<Value: Codingable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> Value? {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        return try unarchiver.decodeObject(of: type, forKey: "root")
    }

    /// What Foundation decodes.
    private func opened(_ bytes: [UInt8]) throws -> Any? {
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
        (unarchiver.requiresSecureCoding, unarchiver.decodingFailurePolicy) = (false, .setErrorAndReturn)
        return unarchiver.decodeObject(forKey: "root")
    }

    private static func everything(_ bytes: [UInt8]) throws -> [Any?] {
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
        (unarchiver.requiresSecureCoding, unarchiver.decodingFailurePolicy) = (false, .setErrorAndReturn)
        return ["root", "more"].filter(unarchiver.containsValue).map { unarchiver.decodeObject(forKey: $0) }
    }
}
