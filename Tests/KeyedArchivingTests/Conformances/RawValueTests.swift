import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Types with raw values, which are stored as those by naming the protocol.
struct RawValueTests {
    enum Kind: String, Codingable, Comparable {
        case dog, cat = "Cat"
        static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    enum Size: Int, Codingable { case small = 1, large = 300 }

    enum Weight: Double, Codingable { case light = 0.5 }

    struct Flags: OptionSet, Codingable, Hashable {
        let rawValue: UInt8
    }

    /// A type with a name of its own is an object of that class.
    enum Named: String, Codingable {
        static var codedClassName: String { "Named" }
        case one
    }

    /// What a program of older days wrote by hand.
    struct Chosen: RawRepresentable, Codingable {
        static var codedClassName: String { "Chosen" }
        var rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(rawValue, forKey: "text") }
        init(coder unarchiver: KeyedUnarchiver) throws {
            rawValue = try unarchiver.decode(String.self, forKey: "text")
        }
    }

    /// Classes have identity, whatever raw values they have.
    final class Box: RawRepresentable, Codingable {
        static var codedClassName: String { "Box" }
        let rawValue: Int
        init(rawValue: Int) { self.rawValue = rawValue }
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(rawValue, forKey: "value") }
        init(coder unarchiver: KeyedUnarchiver) throws { rawValue = try unarchiver.decodeInteger(forKey: "value") }
    }

    private func value(forKey key: String, in bytes: [UInt8]) throws -> PropertyList? {
        try KeyedArchive(bytes).topLevelValue(forKey: key)
    }

    @Test func `text is an object and numbers are inline under their key, like the raw value`() throws {
        let text = try archive { try $0.encode(Kind.cat, forKey: "kind") }
        #expect(try text == archive { try $0.encode("Cat", forKey: "kind") })
        let kinds = try KeyedUnarchiver(forReadingFrom: text)
        try expectRows {
            (try kinds.decode(Kind.self, forKey: "kind"), .cat)
            (try kinds.decodeObject(of: Kind.self, forKey: "kind"), .cat)
            (try kinds.decode(String.self, forKey: "kind"), "Cat")
            (try kinds.decodeIfPresent(Kind.self, forKey: "other"), nil)
        }
        let bytes = try archive {
            try $0.encode(Size.large, forKey: "size")
            try $0.encode(Weight.light, forKey: "weight")
            try $0.encode(Flags(rawValue: 5), forKey: "$flags")
        }
        try expectRows {
            (try value(forKey: "size", in: bytes), 300)
            (try value(forKey: "weight", in: bytes), 0.5)
            (try value(forKey: "$$flags", in: bytes), 5)
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        try expectRows {
            (try unarchiver.decodeInteger(forKey: "size"), 300)
            (try unarchiver.decode(Size.self, forKey: "size"), .large)
            (try unarchiver.decodeObject(of: Size.self, forKey: "size"), .large)
            (try unarchiver.decode(Weight.self, forKey: "weight"), .light)
            try (unarchiver.decode(Flags.self, forKey: "$flags"), Flags(rawValue: 5))
        }
    }

    @Test func `optionals, arrays, sets and dictionaries hold them`() throws {
        let bytes = try archive {
            try $0.encode(Optional(Size.small), forKey: "optional")
            try $0.encode(Size?.none, forKey: "nil")
            try $0.encode([Kind.dog, .cat], forKey: "array")
            try $0.encode(Set([Kind.dog, .cat]), forKey: "set")
            try $0.encode([Kind.dog: Size.large, .cat: .small], forKey: "dictionary")
            try $0.encode([Flags(rawValue: 1): 1], forKey: "flags")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        try expectRows {
            (try unarchiver.decodeIfPresent(Size.self, forKey: "optional"), .small)
            (try unarchiver.decodeIfPresent(Size.self, forKey: "nil"), nil)
            (try unarchiver.decode([Kind].self, forKey: "array"), [.dog, .cat])
            (try unarchiver.decode([String].self, forKey: "array"), ["dog", "Cat"])
            (try unarchiver.decode([Kind].self, forKey: "array"), [.dog, .cat])
            (try unarchiver.decode(Set<Kind>.self, forKey: "set"), [.dog, .cat])
            (try unarchiver.decode([Kind: Size].self, forKey: "dictionary"), [.dog: .large, .cat: .small])
            try (unarchiver.decode([Flags: Int].self, forKey: "flags"), [Flags(rawValue: 1): 1])
        }
    }

    @Test func `a raw value that the type doesn't have is an error that says where and which`() throws {
        let bytes = try archive {
            try $0.encode("fish", forKey: "kind")
            try $0.encode(7, forKey: "size")
            try $0.encode(["dog", "bird"], forKey: "kinds")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        for (key, path, reason, call) in [
            (
                "kind", "kind", "Kind has no value for \"fish\"",
                { _ = try unarchiver.decode(Kind.self, forKey: "kind") }
            ),
            ("size", "size", "Size has no value for 7", { _ = try unarchiver.decode(Size.self, forKey: "size") }),
            (
                "kinds", "kinds[1]", "Kind has no value for \"bird\"",
                { _ = try unarchiver.decode([Kind].self, forKey: "kinds") }
            ),
        ] as [(String, String, String, () throws -> Void)] {
            let error = #expect(throws: ArchiveError.self) { try call() }
            #expect(error?.code == .invalidValue)
            #expect(error?.path?.description == path, "\(key)")
            #expect(error?.reason.contains(reason) == true)
            #expect(error?.remedy?.isEmpty == false)
        }
        #expect(throws: ArchiveError.self) { try unarchiver.decode(Kind.self, forKey: "size") }
    }

    @Test func `a type with its own class name is an object of that class, and classes keep their identity`() throws {
        let box = Box(rawValue: 4)
        let boxed = try archive { try $0.encode([box, box], forKey: "root") }
        let boxes = try KeyedUnarchiver.unarchivedObject(of: [Box].self, from: boxed)
        try expectRows {
            boxes?.first === boxes?.last
            (boxes?.first?.rawValue, 4)
            (try KeyedArchive(boxed).uids(ofClass: "Box").count, 1)
        }
        let bytes = try archive {
            try $0.encode(Named.one, forKey: "named")
            try $0.encode(Chosen(rawValue: "x"), forKey: "chosen")
            try $0.encode([Named.one], forKey: "list")
        }
        let store = try KeyedArchive(bytes)
        #expect(try store.uids(ofClass: "Named").count == 2)
        #expect(try store.uids(ofClass: "Chosen").count == 1)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        try expectRows {
            (try unarchiver.decode(Named.self, forKey: "named"), .one)
            (try unarchiver.decode([Named].self, forKey: "list"), [.one])
            (try unarchiver.decode(Chosen.self, forKey: "chosen").rawValue, "x")
        }
    }

    @Test func `a value that was seen as text before is nevertheless one of the type`() throws {
        let list = ArchivedArray(["dog", "dog"])
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray([list, list]))
        #expect(try KeyedUnarchiver.unarchivedObject(of: [[Kind]].self, from: bytes) == [[.dog, .dog], [.dog, .dog]])
        #expect(try KeyedArchiver.archivedBytes(withRootObject: Kind.dog).count > 0)
        let root = try KeyedArchiver.archivedBytes(withRootObject: Size.large)
        #expect(try KeyedUnarchiver.unarchivedObject(of: Size.self, from: root) == .large)
    }
}
