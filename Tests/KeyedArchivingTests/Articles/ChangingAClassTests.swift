import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

// The classes of the article "Changing a class over time": what the first version of a program had, and what the
// second has.

private enum Old {
    enum Genre: Int, Codingable { case pop, jazz }

    final class Song: Codingable {
        static var codedClassName: String { "Song" }
        let title: String
        let seconds: Int
        let genre: Genre
        let sleeve: String

        init(title: String, seconds: Int, genre: Genre, sleeve: String) {
            (self.title, self.seconds, self.genre, self.sleeve) = (title, seconds, genre, sleeve)
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(title, forKey: "title")
            try archiver.encode(seconds, forKey: "seconds")
            try archiver.encode(genre, forKey: "genre")
            try archiver.encode(sleeve, forKey: "sleeve")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            title = try unarchiver.decode(String.self, forKey: "title")
            seconds = try unarchiver.decode(Int.self, forKey: "seconds")
            genre = try unarchiver.decode(Genre.self, forKey: "genre")
            sleeve = try unarchiver.decode(String.self, forKey: "sleeve")
        }
    }

    final class Player: Codingable {
        static var codedClassName: String { "OldApp.Player" }
        let name: String

        init(name: String) { self.name = name }

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(name, forKey: "name") }

        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
        }
    }

    final class Customer: Codingable {
        static var codedClassName: String { "Customer" }
        let name: String
        let street: String
        let city: String

        init(name: String, street: String, city: String) {
            (self.name, self.street, self.city) = (name, street, city)
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(name, forKey: "name")
            try archiver.encode(street, forKey: "street")
            try archiver.encode(city, forKey: "city")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            street = try unarchiver.decode(String.self, forKey: "street")
            city = try unarchiver.decode(String.self, forKey: "city")
        }
    }

    /// Two classes that the second version has as one.
    final class Circle: Codingable {
        static var codedClassName: String { "Circle" }
        let radius: Double

        init(radius: Double) { self.radius = radius }

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(radius, forKey: "radius") }

        init(coder unarchiver: KeyedUnarchiver) throws { radius = try unarchiver.decodeDouble(forKey: "radius") }
    }

    final class Square: Codingable {
        static var codedClassName: String { "Square" }
        let side: Double

        init(side: Double) { self.side = side }

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(side, forKey: "side") }

        init(coder unarchiver: KeyedUnarchiver) throws { side = try unarchiver.decodeDouble(forKey: "side") }
    }

    /// One class that the second version has as two.
    final class Account: Codingable {
        static var codedClassName: String { "Account" }
        let owner: String
        let isBusiness: Bool

        init(owner: String, isBusiness: Bool) { (self.owner, self.isBusiness) = (owner, isBusiness) }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(owner, forKey: "owner")
            try archiver.encode(isBusiness, forKey: "isBusiness")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            owner = try unarchiver.decode(String.self, forKey: "owner")
            isBusiness = try unarchiver.decodeBool(forKey: "isBusiness")
        }
    }

    final class Note: Codingable {
        static var codedClassName: String { "Note" }
        let text: String

        init(text: String) { self.text = text }

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(text, forKey: "text") }

        init(coder unarchiver: KeyedUnarchiver) throws {
            text = try unarchiver.decode(String.self, forKey: "text")
        }
    }

    final class Sketch: Codingable {
        static var codedClassName: String { "Sketch" }
        let width: Int

        init(width: Int) { self.width = width }

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(width, forKey: "width") }

        init(coder unarchiver: KeyedUnarchiver) throws { width = try unarchiver.decode(Int.self, forKey: "width") }
    }
}

private enum New {
    enum Genre: Int, Codingable { case pop, jazz, ambient }

    final class Song: Codingable {
        static var codedClassName: String { "Song" }
        let name: String
        let duration: Double
        let genre: Genre
        let rating: Int

        init(name: String, duration: Double, genre: Genre, rating: Int) {
            (self.name, self.duration, self.genre, self.rating) = (name, duration, genre, rating)
        }

