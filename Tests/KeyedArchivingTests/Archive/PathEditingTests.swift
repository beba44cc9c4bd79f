import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Edits of what a path leads to, stored as Apple's archiver stores them.
@Suite struct PathEditingTests {
    /// The archive as it is read back after an edit, which is strictly valid.
    private func edited(_ edit: (inout KeyedArchive) throws -> Void) throws -> KeyedArchive {
        var archive = try ViewedArchive.open()
        #expect(archive.problems(strict: true) == [])
        try edit(&archive)
        let written = try KeyedArchive(archive.bytes())
        #expect(written.problems(strict: true) == [])
        return written
    }

    @Test func `a list in a field takes a value before an element and at its end, and no edit beyond that`() throws {
        let small = SmallArchive(["list": [1, 2, 3], "$class": .uid(2)], .classRecord("Holder", "NSObject"))
        var archive = try KeyedArchive(small.bytes())
        for position in 3...4 {
            #expect(code { try archive.set("text", at: "root.list[\(position)]") } != nil)
            #expect(code { try archive.remove(at: "root.list[\(position)]") } != nil)
        }
        let (same, expected) = (try archive.bytes(), try small.bytes())
        #expect(same == expected)
        try archive.set(7, at: "root.list[2]")
        try archive.insert(8, at: "root.list[3]")
        #expect(archive["root.list[2]"].int == 7 && archive["root.list[3]"].int == 8)

        for (position, texts) in [(0, ["x", "a", "b"]), (1, ["a", "x", "b"]), (2, ["a", "b", "x"])] {
            var archive = try KeyedArchive(
                SmallArchive(
                    ["list": [.uid(2), .uid(3)], "$class": .uid(4)], "a", "b", .classRecord("Thing", "NSObject")
                ).bytes())
            try archive.insert("x", at: "root.list[\(position)]")
            #expect((0..<3).map { archive["root.list[\($0)]"].string } == texts)
        }
    }

    @Test func `text becomes a separate object, no matter which call sets it`() throws {
        let archive = try edited { archive in
            try archive.setValue("Grace", forKey: "name", ofObjectAt: 1)
            try archive.setValue("new", forKey: "nick", ofObjectAt: 1)
            try archive.setTopLevelValue("text", forKey: "label")
            try archive.setValue(.date(1), forKey: "joined", ofObjectAt: 1)
            try archive.setValue(.data([9]), forKey: "blob", ofObjectAt: 1)
            try archive.setValue(.data([8]), forKey: "raw", ofObjectAt: 1)
            try archive.setValue(["a", 1, .uid(2)], forKey: "list", ofObjectAt: 1)
            try archive.setValue(["k": "v"], forKey: "map", ofObjectAt: 1)
            try archive.setValue("Duke", forKey: "NS.string", ofObjectAt: 7)
        }
        let root = archive["root"]
        expectRows {
            root["name"].uid != nil
            (root["name"].string, "Grace")
            (root["scores"][1].string, "Ada")
            root["nick"].uid != nil
            (root["nick"].string, "new")
            archive["label"].uid != nil
            (archive["label"].string, "text")
            (root["joined"].className, "NSDate")
            (root["joined"].date?.timeIntervalSinceReferenceDate, 1)
        }
        #expect(root["blob"].uid != nil && root["blob"].bytes == [9])
        try expectRows {
            (root["raw"].value, .data([8]))
            try root["list"].require(\.elements).allSatisfy { $0.uid != nil }
            (root["map"].className, "NSDictionary")
            (root["map"]["k"].string, "v")
            (archive["root.title"].string, "Duke")
            (archive["root.title"].className, "NSMutableString")
        }
    }

