import PropertyLists
import TestSupport
import Testing

/// The examples of the article on codable types, run.
@Suite struct CodableTypesArticleTests {
    @Test func `what a file holds comes back`() throws {
        struct Settings: Codable {
            var volume: Double
            var recent: [String]
            var theme: String?
        }

        let bytes = try PlistEncoder(outputFormat: .xml).encode(Settings(volume: 0.5, recent: ["a"]))
        let settings = try PlistDecoder().decode(Settings.self, from: bytes)
        #expect(settings.volume == 0.5)
        #expect(settings.recent == ["a"])
        #expect(settings.theme == nil)
    }

    @Test func `dates and UIDs need no Foundation`() throws {
        struct Entry: Codable {
            var when: PropertyList
            var owner: UID
        }
        let list = try PlistEncoder().propertyList(encoding: Entry(when: .date(0), owner: 1))
        #expect(list["when"] == .date(0))
        #expect(list["owner"] == .uid(1))
    }

    @Test func `the examples are those of the article`() throws {
        let missing = try DocumentationExamples.missing(
            ofArticle: "PropertyLists/Documentation.docc/CodableTypes.md", compiledIn: #filePath)
        #expect(missing.examples.isEmpty, "\(missing.examples.joined(separator: "\n"))")
        #expect(missing.count == 2)
    }
}
