import PropertyLists
import TestSupport
import Testing

/// The examples of the article "Property lists without Foundation", compiled and run.
struct PropertyListsWithoutFoundationTests {
    private static let original: PropertyList = ["name": "Ada", "isDraft": true, "scores": [1, 2.5]]

    func list(in bytes: [UInt8]) throws -> PropertyList {
        switch try PropertyListFormat(detecting: bytes) {
        case .binary: try BinaryPropertyListReader(bytes).tree()
        case .xml: try XMLPropertyListReader().read(bytes)
        case .openStep: try OpenStepPropertyListReader().read(bytes)
        }
    }

    @Test func `a list is read, changed and written in each form`() throws {
        let bytes = try BinaryPropertyListWriter().write(Self.original)
        let settings = try list(in: bytes)
        let name = settings["name"]?.stringValue
        let firstScore = settings["scores"]?[0]?.doubleValue
        #expect(name == "Ada" && firstScore == 1)

        var fields = settings.dictionaryValue ?? [:]
        fields["name"] = "Grace"
        fields["isDraft"] = nil

        var scores = fields["scores"]?.arrayValue ?? []
        scores.append(3.5)
        fields["scores"] = .array(scores)

        let changed = PropertyList.dictionary(fields)
        #expect(changed == ["name": "Grace", "scores": [1, 2.5, 3.5]])

        let binary = try BinaryPropertyListWriter().write(changed)
        let xml = try XMLPropertyListWriter().write(changed)
        let text = try OpenStepPropertyListWriter(dialect: .gnuStep).write(changed)
        for bytes in [binary, xml, text] { #expect(try list(in: bytes) == changed) }
    }

    @Test func `a new list has a literal`() throws {
        let new: PropertyList = ["name": "Ada", "scores": [1, 2.5], "photo": .data([1, 2, 3]), "born": .date(0)]
        let bytes = try XMLPropertyListWriter(sortsKeys: false).write(new)
        #expect(try list(in: bytes) == new)
    }

    @Test func `a form refuses what it can't hold`() {
        #expect(throws: ArchiveError(.unrepresentable, "")) { try XMLPropertyListWriter().write([.null]) }
        #expect(throws: ArchiveError(.unrepresentable, "")) { try OpenStepPropertyListWriter().write(.uid(1)) }
    }

    @Test func `a type is decoded from each form`() throws {
        let original = Self.original
        for bytes in [
            try BinaryPropertyListWriter().write(original), try XMLPropertyListWriter().write(original),
            try OpenStepPropertyListWriter(dialect: .gnuStep).write(original),
        ] {
            struct Player: Codable {
                var name: String
                var scores: [Double]
            }

            var player = try PlistDecoder().decode(Player.self, from: bytes)
            player.scores.append(3.5)
            let encoded = try PlistEncoder(outputFormat: .xml).encode(player)
            #expect(try list(in: encoded) == ["name": "Ada", "scores": [1.0, 2.5, 3.5]])
        }
    }

    @Test func `an error has a place and a remedy`() throws {
        var output: [String] = []
        func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }

        func names(in bytes: [UInt8]) -> [String] {
            do {
                let list = try XMLPropertyListReader(limits: .untrusted).read(bytes)
                return list.arrayValue?.compactMap(\.stringValue) ?? []
            } catch {
                print(error.code, error.reason, error.line ?? 0, error.remedy ?? "")
                return []
            }
        }

        #expect(names(in: try XMLPropertyListWriter().write(["Ada", 1, "Grace"])) == ["Ada", "Grace"])
        #expect(output == [])
        #expect(names(in: Array("<plist>\n<array><string>Ada".utf8)) == [])
        #expect(output == ["truncated the text ends inside <string> 2 close it with </string>"])
    }

    @Test func `every example is here`() throws {
        let (missing, count) = try DocumentationExamples.missing(
            ofArticle: "PropertyLists/Documentation.docc/PropertyListsWithoutFoundation.md", compiledIn: #filePath)
        #expect(missing == [])
        #expect(count == 7)
    }
}
