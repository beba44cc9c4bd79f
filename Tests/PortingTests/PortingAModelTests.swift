import Foundation
import KeyedArchivingFoundation
import TestSupport
import Testing

/// The examples of the article "Porting a model", compiled and run, before and after.
struct PortingAModelTests {
    private static let joined = Date(timeIntervalSinceReferenceDate: 1_000)

    /// What is asked of a library, in either model.
    private struct Facts: Equatable {
        var titles: [String]
        var authors: [String]
        var genre: Int
        var image: Data
        var issue: Int
        var borrowers: [String]
        var joined: Date
        var pages: Int
        var languages: [String]
        /// The shelf is of the library, the book that was lent is that of the shelf, and the rules are shared.
        var identities: [Bool]
    }

    private static let facts = Facts(
        titles: ["Walden", "Nature"], authors: ["Thoreau"], genre: 1, image: Data([0xFF, 0xD8]), issue: 12,
        borrowers: ["Ada", "Evening School"], joined: joined, pages: 40, languages: ["en", "de"],
        identities: [true, true, true])

    private static var settings: [String: Any] { ["pages": 40, "languages": ["en", "de"]] }

    private static func before() -> Library {
        let book = Book(
            title: "Walden", genre: .travel, authors: ["Thoreau"], cover: Cover(image: Data([0xFF, 0xD8])))
        let magazine = Magazine(title: "Nature", issue: 12)
        let loans = [
            Loan(item: book, borrower: Reader(name: "Ada", joined: joined, settings: settings)),
            Loan(item: magazine, borrower: School(name: "Evening School")),
        ]
        return Library(shelves: [Shelf(items: [book, magazine])], loans: loans)
    }

    private static func after() -> After.Library {
        let book = After.Book(
            title: "Walden", genre: .travel, authors: ["Thoreau"], cover: After.Cover(image: Data([0xFF, 0xD8])))
        let magazine = After.Magazine(title: "Nature", issue: 12)
        let loans = [
            After.Loan(item: book, borrower: After.Reader(name: "Ada", joined: joined, settings: settings)),
            After.Loan(item: magazine, borrower: After.School(name: "Evening School")),
        ]
        return After.Library(shelves: [After.Shelf(items: [book, magazine])], loans: loans)
    }

    private static func facts(of library: Library?) throws -> Facts {
        let library = try #require(library)
        let shelf = try #require(library.shelves.first)
        let book = try #require(shelf.first as? Book)
        let reader = try #require(library.loans.first?.borrower as? Reader)
        return Facts(
            titles: shelf.map(\.title), authors: book.authors, genre: book.genre.rawValue,
            image: try #require(book.cover?.image), issue: try #require(shelf.last as? Magazine).issue,
            borrowers: library.loans.compactMap { $0.borrower?.name }, joined: reader.joined,
            pages: try #require(reader.settings["pages"] as? Int),
            languages: try #require(reader.settings["languages"] as? [String]),
            identities: [
                shelf.library === library, library.loans.first?.item === book, library.rules === Rules.shared,
            ])
    }

    private static func facts(of library: After.Library?) throws -> Facts {
        let library = try #require(library)
        let shelf = try #require(library.shelves.first)
        let book = try #require(shelf.first as? After.Book)
        let reader = try #require(library.loans.first?.borrower as? After.Reader)
        return Facts(
            titles: shelf.map(\.title), authors: book.authors, genre: book.genre.rawValue,
            image: try #require(book.cover?.image), issue: try #require(shelf.last as? After.Magazine).issue,
            borrowers: library.loans.compactMap { $0.borrower?.name }, joined: reader.joined,
            pages: try #require(reader.settings["pages"] as? Int),
            languages: try #require(reader.settings["languages"] as? [String]),
            identities: [
                shelf.library === library, library.loans.first?.item === book, library.rules === After.Rules.shared,
            ])
    }

    @Test(arguments: ["Magazine", "Journal"])
    func `each model reads what both write`(magazineName: String) throws {
        let old = Before.data(of: Self.before(), magazineName: magazineName)
        let new = try After.data(of: Self.after(), magazineName: magazineName)
        for data in [old, new] {
            #expect(try Self.facts(of: Before.library(in: data)) == Self.facts)
            #expect(try Self.facts(of: After.library(in: data)) == Self.facts)
        }
    }

    @Test func `each model reads readers of the first version`() throws {
        var expected = Self.facts
        expected.joined = .distantPast
        var archive = try KeyedArchive(try After.data(of: Self.after(), magazineName: "Magazine"))
        for key in ["version", "joined"] { try archive.remove(at: "root.loans[0].borrower.\(key)") }
        #expect(try Self.facts(of: Before.library(in: archive.data())) == expected)
        #expect(try Self.facts(of: After.library(in: archive.data())) == expected)
    }

    @Test func `every example is here`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let (missing, count) = try DocumentationExamples.missing(
            ofArticle: "KeyedArchiving/Documentation.docc/PortingAModel.md",
            compiledIn: folder.appendingPathComponent("Before.swift").path,
            folder.appendingPathComponent("After.swift").path)
        #expect(missing == [])
        #expect(count == 16)
    }
}
