import KeyedArchiving
import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// What errors of unarchivers say to do is done, and then the value is there.
@Suite struct DecodingRemedyTests {
    private static func reading(
        limits: Limits = .default,
        _ encode: (KeyedArchiver) throws -> Void
    ) throws -> KeyedUnarchiver {
        try KeyedUnarchiver(forReadingFrom: archive(encode), limits: limits)
    }

    private static func reading(_ archive: SmallArchive) throws -> KeyedUnarchiver {
        try KeyedUnarchiver(forReadingFrom: archive.bytes())
    }

    private static func insecurelyReading(_ archive: SmallArchive) throws -> KeyedUnarchiver {
        let unarchiver = try reading(archive)
        try unarchiver.disableSecureCoding()
        return unarchiver
    }

    /// An object of a class that has no type.
    private static let thing = SmallArchive(
        ["name": .uid(3), "$class": .uid(2)], .classRecord("Thing", "NSObject"), "Ada")

    @Test func `an error names the byte of a binary archive, and none of an archive in XML`() throws {
        func error(_ format: PropertyListFormat) throws -> ArchiveError? {
            let archiver = KeyedArchiver()
            archiver.outputFormat = format
            try archiver.encode(1.5, forKey: "number")
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
            return #expect(throws: ArchiveError.self) { try unarchiver.decode(String.self, forKey: "number") }
        }
        #expect(try error(.binary)?.byteOffset != nil)
        #expect(try error(.xml)?.byteOffset == nil)
        let xml = Array("<?xml version=\"1.0\"?><plist version=\"1.0\"><dict/></plist>".utf8)
        let notAnArchive = #expect(throws: ArchiveError.self) { try KeyedUnarchiver(forReadingFrom: xml) }
        #expect(notAnArchive?.byteOffset == nil)
    }

    // MARK: Classes