    @Test func `entries that are added or replaced hold text as objects, too`() throws {
        let archive = try edited { archive in
            let note = try archive.uid(of: ArchivedClass(name: "Note", hierarchy: ["Note", "NSObject"]))
            let record = ArchivedRecord(
                classUID: note, fields: [ArchivedRecord.Field("text", "hello"), ArchivedRecord.Field("n", 1)])
            try archive.setValue(.uid(archive.add(.object(record))), forKey: "note", ofObjectAt: 1)
            try archive.replaceEntry(at: 9, with: .object(record))
            try archive.setValue(.uid(archive.add(.value(.date(5)))), forKey: "when", ofObjectAt: 1)
            try archive.setValue(.uid(archive.add(.value(["x": [1]]))), forKey: "plain", ofObjectAt: 1)
        }
        expectRows {
            (archive["root.note.text"].string, "hello")
            archive["root.note.text"].uid != nil
            (archive["root.link.text"].string, "hello")
            (archive["root.note.n"].value, 1)
            (archive["root.when"].date?.timeIntervalSinceReferenceDate, 5)
            (archive["root.plain.x[0]"].int, 1)
        }
    }

    @Test func `a number becomes an object where the field refers to one, whichever call sets it`() throws {
        let archive = try edited { archive in
            try archive.setValue(7, forKey: "title", ofObjectAt: 1)
            try archive.setValue(true, forKey: "link", ofObjectAt: 1)
            try archive.setTopLevelValue(.uid(2), forKey: "label")
            try archive.setTopLevelValue(2.5, forKey: "label")
            guard case .object(var record) = try archive.entry(at: 1) else { return }
            for position in record.fields.indices where ["age", "price"].contains(record.fields[position].key.repaired)
            {
                record.fields[position].value = 11
            }
            try archive.replaceEntry(at: 1, with: .object(record))
        }
        let root = archive["root"]
        expectRows {
            root["title"].uid != nil
            (root["title"].int, 7)
            root["link"].uid != nil
            (root["link"].bool, true)
            archive["label"].uid != nil
            (archive["label"].double, 2.5)
            root["price"].uid != nil
            (root["price"].int, 11)
            (root["age"].uid, nil)
            (root["age"].int, 11)
        }
    }

    @Test func `an entry that is added takes one place, and dictionaries in fields come with a copy`() throws {
        var archive = try ViewedArchive.open()
        let before = archive.objectCount
        let uid = archive.add(.value(["x"]))
        #expect(uid == UID(UInt64(before)) && archive.objectCount == before + 2)
        try archive.setValue(.uid(uid), forKey: "plain", ofObjectAt: 1)
        #expect(archive["root.plain[0]"].string == "x")
        #expect(try archive.dropOrphans() == 0)
        let inner = try SmallArchive(
            ["map": ["a": [.uid(2)], "b": 1], "$class": .uid(3)], "text", .classRecord("Odd", "NSObject")
        ).bytes()
        var outer = try KeyedArchive(
            SmallArchive(["data": .uid(2), "$class": .uid(3)], .data(inner), .classRecord("Box", "NSObject")).bytes())
        try outer.move(from: "root.data!root", to: "root.odd")
        #expect(outer["root.odd.map.a[0]"].string == "text" && outer["root.odd.map.b"].int == 1)
    }