        func encode(with archiver: KeyedArchiver) throws {
            // A new key: older versions ignore it.
            try archiver.encode(rating, forKey: "rating")
            // A renamed key: older versions need the old one.
            try archiver.encode(name, forKey: "name")
            try archiver.encode(name, forKey: "title")
            // Another type of value, under another key.
            try archiver.encode(duration, forKey: "duration")
            try archiver.encode(Int(duration.rounded()), forKey: "seconds")
            // A new case: older versions get the nearest that they have.
            try archiver.encode(genre, forKey: "genre2")
            try archiver.encode(genre == .ambient ? .pop : genre, forKey: "genre")
            // A retired key, with what older versions can show.
            try archiver.encode("", forKey: "sleeve")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            rating = try unarchiver.decodeIfPresent(Int.self, forKey: "rating") ?? 3
            name =
                try unarchiver.decodeIfPresent(String.self, forKey: "name")
                ?? unarchiver.decode(String.self, forKey: "title")
            duration =
                try unarchiver.decodeIfPresent(Double.self, forKey: "duration")
                ?? Double(unarchiver.decode(Int.self, forKey: "seconds"))
            genre =
                try unarchiver.decodeIfPresent(Genre.self, forKey: "genre2")
                ?? unarchiver.decode(Genre.self, forKey: "genre")
        }
    }

    final class Player: Codingable {
        static var codedClassName: String { "Music.Player" }
        static var codedClassAliases: [String] { ["OldApp.Player"] }
        let name: String

        init(name: String) { self.name = name }

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(name, forKey: "name") }

        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
        }
    }

    struct Address: Codingable {
        static var codedClassName: String { "Address" }
        var street: String
        var city: String

        init(street: String, city: String) { (self.street, self.city) = (street, city) }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(street, forKey: "street")
            try archiver.encode(city, forKey: "city")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            street = try unarchiver.decode(String.self, forKey: "street")
            city = try unarchiver.decode(String.self, forKey: "city")
        }
    }

    final class Customer: Codingable {
        static var codedClassName: String { "Customer" }
        let name: String
        let address: Address

        init(name: String, address: Address) { (self.name, self.address) = (name, address) }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(name, forKey: "name")
            try archiver.encode(address, forKey: "address")
            try address.encode(with: archiver)  // for older versions, which have no such class
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            address = try unarchiver.decodeIfPresent(Address.self, forKey: "address") ?? Address(coder: unarchiver)
        }
    }

    final class Shape: Codingable {
        static var codedClassName: String { "Shape" }
        static var codedClassAliases: [String] { ["Circle", "Square"] }
        let width: Double
        let isRound: Bool

        init(width: Double, isRound: Bool) { (self.width, self.isRound) = (width, isRound) }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(width, forKey: "width")
            try archiver.encode(isRound, forKey: "isRound")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            switch unarchiver.currentClass?.name {
            case "Circle": (width, isRound) = (2 * (try unarchiver.decodeDouble(forKey: "radius")), true)
            case "Square": (width, isRound) = (try unarchiver.decodeDouble(forKey: "side"), false)
            default:
                width = try unarchiver.decodeDouble(forKey: "width")
                isRound = try unarchiver.decodeBool(forKey: "isRound")
            }
        }
    }

    class Account: CodedObject {
        override class var codedClassName: String { "Account" }
        let owner: String

        init(owner: String) {
            self.owner = owner
            super.init()
        }

        override func encode(with archiver: KeyedArchiver) throws { try archiver.encode(owner, forKey: "owner") }

        required init(coder unarchiver: KeyedUnarchiver) throws {
            owner = try unarchiver.decode(String.self, forKey: "owner")
            isOldBusiness = try unarchiver.decodeBool(forKey: "isBusiness")
            try super.init(coder: unarchiver)
        }

        private var isOldBusiness = false

        override func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
            isOldBusiness ? BusinessAccount(owner: owner) : nil
        }
    }

    final class BusinessAccount: Account {
        override class var codedClassName: String { "BusinessAccount" }
        override class var codedClassFallbacks: [String] { ["Account"] }

        override func encode(with archiver: KeyedArchiver) throws {
            try super.encode(with: archiver)
            try archiver.encode(true, forKey: "isBusiness")
        }

        override func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { nil }
    }

    final class Note: Codingable {
        static var codedClassName: String { "Note" }
        static let version = 2
        let text: String

        init(text: String) { self.text = text }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(Self.version, forKey: "Note.version")
            try archiver.encode(text, forKey: "text")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            let version = try unarchiver.decodeIfPresent(Int.self, forKey: "Note.version") ?? 1
            guard version < 10 else {
                throw unarchiver.failure(
                    .unsupportedVersion, "the note has version \(version)", key: "Note.version",
                    remedy: "open it with a newer version of this program")
            }
            let stored = try unarchiver.decode(String.self, forKey: "text")
            text = version == 1 ? String(stored.reversed()) : stored  // version 1 stored it backwards
        }
    }
}

