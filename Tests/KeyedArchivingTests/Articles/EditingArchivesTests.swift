import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The examples of the article "Editing an archive", compiled and run, and its rules.
struct EditingArchivesTests {
    /// A person whose name an item of hers shares.
    private static let person = SmallArchive(
        [
            "name": .uid(2), "friend": .uid(3), "visits": .uid(4), "items": .uid(5), "age": 36, "raw": .data([1]),
            "$class": .uid(9),
        ],
        "Ada",  // 2
        ["name": .uid(6), "$class": .uid(9)],
        ["NS.objects": [], "$class": .uid(10)],  // 4
        ["NS.objects": [.uid(2), .uid(7), .uid(8)], "$class": .uid(11)],
        "Charles", 7, "last",  // 8
        .classRecord("Person", "NSObject"),
        .classRecord("NSMutableArray", "NSArray", "NSObject"), .classRecord("NSArray", "NSObject"))

    @Test func `the runs of an attributed string follow its text`() throws {
        var note = try KeyedArchive(
            SmallArchive(
                [
                    "NSString": .uid(2), "NSAttributes": .uid(3), "NSAttributeInfo": .data([5, 0, 6, 1]),
                    "$class": .uid(6),
                ],
                "Hello world", ["NS.objects": [.uid(4), .uid(5)], "$class": .uid(7)],
                ["NS.keys": [.uid(2)], "NS.objects": [.uid(2)], "$class": .uid(8)],
                ["NS.keys": [], "NS.objects": [], "$class": .uid(8)],
                .classRecord("NSAttributedString", "NSObject"), .classRecord("NSArray", "NSObject"),
                .classRecord("NSDictionary", "NSObject")
            ).bytes())
        try note.set("Hello, new world", at: "root.NSString", reflow: true)
        #expect(note["root.NSAttributeInfo"].bytes == [10, 0, 6, 1])
    }

    @Test func `a value is set, appended and removed`() throws {
        let bytes = try Self.person.bytes()
        var archive = try KeyedArchive(bytes)
        try archive.set("Grace", at: "root.friend.name")
        try archive.append(.date(0), to: "root.visits")
        try archive.remove(at: "root.items[-1]")
        let changed = try archive.bytes()

        let read = try KeyedArchive(changed)
        try expectRows {
            (read["root.friend.name"].string, "Grace")
            (read["root.visits[0]"].date?.timeIntervalSinceReferenceDate, 0)
            (read["root.visits"].className, "NSMutableArray")
            (read["root.items"].elements?.count, 2)
            (read.problems(strict: true), [])
            (try read.entry(at: 8), .null)
        }
    }

    @Test func `a shared entry is replaced for one place, or for all`() throws {
        var archive = try KeyedArchive(Self.person.bytes())
        try archive.set("Grace", at: "root.name")
        #expect(archive["root.items[0]"].string == "Ada")

        archive = try KeyedArchive(Self.person.bytes())
        try archive.set("Grace", at: "root.name", everywhere: true)
        #expect(archive["root.items[0]"].string == "Grace")

        try archive.set("Grace", at: "root.name")
        try archive.set("Grace", at: "root.name", everywhere: true)
        #expect(archive["root.name"].string == "Grace")
    }

    @Test func `nil and a reference change only the place itself`() throws {
        for value in [PropertyList.null, .uid(6)] {
            var archive = try KeyedArchive(Self.person.bytes())
            try archive.set(value, at: "root.name", everywhere: true)
            expectRows {
                (archive["root.name"].string, (value == .null ? nil : "Charles"))
                (archive["root.name"].value, (value == .null ? .uid(0) : .uid(6)))
                (archive["root.items[0]"].string, "Ada")
            }
        }
    }

