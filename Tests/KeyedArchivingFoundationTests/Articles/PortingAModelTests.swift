import Foundation
import KeyedArchivingFoundation
import TestSupport
import Testing

// The model of the article "Porting a model", before and after.

private enum Before {
    enum Genre: Int { case novel, travel }

    class Cover: NSObject, NSCoding {
        let color: String
        init(color: String) { self.color = color }
        func encode(with coder: NSCoder) { coder.encode(color, forKey: "color") }
        required init?(coder: NSCoder) { color = coder.decodeObject(forKey: "color") as? String ?? "" }
    }

    class Author: NSObject, NSCoding {
        let name: String
        init(name: String) { self.name = name }
        func encode(with coder: NSCoder) { coder.encode(name, forKey: "name") }
        required init?(coder: NSCoder) { name = coder.decodeObject(forKey: "name") as? String ?? "" }
    }

    class Item: NSObject, NSCoding {
        let title: String
        init(title: String) { self.title = title }
        func encode(with coder: NSCoder) { coder.encode(title, forKey: "title") }
        required init?(coder: NSCoder) { title = coder.decodeObject(forKey: "title") as? String ?? "" }
    }

    class Book: Item {
        let genre: Genre, authors: [Author], cover: Cover?
        init(title: String, genre: Genre, authors: [Author], cover: Cover?) {
            (self.genre, self.authors, self.cover) = (genre, authors, cover)
            super.init(title: title)
        }
        override func encode(with coder: NSCoder) {
            super.encode(with: coder)
            coder.encode(genre.rawValue, forKey: "genre")
            coder.encode(authors, forKey: "authors")
            coder.encode(cover, forKey: "cover")
        }
        required init?(coder: NSCoder) {
            genre = Genre(rawValue: coder.decodeInteger(forKey: "genre")) ?? .novel
            authors = coder.decodeObject(forKey: "authors") as? [Author] ?? []
            cover = coder.decodeObject(forKey: "cover") as? Cover
            super.init(coder: coder)
        }
    }

    class Magazine: Item {
        let issue: Int
        init(title: String, issue: Int) {
            self.issue = issue
            super.init(title: title)
        }
        override func encode(with coder: NSCoder) {
            super.encode(with: coder)
            coder.encode(issue, forKey: "issue")
        }
        required init?(coder: NSCoder) {
            issue = coder.decodeInteger(forKey: "issue")
            super.init(coder: coder)
        }
    }

    class Shelf: NSObject, NSCoding {
        let items: [Item]
        weak var library: Library?
        init(items: [Item]) { self.items = items }
        func encode(with coder: NSCoder) {
            coder.encode(items, forKey: "items")
            coder.encodeConditionalObject(library, forKey: "library")
        }
        required init?(coder: NSCoder) {
            items = coder.decodeObject(forKey: "items") as? [Item] ?? []
            library = coder.decodeObject(forKey: "library") as? Library
        }
    }

    class Reader: NSObject, NSCoding {
        let name: String, joined: Date
        init(name: String, joined: Date) { (self.name, self.joined) = (name, joined) }
        func encode(with coder: NSCoder) {
            coder.encode(name, forKey: "name")
            coder.encode(joined, forKey: "joined")
        }
        required init?(coder: NSCoder) {
            name = coder.decodeObject(forKey: "name") as? String ?? ""
            joined = coder.decodeObject(forKey: "joined") as? Date ?? .distantPast
        }
    }

    class Loan: NSObject, NSCoding {
        let item: Item?, reader: Reader?
        init(item: Item, reader: Reader) { (self.item, self.reader) = (item, reader) }
        func encode(with coder: NSCoder) {
            coder.encode(item, forKey: "item")
            coder.encode(reader, forKey: "reader")
        }
        required init?(coder: NSCoder) {
            item = coder.decodeObject(forKey: "item") as? Item
            reader = coder.decodeObject(forKey: "reader") as? Reader
        }
    }

    class Library: NSObject, NSCoding {
        let shelves: [Shelf], readers: [Reader], loans: [Loan]
        init(shelves: [Shelf], readers: [Reader], loans: [Loan]) {
            (self.shelves, self.readers, self.loans) = (shelves, readers, loans)
            super.init()
            for shelf in shelves { shelf.library = self }
        }
        func encode(with coder: NSCoder) {
            coder.encode(shelves, forKey: "shelves")
            coder.encode(readers, forKey: "readers")
            coder.encode(loans, forKey: "loans")
        }
        required init?(coder: NSCoder) {
            shelves = coder.decodeObject(forKey: "shelves") as? [Shelf] ?? []
            readers = coder.decodeObject(forKey: "readers") as? [Reader] ?? []
            loans = coder.decodeObject(forKey: "loans") as? [Loan] ?? []
            super.init()
            for shelf in shelves { shelf.library = self }
        }
    }
}

private enum After {
    enum Genre: Int, Codingable { case novel, travel }

