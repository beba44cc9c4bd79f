import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What the keys of dictionaries name is the same to each reader, however they are stored.
@Suite struct StoredKeyTests {
    private static func text(_ text: String) -> PropertyList { .string(PropertyListString(text)) }
    /// A string object as Foundation stores it.
    private static func mutable(_ text: String) -> PropertyList { ["NS.string": Self.text(text), "$class": .uid(3)] }
    /// The string of a Python program, a subclass.
    private static func python(_ text: String) -> PropertyList { ["NS.string": Self.text(text), "$class": .uid(4)] }
    /// A string object with its text as UTF-8.
    private static func utf8(_ text: String) -> PropertyList {
        ["NS.bytes": .data(Array(text.utf8)), "$class": .uid(3)]
    }

    /// A dictionary with keys, and the values 0, 1 and so on.
    private static func dictionary(_ keys: [PropertyList]) throws -> KeyedArchive {
        func references(_ first: Int) -> PropertyList {
            .array(PropertyListArray(keys.indices.map { .uid(UID(UInt64(first + $0))) }))
        }
        let archive = SmallArchive(
            entries: [
                ["NS.keys": references(5), "NS.objects": references(5 + keys.count), "$class": .uid(2)],
                .classRecord("NSDictionary", "NSObject"), .classRecord("NSMutableString", "NSString", "NSObject"),
                .classRecord("OC_PythonUnicode", "NSString", "NSObject"),
            ] + keys + keys.indices.map { .integer(Int64($0)) })
        return try KeyedArchive(archive.bytes())
    }

    /// Keys, a name, and the position of the entry that it means.
    private static var lists: [(keys: [PropertyList], name: String, position: Int?)] {
        let many = (0..<40).map { Self.text("key \($0)") }
        let numbers = (0..<40).map { PropertyList.integer(Int64($0)) }
        return [
            (["a", "b"], "b", 1), (["a", "a"], "a", 1), (["\u{E9}", "e\u{301}"], "\u{E9}", 0),
            (["\u{E9}", "e\u{301}"], "e\u{301}", 1), ([mutable("a"), "b"], "a", 0), (["a", mutable("a")], "a", 1),
            ([mutable("a"), "a"], "a", 1), ([python("größe"), "b"], "größe", 0), ([utf8("名前"), "b"], "名前", 0),
            ([5, "b"], "5", 0), ([5, "5"], "5", 1), (["5", 5], "5", 0), ([5, 5], "5", 1), ([-7], "-7", 0),
            ([.unsignedInteger(.max)], "18446744073709551615", 0), ([5.0], "5", nil), ([true], "1", nil),
            (["05"], "5", nil), (many, "key 39", 39), (many + ["key 3"], "key 3", 40),
            (many + [mutable("key 3")], "key 3", 40),
            (many + [utf8("key 3")], "key 3", 40), (numbers, "39", 39), (numbers + [3], "3", 40),
            (["3"] + numbers, "3", 0), (numbers, "40", nil), (many, "key 40", nil), (["$null"], "$null", nil),
        ]
    }

    @Test(.rows)
    func `a name means the same entry to every reader`() {
        forEachRow(Self.lists.indices) { (row: Int) throws in
            let (keys, name, position) = Self.lists[row]
            let archive = try Self.dictionary(keys)
            let bytes = try archive.bytes()
            struct Key: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            struct Reader: Decodable {
                var value: Int?
                init(from decoder: any Decoder) throws {
                    let name = decoder.userInfo[.init(rawValue: "name")!] as? String ?? ""
                    let container = try decoder.container(keyedBy: Key.self)
                    value = try container.decodeIfPresent(Int.self, forKey: Key(stringValue: name))
                }
            }
            var decoder = KeyedArchiveDecoder()
            decoder.userInfo[.init(rawValue: "name")!] = name
            let view = archive["root"][name]
            try expectRows {
                (name == "$null" ? nil : view.int, position)
                (name == "$null" ? nil : archive[ArchivePath([.key("root"), .key(name)])].int, position)
                (name == "$null" ? nil : try decoder.decode(Reader.self, from: bytes).value, position)
                (archive["root"].entries?.count, keys.count)
            }
            guard let position else { return }
            // An edit changes this entry, and adds none.
            var edited = archive
            try edited.set(.integer(-1), at: ArchivePath([.key("root"), .key(name)]))
            let after = try KeyedArchive(edited.bytes())
            var expected = Array(0..<keys.count)
            expected[position] = -1
            #expect(after["root"].entries?.compactMap(\.value.int) == expected)
            // So does one after others, when the keys are being changed.
            try edited.set(.integer(-2), at: #"root."a new key""#)
            try edited.set(.integer(-3), at: ArchivePath([.key("root"), .key(name)]))
            expected[position] = -3
            #expect(edited["root"].entries?.compactMap(\.value.int) == expected + [-2])
            try edited.remove(at: ArchivePath([.key("root"), .key(name)]))
            expected.remove(at: position)
            #expect(edited["root"].entries?.compactMap(\.value.int) == expected + [-2])
            // Each entry has a path of its own that leads to it.
            for (number, entry) in (archive["root"].entries ?? []).enumerated() {
                #expect(archive[entry.value.path].int == number, "\(entry.value.path)")
            }
        }
    }

    @Test func `of two equal keys the last counts, and keys that only Swift calls equal are two`() throws {
        let before = try Self.dictionary(["a", "b", "a"])
        var after = before
        try after.set(.integer(9), at: "root.a")
        let reread = try KeyedArchive(after.bytes())
        #expect(try reread.difference(from: before).changes.map { $0.newPath?.description } == ["root.a"])
        #expect(reread["root"].entries?.compactMap(\.value.int) == [0, 1, 9])
        #expect(before.problems().isEmpty)
        #expect(
            before.problems(strict: true).map(\.reason)
                == ["two entries of the dictionary have the key \"a\"; the last counts"])
        #expect(try Self.dictionary(["\u{E9}", "e\u{301}", 5, "5"]).problems(strict: true).isEmpty)
        // Typed decoding warns that it loses one.
        let bytes = try Self.dictionary(["\u{E9}", "e\u{301}"]).bytes()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        #expect(try unarchiver.decodeObject(of: [String: Int].self, forKey: "root") == ["\u{E9}": 1])
        #expect(unarchiver.warnings.map(\.key) == ["NS.keys"])
        #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode([String: Int].self, from: bytes) }
        let dictionary = try KeyedUnarchiver.unarchivedObject(of: ArchivedDictionary.self, from: bytes)
        #expect(dictionary?.entries.count == 2)
    }

