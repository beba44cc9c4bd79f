import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What errors of the coders of `Codable` types say to do is done, and then the value is encoded or decoded.
@Suite struct CodableRemedyTests {
    private static func decode<Value: Decodable>(
        _ type: Value.Type,
        _ archive: SmallArchive,
        at place: String? = nil
    ) throws -> Value {
        try KeyedArchiveDecoder().decode(type, from: archive.bytes(), at: place)
    }

    // MARK: Decoding

    private final class Owner: Decodable {
        var owner: Owner?
    }

    /// Leaves the key out that leads back.
    private struct Unowned: Decodable {
        var name: String
    }

    /// Decodes less of the object there.
    private struct Owned: Decodable {
        var name: String
        var owner: Unowned
    }

    private final class CodingableOwner: TwoPhaseCodingable {
        static var codedClassName: String { "Owner" }
        var owner: CodingableOwner?
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        func decode(with unarchiver: KeyedUnarchiver) throws {
            owner = try unarchiver.decodeObject(of: CodingableOwner.self, forKey: "owner")
        }
    }

    private struct One: Decodable {
        var a: String
    }

    @Test func `what errors of decoding say cures them`() throws {
        let owner = SmallArchive(
            ["name": .uid(3), "owner": .uid(1), "$class": .uid(2)], .classRecord("Owner", "NSObject"), "Ada")
        let ranges = VariableLengthIntegers.bytes([1, 1, UInt64(Int64.max) - 5, 10] as [UInt64])
        let indexes = SmallArchive(
            [
                "NSRangeCount": 2, "NSRangeData": .data(ranges),
                "$class": .uid(2),
            ],
            .classRecord("NSIndexSet", "NSObject"))
        let twice = SmallArchive(
            ["NS.keys": [.uid(3), .uid(3)], "NS.objects": [.uid(3), .uid(4)], "$class": .uid(2)],
            .classRecord("NSDictionary", "NSObject"), "a", "b")
        let oddKey = SmallArchive(
            ["NS.keys": [.uid(3)], "NS.objects": [.uid(4)], "$class": .uid(2)],
            .classRecord("NSDictionary", "NSObject"), 2.5, "b")
        let listedKey = SmallArchive(
            ["NS.keys": [.uid(3)], "NS.objects": [.uid(5)], "$class": .uid(2)],
            .classRecord("NSDictionary", "NSObject"), ["NS.objects": [], "$class": .uid(4)],
            .classRecord("NSArray", "NSObject"), "b")
        let thing = SmallArchive(["$class": .uid(2)], .classRecord("Thing", "NSObject"))
        let list = ArchivedArray([])
        list.elements = [list]
        defer { list.elements = [] }
        let cycle = try KeyedArchiver.archivedBytes(withRootObject: list)
        let two = SmallArchive("Ada", "Bob", top: ["first": .uid(1), "second": .uid(2)])
        let document = try PropertyListDocument(BinaryPropertyListWriter().write(["name": "Ada"]))
        expectCures {
            Cure(
                "a key that is a real",
                says: "decode it with `decodeObject(of: [ArchivedDictionary.self], forKey:)`, which keeps every key"
            ) {
                try Self.decode([String: String].self, oddKey)
            } cured: {
                let unarchiver = try KeyedUnarchiver(forReadingFrom: oddKey.bytes())
                let types: [any Codingable.Type] = [ArchivedDictionary.self, Double.self, String.self]
                let dictionary = try unarchiver.decodeObject(of: types, forKey: "root") as? ArchivedDictionary
                return dictionary?.entries.first?.key as? Double == 2.5
            }
            Cure("a key that is a list", says: "and name the types of its keys and values beside that") {
                try Self.decode([String: String].self, listedKey)
            } cured: {
                let unarchiver = try KeyedUnarchiver(forReadingFrom: listedKey.bytes())
                let types: [any Codingable.Type] = [ArchivedDictionary.self, ArchivedArray.self, String.self]
                let dictionary = try unarchiver.decodeObject(of: types, forKey: "root") as? ArchivedDictionary
                return dictionary?.entries.first?.key is ArchivedArray
            }
            Cure("a cycle", says: "leave the key out, decode less of the object there, or make the class Codingable") {
                try Self.decode(Owner.self, owner)
            } cured: {
                let made = try KeyedUnarchiver.unarchivedObject(of: CodingableOwner.self, from: owner.bytes())
                defer { made?.owner = nil }
                return try Self.decode(Unowned.self, owner).name == "Ada"
                    && Self.decode(Owned.self, owner).owner.name == "Ada" && made?.owner === made
            }
            Cure(
                "the top level of an archive", says: "go on with a top-level key such as root; decode a plain property"
            ) {
                try KeyedArchive(two.bytes())[ArchivePath()].decode([String: String].self)
            } cured: {
                try KeyedArchive(two.bytes())["first"].decode(String.self) == "Ada"
            }
            Cure("a plain property list", says: "go on with a top-level key such as root; decode a plain property") {
                try document["name"].decode(String.self)
            } cured: {
                try PlistDecoder().decode([String: String].self, from: document.bytes()) == ["name": "Ada"]
            }
            Cure("large indexes", says: "decode its object, whose fields have the ranges, with KeyedUnarchiver") {
                try Self.decode([UInt64].self, indexes)
            } cured: {
                let object = try KeyedUnarchiver.unarchivedObject(of: ArchivedObject.self, from: indexes.bytes())
                guard case .inline(.data(let stored))? = object?["NSRangeData"] else { return false }
                return stored == ranges
            }
            Cure(
                "one key twice",
                says: "decode it as a type that asks for its keys, or with KeyedUnarchiver, which warns"
            ) {
                try Self.decode([String: String].self, twice)
            } cured: {
                let unarchiver = try KeyedUnarchiver(forReadingFrom: twice.bytes())
                return try Self.decode(One.self, twice).a == "b"
                    && unarchiver.decode([String: String].self, forKey: "root") == ["a": "b"]
                    && !unarchiver.warnings.isEmpty
            }
            Cure("an object in a property list", says: "decode it as an object") {
                let unarchiver = try KeyedUnarchiver(forReadingFrom: thing.bytes())
                unarchiver.keepsUnknownClasses = true
                return try unarchiver.decodePropertyList(forKey: "root")
            } cured: {
                try KeyedUnarchiver.unarchivedObject(of: ArchivedObject.self, from: thing.bytes()) != nil
            }
            Cure("a list in itself", says: "decode it as objects, which may refer to each other in a cycle") {
                try KeyedUnarchiver(forReadingFrom: cycle).decodePropertyList(forKey: "root")
            } cured: {
                let read = try KeyedUnarchiver(forReadingFrom: cycle).decode(ArchivedArray.self, forKey: "root")
                defer { read.elements = [] }
                return read.elements.first as? ArchivedArray === read
            }
            Cure("several roots", says: "name the one to decode with `at:`") {
                try Self.decode(String.self, two)
            } cured: {
                try Self.decode(String.self, two, at: "second") == "Bob"
            }
            Cure("no root at all", says: "look for another copy") {
                try Self.decode(String.self, SmallArchive(top: [:]))
            } cured: {
                try Self.decode(String.self, SmallArchive("Ada")) == "Ada"
            }
            Cure("a limit", says: "raise `Limits.depth`") {
                try KeyedArchiveDecoder(limits: Limits(depth: 1)).decode(Owned.self, from: owner.bytes())
            } cured: {
                try KeyedArchiveDecoder(limits: Limits(depth: 4)).decode(Owned.self, from: owner.bytes()).name == "Ada"
            }
        }
    }