    struct Cover: Codingable {
        static var codedClassName: String { "Cover" }
        let color: String
        init(color: String) { self.color = color }
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(color, forKey: "color") }
        init(coder unarchiver: KeyedUnarchiver) throws { color = try unarchiver.decode(String.self, forKey: "color") }
    }

    final class Author: Codingable {
        static var codedClassName: String { "Author" }
        let name: String
        init(name: String) { self.name = name }
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(name, forKey: "name") }
        init(coder unarchiver: KeyedUnarchiver) throws { name = try unarchiver.decode(String.self, forKey: "name") }
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
        let genre: Genre, authors: [Author], cover: Cover?
        init(title: String, genre: Genre, authors: [Author], cover: Cover?) {
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
            authors = try unarchiver.decode([Author].self, forKey: "authors")
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

    final class Shelf: Codingable {
        static var codedClassName: String { "Shelf" }
        let items: [Item]
        weak var library: Library?
        init(items: [Item]) { self.items = items }
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(items, forKey: "items")
            try archiver.encodeConditionalObject(library, forKey: "library")
        }
        init(coder unarchiver: KeyedUnarchiver) throws {
            items = try unarchiver.decode([Item].self, forKey: "items")
            try unarchiver.decodeObject(of: Library.self, forKey: "library", onceAvailable: { self.library = $0 })
        }
    }

    final class Reader: Codingable {
        static var codedClassName: String { "Reader" }
        let name: String, joined: Date
        init(name: String, joined: Date) { (self.name, self.joined) = (name, joined) }
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(name, forKey: "name")
            try archiver.encode(joined, forKey: "joined")
        }
        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            joined = try unarchiver.decode(Date.self, forKey: "joined")
        }
    }

    final class Loan: Codingable {
        static var codedClassName: String { "Loan" }
        let item: Item, reader: Reader
        init(item: Item, reader: Reader) { (self.item, self.reader) = (item, reader) }
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(item, forKey: "item")
            try archiver.encode(reader, forKey: "reader")
        }
        init(coder unarchiver: KeyedUnarchiver) throws {
            item = try unarchiver.decode(Item.self, forKey: "item")
            reader = try unarchiver.decode(Reader.self, forKey: "reader")
        }
    }

    final class Library: Codingable {
        static var codedClassName: String { "Library" }
        let shelves: [Shelf], readers: [Reader], loans: [Loan]
        init(shelves: [Shelf], readers: [Reader], loans: [Loan]) {
            (self.shelves, self.readers, self.loans) = (shelves, readers, loans)
            for shelf in shelves { shelf.library = self }
        }
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(shelves, forKey: "shelves")
            try archiver.encode(readers, forKey: "readers")
            try archiver.encode(loans, forKey: "loans")
        }
        init(coder unarchiver: KeyedUnarchiver) throws {
            shelves = try unarchiver.decode([Shelf].self, forKey: "shelves")
            readers = try unarchiver.decode([Reader].self, forKey: "readers")
            loans = try unarchiver.decode([Loan].self, forKey: "loans")
        }
    }
}

/// The examples of the article "Porting a model", compiled and run.
struct PortingAModelTests {
    private typealias Library = After.Library
    private typealias Book = After.Book
    private typealias Magazine = After.Magazine

    private static let joined = Date(timeIntervalSinceReferenceDate: 1_000)

    /// Both models agree on everything that is asked here.
    private func check(_ library: Library?) throws {
        let library = try #require(library)
        let shelf = try #require(library.shelves.first)
        #expect(shelf.library === library)
        #expect(shelf.items.map(\.title) == ["Walden", "Nature"])
        let book = try #require(shelf.items.first as? Book)
        expectRows {
            (book.genre, .travel)
            (book.cover?.color, "green")
            (book.authors.first?.name, "Thoreau")
            ((shelf.items.last as? Magazine)?.issue, 12)
            library.loans.first?.item === book
            library.loans.first?.reader === library.readers.first
            (library.readers.first?.joined, Self.joined)
        }
    }

    @Test func `the model after comes back as it was`() throws {
        let book = After.Book(
            title: "Walden", genre: .travel, authors: [After.Author(name: "Thoreau")],
            cover: After.Cover(color: "green"))
        let reader = After.Reader(name: "Ada", joined: Self.joined)
        let original = After.Library(
            shelves: [After.Shelf(items: [book, After.Magazine(title: "Nature", issue: 12)])], readers: [reader],
            loans: [After.Loan(item: book, reader: reader)])
        let data = try KeyedArchiver.archivedData(withRootObject: original)
        try check(try decoded(data))
    }

    private func decoded(_ data: Data) throws -> Library? {
        var registry = ClassRegistry.foundation
        registry.register(Book.self)
        registry.register(Magazine.self)
        let library = try KeyedUnarchiver.unarchivedObject(of: Library.self, from: data, registry: registry)
        return library
    }

    @Test func `every example is here`() throws {
        let (missing, count) = try DocumentationExamples.missing(
            ofArticle: "KeyedArchiving/Documentation.docc/PortingAModel.md", compiledIn: #filePath)
        #expect(missing == [])
        #expect(count == 10)
    }
}
