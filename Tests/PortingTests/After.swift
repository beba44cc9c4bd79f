import Foundation
import KeyedArchivingFoundation

/// The model of the article "Porting a model" as it is.
enum After {
    enum Genre: Int, Codingable { case novel, travel }

    struct Cover: Codingable {
        static var codedClassName: String { "Cover" }
        let image: Data
        init(image: Data) { self.image = image }
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(image, forKey: "image") }
        init(coder unarchiver: KeyedUnarchiver) throws { image = try unarchiver.decode(Data.self, forKey: "image") }
    }

    class Item: CodedObject {
        override class var codedClassName: String { "Item" }
        let title: String
        init(title: String) {
            self.title = title
            super.init()
        }
        override func encode(with archiver: KeyedArchiver) throws { try archiver.encode(title, forKey: "title") }
        required init(coder unarchiver: KeyedUnarchiver) throws {
            title = try unarchiver.decode(String.self, forKey: "title")
            try super.init(coder: unarchiver)
        }
    }

    final class Book: Item {
        override class var codedClassName: String { "Book" }
        let genre: Genre, authors: [String], cover: Cover?
        init(title: String, genre: Genre, authors: [String], cover: Cover?) {
            (self.genre, self.authors, self.cover) = (genre, authors, cover)
            super.init(title: title)
        }
        override func encode(with archiver: KeyedArchiver) throws {
            try super.encode(with: archiver)
            try archiver.encode(genre, forKey: "genre")
            try archiver.encode(authors, forKey: "authors")
            try archiver.encode(cover, forKey: "cover")
        }
        required init(coder unarchiver: KeyedUnarchiver) throws {
            genre = try unarchiver.decode(Genre.self, forKey: "genre")
            authors = try unarchiver.decode([String].self, forKey: "authors")
            cover = try unarchiver.decodeIfPresent(Cover.self, forKey: "cover")
            try super.init(coder: unarchiver)
        }
    }

    final class Magazine: Item {
        override class var codedClassName: String { "Magazine" }
        let issue: Int
        init(title: String, issue: Int) {
            self.issue = issue
            super.init(title: title)
        }
        override func encode(with archiver: KeyedArchiver) throws {
            try super.encode(with: archiver)
            try archiver.encode(issue, forKey: "issue")
        }
        required init(coder unarchiver: KeyedUnarchiver) throws {
            issue = try unarchiver.decodeInteger(forKey: "issue")
            try super.init(coder: unarchiver)
        }
    }

    final class Shelf: Codingable, RandomAccessCollection {
        static var codedClassName: String { "Shelf" }
        let items: [Item]
        weak var library: Library?
        init(items: [Item]) { self.items = items }
        var startIndex: Int { items.startIndex }
        var endIndex: Int { items.endIndex }
        subscript(position: Int) -> Item { items[position] }
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(items, forKey: "items")
            try archiver.encodeConditionalObject(library, forKey: "library")
        }
        init(coder unarchiver: KeyedUnarchiver) throws {
            items = try unarchiver.decode([Item].self, forKey: "items")
            try unarchiver.decodeObject(of: Library.self, forKey: "library", onceAvailable: { self.library = $0 })
        }
    }

    protocol Borrower: Codingable { var name: String { get } }

    final class Reader: Borrower {
        static var codedClassName: String { "Reader" }
        let name: String, joined: Date, settings: [String: Any]
        init(name: String, joined: Date, settings: [String: Any]) {
            (self.name, self.joined, self.settings) = (name, joined, settings)
        }
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(2, forKey: "version")
            try archiver.encode(name, forKey: "name")
            try archiver.encode(joined, forKey: "joined")
            try archiver.encodeAny(settings, forKey: "settings")
        }
        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            let isOld = try unarchiver.decodeInteger(forKey: "version") < 2
            joined = try isOld ? .distantPast : unarchiver.decode(Date.self, forKey: "joined")
            settings = try unarchiver.decodeAny(forKey: "settings") as? [String: Any] ?? [:]
        }
    }

    final class School: Borrower {
        static var codedClassName: String { "School" }
        let name: String
        init(name: String) { self.name = name }
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(name, forKey: "name") }
        init(coder unarchiver: KeyedUnarchiver) throws { name = try unarchiver.decode(String.self, forKey: "name") }
    }

    final class Loan: Codingable {
        static var codedClassName: String { "Loan" }
        let item: Item, borrower: (any Borrower)?
        init(item: Item, borrower: any Borrower) { (self.item, self.borrower) = (item, borrower) }
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(item, forKey: "item")
            try archiver.encode(borrower, forKey: "borrower")
        }
        init(coder unarchiver: KeyedUnarchiver) throws {
            item = try unarchiver.decode(Item.self, forKey: "item")
            borrower = try unarchiver.decodeObject(of: [Reader.self, School.self], forKey: "borrower") as? any Borrower
        }
    }

    final class Rules: Codingable, Sendable {
        static var codedClassName: String { "Rules" }
        static let shared = Rules()
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
        func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { Rules.shared }
    }

    final class Library: Codingable {
        static var codedClassName: String { "Library" }
        let shelves: [Shelf], loans: [Loan], rules: Rules
        init(shelves: [Shelf], loans: [Loan]) {
            (self.shelves, self.loans, rules) = (shelves, loans, .shared)
            for shelf in shelves { shelf.library = self }
        }
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(shelves, forKey: "shelves")
            try archiver.encode(loans, forKey: "loans")
            try archiver.encode(rules, forKey: "rules")
        }
        init(coder unarchiver: KeyedUnarchiver) throws {
            shelves = try unarchiver.decode([Shelf].self, forKey: "shelves")
            loans = try unarchiver.decode([Loan].self, forKey: "loans")
            rules = try unarchiver.decode(Rules.self, forKey: "rules")
        }
    }

    final class OldNames: KeyedUnarchiverDelegate {
        func unarchiver(
            _ unarchiver: KeyedUnarchiver, cannotDecodeObjectOfClassName name: String, originalClasses: [String]
        ) -> (any Codingable.Type)? { name == "Journal" ? Magazine.self : nil }
    }

    static func library(in data: Data) throws -> Library? {
        var registry = ClassRegistry.foundation
        registry.register(Book.self, Magazine.self)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: data, registry: registry)
        let oldNames = OldNames()
        unarchiver.delegate = oldNames
        let library = try unarchiver.decodeObject(of: Library.self, forKey: NSKeyedArchiveRootObjectKey)
        return library
    }

    /// - Parameter magazineName: The name under which magazines are written.
    static func data(of library: Library, magazineName: String) throws -> Data {
        let archiver = KeyedArchiver()
        archiver.setClassName(magazineName, for: Magazine.self)
        try archiver.encode(library, forKey: NSKeyedArchiveRootObjectKey)
        return try archiver.encodedData
    }
}
