import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// A value in a line: `archive["root.friend.name"].string`.
@Suite struct ArchiveViewTests {
    private let archive: KeyedArchive

    init() throws { archive = try ViewedArchive.open() }

    @Test func `values of each kind are read as what they stand for, objects of NSNumber as their numbers`() throws {
        let root = archive["root"]
        expectRows {
            (archive["root.friend.name"].string, "Ada")
            (root["title"].string, "Countess")
            (root["link"].string, "https://example.com/")
            (root["age"].int, 36)
            (root["height"].double, 1.75)
            (root["age"].double, 36)
            (root["isAdmin"].bool, true)
            (root["born"].date?.timeIntervalSinceReferenceDate, 86400)
            (root["raw"].bytes, [1, 2, 3])
            (root["price"].double, 12.5)
            (root.className, "Person")
            (root["title"].archivedClass?.hierarchy, ["NSMutableString", "NSString", "NSObject"])
            (archive["version"].int, 2)
            root["nothing"].isNil
            root["nothing"].exists
        }

        let numbers = try KeyedArchive(
            SmallArchive(
                ["NS.intval": 7, "$class": .uid(4)], ["NS.dblval": 2.5, "$class": .uid(4)],
                ["NS.boolval": true, "$class": .uid(4)], .classRecord("NSNumber", "NSValue", "NSObject"),
                top: ["int": .uid(1), "real": .uid(2), "bool": .uid(3)]
            ).bytes())
        expectRows {
            (numbers["int"].int, 7)
            (numbers["int"].double, 7)
            (numbers["int"].bool, nil)
            (numbers["real"].double, 2.5)
            (numbers["real"].int, nil)
            (numbers["bool"].bool, true)
            (numbers["bool"].int, nil)
        }
    }

    @Test func `a view of another kind of value is nil`() {
        let age = archive["root.age"]
        #expect(age.string == nil && age.bool == nil && age.date == nil && age.bytes == nil && age.className == nil)
        #expect(age.elements == nil && age.entries == nil && age.fields == nil && !age.isNil)
        let name = archive["root.name"]
        #expect(name.int == nil && name.double == nil && name.elements == nil && name.className == nil)
        let scores = archive["root.scores"]
        #expect(scores.string == nil && scores.entries == nil && scores.className == "NSArray")
        let missing = archive["root.nobody.name"]
        expectRows {
            !missing.exists
            (missing.string, nil)
            (missing.value, nil)
            (missing.uid, nil)
            !missing["further"][3].nestedArchive.exists
            !archive["root..name"].exists
        }
    }