    @Test func `arrays in a field are copied from another archive as deep as 63, and no deeper`() throws {
        // Fields of archives hold one level of arrays; how deep they may nest isn't a matter of the limits alone.
        for (depth, isCopied) in [(1, true), (63, true), (64, false)] {
            let list = (1..<depth).reduce([.uid(2)] as PropertyList) { list, _ in [list] }
            let inner = try SmallArchive(["list": list, "$class": .uid(3)], "text", .classRecord("Odd", "NSObject"))
                .bytes()
            var outer = try KeyedArchive(
                SmallArchive(["data": .uid(2), "$class": .uid(3)], .data(inner), .classRecord("Box", "NSObject"))
                    .bytes())
            guard isCopied else {
                let error = #expect(throws: ArchiveError.self) {
                    try outer.move(from: "root.data!root", to: "root.odd")
                }
                #expect(error?.code == .limitExceeded && error?.reason.contains("64") == true)
                continue
            }
            try outer.move(from: "root.data!root", to: "root.odd")
            let path = "root.odd.list" + String(repeating: "[0]", count: depth)
            #expect(outer[path].string == "text")
        }
    }

    @Test func `references that no unarchiver could follow and unpaired dictionaries change nothing`() throws {
        for fields in [
            ["NS.keys": [.uid(4), .uid(5)], "NS.objects": [.uid(5)], "$class": .uid(3)],
            ["NS.key.0": .uid(4), "NS.key.1": .uid(5), "NS.object.0": .uid(5), "$class": .uid(3)],
        ] as [PropertyList] {
            var archive = try KeyedArchive(
                SmallArchive(
                    ["map": .uid(2), "$class": .uid(3)], fields, .classRecord("NSDictionary", "NSObject"), "a", "b",
                    top: ["root": .uid(2)]
                ).bytes())
            #expect(throws: ArchiveError(.invalidValue, "")) { try archive.set("c", at: "root.other") }
            #expect(!archive.isChanged)
        }

        var archive = try ViewedArchive.open()
        let class20 = PropertyList.uid(20)
        #expect(throws: ArchiveError(.invalidReference, "")) {
            try archive.setValue(.uid(99), forKey: "a", ofObjectAt: 1)
        }
        #expect(throws: ArchiveError(.invalidObject, "")) { try archive.setValue(class20, forKey: "a", ofObjectAt: 1) }
        #expect(throws: ArchiveError(.invalidClassRecord, "")) {
            try archive.setValue(.uid(2), forKey: "$class", ofObjectAt: 1)
        }
        #expect(throws: ArchiveError(.invalidReference, "")) { try archive.set(.uid(99), at: "root.name") }
        #expect(throws: ArchiveError(.invalidObject, "")) { try archive.set(class20, at: "root.name") }
        #expect(throws: ArchiveError(.unrepresentable, "")) { try archive.set(.set([1]), at: "root.name") }
        #expect(throws: ArchiveError(.invalidPath, "")) { try archive.set(class20, at: "root.\"$class\"") }
        #expect(throws: ArchiveError(.invalidPath, "")) { try archive.set("x", at: "root.scores[*]") }
        #expect(throws: ArchiveError(.invalidPath, "")) { try archive.set("x", at: "root..name") }
        #expect(throws: ArchiveError(.valueNotFound, "")) { try archive.set("x", at: "root.nobody.name") }
        #expect(throws: ArchiveError(.valueNotFound, "")) { try archive.set("x", at: "root.scores[3]") }
        #expect(throws: ArchiveError(.valueNotFound, "")) { try archive.set("x", at: "root.scores.first") }
        #expect(throws: ArchiveError(.valueNotFound, "")) { try archive.remove(at: "root.nobody") }
        #expect(throws: ArchiveError(.invalidPath, "")) { try archive.insert("x", at: "root.name") }
        #expect(throws: ArchiveError(.valueNotFound, "")) { try archive.append("x", to: "root.name") }
        #expect(throws: ArchiveError(.valueNotFound, "")) { try archive.move(from: "root.age", to: "root.x.y") }
        #expect(!archive.isChanged)
    }

    @Test func `a value is stored as the place and its kind ask for`() throws {
        let archive = try edited { archive in
            try archive.set("Grace", at: "root.friend.name")
            try archive.set(37, at: "root.age")
            try archive.set(1.5, at: "root.\"new real\"")
            try archive.set(false, at: "root.isAdmin")
            try archive.set(PropertyList.data([7]), at: "root.raw")
            try archive.set(PropertyList.date(60), at: "root.born")
            try archive.set("Duchess", at: "root.title")
            try archive.set(11, at: "root.scores[0]")
            try archive.set("last", at: "root.scores[-1]")
            try archive.set(12, at: "root.options.volume")
            try archive.set("dark", at: "root.options.theme")
            try archive.set(PropertyList.uid(0), at: "root.link")
            try archive.set(3, at: "version")
            try archive.set("en", at: "language")
            try archive.setEncodable(["x": [1, 2]], at: "root.point")
        }
        let root = archive["root"]
        #expect(root["name"].string == "Grace" && root["scores"][1].string == "Ada")
        expectRows {
            (root["age"].value, 37)
            (root["new real"].value, 1.5)
            (root["isAdmin"].value, false)
            (root["raw"].value, .data([7]))
            (root["born"].date?.timeIntervalSinceReferenceDate, 60)
            (root["born"].className, "NSDate")
            (root["title"].string, "Duchess")
            (root["title"].className, "NSMutableString")
        }
        #expect(root["scores"][0].int == 11 && root["scores"][0].uid != nil)
        try expectRows {
            (root["scores"][-1].string, "last")
            (root["options.volume"].exists, false)
            (archive["root.options.volume"].int, 12)
            (archive["root.options.theme"].string, "dark")
            (root["options"].entries?.count, 4)
            root["link"].isNil
            (archive["version"].value, 3)
            archive["language"].uid != nil
            (archive["root.point.x[1]"].int, 2)
            (try archive.matches("**<NSDate>").count, 2)
        }
    }

    @Test func `a shared entry is split for one place, or changed for all`() throws {
        let split = try edited { try $0.set("Grace", at: "root.name") }
        #expect(split["root.name"].string == "Grace" && split["root.scores[1]"].string == "Ada")
        let all = try edited { try $0.set("Grace", at: "root.name", everywhere: true) }
        #expect(all["root.name"].string == "Grace" && all["root.scores[1]"].string == "Grace")
        #expect(all.objectCount == (try ViewedArchive.open()).objectCount)
        // An object on the way is one object for everything that refers to it.
        #expect(split["root.friend.name"].string == "Grace")
    }

    @Test func `an object that nothing refers to anymore is dropped, or kept, and none that is reached`() throws {
        let dropped = try edited { try $0.set(1, at: "root.link") }
        // The field refers to an object, so the number is one, in the place of the URL; its text is gone.
        #expect(dropped["root.link"].uid == 9 && dropped["root.link"].int == 1)
        #expect(try dropped.entry(at: 14) == .null)
        var kept = try ViewedArchive.open()
        try kept.set(1, at: "root.link", orphans: .kept)
        try expectRows {
            (kept["root.link"].int, 1)
            kept["root.link"].uid != 9
            try (kept.entry(at: 14), .value("https://example.com/"))
            (try kept.dropOrphans(), 3)
        }
        #expect(try kept.entry(at: 14) == .null && kept.entry(at: 9) == .null)
        #expect(kept.problems(strict: true) == [])
        let removed = try edited { try $0.remove(at: "root") }
        #expect(try (1...26).allSatisfy { try removed.entry(at: UID($0)) == .null })

        var cycle = try KeyedArchive(
            SmallArchive(
                ["next": .uid(2), "$class": .uid(4)], ["next": .uid(3), "back": .uid(1), "$class": .uid(4)],
                ["next": .uid(2), "$class": .uid(4)], .classRecord("Node", "NSObject")
            ).bytes())
        try cycle.remove(at: "root.next.back")
        #expect(try (1...4).allSatisfy { try cycle.entry(at: UID($0)) != .null })
        try cycle.remove(at: "root.next")
        #expect(try cycle.entry(at: 2) == .null && cycle.entry(at: 3) == .null)
        #expect(cycle.problems(strict: true) == [])
    }

    @Test func `elements and entries are added, taken away and moved`() throws {
        let archive = try edited { archive in
            try archive.append("end", to: "root.scores")
            try archive.insert(PropertyList.date(1), at: "root.scores[0]")
            try archive.insert("before last", at: "root.scores[-1]")
            try archive.remove(at: "root.scores[2]")
            try archive.remove(at: "root.options.volume")
            try archive.remove(at: "root.nothing")
            try archive.remove(at: "version")
            try archive.move(from: "root.title", to: "root.options.title")
            try archive.move(from: "root.age", to: "root.scores[0]")
            try archive.move(from: "root.scores[-1]", to: "root.last")
        }
        let scores = try archive["root.scores"].require(\.elements)
        #expect(scores.map(\.int) == [36, nil, 10, nil, nil])
        #expect(scores.map(\.double) == [36, nil, 10, 2.5, nil])
        #expect(scores[1].date?.timeIntervalSinceReferenceDate == 1 && scores[4].string == "before last")
        expectRows {
            (archive["root.last"].string, "end")
            (archive["root.options"].entries?.compactMap(\.key.string), ["dotted.key", "title"])
            (archive["root.options.title"].uid, 7)
            !archive["root.title"].exists
            !archive["root.age"].exists
            !archive["root.nothing"].exists
            !archive["version"].exists
        }
    }

    @Test func `an archive in data is written back into it`() throws {
        let archive = try edited { archive in
            try archive.set(PropertyList.data([0x31, 0x20, 0x30, 0x20, 0x31, 0]), at: "root.payload!root.color.NSRGB")
            try archive.set("night", at: "root.payload!root.name")
            try archive.move(from: "root.title", to: "root.payload!root.title")
            try archive.move(from: "root.payload!root.color", to: "root.color")
        }
        let theme = archive["root.payload!root"]
        #expect(theme["name"].string == "night" && theme["title"].className == "NSMutableString")
        #expect(
            !theme["color"].exists && archive["root.color.NSRGB"].value == .data([0x31, 0x20, 0x30, 0x20, 0x31, 0]))
        #expect(archive["root.color"].className == "NSColor")
        #expect(theme.archive?.problems(strict: true) == [])
        let error = #expect(throws: ArchiveError.self) {
            var archive = try ViewedArchive.open()
            try archive.set(1, at: "root.payload!root.nobody.x")
        }
        #expect(error?.path?.description == "root.payload!root.nobody")
    }

    /// An archive whose root has data with an archive in it, in an object of its own class.
    private func holder() throws -> KeyedArchive {
        let inner = SmallArchive(
            ["name": .uid(2), "list": .uid(4), "$class": .uid(3)], "Ada", .classRecord("Node", "NSObject"),
            ["NS.objects": [.uid(2), .uid(6)], "$class": .uid(5)], .classRecord("NSArray", "NSObject"), "Bob")
        let outer = SmallArchive(
            ["data": .uid(2), "copy": .uid(2), "$class": .uid(4)],
            ["NS.bytes": .data(try inner.bytes()), "title": .uid(5), "$class": .uid(3)],
            .classRecord("Blob", "NSObject"), .classRecord("Node", "NSObject"), "a title")
        return try KeyedArchive(outer.bytes())
    }

    @Test func `an edit of an archive in data keeps the object that holds it, and leaves nothing behind`() throws {
        var archive = try holder()
        try archive.set("Eve", at: "root.data!root.name")
        expectRows {
            (archive["root.data"].className, "Blob")
            (archive["root.data.title"].string, "a title")
            (archive["root.copy!root.name"].string, "Eve")
        }

        var moved = try holder()
        try moved.move(from: "root.data!root.name", to: "root.data!root.list[0]")
        try moved.move(from: "root.data!root.list[0]", to: "root.data!root.list[2]")
        expectRows {
            (moved["root.data!root.list"].elements?.compactMap(\.string), ["Ada", "Bob", "Ada"])
            moved["root.data!root.name"].string == nil
        }
        try moved.set("new", at: "root.data!root.list[1]")
        #expect(try !String(decoding: moved.bytes(), as: UTF8.self).contains("Bob"))
    }

    @Test func `a path leads into a property list in data, and an edit writes it back in its form`() throws {
        let list: PropertyList = ["zoom": 2, "names": ["a", ["b": 1]], "when": .date(5)]
        for format in [PropertyListFormat.binary, .xml] {
            let inner =
                format == .xml ? try XMLPropertyListWriter().write(list) : try BinaryPropertyListWriter().write(list)
            var archive = try KeyedArchive(
                SmallArchive(["state": .data(inner), "$class": .uid(2)], .classRecord("Node", "NSObject")).bytes())
            #expect(archive["root.state!names[1].b"].int == 1)
            try archive.set(3, at: "root.state!zoom")
            try archive.append("c", to: "root.state!names")
            try archive.set(.date(6), at: "root.state!when")
            try archive.remove(at: "root.state!names[0]")
            let bytes = try #require(archive["root.state"].bytes)
            let changed = try PropertyListDocument(bytes)
            expectRows {
                (changed["zoom"].int, 3)
                (changed["names"].value, [["b": 1], "c"])
                (changed["when"].value, .date(6))
                (changed.format, format)
            }
        }
    }

    @Test func `data that goes on after an archive is no archive that an edit would shorten`() throws {
        let inner = try SmallArchive(["n": 1, "$class": .uid(2)], .classRecord("Node", "NSObject")).bytes()
        let archive = try KeyedArchive(
            SmallArchive(["state": .data(inner + [1, 2, 3]), "$class": .uid(2)], .classRecord("Node", "NSObject"))
                .bytes())
        #expect(!archive["root.state"].nestedArchive.exists)
    }

    @Test func `a key that was added and a position in a list of a collection are those of the collection`() throws {
        var dictionary: [String: String] = [:]
        for number in 0..<20 { dictionary["k\(number)"] = "v\(number)" }
        var archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: dictionary))
        try archive.set("v20", at: "root.k20")
        try archive.set("renamed", at: "root.\"NS.keys\"[20]")
        try archive.set("again", at: "root.k20")
        try archive.set("other", at: "root.renamed")
        expectRows {
            (archive["root.renamed"].string, "other")
            (archive["root.k20"].string, "again")
            (archive["root"].entries?.count, 22)
            archive.problems(strict: true).isEmpty
        }

        var pairs = try KeyedArchive(
            KeyedArchiver.archivedBytes(withRootObject: ["a": "first", "b": "second"]))
        try pairs.remove(at: "root.\"NS.objects\"[0]")
        expectRows {
            (pairs["root"].entries?.count, 1)
            pairs.problems(strict: true).isEmpty
            code { try pairs.insert("third", at: "root.\"NS.objects\"[0]") } == .unrepresentable
            code { try pairs.remove(at: "root.\"NS.keys\"[0]") } == .unrepresentable
        }
    }

    @Test func `collections with numbered fields stay such`() throws {
        let classes: [PropertyList] = [.classRecord("NSArray", "NSObject"), .classRecord("NSDictionary", "NSObject")]
        var source = SmallArchive(
            ["list": .uid(2), "map": .uid(3), "$class": .uid(6)],
            ["NS.object.0": .uid(7), "NS.object.1": .uid(8), "$class": .uid(4)],
            ["NS.key.0": .uid(7), "NS.object.0": .uid(8), "$class": .uid(5)])
        source.objects += classes + [.classRecord("Thing", "NSObject"), "one", "two"]
        var archive = try KeyedArchive(source.bytes())
        try archive.append("three", to: "root.list")
        try archive.remove(at: "root.list[0]")
        try archive.set("four", at: "root.map.one")
        try archive.set("five", at: "root.map.other")
        let written = try KeyedArchive(archive.bytes())
        expectRows {
            (written.problems(strict: true), [])
            (written["root.list"].elements?.map(\.string), ["two", "three"])
            (written["root.list"].fields?.map(\.key), ["NS.object.0", "NS.object.1"])
            (written["root.map.one"].string, "four")
            (written["root.map.other"].string, "five")
        }
    }

    @Test func `own objects come with all that they refer to, and share what they shared`() throws {
        let archive = try edited { archive in
            let text = "shared"
            try archive.set([text, text], at: "root.pair")
            try archive.set(["a": 1, "b": 2], at: "root.map")
            try archive.set(String?.none, at: "root.title")
            try archive.append(ArchivedDate(timeIntervalSinceReferenceDate: 2), to: "root.scores")
        }
        expectRows {
            (archive["root.pair"].elements?.map(\.string), ["shared", "shared"])
            (archive["root.map.b"].int, 2)
            archive["root.title"].isNil
            (archive["root.scores[-1]"].date?.timeIntervalSinceReferenceDate, 2)
        }
        // Classes that the archive has aren't added again.
        var names: [String] = []
        for number in 0..<archive.objectCount {
            if case .classRecord(let record) = try archive.entry(at: UID(UInt64(number))) { names.append(record.name) }
        }
        #expect(Set(names).count == names.count, "\(names)")
    }
}