/// The examples of the article "Changing a class over time", compiled and run, each in four directions: archives of both
/// versions of a program, read by both.
struct ChangingAClassTests {
    private func bytes(_ object: some Codingable) throws -> [UInt8] {
        try KeyedArchiver.archivedBytes(withRootObject: object)
    }

    private func read<Object: Codingable>(_ type: Object.Type, _ bytes: [UInt8]) throws -> Object {
        try #require(try KeyedUnarchiver.unarchivedObject(of: type, from: bytes))
    }

    @Test func `keys are added, renamed, retired and stored as another type`() throws {
        let old = try bytes(Old.Song(title: "Blue", seconds: 200, genre: .jazz, sleeve: "red"))
        let new = try bytes(New.Song(name: "Air", duration: 100.5, genre: .ambient, rating: 5))

        let upgraded = try read(New.Song.self, old)
        expectRows {
            (upgraded.name, "Blue")
            (upgraded.duration, 200)
            (upgraded.genre, .jazz)
            (upgraded.rating, 3)
        }
        let downgraded = try read(Old.Song.self, new)
        expectRows {
            (downgraded.title, "Air")
            (downgraded.seconds, 101)
            (downgraded.genre, .pop)
            (downgraded.sleeve, "")
        }
        let current = try read(New.Song.self, new)
        expectRows {
            (current.name, "Air")
            (current.duration, 100.5)
            (current.genre, .ambient)
            (current.rating, 5)
        }
        #expect(try read(Old.Song.self, old).seconds == 200)
    }

    @Test func `a class is renamed, by an alias, a rule and a name set on the archiver`() throws {
        typealias Player = New.Player
        let player = Player(name: "Ada")
        #expect(try read(Player.self, bytes(Old.Player(name: "Ada"))).name == "Ada")

        var registry = ClassRegistry.standard
        registry.register(Player.self)
        registry.renameClasses(withPrefix: "OldApp.", to: "Music.")
        let graph = try KeyedUnarchiver.unarchivedGraph(
            from: bytes(ArchivedArray([Old.Player(name: "Ada")])), registry: registry)
        #expect(((graph as? ArchivedArray)?.elements.first as? Player)?.name == "Ada")

        let archiver = KeyedArchiver()
        archiver.setClassName("OldApp.Player", for: Player.self)
        try archiver.encode(player, forKey: "root")
        let forOldPrograms = try archiver.encodedBytes
        #expect(try read(Old.Player.self, forOldPrograms).name == "Ada")
        #expect(throws: ArchiveError(.unknownClass, "")) { try read(Old.Player.self, bytes(player)) }
    }

    @Test func `a class gives some of its fields to another`() throws {
        let old = try bytes(Old.Customer(name: "Ada", street: "Main St", city: "London"))
        let new = try bytes(New.Customer(name: "Ada", address: New.Address(street: "Main St", city: "London")))
        for bytes in [old, new] {
            let (before, after) = (try read(Old.Customer.self, bytes), try read(New.Customer.self, bytes))
            expectRows {
                (before.city, "London")
                (after.address.city, "London")
                (after.address.street, before.street)
            }
        }
    }