    @Test func `many edits keep orphans, which are dropped at once`() throws {
        var archive = try KeyedArchive(Self.person.bytes())
        let paths = ["root.friend", "root.items"]
        for path in paths { try archive.remove(at: path, orphans: .kept) }
        try archive.dropOrphans()
        #expect(try archive.entry(at: 3) == .null && archive.entry(at: 6) == .null && archive.entry(at: 7) == .null)
        #expect(archive["root.name"].uid == 2)
    }

    @Test func `values are stored as the table says`() throws {
        var archive = try KeyedArchive(Self.person.bytes())
        try archive.set(37, at: "root.age")
        try archive.set(1, at: "root.friend.name")
        try archive.set(.data([2]), at: "root.raw")
        try archive.set(.data([3]), at: "root.friend.photo")
        try archive.set([1], at: "root.list")
        try archive.set(8, at: "root.items[1]")
        try archive.set(.null, at: "root.items[2]")
        try archive.set(true, at: "isOpen")
        expectRows {
            (archive["root.age"].value, 37)
            (archive["isOpen"].value, true)
            (archive["root.friend.name"].uid, 6)
            (archive["root.friend.name"].int, 1)
            (archive["root.raw"].value, .data([2]))
        }
        #expect(archive["root.friend.photo"].uid != nil && archive["root.friend.photo"].bytes == [3])
        #expect(archive["root.list"].className == "NSArray")
        #expect(archive["root.items[1]"].uid == 7 && archive["root.items[2]"].className == "NSNull")
        #expect(archive.problems(strict: true) == [])
    }

    @Test func `edits by UID follow the same rules, and keep lists in the field`() throws {
        var archive = try KeyedArchive(Self.person.bytes())
        try archive.setValue(1, forKey: "name", ofObjectAt: 1)
        try archive.setValue(["a", .uid(6)], forKey: "list", ofObjectAt: 1)
        try archive.setValue(1.75, forKey: "height", ofObjectAt: 1)
        try archive.setTopLevelValue(2, forKey: "version")
        try expectRows {
            archive["root.name"].uid != nil
            (archive["root.name"].int, 1)
            (try archive.record(at: 1)?["height"], 1.75)
            (try archive.record(at: 1)?["list"]?.arrayValue?.count, 2)
            (archive.topLevelValue(forKey: "version"), 2)
        }
        let uid = archive.add(.object(ArchivedRecord(classUID: 9, fields: [ArchivedRecord.Field("raw", .data([4]))])))
        #expect(try archive.record(at: uid)?["raw"] == .data([4]))
        #expect(archive.problems(strict: true) == [])
        // An element of a list is nil now, which is for the strict check to say.
        try archive.replaceEntry(at: 8, with: .value(.set([1])))
        #expect(try archive.entry(at: 8) == .null)
        #expect(archive.problems(strict: true).map { $0.path?.description } == ["root.items"])
    }

    @Test func `a theme's font is changed in its archive`() throws {
        let font = SmallArchive(
            ["NSName": .uid(2), "NSSize": 11, "$class": .uid(3)], "Menlo-Regular", .classRecord("NSFont", "NSObject"))
        let list: PropertyList = ["Window Settings": ["Basic": ["Font": .data(try font.bytes()), "columns": 80]]]
        let bytes = try BinaryPropertyListWriter().write(list)
        var theme = try PropertyListDocument(bytes)
        try theme.set("Menlo-Bold", at: "Window Settings.Basic.Font!NSName")
        let changedTheme = try theme.bytes()

        var read = try PropertyListDocument(changedTheme)
        #expect(read["Window Settings.Basic.Font!NSName"].string == "Menlo-Bold")
        #expect(throws: ArchiveError(.unrepresentable, "")) {
            try read.set(ArchivedDate(timeIntervalSinceReferenceDate: 0), at: "Window Settings.Basic.opened")
        }
    }

    @Test func `every example is here`() throws {
        let (missing, count) = try DocumentationExamples.missing(
            ofArticle: "KeyedArchiving/Documentation.docc/EditingArchives.md", compiledIn: #filePath)
        #expect(missing == [])
        #expect(count == 5)
    }
}