    @Test func `collections are entered by key and by position, from both ends`() {
        let scores = archive["root.scores"]
        expectRows {
            (scores[0].int, 10)
            (scores[1].string, "Ada")
            (scores[-1].double, 2.5)
            (scores[-3].int, 10)
            (scores[-1].path.description, "root.scores[2]")
            (archive["root.scores[-2]"].string, "Ada")
        }
        for position in [3, -4, .min, .max] { #expect(!scores[position].exists) }
        expectRows {
            (archive["root.options.volume"].int, 10)
            (archive["root.options"]["dotted.key"][0].int, 10)
            (archive["root.options.\"dotted.key\"[0]"].int, 10)
            (archive["root"][path: "options.volume"].int, 10)
            !archive["root"][path: "options..volume"].exists
            (archive["root.friend.friend.friend.friend.age"].int, 36)
        }
    }

    @Test func `elements, entries and fields have paths that lead to them`() throws {
        let elements = try archive["root.scores"].require(\.elements)
        #expect(elements.map(\.path.description) == ["root.scores[0]", "root.scores[1]", "root.scores[2]"])
        #expect(elements.map(\.double) == [10, nil, 2.5])
        let entries = try archive["root.options"].require(\.entries)
        #expect(entries.map(\.key.string) == ["volume", "dotted.key", nil])
        #expect(
            entries.map(\.value.path.description) == [
                "root.options.volume", "root.options.\"dotted.key\"", "root.options.\"NS.objects\"[2]",
            ])
        for entry in entries {
            #expect(archive[entry.value.path].value == entry.value.value)
            #expect(archive[entry.key.path].value == entry.key.value)
        }
        let fields = try archive["root"].require(\.fields)
        #expect(fields.map(\.key).prefix(3) == ["name", "friend", "scores"])
        #expect(!fields.contains { $0.key == "$class" })
        for field in fields { #expect(archive[field.value.path].value == field.value.value) }
    }

    @Test func `an archive in data is entered, also where its bytes are an object or XML in any encoding`() throws {
        #expect(archive["root.payload!root.color.NSRGB"].bytes == [0x31, 0])
        let theme = archive["root.payload"].nestedArchive["root"]
        expectRows {
            (theme.className, "Theme")
            (theme.path.description, "root.payload!root")
            (theme.archive?.nestingDepth, 1)
            (archive["root.payload!"].fields?.map(\.key), ["root"])
            !archive["root.name!root"].exists
        }

        let inner = try ViewedArchive.inner()
        let xml = try KeyedArchive(inner).bytes(format: .xml)
        for bytes in [inner, xml, [0xEF, 0xBB, 0xBF] + xml, Array("\n".utf8) + xml] {
            let archive = try KeyedArchive(
                SmallArchive(
                    ["NS.data": .uid(2), "$class": .uid(3)], .data(bytes), .classRecord("NSMutableData", "NSData")
                ).bytes())
            #expect(archive["root!root.color.NSRGB"].bytes == [0x31, 0])
            #expect(try archive.audit().nestedArchiveCount == 1)
        }
    }

    private static let errors: [(path: String, code: ArchiveError.Code, texts: [String])] = [
        ("root.friend.nick", .valueNotFound, ["root.friend.nick", "\"name\", \"friend\", \"scores\""]),
        ("rood", .valueNotFound, ["\"root\", \"version\""]),
        ("root.options.loudness.x", .valueNotFound, ["root.options.loudness:", "\"volume\", \"dotted.key\""]),
        ("root.scores[3]", .valueNotFound, ["root.scores[3]", "there are 3"]),
        ("root.scores[-4]", .valueNotFound, ["root.scores[-4]", "there are 3"]),
        ("root.scores.first", .valueNotFound, ["the NSArray has positions", "there are 3"]),
        ("root.born[0]", .valueNotFound, ["an NSDate has no positions"]),
        ("root.age.x", .valueNotFound, ["an integer has no fields"]),
        ("root.raw!", .valueNotFound, [": data does not hold an archive"]),
        ("root.nothing.x", .valueNotFound, [": nil has no fields"]),
        ("root.name.first", .valueNotFound, ["a string has no fields"]),
        ("root.name!", .valueNotFound, ["a string does not hold an archive"]),
        ("[0]", .valueNotFound, ["the top level has keys"]),
        ("root.scores[*]", .invalidPath, ["`[*]`", "matches"]),
        ("**", .invalidPath, ["`**`", "matches"]),
        ("root.", .invalidPath, ["needs a name"]),
    ]

    @Test(.rows)
    func `an error says where the path stopped and what is there`() {
        forEachRow(Self.errors) { (path: String, code: ArchiveError.Code, texts: [String]) throws in
            let error = #expect(throws: ArchiveError(code, "")) { try archive[path].require() }
            for text in texts { #expect(error?.description.contains(text) == true, "\(String(describing: error))") }
            if path != "root." {
                let other = #expect(throws: ArchiveError.self) { try archive.value(at: ArchivePath(path)) }
                #expect(other?.description == error?.description)
            }
        }
    }

    @Test func `a value of another kind than the one required is named, with what it holds`() throws {
        func text(_ code: ArchiveError.Code, _ read: () throws -> some Any) -> String {
            #expect(throws: ArchiveError(code, "")) { try read() }?.description ?? ""
        }
        let wrong = ArchiveError.Code.invalidUnarchiveOperation
        expectRows {
            (
                text(wrong) { try archive["root.age"].require(\.string) },
                "root.age: there is an integer, not a string; ask for what is there, or go on with another path"
            )
            expecting(
                text(wrong) { try archive["root.scores"].require(\.string) },
                contains: "not a string; it has 3 elements")
            expecting(text(wrong) { try archive["root.options"].require(\.elements) }, contains: "\"volume\"")
        }
        let noInteger = text(wrong) { try archive["root"].require(\.int) }
        try expectRows {
            expecting(noInteger, contains: "a Person, not an integer; there are \"name\"")
            expecting(text(.range) { try archive["root.huge"].require(\.int) }, contains: "root.huge")
            (try archive["root.huge"].require(\.double), 0x1p64)
            expecting(text(.valueNotFound) { try archive["root.nick"].require(\.bool) }, contains: "root.nick")
            (try archive["root.age"].require(\.double), 36)
            (try archive["root.name"].require(\.string), "Ada")
            try archive["root.isAdmin"].require(\.bool)
            (try archive["root.raw"].require(\.bytes), [1, 2, 3])
            try (archive["root.born"].require(\.date), ArchivedDate(timeIntervalSinceReferenceDate: 86400))
            (try archive["root"].require(\.archivedClass).name, "Person")
            (try archive["root.price"].require(\.double), 12.5)
        }
    }

    @Test func `a view and a document describe themselves in one short line`() throws {
        expectRows {
            (archive["root.friend.name"].description, "root.friend.name: \"Ada\"")
            (archive["root.friend"].description, "root.friend: Person #1")
            (archive["root.age"].description, "root.age: 36")
            (archive["root.nothing"].description, "root.nothing: nil")
            (archive["root.nick"].description, "root.nick: nothing")
            (archive["root.payload!"].description, "root.payload!: the top level of an archive")
        }
        let long = PropertyList.string(PropertyListString(String(repeating: "x", count: 100_000)))
        let list = PropertyList.array(PropertyListArray(Array(repeating: long, count: 100)))
        let document = try PropertyListDocument(BinaryPropertyListWriter().write(["a": list]))
        #expect(document.description.hasPrefix("[\"a\": [\"xxx") && document.description.utf8.count < 1000)
        #expect(document["a"].description.hasPrefix("a: [\"xxx") && document["a"].description.utf8.count < 1000)
    }

    @Test func `the time of a path grows with its length, and the error of a huge one is short`() throws {
        func follow(_ count: Int) throws {
            try #require(archive["root" + String(repeating: ".friend", count: count)].exists)
        }
        let growth = try WorkTime.growth(from: { try follow(1_000) }, to: { try follow(8_000) }, below: 32)
        #expect(growth < 32)

        let text = "root" + String(repeating: ".friend", count: TestScale.count(20_000, quick: 8_000))
        #expect(archive[text + ".name"].string == "Ada")
        let error = #expect(throws: ArchiveError.self) { try archive[text + ".nick"].require() }
        #expect((error?.description.utf8.count ?? .max) < 1000)
    }

    @Test func `an archive that was changed is seen as it is now`() throws {
        var archive = archive
        try archive.replaceEntry(at: 12, with: .value("loudness"))
        #expect(archive["root.options.loudness"].int == 10)
        #expect(!archive["root.options.volume"].exists)
        try archive.setValue([.uid(11)], forKey: "NS.objects", ofObjectAt: 3)
        #expect(archive["root.scores"].elements?.count == 1)
        #expect(archive["root.scores[-1]"].double == 2.5)
    }

    @Test func `what can't be read is an error where a kind is required, not something else`() throws {
        let object: PropertyList = ["size": .integer(77), "$class": .uid(2)]
        var bytes = try SmallArchive(object, .classRecord("Gadget", "NSObject")).bytes()
        let integer = try #require(bytes.indices.dropLast().first { bytes[$0...($0 + 1)] == [0x10, 77] })
        // No object has this marker.
        bytes[integer] = 0x70
        let size = try KeyedArchive(bytes)["root.size"]
        #expect(size.exists && size.int == nil)
        for read in [
            { _ = try size.require(\.int) }, { _ = try size.require(\.string) }, { _ = try size.require(\.bool) },
        ] {
            let error = #expect(throws: ArchiveError.self, performing: read)
            #expect(error?.code == .invalidMarker)
        }
    }
}