    private final class Thing: Codingable {
        static var codedClassName: String { "Thing" }
        var name: String
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(name, forKey: "name") }
        init(coder unarchiver: KeyedUnarchiver) throws { name = try unarchiver.decode(String.self, forKey: "name") }
    }

    private final class Item: Codingable {
        static var codedClassName: String { "Item" }
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    private final class AliasedItem: Codingable {
        static var codedClassName: String { "Item" }
        static var codedClassAliases: [String] { ["Thing"] }
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    private final class Moved: Codingable {
        static var codedClassName: String { "New.Moved" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    private final class Insecure: Codingable {
        static var codedClassName: String { "Thing" }
        static var supportsSecureCoding: Bool { false }
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    private class Animal: Codingable {
        class var codedClassName: String { "Thing" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        required init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    private final class NamelessCat: Animal {}

    private final class Cat: Animal {
        override class var codedClassName: String { "Cat" }
    }

    @Test func `what errors of classes say cures them`() throws {
        let bytes = try Self.thing.bytes()
        let moved = SmallArchive(["$class": .uid(2)], .classRecord("Old.Moved", "NSObject"))
        let null = SmallArchive(["$class": .uid(2)], .classRecord("NSNull", "NSObject"))
        let mixed = try archive { try $0.encode(ArchivedArray([ArchivedSet([]), "Ada"]), forKey: "root") }
        expectCures {
            Cure("an unknown class, without secure coding", says: "register a type for it in a ClassRegistry, or set") {
                try Self.insecurelyReading(Self.thing).decodeObject(forKey: "root")
            } cured: {
                let registering = try Self.insecurelyReading(Self.thing)
                registering.registry.register(Thing.self)
                return try (registering.decodeObject(forKey: "root") as? Thing)?.name == "Ada"
            }
            Cure(
                "an unknown class",
                says: "name a type for it in the decoding call, as in `decodeObject(of: [Person.self]"
            ) {
                try Self.reading(Self.thing).decodeObject(forKey: "root")
            } cured: {
                let keeping = try Self.reading(Self.thing)
                keeping.keepsUnknownClasses = true
                let object = try keeping.decodeObject(forKey: "root") as? ArchivedObject
                guard case .object(let name as String)? = object?["name"] else { return false }
                let thing = try Self.reading(Self.thing).decodeObject(of: [Thing.self], forKey: "root") as? Thing
                return name == "Ada" && thing?.name == "Ada"
            }
            Cure("another class than the one that is asked for", says: "asked for: if ") {
                try Self.reading(Self.thing).decodeObject(of: Item.self, forKey: "root")
            } cured: {
                let keeping = try Self.reading(Self.thing)
                keeping.keepsUnknownClasses = true
                return try Self.reading(Self.thing).decodeObject(of: AliasedItem.self, forKey: "root") != nil
                    && keeping.decodeObject(of: [Item.self, ArchivedObject.self], forKey: "root") is ArchivedObject
            }
            Cure("a class of another module", says: "was asked for, whose coded class name is ") {
                try Self.reading(moved).decodeObject(of: Moved.self, forKey: "root")
            } cured: {
                let unarchiver = try Self.reading(moved)
                unarchiver.registry.renameClasses(withPrefix: "Old.", to: "New.")
                return try unarchiver.decodeObject(of: Moved.self, forKey: "root") != nil
            }
            Cure("a class that isn't secure", says: "let `supportsSecureCoding` return true once the type decodes") {
                try Self.reading(Self.thing).decodeObject(of: Insecure.self, forKey: "root")
            } cured: {
                try Self.reading(Self.thing).decodeObject(of: Thing.self, forKey: "root")?.name == "Ada"
            }
            Cure("a request by the name of the superclass", says: "override `codedClassName`, which the superclass") {
                try Self.reading(Self.thing).decodeObject(of: NamelessCat.self, forKey: "root")
            } cured: {
                let saying = try Self.reading(Self.thing)
                saying.setClass(NamelessCat.self, forClassName: "Thing")
                let overriding = try Self.reading { try $0.encode(Cat(), forKey: "root") }
                return try saying.decodeObject(of: NamelessCat.self, forKey: "root") != nil
                    && overriding.decodeObject(of: Cat.self, forKey: "root") != nil
            }
            Cure("a class that isn't named", says: "name the type in the decoding call if you expect it here") {
                try Self.reading { try $0.encode("Ada", forKey: "root") }
                    .decodeObject(of: ArchivedArray.self, forKey: "root")
            } cured: {
                let unarchiver = try Self.reading { try $0.encode("Ada", forKey: "root") }
                let types: [any Codingable.Type] = [ArchivedArray.self, String.self]
                return try unarchiver.decodeObject(of: types, forKey: "root") is String
            }
            Cure("a keyed archive", says: "open it with `KeyedArchive` or, where it is no keyed archive, with") {
                try SequentialArchive(Self.thing.bytes())
            } cured: {
                try KeyedArchive(Self.thing.bytes())["root.name"].string == "Ada"
            }
            Cure("a set that isn't named", says: "decode it as a Swift set, as in `decode(Set<String>.self, forKey:)`")
            {
                try Self.reading { try $0.encode(ArchivedSet(["Ada"]), forKey: "root") }
                    .decodeObject(of: ArchivedArray.self, forKey: "root")
            } cured: {
                let unarchiver = try Self.reading { try $0.encode(ArchivedSet(["Ada"]), forKey: "root") }
                let types: [any Codingable.Type] = [ArchivedArray.self, ArchivedSet.self, String.self]
                return try unarchiver.decodeObject(of: types, forKey: "root") is ArchivedSet
                    && unarchiver.decode(Set<String>.self, forKey: "root") == ["Ada"]
            }
            Cure(
                "a list that isn't named",
                says: "decode it as a Swift array, as in `decode([Person].self, forKey:)`, or"
            ) {
                try Self.reading { try $0.encode(["Ada"], forKey: "root") }
                    .decodeObject(of: [Thing.self], forKey: "root")
            } cured: {
                let unarchiver = try Self.reading { try $0.encode(["Ada"], forKey: "root") }
                return try unarchiver.decode([String].self, forKey: "root") == ["Ada"]
                    && unarchiver.decodeArrayOfObjects(of: String.self, forKey: "root") == ["Ada"]
                    && unarchiver.decodeObject(of: [ArchivedArray.self, String.self], forKey: "root") is ArchivedArray
            }
            Cure(
                "a dictionary that isn't named", says: "decode it as a Swift dictionary, as in `decode([String: Person]"
            ) {
                try Self.reading { try $0.encode(["Ada": "x"], forKey: "root") }
                    .decodeObject(of: [Thing.self], forKey: "root")
            } cured: {
                let unarchiver = try Self.reading { try $0.encode(["Ada": "x"], forKey: "root") }
                return try unarchiver.decode([String: String].self, forKey: "root") == ["Ada": "x"]
                    && unarchiver.decodeAny(of: [String.self], forKey: "root") as? [String: String] == ["Ada": "x"]
                    && unarchiver.decodeObject(of: [ArchivedDictionary.self, String.self], forKey: "root")
                        is ArchivedDictionary
            }
            Cure("a member of a class that isn't named", says: "decode it as a Swift set, as in `decode(Set<String>") {
                try KeyedUnarchiver(forReadingFrom: mixed).decodeArrayOfObjects(of: [String.self], forKey: "root")
            } cured: {
                let unarchiver = try KeyedUnarchiver(forReadingFrom: mixed)
                return try unarchiver.decodeArrayOfObjects(of: [String.self, ArchivedSet.self], forKey: "root")?.count
                    == 2
            }
            Cure("a null object", says: "decode an optional type, for which this is nil, or name ArchivedNull in the") {
                try Self.reading(null).decode(Thing.self, forKey: "root")
            } cured: {
                try Self.reading(null).decode(Thing?.self, forKey: "root") == nil
                    && Self.reading(null).decodeObject(of: [Thing.self, ArchivedNull.self], forKey: "root")
                        is ArchivedNull
            }
            Cure("a set for a list", says: "decode it with `decodeObject(of:forKey:)`") {
                try Self.reading { try $0.encode(ArchivedSet([]), forKey: "root") }
                    .decodeArrayOfObjects(of: [ArchivedSet.self], forKey: "root")
            } cured: {
                try Self.reading { try $0.encode(ArchivedSet([]), forKey: "root") }
                    .decodeObject(of: ArchivedSet.self, forKey: "root") != nil
            }
            Cure("turning secure coding off too late", says: "turn it off right after opening the archive") {
                let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
                _ = try unarchiver.containsValue(forKey: "root")
                _ = try unarchiver.decodeObject(of: Thing.self, forKey: "root")
                try unarchiver.disableSecureCoding()
            } cured: {
                let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
                try unarchiver.disableSecureCoding()
                unarchiver.registry.register(Thing.self)
                return try unarchiver.decodeObject(forKey: "root") is Thing
            }
            Cure("an object for a class", says: "the file was damaged or made by a faulty writer") {
                try Self.reading(SmallArchive(["$class": .uid(2)], "Thing")).decodeObject(
                    of: Thing.self, forKey: "root")
            } cured: {
                try Self.reading(Self.thing).decodeObject(of: Thing.self, forKey: "root") != nil
            }
        }
    }

    // MARK: Values

    private enum Fruit: String, Codingable {
        case apple
    }

    @Test func `what errors of values say cures them`() {
        let half = PropertyListString(utf16: [0xD800])
        expectCures {
            Cure("a key that isn't there", says: "use `decodeIfPresent` if the value may be missing") {
                try Self.reading { try $0.encode("Ada", forKey: "name") }.decode(String.self, forKey: "nmae")
            } cured: {
                let unarchiver = try Self.reading { try $0.encode("Ada", forKey: "name") }
                return try unarchiver.decodeIfPresent(String.self, forKey: "nmae") == nil
                    && unarchiver.decode(String.self, forKey: "name") == "Ada"
            }
            Cure("nil", says: "use `decodeIfPresent` if the value may be nil") {
                try Self.reading { try $0.encode(nil, forKey: "name") }.decode(String.self, forKey: "name")
            } cured: {
                try Self.reading { try $0.encode(nil, forKey: "name") }.decodeIfPresent(String.self, forKey: "name")
                    == nil
            }
            Cure("another root", says: "name the one to decode with `forKey:`") {
                try KeyedUnarchiver.unarchivedObject(
                    of: String.self, from: archive { try $0.encode("Ada", forKey: "name") })
            } cured: {
                let bytes = try archive { try $0.encode("Ada", forKey: "name") }
                return try KeyedUnarchiver.unarchivedObject(of: String.self, from: bytes, forKey: "name") == "Ada"
            }
            Cure(
                "an object without a key",
                says: "the object was encoded without a key; decode it with `decodeObject(of:)`"
            ) {
                let bytes = try archive {
                    try $0.encode("named", forKey: "named")
                    try $0.encode("Ada")
                }
                return try KeyedUnarchiver.unarchivedObject(of: String.self, from: bytes, forKey: "$0")
            } cured: {
                let unarchiver = try Self.reading {
                    try $0.encode("named", forKey: "named")
                    try $0.encode("Ada")
                }
                return try unarchiver.decodeObject(of: String.self) == "Ada"
            }
            Cure(
                "an object for a number", says: "it was encoded as an object; decode it with `decodeObject(of:forKey:)`"
            ) {
                try Self.reading { try $0.encode("Ada", forKey: "name") }.decodeDouble(forKey: "name")
            } cured: {
                let unarchiver = try Self.reading { try $0.encode("Ada", forKey: "name") }
                return try unarchiver.decodeObject(of: String.self, forKey: "name") == "Ada"
                    && unarchiver.decode(String.self, forKey: "name") == "Ada"
            }
            Cure("bytes for a number", says: "decode it with the method for its kind") {
                try Self.reading { try $0.encodeBytes([1], forKey: "name") }.decodeInteger(forKey: "name")
            } cured: {
                try Self.reading { try $0.encodeBytes([1], forKey: "name") }.decodeBytes(forKey: "name") == [1]
            }
            Cure("a number for an object", says: "decode it with the method for its kind") {
                try Self.reading { try $0.encode(1.5, forKey: "name") }.decode(Thing.self, forKey: "name")
            } cured: {
                try Self.reading { try $0.encode(1.5, forKey: "name") }.decodeDouble(forKey: "name") == 1.5
            }
            Cure("a wide number", says: "decode it with a wider type and check it") {
                try Self.reading { try $0.encode(1 << 40, forKey: "size") }.decodeInt32(forKey: "size")
            } cured: {
                try Self.reading { try $0.encode(1 << 40, forKey: "size") }.decodeInt64(forKey: "size") == 1 << 40
            }
            Cure("an unknown case", says: "a version of the program that knows more values wrote it; decode it as ") {
                try Self.reading { try $0.encode("pear", forKey: "fruit") }.decode(Fruit.self, forKey: "fruit")
            } cured: {
                let unarchiver = try Self.reading { try $0.encode("pear", forKey: "fruit") }
                return try unarchiver.decode(Fruit.RawValue.self, forKey: "fruit") == "pear"
            }
            Cure("half a character", says: "decode it as a PropertyListString, which keeps the code units") {
                try Self.reading(SmallArchive(.string(half))).decode(String.self, forKey: "root")
            } cured: {
                try Self.reading(SmallArchive(.string(half))).decode(PropertyListString.self, forKey: "root") == half
            }
            Cure("the identity of a value", says: "decode the type of its value") {
                try Self.reading(SmallArchive(["$class": .uid(2)], .classRecord("NSObject")))
                    .decodeObject(of: IdentifiedValue.self, forKey: "root")
            } cured: {
                try Self.reading { try $0.encode(IdentifiedValue("Ada"), forKey: "root") }
                    .decode(String.self, forKey: "root") == "Ada"
            }
            Cure("decoding after the end", says: "use a new unarchiver") {
                let unarchiver = try Self.reading { try $0.encode("Ada", forKey: "name") }
                unarchiver.finishDecoding()
                _ = try unarchiver.decode(String.self, forKey: "name")
            } cured: {
                try Self.reading { try $0.encode("Ada", forKey: "name") }.decode(String.self, forKey: "name") == "Ada"
            }
        }
    }

    // MARK: Collections

    @Test func `what errors of collections say cures them`() throws {
        let list = ArchivedArray([])
        list.elements = [list]
        defer { list.elements = [] }
        let cycle = try KeyedArchiver.archivedBytes(withRootObject: list)
        let deep = try KeyedArchiver.archivedBytes(
            withRootObject: (1..<20).reduce(ArchivedArray([])) { inner, _ in ArchivedArray([inner]) })
        let inline = SmallArchive(
            ["NS.objects": [1, 2], "$class": .uid(2)], .classRecord("NSArray", "NSObject"))
        let withNil = SmallArchive(
            ["NS.objects": [.uid(0), .uid(3)], "$class": .uid(2)], .classRecord("NSArray", "NSObject"), "Ada")
        expectCures {
            Cure("nil among elements", says: "decode it as a type with optional elements, such as") {
                try Self.reading(withNil).decode([String].self, forKey: "root")
            } cured: {
                try Self.reading(withNil).decode([String?].self, forKey: "root") == [nil, "Ada"]
            }
            Cure("nil among elements of any types", says: "decode it as a type with optional elements, such as") {
                try Self.reading(withNil).decodeAny(of: [String.self], forKey: "root")
            } cured: {
                try Self.reading(withNil).decode([String?].self, forKey: "root") == [nil, "Ada"]
            }
            Cure("a null object among elements", says: "decode an optional type, for which this is nil, or name") {
                try Self.reading { try $0.encode([nil, "Ada"] as [String?], forKey: "root") }
                    .decode([String].self, forKey: "root")
            } cured: {
                try Self.reading { try $0.encode([nil, "Ada"] as [String?], forKey: "root") }
                    .decode([String?].self, forKey: "root") == [nil, "Ada"]
            }
            Cure("numbers in place of references", says: "the file was damaged or made by a faulty writer") {
                try Self.reading(inline).decode([Int].self, forKey: "root")
            } cured: {
                try Self.reading { try $0.encode([1, 2], forKey: "root") }.decode([Int].self, forKey: "root") == [1, 2]
            }
            Cure("a NaN in a set", says: "which does not compare") {
                try Self.reading { try $0.encode(ArchivedSet([Double.nan]), forKey: "root") }
                    .decode(Set<Double>.self, forKey: "root")
            } cured: {
                let unarchiver = try Self.reading { try $0.encode(ArchivedSet([Double.nan]), forKey: "root") }
                let types: [any Codingable.Type] = [ArchivedSet.self, Double.self]
                return try (unarchiver.decodeObject(of: types, forKey: "root") as? ArchivedSet)?.members.count == 1
            }
            Cure("a NaN as a key", says: "which does not compare") {
                try Self.reading {
                    try $0.encode(ArchivedDictionary([(key: Double.nan, value: "Ada")]), forKey: "root")
                }
                .decode([Double: String].self, forKey: "root")
            } cured: {
                let unarchiver = try Self.reading {
                    try $0.encode(ArchivedDictionary([(key: Double.nan, value: "Ada")]), forKey: "root")
                }
                let types: [any Codingable.Type] = [ArchivedDictionary.self, Double.self, String.self]
                return try (unarchiver.decodeObject(of: types, forKey: "root") as? ArchivedDictionary)?.entries.count
                    == 1
            }
            Cure(
                "a list in itself as a value", says: "decode it as an ArchivedArray, ArchivedDictionary or ArchivedSet"
            ) {
                try KeyedUnarchiver(forReadingFrom: cycle).decodeAny(forKey: "root")
            } cured: {
                let read = try KeyedUnarchiver(forReadingFrom: cycle).decode(ArchivedArray.self, forKey: "root")
                defer { read.elements = [] }
                return read.elements.first as? ArchivedArray === read
            }
            Cure("deep lists as values", says: "raise `Limits.depth`") {
                try KeyedUnarchiver(forReadingFrom: deep, limits: Limits(depth: 5)).decodeAny(forKey: "root")
            } cured: {
                try KeyedUnarchiver(forReadingFrom: deep, limits: Limits(depth: 20)).decodeAny(forKey: "root") is [Any]
            }
        }
    }

    // MARK: Cycles and depth

    /// Two persons who are each other's friends, as each class of a person writes them.
    private static let friends = SmallArchive(
        ["friend": .uid(3), "$class": .uid(2)], .classRecord("Person", "NSObject"),
        ["friend": .uid(1), "$class": .uid(2)])

    private final class Person: Codingable {
        static var codedClassName: String { "Person" }
        var friend: Person?
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {
            friend = try unarchiver.decodeObject(of: Person.self, forKey: "friend")
        }
    }

    private final class RegisteredPerson: Codingable {
        static var codedClassName: String { "Person" }
        var friend: RegisteredPerson?
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.register(self)
            friend = try unarchiver.decodeObject(of: RegisteredPerson.self, forKey: "friend")
        }
    }

    private final class WaitingPerson: Codingable {
        static var codedClassName: String { "Person" }
        var friend: WaitingPerson?
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.decodeObject(of: WaitingPerson.self, forKey: "friend", onceAvailable: { self.friend = $0 })
        }
    }

    private final class TwoPhasePerson: TwoPhaseCodingable {
        static var codedClassName: String { "Person" }
        var friend: TwoPhasePerson?
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        func decode(with unarchiver: KeyedUnarchiver) throws {
            friend = try unarchiver.decodeObject(of: TwoPhasePerson.self, forKey: "friend")
        }
    }

    /// A class of which nobody registers, and a subclass that is in a cycle.
    private class Unregistered: CodedObject {
        override class var codedClassName: String { "Unregistered" }
    }

    private final class UnregisteredFriend: Unregistered {
        override class var codedClassName: String { "Person" }
        var friend: UnregisteredFriend?
        required init(coder unarchiver: KeyedUnarchiver) throws {
            try super.init(coder: unarchiver)
            friend = try unarchiver.decodeObject(of: UnregisteredFriend.self, forKey: "friend")
        }
    }

    /// The same, where the superclass registers.
    private class Registered: CodedObject {
        override class var codedClassName: String { "Registered" }
        required init(coder unarchiver: KeyedUnarchiver) throws {
            try super.init(coder: unarchiver)
            try unarchiver.register(self)
        }
    }

    private final class RegisteredFriend: Registered {
        override class var codedClassName: String { "Person" }
        var friend: RegisteredFriend?
        required init(coder unarchiver: KeyedUnarchiver) throws {
            try super.init(coder: unarchiver)
            friend = try unarchiver.decodeObject(of: RegisteredFriend.self, forKey: "friend")
        }
    }

    private final class Impostor: Codingable {
        static var codedClassName: String { "Person" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.register(self)
            try unarchiver.register(Impostor())
        }
    }

    /// Asks for a top-level object within an object.
    private final class Eager: Codingable {
        static var codedClassName: String { "Person" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {
            _ = try unarchiver.decodeTopLevelObject(of: ArchivedObject.self, forKey: "friend")
        }
    }

    /// A club that is its own member.
    private static let club = SmallArchive(
        ["members": .uid(3), "$class": .uid(2)], .classRecord("Club", "NSObject"),
        ["NS.objects": [.uid(1)], "$class": .uid(4)], .classRecord("NSSet", "NSObject"))

    private final class Club: Codingable, Hashable {
        static var codedClassName: String { "Club" }
        var members: Set<Club> = []
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.register(self)
            members = try unarchiver.decode(Set<Club>.self, forKey: "members")
        }
        static func == (lhs: Club, rhs: Club) -> Bool { lhs === rhs }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private final class OpenClub: Codingable {
        static var codedClassName: String { "Club" }
        var members: ArchivedSet?
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.register(self)
            members =
                try unarchiver.decodeObject(of: [ArchivedSet.self, OpenClub.self], forKey: "members") as? ArchivedSet
        }
    }

    @Test func `what errors of cycles say cures them`() {
        expectCures {
            Cure(
                "a cycle",
                says: "call `register(self)` in its initializer, use `decodeObject(of:forKey:onceAvailable:)`, "
            ) {
                try Self.reading(Self.friends).decodeObject(of: Person.self, forKey: "root")
            } cured: {
                let registered = try Self.reading(Self.friends).decode(RegisteredPerson.self, forKey: "root")
                let waiting = try Self.reading(Self.friends).decode(WaitingPerson.self, forKey: "root")
                let twoPhase = try Self.reading(Self.friends).decode(TwoPhasePerson.self, forKey: "root")
                defer { (registered.friend, waiting.friend, twoPhase.friend) = (nil, nil, nil) }
                return registered.friend?.friend === registered && waiting.friend?.friend === waiting
                    && twoPhase.friend?.friend === twoPhase
            }
            Cure("a cycle in a hierarchy", says: "call `register(self)` in the initializer of its topmost class, ") {
                try Self.reading(Self.friends).decode(UnregisteredFriend.self, forKey: "root")
            } cured: {
                let friend = try Self.reading(Self.friends).decode(RegisteredFriend.self, forKey: "root")
                defer { friend.friend = nil }
                return friend.friend?.friend === friend
            }
            Cure("another instance", says: "register the instance that the initializer makes, and no other") {
                try Self.reading(Self.friends).decode(Impostor.self, forKey: "root")
            } cured: {
                let registered = try Self.reading(Self.friends).decode(RegisteredPerson.self, forKey: "root")
                defer { registered.friend = nil }
                return registered.friend != nil
            }
            Cure(
                "a member of a set within itself", says: "decode the collection as an ArchivedSet or ArchivedDictionary"
            ) {
                try Self.reading(Self.club).decode(Club.self, forKey: "root")
            } cured: {
                let club = try Self.reading(Self.club).decode(OpenClub.self, forKey: "root")
                defer { club.members = nil }
                return club.members?.members.first as? OpenClub === club
            }
            Cure("a top level within an object", says: "use `decodeObject` inside `init(coder:)`") {
                try Self.reading(Self.friends).decode(Eager.self, forKey: "root")
            } cured: {
                let waiting = try Self.reading(Self.friends).decode(WaitingPerson.self, forKey: "root")
                defer { waiting.friend = nil }
                return waiting.friend != nil
            }
        }
    }

    /// Persons each of whom is the friend of the one before; the entry behind them is the class.
    private static func chain(_ count: Int) -> SmallArchive {
        let classUID = PropertyList.uid(UID(UInt64(count + 1)))
        var entries: [PropertyList] = (2...count + 1).map {
            $0 > count ? ["$class": classUID] : ["friend": .uid(UID(UInt64($0))), "$class": classUID]
        }
        entries.append(.classRecord("Person", "NSObject"))
        return SmallArchive(entries: entries)
    }

    private static func hasFriend(_ bytes: [UInt8], _ limits: Limits = .unlimited) throws -> Bool {
        try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes, limits: limits)?.friend != nil
    }

    @Test func `what errors of deep objects say cures them`() throws {
        let (short, long) = (try Self.chain(20).bytes(), try Self.chain(3_000).bytes())
        let shallow = Limits(depth: 5)
        expectCures {
            Cure("deep objects", says: "raise `Limits.depth`") {
                try Self.hasFriend(short, shallow)
            } cured: {
                try Self.hasFriend(short, Limits(depth: 20))
            }
            Cure("deep objects of one phase", says: "make the class a ") {
                try Self.hasFriend(short, shallow)
            } cured: {
                try KeyedUnarchiver.unarchivedObject(of: TwoPhasePerson.self, from: short, limits: shallow)?.friend
                    != nil
            }
            Cure("a small stack", says: "on a thread with a larger stack") {
                try SmallStack.run(size: SmallStack.least) { try Self.hasFriend(long) }
            } cured: {
                try SmallStack.run(size: SmallStack.large) { try Self.hasFriend(long) }
            }
        }
    }

    // MARK: Type codes

    @Test func `what errors of type codes say cures them`() {
        expectCures {
            Cure("another type of elements", says: "decode it with the element type that it was encoded with") {
                try Self.reading { try $0.encodeArray([1, 2] as [Int32]) }.decodeArray(of: Double.self)
            } cured: {
                try Self.reading { try $0.encodeArray([1, 2] as [Int32]) }.decodeArray(of: Int32.self) == [1, 2]
            }
            Cure("a text for an array", says: "decode it with the method for its kind") {
                try Self.reading { try $0.encode("Ada") }.decodeValue(ofObjCType: "[2i]")
            } cured: {
                try Self.reading { try $0.encode("Ada") }.decodeObject(of: String.self) == "Ada"
            }
            Cure("more than there is", says: "ask for no more than there are") {
                try Self.reading { try $0.encodeArray([1, 2] as [Int32]) }.decodeArray(ofObjCType: "i", count: 3)
            } cured: {
                try Self.reading { try $0.encodeArray([1, 2] as [Int32]) }.decodeArray(ofObjCType: "i", count: 2).count
                    == 2
            }
            Cure("a structure", says: "each field under its own key, or the value as an object") {
                try Self.reading { _ in }.decodeValue(ofObjCType: "{p=d}")
            } cured: {
                try Self.reading { try $0.encode(1.0, forKey: "x") }.decodeDouble(forKey: "x") == 1
            }
            Cure("an unknown type", says: "use one for numbers, objects, classes, selectors, C strings or arrays") {
                try Self.reading { _ in }.decodeValue(ofObjCType: "%")
            } cured: {
                try Self.reading { try $0.encodeValue(Int32(7)) }.decodeValue(ofObjCType: "i").integer(as: Int.self)
                    == 7
            }
        }
    }

    @Test func `integers beyond Int are UInt64 among untyped values`() throws {
        let archiver = KeyedArchiver(requiringSecureCoding: false)
        try archiver.encodeAny([UInt64.max, 1] as [Any], forKey: "root")
        let values = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes).decodeAny(forKey: "root") as? [Any]
        #expect(values?[0] as? UInt64 == .max && values?[1] as? Int == 1)
    }
}
