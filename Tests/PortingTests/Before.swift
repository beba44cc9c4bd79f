import Foundation
import KeyedArchivingFoundation

// The model of the article "Porting a model" as it was. Its classes are in no other type, because Foundation on Linux
// codes no others.

#if !canImport(ObjectiveC)
    /// Foundation's root class on Linux has no `awakeAfter(using:)`; Apple's has.
    class NSObject: Foundation.NSObject {
        func awakeAfter(using coder: NSCoder) -> Any? { self }
    }

    /// On Linux every method of the delegate is required.
    extension NSKeyedUnarchiverDelegate {
        /// Asks for the hook that Apple's unarchiver asks for itself.
        func unarchiver(_ unarchiver: NSKeyedUnarchiver, didDecode object: Any?) -> Any? {
            (object as? NSObject).map { $0.awakeAfter(using: unarchiver) } ?? object
        }

        func unarchiver(_ unarchiver: NSKeyedUnarchiver, willReplace object: Any, with newObject: Any) {}
        func unarchiverWillFinish(_ unarchiver: NSKeyedUnarchiver) {}
        func unarchiverDidFinish(_ unarchiver: NSKeyedUnarchiver) {}
    }
#endif

enum Genre: Int { case novel, travel }

class Cover: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let image: Data
    init(image: Data) { self.image = image }
    func encode(with coder: NSCoder) { coder.encode(image, forKey: "image") }
    required init?(coder: NSCoder) {
        guard let image = coder.decodeObject(of: NSData.self, forKey: "image") else { return nil }
        self.image = image as Data
    }
}

class Item: NSObject, NSCoding {
    let title: String
    init(title: String) { self.title = title }
    func encode(with coder: NSCoder) { coder.encode(title, forKey: "title") }
    required init?(coder: NSCoder) { title = coder.decodeObject(forKey: "title") as? String ?? "" }
}

class Book: Item {
    let genre: Genre, authors: [String], cover: Cover?
    init(title: String, genre: Genre, authors: [String], cover: Cover?) {
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
        authors = coder.decodeObject(forKey: "authors") as? [String] ?? []
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

final class Shelf: NSObject, NSCoding, RandomAccessCollection {
    let items: [Item]
    weak var library: Library?
    init(items: [Item]) { self.items = items }
    var startIndex: Int { items.startIndex }
    var endIndex: Int { items.endIndex }
    subscript(position: Int) -> Item { items[position] }
    func encode(with coder: NSCoder) {
        coder.encode(items, forKey: "items")
        coder.encodeConditionalObject(library, forKey: "library")
    }
    required init?(coder: NSCoder) {
        items = coder.decodeObject(forKey: "items") as? [Item] ?? []
        library = coder.decodeObject(forKey: "library") as? Library
    }
}

protocol Borrower { var name: String { get } }

class Reader: NSObject, NSCoding, Borrower {
    let name: String, joined: Date, settings: [String: Any]
    init(name: String, joined: Date, settings: [String: Any]) {
        (self.name, self.joined, self.settings) = (name, joined, settings)
    }
    func encode(with coder: NSCoder) {
        coder.encode(2, forKey: "version")
        coder.encode(name, forKey: "name")
        coder.encode(joined, forKey: "joined")
        coder.encode(settings, forKey: "settings")
    }
    required init?(coder: NSCoder) {
        name = coder.decodeObject(forKey: "name") as? String ?? ""
        let isOld = coder.decodeInteger(forKey: "version") < 2
        joined = isOld ? .distantPast : coder.decodeObject(forKey: "joined") as? Date ?? .distantPast
        settings = coder.decodeObject(forKey: "settings") as? [String: Any] ?? [:]
    }
}

class School: NSObject, NSCoding, Borrower {
    let name: String
    init(name: String) { self.name = name }
    func encode(with coder: NSCoder) { coder.encode(name, forKey: "name") }
    required init?(coder: NSCoder) { name = coder.decodeObject(forKey: "name") as? String ?? "" }
}

class Loan: NSObject, NSCoding {
    let item: Item?, borrower: (any Borrower)?
    init(item: Item, borrower: any Borrower) { (self.item, self.borrower) = (item, borrower) }
    func encode(with coder: NSCoder) {
        coder.encode(item, forKey: "item")
        coder.encode(borrower, forKey: "borrower")
    }
    required init?(coder: NSCoder) {
        item = coder.decodeObject(forKey: "item") as? Item
        borrower = coder.decodeObject(forKey: "borrower") as? any Borrower
    }
}

class Rules: NSObject, NSCoding {
    nonisolated(unsafe) static let shared = Rules()
    override init() {}
    func encode(with coder: NSCoder) {}
    required init?(coder: NSCoder) {}
    override func awakeAfter(using coder: NSCoder) -> Any? { Rules.shared }
}

class Library: NSObject, NSCoding {
    let shelves: [Shelf], loans: [Loan], rules: Rules?
    init(shelves: [Shelf], loans: [Loan]) {
        (self.shelves, self.loans, rules) = (shelves, loans, .shared)
        super.init()
        for shelf in shelves { shelf.library = self }
    }
    func encode(with coder: NSCoder) {
        coder.encode(shelves, forKey: "shelves")
        coder.encode(loans, forKey: "loans")
        coder.encode(rules, forKey: "rules")
    }
    required init?(coder: NSCoder) {
        shelves = coder.decodeObject(forKey: "shelves") as? [Shelf] ?? []
        loans = coder.decodeObject(forKey: "loans") as? [Loan] ?? []
        rules = coder.decodeObject(forKey: "rules") as? Rules
        super.init()
        for shelf in shelves { shelf.library = self }
    }
}

class OldNames: NSObject, NSKeyedUnarchiverDelegate {
    func unarchiver(
        _ unarchiver: NSKeyedUnarchiver, cannotDecodeObjectOfClassName name: String, originalClasses: [String]
    ) -> AnyClass? { name == "Journal" ? Magazine.self : nil }
}

/// Reads and writes the model with Foundation's coders.
enum Before {
    /// The classes by the names that they have in archives.
    ///
    /// On Apple's systems their declarations would have `@objc(Cover)` and so on instead.
    private static let classes: [(name: String, type: AnyClass)] = [
        ("Cover", Cover.self), ("Item", Item.self), ("Book", Book.self), ("Magazine", Magazine.self),
        ("Shelf", Shelf.self), ("Reader", Reader.self), ("School", School.self), ("Loan", Loan.self),
        ("Rules", Rules.self), ("Library", Library.self),
    ]

    static func library(in data: Data) throws -> Library? {
        #if canImport(ObjectiveC)
            let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        #else
            // Foundation on Linux decodes a cycle without end.
            var archive = try KeyedArchive(data)
            try archive.set(.uid(0), at: "root.shelves[0].library")
            let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archive.data())
        #endif
        for (name, type): (String, AnyClass) in classes { unarchiver.setClass(type, forClassName: name) }
        unarchiver.requiresSecureCoding = false
        let oldNames = OldNames()
        unarchiver.delegate = oldNames
        return unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? Library
    }

    /// - Parameter magazineName: The name under which magazines are written.
    static func data(of library: Library, magazineName: String) -> Data {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.outputFormat = .xml
        archiver.encode(library, forKey: NSKeyedArchiveRootObjectKey)
        archiver.finishEncoding()
        // Foundation on Linux writes no other names than those of its classes.
        let text = String(decoding: archiver.encodedData, as: UTF8.self)
        return Data(text.replacing("PortingTests.", with: "").replacing(">Magazine<", with: ">\(magazineName)<").utf8)
    }
}
