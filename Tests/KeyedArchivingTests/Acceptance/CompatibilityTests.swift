import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// How archives of one version of a program are read by another, in both directions.
///
/// Each pair of types is one class in an older and in a newer version of its program.
@Suite struct CompatibilityTests {
    // MARK: New values for a key, and a key that took its place

    enum OldFlavor: String {
        case vanilla, chocolate, butterPecan = "butter-pecan"
    }

    /// Knows three flavours and takes vanilla for what it does not know.
    struct OldIceCream: Codingable {
        static var codedClassName: String { "IceCream" }
        var flavor: OldFlavor

        init(_ flavor: OldFlavor) { self.flavor = flavor }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(flavor.rawValue, forKey: "flavor")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            let name = try unarchiver.decodeObject(of: String.self, forKey: "flavor")
            flavor = name.flatMap(OldFlavor.init) ?? .vanilla
        }
    }

    /// Knows more flavours under a new key, and still writes the nearest old one under the old key.
    struct NewIceCream: Codingable {
        static var codedClassName: String { "IceCream" }
        static let nearest = ["double-chocolate": "chocolate", "caramel": "vanilla"]
        var flavor: String

        init(_ flavor: String) { self.flavor = flavor }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(flavor, forKey: "flavor 2")
            try archiver.encode(Self.nearest[flavor] ?? flavor, forKey: "flavor")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            flavor =
                try unarchiver.decodeObject(of: String.self, forKey: "flavor 2")
                ?? unarchiver.decodeObject(of: String.self, forKey: "flavor") ?? "vanilla"
        }
    }

    @Test(.rows)
    func `an old reader sees the nearest flavour it knows, a new reader the exact one`() {
        forEachRow([("double-chocolate", OldFlavor.chocolate), ("caramel", .vanilla), ("butter-pecan", .butterPecan)]) {
            (flavor: String, nearest: OldFlavor) throws in
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: NewIceCream(flavor))
            #expect(try KeyedUnarchiver.unarchivedObject(of: OldIceCream.self, from: bytes)?.flavor == nearest)
            #expect(try KeyedUnarchiver.unarchivedObject(of: NewIceCream.self, from: bytes)?.flavor == flavor)
        }
    }

    @Test func `a new reader reads an old value for a key, and an old reader has its own default for a new one`() throws
    {
        let old = try KeyedArchiver.archivedBytes(withRootObject: OldIceCream(.butterPecan))
        #expect(try KeyedUnarchiver.unarchivedObject(of: NewIceCream.self, from: old)?.flavor == "butter-pecan")
        let bytes = try archive { archiver in
            archiver.setClassName("IceCream", for: Scripted.self)
            try archiver.encode(Scripted { try $0.encode("pistachio", forKey: "flavor") }, forKey: "root")
        }
        #expect(try KeyedUnarchiver.unarchivedObject(of: OldIceCream.self, from: bytes)?.flavor == .vanilla)
    }

    // MARK: New keys

    struct OldContact: Codingable {
        static var codedClassName: String { "Contact" }
        var name: String

        init(name: String) { self.name = name }

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(name, forKey: "name") }

        init(coder unarchiver: KeyedUnarchiver) throws { name = try unarchiver.decode(String.self, forKey: "name") }
    }

    /// Has a nickname, which older archives lack, and says which version wrote it.
    struct NewContact: Codingable {
        static var codedClassName: String { "Contact" }
        var name: String
        var nickname: String
        var version = 2

        init(name: String, nickname: String) {
            self.name = name
            self.nickname = nickname
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(2, forKey: "version")
            try archiver.encode(name, forKey: "name")
            try archiver.encode(nickname, forKey: "nickname")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            version = try unarchiver.containsValue(forKey: "version") ? unarchiver.decodeInteger(forKey: "version") : 1
            name = try unarchiver.decode(String.self, forKey: "name")
            nickname = try unarchiver.decodeObject(of: String.self, forKey: "nickname") ?? name
        }
    }

    @Test func `an old reader passes over keys it does not know, and a new one has defaults for missing ones`()
        throws
    {
        let new = try KeyedArchiver.archivedBytes(withRootObject: NewContact(name: "Ada", nickname: "A."))
        #expect(try KeyedUnarchiver.unarchivedObject(of: OldContact.self, from: new)?.name == "Ada")
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: OldContact(name: "Ada"))
        let contact = try #require(try KeyedUnarchiver.unarchivedObject(of: NewContact.self, from: bytes))
        #expect(contact.nickname == "Ada")
        #expect(contact.version == 1)
    }

    // MARK: Fallback handling

    /// An image in the first of several forms that the reader knows, and raw pixels for readers that know none.
    struct Image: Codingable {
        static var codedClassName: String { "Image" }
        static let forms = ["URL", "JPEG", "GIF"]
        var form: String

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            for form in Self.forms where try unarchiver.containsValue(forKey: form) {
                self.form = form
                return
            }
            let pixels = try unarchiver.decodeBytes(forKey: "rawdata")?.count ?? 0
            let wide = try unarchiver.decodeInteger(forKey: "pixelswide")
            let high = try unarchiver.decodeInteger(forKey: "pixelshigh")
            guard pixels > 0, pixels == 4 * wide * high else {
                throw ArchiveError(.invalidValue, "an image has no form that can be read")
            }
            form = "raw \(wide)x\(high)"
        }
    }

    @Test(.rows)
    func `the fallback is used only where no known form is there, and forms have an order`() {
        forEachRow([
            ([], "raw 2x1"), (["GIF"], "GIF"), (["URL", "JPEG"], "URL"), (["JPEG", "GIF"], "JPEG"),
            (["WEBP"], "raw 2x1"),
        ]) { (keys: [String], form: String) throws in
            let bytes = try archive { archiver in
                archiver.setClassName("Image", for: Scripted.self)
                let image = Scripted {
                    for key in keys { try $0.encodeBytes([0], forKey: key) }
                    try $0.encodeBytes([UInt8](repeating: 0, count: 8), forKey: "rawdata")
                    try $0.encode(2, forKey: "pixelswide")
                    try $0.encode(1, forKey: "pixelshigh")
                }
                try archiver.encode(image, forKey: "root")
            }
            #expect(try KeyedUnarchiver.unarchivedObject(of: Image.self, from: bytes)?.form == form)
        }
    }

    // MARK: Integers of 32 and 64 bits, and bit fields

    @Test func `a 32-bit reader gets a range error for what it cannot hold, and can check a wider value itself`() throws
    {
        let bytes = try archive { try $0.encode(Int(5_000_000_000), forKey: "size") }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        #expect(code { _ = try unarchiver.decodeInt32(forKey: "size") } == .range)
        #expect(Int32(exactly: try unarchiver.decodeInt64(forKey: "size")) == nil)
        let small = try KeyedUnarchiver(forReadingFrom: archive { try $0.encode(Int64(7), forKey: "size") })
        #expect(try small.decodeInt32(forKey: "size") == 7)
    }

    @Test func `several bit fields travel in one integer, and single ones as booleans`() throws {
        let flags: Int32 = 1 << 0 | 1 << 3 | 1 << 30
        let bytes = try archive {
            try $0.encode(flags, forKey: "flags")
            try $0.encode(flags & 1 != 0, forKey: "isVisible")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        #expect(try unarchiver.decodeInt32(forKey: "flags") == flags)
        #expect(try unarchiver.decodeBool(forKey: "isVisible"))
    }

    // MARK: Restricting support

    /// Refuses coders without keys, as the guide's example does.
    struct KeyedOnly: Codingable {
        func encode(with archiver: KeyedArchiver) throws {
            guard archiver.allowsKeyedCoding else {
                throw ArchiveError(.invalidArchiveOperation, "only coders with keys are supported")
            }
            try archiver.encode(1, forKey: "value")
        }

        init() {}
        init(coder unarchiver: KeyedUnarchiver) throws {
            guard unarchiver.allowsKeyedCoding else {
                throw ArchiveError(.invalidUnarchiveOperation, "only coders with keys are supported")
            }
        }
    }

    class Shape: Codingable {
        class var codedClassName: String { "Shape" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        required init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// A subclass that can be neither encoded nor decoded, although its superclass can.
    final class Window: Shape {
        override class var codedClassName: String { "Window" }
        override init() { super.init() }

        override func encode(with archiver: KeyedArchiver) throws {
            throw ArchiveError(.invalidArchiveOperation, "a window cannot be archived")
        }

        required init(coder unarchiver: KeyedUnarchiver) throws {
            throw ArchiveError(.invalidUnarchiveOperation, "a window cannot be archived")
        }
    }

    @Test func `a type that wants keys gets them, and the error of one that refuses coding reaches the caller`() throws
    {
        let keyed = try KeyedArchiver.archivedBytes(withRootObject: KeyedOnly())
        #expect(try KeyedUnarchiver.unarchivedObject(of: KeyedOnly.self, from: keyed) != nil)
        #expect(
            code { _ = try KeyedArchiver.archivedBytes(withRootObject: [Shape(), Window()]) }
                == .invalidArchiveOperation
        )
        let archiver = KeyedArchiver()
        archiver.setClassName("Window", for: Shape.self)
        try archiver.encode(Shape(), forKey: "root")
        let bytes = try archiver.encodedBytes
        #expect(
            code { _ = try KeyedUnarchiver.unarchivedObject(of: Window.self, from: bytes) }
                == .invalidUnarchiveOperation
        )
    }
}
