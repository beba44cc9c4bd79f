import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The example of the article "Errors and cures", which `.ci/errors-page` makes, and that every code is in it.
struct ErrorsAndCuresTests {
    private final class Person: Codingable {
        static var codedClassName: String { "Person" }
        let age: Int
        var friend: Person?

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            age = try unarchiver.decode(Int.self, forKey: "age")
            try unarchiver.register(self)
            friend = try unarchiver.decodeObject(of: Person.self, forKey: "friend")
        }
    }

    private var output: [String] = []

    private mutating func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }

    @Test mutating func `an error says the place, the reason and the remedy`() throws {
        let bytes = try SmallArchive(
            ["age": 36, "friend": .uid(2), "$class": .uid(3)], ["name": "Charles", "$class": .uid(3)],
            .classRecord("Person", "NSObject")
        ).bytes()
        do {
            _ = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes)
        } catch let error as ArchiveError where error.code == .valueNotFound {
            print(error)
        }
        #expect(try output == [Self.article().components(separatedBy: "```\n")[2].components(separatedBy: "\n")[0]])
    }

    private static func article() throws -> String {
        let path = Corpus.packageFolder.appendingPathComponent(
            "Sources/KeyedArchiving/Documentation.docc/ErrorsAndCures.md")
        return try String(contentsOf: path, encoding: .utf8)
    }

    @Test func `every code has a section`() throws {
        let lines = Set(try Self.article().components(separatedBy: "\n"))
        #expect(ArchiveError.Code.all.map(\.name).filter { !lines.contains("### \($0)") } == [])
    }

    @Test func `every example is here`() throws {
        let (missing, count) = try DocumentationExamples.missing(
            ofArticle: "KeyedArchiving/Documentation.docc/ErrorsAndCures.md", compiledIn: #filePath)
        #expect(missing == [])
        #expect(count == 1)
    }
}