    @Test func `beside integer keys a name in digits is an integer, and other text needs quotes`() throws {
        var archive = try Self.dictionary([1, 2])
        try archive.set(.integer(30), at: "root.3")
        let key = archive["root"].entries?.last?.key
        #expect(key?.int == 3 && key?.string == nil)
        let error = #expect(throws: ArchiveError(.invalidPath, "")) { try archive.set(.integer(4), at: "root.größe") }
        #expect(error?.remedy == #"quote the name for a key that is text: root."größe""#)
        try archive.set(.integer(4), at: #"root."größe""#)
        try archive.set(.integer(5), at: #"root."1""#)
        #expect(archive["root"].entries?.compactMap(\.value.int) == [0, 1, 30, 4, 5])
        #expect(archive["root.1"].int == 5)
        #expect(try KeyedArchive(archive.bytes())[#"root."1""#].int == 5)
        #expect(archive[#"root."2""#].int == nil)
    }

    @Test(.rows)
    func `names of any script stand unquoted in paths, and a path is printed as it is read`() {
        forEachRow(["größe", "名前", "Ключ", "cafe\u{301}", "x٣", "हिन्दी"]) { (name: String) throws in
            let path = try ArchivePath("root.\(name)[0].\(name) \(name)")
            #expect(path.steps == [.key("root"), .key(name), .index(0), .key("\(name) \(name)")])
            #expect(ArchivePath([.key("root"), .key(name)]).description == "root.\(name)")
        }
    }

    @Test func `an error shows the form of a path that works`() throws {
        let slash = #expect(throws: ArchiveError(.invalidPath, "")) { try ArchivePath("root.a/b[2]") }
        #expect(slash?.remedy == #"quote the name: root."a/b"[2]"#)
        #expect(try ArchivePath(#"root."a/b"[2]"#).steps == [.key("root"), .key("a/b"), .index(2)])
        let archive = try Self.dictionary(["a.b.c"])
        let dots = #expect(throws: ArchiveError(.valueNotFound, "")) {
            try archive.value(at: ArchivePath("root.a.b.c"))
        }
        #expect(dots?.remedy == #"quote the name: root."a.b.c""#)
        #expect(archive[#"root."a.b.c""#].int == 0)
        let fields = #expect(throws: ArchiveError(.valueNotFound, "")) {
            try archive["root.NS.keys[0]"].require()
        }
        #expect(fields?.remedy == #"quote the name: root."NS.keys"[0]"#)
        #expect(archive[#"root."NS.keys"[0]"#].string == "a.b.c")
        let mark = #expect(throws: ArchiveError(.invalidPath, "")) { try ArchivePath("root.!x.y") }
        #expect(mark?.remedy == #"quote the name: root."!x".y"#)
        #expect(try ArchivePath(#"root."!x".y"#).steps == [.key("root"), .key("!x"), .key("y")])
    }

    @Test(.rows)
    func `the error of a name that looks like several steps shows it in quotes`() {
        forEachRow(["v[0]", "v[0].w", "v!", "v!w", "v.w!", "v[-1][2]"]) { (name: String) throws in
            let archive = try Self.dictionary(["a", Self.text(name)])
            let error = #expect(throws: ArchiveError(.valueNotFound, "")) {
                try archive.value(at: ArchivePath("root.\(name)"))
            }
            #expect(error?.remedy == "quote the name: root.\"\(name)\"")
            #expect(archive[try ArchivePath("root.\"\(name)\"")].int == 1)
        }
    }

    @Test func `the archive in a property list that is data is entered at once`() throws {
        let archive = try Self.dictionary(["a"])
        let path = try ArchivePath("!root.a")
        #expect(path.steps == [.nestedArchive, .key("root"), .key("a")])
        let document = try PropertyListDocument(
            BinaryPropertyListWriter().write(.data(archive.bytes())))
        #expect(document[path].int == 0)
        #expect(document[path].path == (try ArchivePath("$value!root.a")))
        #expect(try document.matches("!root.*").map(\.int) == [0])
        #expect(try document.matches("$value!root.*").map(\.int) == [0])
        var edited = document
        try edited.set(5 as PropertyList, at: path)
        #expect(edited[path].int == 5)
    }
}