    // MARK: Encoding

    private struct Number: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(7)
        }
    }

    private struct KeyedNumber: Encodable {
        var number = 7
    }

    @Test func `what errors of encoding say cures them`() throws {
        expectCures {
            Cure("an object without keys", says: "use a keyed container in its `encode(to:)`") {
                var encoder = KeyedArchiveEncoder()
                encoder.setClassName("Number", for: Number.self)
                return try encoder.encode(Number())
            } cured: {
                var encoder = KeyedArchiveEncoder()
                encoder.setClassName("Number", for: KeyedNumber.self)
                let archive = try KeyedArchive(encoder.encode(KeyedNumber()))
                return archive["root"].className == "Number" && archive["root.number"].int == 7
            }
            Cure("two kinds of containers", says: "ask for one kind of container in its `encode(to:)`") {
                try ClosureEncodable.list {
                    _ = $0.unkeyedContainer()
                    _ = $0.container(keyedBy: NumberKey.self)
                }
            } cured: {
                try ClosureEncodable.list { _ = $0.unkeyedContainer() } == []
            }
            Cure("a null", says: "use arrays, dictionaries with strings as keys, strings, numbers, booleans, data") {
                try archive { try $0.encodePropertyList(.set(["Ada"]), forKey: "root") }
            } cured: {
                let bytes = try archive { try $0.encodePropertyList(["Ada", 1, ["a": true]], forKey: "root") }
                return try KeyedUnarchiver(forReadingFrom: bytes).decodePropertyList(forKey: "root")
                    == ["Ada", 1, ["a": true]]
            }
            Cure("an integer as a key", says: "use strings as keys") {
                try archive { try $0.encodePropertyList([1: "Ada"], forKey: "root") }
            } cured: {
                let bytes = try archive { try $0.encodePropertyList(["1": "Ada"], forKey: "root") }
                return try KeyedUnarchiver(forReadingFrom: bytes).decodePropertyList(forKey: "root") == ["1": "Ada"]
            }
        }
    }

    private enum NumberKey: CodingKey {
        case number
    }
}
