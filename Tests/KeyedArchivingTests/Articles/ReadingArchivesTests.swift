import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The examples of the article "Opening archives that you didn't write", compiled and run, and its rules.
struct ReadingArchivesTests {
    /// A person with a friend, who refers back to her, with items and a color.
    private static let person = SmallArchive(
        [
            "friend": .uid(2), "scores": .uid(3), "items": .uid(5), "color": .uid(7), "age": 36, "data": .uid(8),
            "$class": .uid(9),
        ],
        ["name": .uid(4), "friend": .uid(1), "$class": .uid(9)],
        ["NS.objects": [.uid(6)], "$class": .uid(10)],  // 3
        "Ada",
        ["NS.objects": [.uid(2), .uid(2)], "$class": .uid(10)],  // 5
        2.5,
        ["NSColorSpace": 3, "$class": .uid(11)],  // 7
        .data((try? inner.bytes()) ?? []),
        .classRecord("Person", "NSObject"), .classRecord("NSArray", "NSObject"),
        .classRecord("NSDynamicColor", "NSColor", "NSObject"))

    private static let inner = SmallArchive(
        ["NSRGB": .data([0x30, 0]), "NSColorSpace": 1, "$class": .uid(2)], .classRecord("NSColor", "NSObject"))

    @Test func `one value is read by its path`() throws {
        let bytes = try Self.person.bytes()
        let archive = try KeyedArchive(bytes)
        let name = archive["root.friend.name"].string
        let score = try archive["root.scores[-1]"].require(\.double)
        #expect(name == "Ada" && score == 2.5)
    }

    @Test func `a property is nil where a method says where the path stopped`() throws {
        let archive = try KeyedArchive(Self.person.bytes())
        #expect(archive["root.scores[1]"].double == nil && archive["root.friend"].string == nil)
        for (path, stop, text) in [
            ("root.friend.age", "root.friend.age", "there are \"name\""),
            ("root.scores[1]", "root.scores[1]", "there are 1"),
            ("root.scores.x.y", "root.scores.x", "there are 1"),
            ("root.nobody.name", "root.nobody", "there are \"friend\""),
        ] {
            do {
                _ = try archive[path].require(\.string)
                Issue.record("\(path) leads somewhere")
            } catch {
                #expect(error.code == .valueNotFound && error.path?.description == stop)
                #expect(error.description.contains(text), "\(error)")
            }
        }
    }

    @Test func `all values of a kind are found`() throws {
        let archive = try KeyedArchive(Self.person.bytes())
        let names = try archive.matches("root.items[*].name").map(\.string)
        let colors = try archive.matches("**<NSColor>")
        #expect(names == ["Ada", "Ada"])
        // One of a subclass; that in the data is another archive's.
        #expect(colors.map(\.path.description) == ["root.color"])
        let nested = try archive.matches("**!**<NSColor>").map(\.path.description)
        #expect(nested == ["root.data!root"])
    }

    @Test func `the content of one place is shown`() throws {
        let object = ArchivedObject(ArchivedClass(name: "Thing"), fields: [.init("text", .object("c"))])
        let list: [any Codingable] = ["a", 1]
        let values: [(any Codingable, String)] = [
            (object, "[\"text\"]"), (ArchivedDictionary([("a", "b")]), "1 entries"),
            (ArchivedArray(list), "2 elements"), (ArchivedSet(["b"]), "1 elements"), ("text", "text"),
            (ArchivedDate(timeIntervalSinceReferenceDate: 0), "another value, or nothing"),
        ]
        for (value, expected) in values {
            var lines: [String] = []
            func print(_ items: Any...) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }
            let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: value))
            switch archive["root"].content {
            case .object(let fields)?: print(fields.map(\.key))
            case .dictionary(let entries)?: print(entries.count, "entries")
            case .list(let elements)?, .set(let elements)?: print(elements.count, "elements")
            case .string(let text)?: print(text)
            default: print("another value, or nothing")
            }
            #expect(lines == [expected])
        }
    }

    @Test func `each object is found once`() throws {
        let shared = ArchivedArray(["a"])
        let value = ArchivedArray([shared, shared, "b"])
        value.elements.append(value)
        let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: value))
        value.elements = []
        var lines: [String] = []
        func print(_ items: Any...) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }
        for place in try archive.matches("**") { print(place.path, place.className ?? "") }
        #expect(lines == ["root NSArray", "root[0] NSArray", "root[0][0] ", "root[2] "])
    }

    @Test func `everything in an archive is listed`() throws {
        let archive = try KeyedArchive(Self.person.bytes())
        var lines: [String] = []
        func print(_ words: String...) { lines.append(words.joined(separator: " ")) }
        for field in archive["root"].fields ?? [] { print(field.key, field.value.className ?? "inline") }
        let entries = try (0..<UInt64(archive.objectCount)).map { try archive.entry(at: UID($0)) }
        #expect(lines.prefix(3) == ["friend Person", "scores NSArray", "items NSArray"] && lines.count == 6)
        #expect(archive["root"].className == "Person")
        #expect(entries.count == 12 && entries[0] == .null && entries[4] == .value("Ada"))
        let all = try archive.matches("**").map(\.path.description)
        #expect(all.contains("root.friend.name") && !all.contains("root.friend.friend.age"))
        #expect(Set(all).count == all.count)
    }

    @Test func `what is intact of a file that was cut short is found`() throws {
        var lines: [String] = []
        func print(_ items: Any...) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }
        let damaged = Array(try Self.person.bytes().dropLast(60))
        let salvaged = try KeyedArchive.salvage(damaged)
        for loss in salvaged.losses { print(loss.uid, loss.reason) }
        let found = salvaged.archive["root.friend.name"].string
        #expect(!salvaged.isIntact && found == "Ada")
        #expect(lines.count == salvaged.losses.count)
    }

    @Test func `a theme's color is read from its archive`() throws {
        let list: PropertyList = ["Window Settings": ["Basic": ["TextColor": .data(try Self.inner.bytes())]]]
        let bytes = try BinaryPropertyListWriter().write(list)
        let theme = try PropertyListDocument(bytes)
        let color = theme["Window Settings.Basic.TextColor!NSRGB"].bytes
        #expect(color == [0x30, 0])
    }

    @Test func `every example is here`() throws {
        let (missing, count) = try DocumentationExamples.missing(
            ofArticle: "KeyedArchiving/Documentation.docc/ReadingArchives.md", compiledIn: #filePath)
        #expect(missing == [])
        #expect(count == 7)
    }
}