    @Test func `two classes become one`() throws {
        let circle = try read(New.Shape.self, bytes(Old.Circle(radius: 2)))
        let square = try read(New.Shape.self, bytes(Old.Square(side: 3)))
        let shape = try read(New.Shape.self, bytes(New.Shape(width: 5, isRound: true)))
        expectRows {
            (circle.width, 4)
            (circle.isRound, true)
            (square.width, 3)
            (square.isRound, false)
            (shape.width, 5)
        }
    }

    @Test func `one class becomes two, and older versions fall back`() throws {
        let old = try bytes(Old.Account(owner: "Ada", isBusiness: true))
        #expect(try read(New.Account.self, old) is New.BusinessAccount)
        let personal = try bytes(Old.Account(owner: "Ada", isBusiness: false))
        #expect(try !(read(New.Account.self, personal) is New.BusinessAccount))

        let new = try bytes(New.BusinessAccount(owner: "Ada"))
        let downgraded = try read(Old.Account.self, new)
        #expect(downgraded.owner == "Ada" && downgraded.isBusiness)
        var registry = ClassRegistry.standard
        registry.register(New.BusinessAccount.self)
        let current = try KeyedUnarchiver.unarchivedObject(of: New.Account.self, from: new, registry: registry)
        #expect(current is New.BusinessAccount)
    }

    @Test func `a version tells what a value means, and refuses what is too new`() throws {
        #expect(try read(New.Note.self, bytes(Old.Note(text: "adA"))).text == "Ada")
        #expect(try read(New.Note.self, bytes(New.Note(text: "Ada"))).text == "Ada")
        #expect(try read(Old.Note.self, bytes(New.Note(text: "Ada"))).text == "Ada")

        let object = ArchivedObject(ArchivedClass(name: "Note", hierarchy: ["Note", "NSObject"]))
        object["Note.version"] = .inline(11)
        let error = #expect(throws: ArchiveError.self) { try read(New.Note.self, bytes(object)) }
        #expect(error?.code == .unsupportedVersion && error?.remedy == "open it with a newer version of this program")
    }

    @Test func `an integer of any width is read as another that holds it`() throws {
        let wide = try bytes(Old.Sketch(width: 300))
        let unarchiver = try KeyedUnarchiver(forReadingFrom: wide)
        unarchiver.registry.register(Narrow.self, forClassName: "Sketch")
        #expect(try unarchiver.decodeObject(of: Narrow.self, forKey: "root")?.width == 300)
        #expect(throws: ArchiveError(.invalidUnarchiveOperation, "")) {
            try KeyedUnarchiver(forReadingFrom: wide).decode(Real.self, forKey: "root")
        }
        let wider = try bytes(Old.Sketch(width: 70_000))
        #expect(throws: ArchiveError(.range, "")) {
            try KeyedUnarchiver.unarchivedObject(of: Narrow.self, from: wider)
        }
    }

    private final class Narrow: Codingable {
        static var codedClassName: String { "Sketch" }
        let width: Int16

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(width, forKey: "width") }

        init(coder unarchiver: KeyedUnarchiver) throws { width = try unarchiver.decode(Int16.self, forKey: "width") }
    }

    private final class Real: Codingable {
        static var codedClassName: String { "Sketch" }

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws { _ = try unarchiver.decode(Double.self, forKey: "width") }
    }

    @Test func `objects of a class that is gone are kept`() throws {
        let bytes = try self.bytes(ArchivedArray([Old.Sketch(width: 3), Old.Note(text: "adA")]))
        var registry = ClassRegistry.standard
        registry.register(New.Note.self)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        let list = try unarchiver.decodeObject(forKey: "root")
        #expect(((list as? ArchivedArray)?.elements.first as? ArchivedObject)?.archivedClass.name == "Sketch")
        let written = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: list))
        #expect(written["root[0].width"].int == 3)
    }

    @Test func `every example is here`() throws {
        let (missing, count) = try DocumentationExamples.missing(
            ofArticle: "KeyedArchiving/Documentation.docc/ChangingAClass.md", compiledIn: #filePath)
        #expect(missing == [])
        #expect(count == 9)
    }
}
