import PropertyLists
import TestSupport
import Testing

import KeyedArchiving

/// Paths of errors are in the language of `value(at:)`, and lead to the place that the error is about.
@Suite struct ArchivePathTests {
    /// The error of decoding the root as a type.
    private static func error(_ type: (some Codingable).Type, _ archive: SmallArchive) throws -> ArchiveError? {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive.bytes())
        do {
            _ = try unarchiver.decodeObject(of: type, forKey: "root")
            return nil
        } catch let error as ArchiveError {
            return error
        }
    }

    /// Where a path leads, read from its text.
    private static func place(_ path: ArchivePath?, in archive: SmallArchive) throws -> PropertyList {
        let path = try ArchivePath(#require(path).description)
        return try KeyedArchive(archive.bytes()).value(at: path).value
    }

    private static let array = PropertyList.classRecord("NSArray", "NSObject")
    private static let dictionary = PropertyList.classRecord("NSDictionary", "NSObject")

    /// An array of arrays; the last element of the inner one is an object of an unknown class.
    private static let arrays = SmallArchive(
        ["NS.objects": [.uid(2), .uid(3)], "$class": .uid(4)], ["NS.objects": [], "$class": .uid(4)],
        ["NS.objects": [.uid(5), .uid(5), .uid(6)], "$class": .uid(4)], array, "x", ["$class": .uid(7)],
        .classRecord("Unknown"))

    @Test(.rows)
    func `names of 64 characters need no quotes in a path, and longer ones do`() {
        forEachRow([(1, false), (64, false), (65, true)]) { (length: Int, isQuoted: Bool) throws in
            let name = String(repeating: "n", count: length)
            let path = ArchivePath([.key(name)])
            try expectRows {
                (path.description, isQuoted ? "\"\(name)\"" : name)
                (ArchivePath([.ofClass(name)]).description, isQuoted ? "<\"\(name)\">" : "<\(name)>")
                (try ArchivePath(path.description), path)
            }
        }
    }

    @Test func `checking gives the path that decoding gives, which leads to the object`() throws {
        let error = try Self.error([[String]].self, Self.arrays)
        #expect(error?.path?.description == "root[1][2]")
        #expect(try Self.place(error?.path, in: Self.arrays) == .uid(6))

        var archive = Self.arrays
        archive.objects[5] = ["$class": .uid(1)]
        let problems = try KeyedArchive(archive.bytes()).problems()
        #expect(problems.first?.path?.description == "root[1][2]")
        #expect(try Self.error([[String]].self, archive)?.path == problems.first?.path)
    }

    @Test("the path through a dictionary names the key, or the position where the key is no integer or short string")
    func dictionaryPath() throws {
        let keys: [PropertyList] = ["name", "two words", 7, "NS.keys", "name", .string("\u{202E}\u{301}\"\\u{41}")]
        for position in keys.indices {
            var archive = SmallArchive(
                [
                    "NS.keys": .list((3..<3 + keys.count).map { .uid(UID(UInt64($0))) }),
                    "NS.objects": .list(keys.indices.map { .uid($0 == position ? 9 : 10) }), "$class": .uid(2),
                ], Self.dictionary)
            archive.objects += keys + [["$class": .uid(11)], "x", .classRecord("Unknown")]
            let error = try #require(try Self.error(ArchivedDictionary.self, archive))
            #expect(try Self.place(error.path, in: archive) == .uid(9), "\(position) \(error)")
            let expected = [
                "root.\"NS.objects\"[0]", "root.\"two words\"", "root.7", "root.\"NS.objects\"[3]",
                "root.name", nil,
            ]
            if let expected = expected[position] { #expect(error.path?.description == expected) }
        }
    }

    @Test("a user's key with a dollar in front is printed as it is stored")
    func reservedKey() throws {
        let archiver = KeyedArchiver()
        try archiver.encode("text", forKey: "$a")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        let error = #expect(throws: ArchiveError.self) { try unarchiver.decodeInteger(forKey: "$a") }
        #expect(error?.path?.description == "$$a")
        #expect(try KeyedArchive(archiver.encodedBytes).value(at: ArchivePath("$$a")).value == .uid(1))
    }

    @Test func `steps are the same if their names are, code unit by code unit`() {
        let steps: [ArchivePath.Step] = [
            .key("\u{E9}"), .key("e\u{301}"), .text("\u{E9}"), .text("e\u{301}"), .text("0"), .ofClass("\u{E9}"),
            .ofClass("e\u{301}"), .key("0"), .index(0), .index(1),
            .nestedArchive, .anyElement, .anyKey, .descendants,
        ]
        for (position, step) in steps.enumerated() {
            #expect(steps.firstIndex(of: step) == position && steps.lastIndex(of: step) == position)
        }
        #expect(Set(steps + steps).count == steps.count)
        #expect(Set(steps.map { ArchivePath([$0, $0]) }).count == steps.count)
    }

    private static let names = [
        "", "a", "a b", "\"", "\\", "\\u{41}", "u{41}", "\u{0}\u{7F}", "\u{301}x", "x\u{301}", "\r\n", "\u{202E}",
        "root",
        String(repeating: "long ", count: 100), String(repeating: "n", count: 65), "\u{10FFFF}", "[0]", "!", ".",
    ]

    @Test(.rows)
    func `a path or a pattern is read from the text that is printed, whatever the names in it`() {
        forEachRow(Self.names) { (name: String) throws in
            let path = ArchivePath([
                .key(name), .index(3), .key(name), .nestedArchive, .key("root"), .index(-1), .anyElement, .anyKey,
                .descendants, .ofClass(name), .key(name), .ofClass("Module.Name"), .nestedArchive, .descendants,
            ])
            #expect(try ArchivePath(path.description) == path)
            #expect(try ArchivePath(path.description).description == path.description)
        }

        forEachRow(["[0]", "[-1].a", "*", "**", "**<A>", "*.*", "a!*", "a!**<A.B>", "a![0]", "a<\"b c\">[*]"]) {
            (text: String) throws in
            #expect(try ArchivePath(text).description == text)
            #expect(try ArchivePath(ArchivePath(text).description) == ArchivePath(text))
        }
    }

    @Test(.rows)
    func `a text that is not a path is refused`() {
        forEachRow([
            "\"\\u{\"", "\"\\u{110000}\"", "\"\\u{D800}\"", "\"\\u{1", "\"", "\"\\", "a[", "a[-]", "a[1", ".a", "",
            "a[--1]", "a[*", "a[**]", "***", "a.***", "a<", "a<>", "a<b", "<b>", "a*", "**a", "a<\"b>", " a", "a ",
            "a .b",
            "a. b", "a [0]", "a !b", "a \"b\"", "a\tb", "a<b c>", "a\u{A0}b",
        ]) { (text: String) throws in
            #expect(throws: ArchiveError(.invalidPath, "")) { try ArchivePath(text) }
        }
    }

    @Test(.rows)
    func `words with spaces between them are one name, and are printed in quotes`() {
        forEachRow(
            [
                ("Window Settings.Basic", [.key("Window Settings"), .key("Basic")]),
                ("a b  c[0]", [.key("a b  c"), .index(0)]),
                ("a b!.c d", [.key("a b"), .nestedArchive, .key("c d")]),
                ("a!b c", [.key("a"), .nestedArchive, .key("b c")]),
            ] as [(String, [ArchivePath.Step])]
        ) { (text: String, steps: [ArchivePath.Step]) throws in
            let path = try ArchivePath(text)
            try expectRows {
                (path.steps, steps)
                expecting(path.description, contains: "\"")
                (try ArchivePath(path.description), path)
            }
        }
    }
}
