import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Paths that lead to many places.
@Suite struct PathPatternTests {
    private func paths(_ pattern: String, in archive: KeyedArchive) throws -> [String] {
        try archive.matches(pattern).map(\.path.description)
    }

    private static let patterns: [(String, [String])] = [
        ("root.scores[*]", ["root.scores[0]", "root.scores[1]", "root.scores[2]"]),
        ("root.options.*", ["root.options.volume", "root.options.\"dotted.key\"", "root.options.\"NS.objects\"[2]"]),
        ("root.options.*[-1]", ["root.options.\"dotted.key\"[2]"]),
        ("*", ["root", "version"]),
        ("*<Person>", ["root"]),
        ("**<Person>", ["root"]),
        ("**<NSString>", ["root.title"]),
        ("**<NSObject>.\"NS.time\"", ["root.options.\"NS.keys\"[2].\"NS.time\""]),
        ("**.age", ["root.age"]),
        ("root.nick[*]", []),
        ("root.age[*]", []),
        ("root.age.*", []),
        ("root.name", ["root.name"]),
        ("root.payload!**<NSColor>", ["root.payload!root.color"]),
        ("**!root.*", ["root.payload!root.color"]),
        ("**<NSColor>", []),
        ("root.scores[-1]", ["root.scores[2]"]),
    ]

    @Test(.rows)
    func `a pattern leads to all its places, in the order of the file`() {
        forEachRow(Self.patterns) { (pattern: String, expected: [String]) throws in
            #expect(try paths(pattern, in: ViewedArchive.open()) == expected)
        }
    }

    @Test func `every place is listed once with a path that leads there, whatever ways of a pattern do`() throws {
        let archive = try ViewedArchive.open()
        let places = try archive.matches("**")
        #expect(places.count > 25)
        for place in places {
            let text = place.path.description
            #expect(try archive.value(at: ArchivePath(text)).value == place.value, "\(text)")
        }

        let listed = try paths("**", in: archive)
        #expect(Set(listed).count == listed.count)
        #expect(try paths("**.**", in: archive) == listed)
        // Both the top level of the nested archive and its root lead to the color.
        let colors = try paths("**!**.color", in: archive)
        #expect(colors == ["root.payload!root.color"])
        #expect(try paths("root.scores[*]<NSNumber>", in: archive) == [])
    }

    @Test func `keys that differ in code units only are two, and each place has its own path`() throws {
        let archive = try KeyedArchive(
            SmallArchive(
                ["\u{E9}": 1, "e\u{301}": 2, "list": .uid(3), "$class": .uid(2)], .classRecord("Thing", "NSObject"),
                ["NS.keys": [.uid(5), .uid(6)], "NS.objects": [.uid(7), .uid(8)], "\u{E9}": 3, "$class": .uid(4)],
                .classRecord("NSDictionary", "NSObject"), "\u{E9}", "e\u{301}", "x", "y",
                top: ["root": .uid(1), "\u{E9}": 1, "e\u{301}": 2]
            ).bytes())
        try expectRows {
            (try archive.matches("*").count, 3)
            (try archive.matches("root.*").compactMap(\.int).sorted(), [1, 2])
            (archive["root"].fields?.count, 3)
        }
        let places = try archive.matches("**")
        for place in places { #expect(archive[place.path].value == place.value, "\(place.path)") }
        #expect(Set(places.map { Array($0.path.description.utf8) }).count == places.count)
        // A field comes before an entry only where it has the same key.
        let steps = try archive.matches("root.list.*").map(\.path.steps.last)
        #expect(steps == [.key("\u{E9}"), .index(0), .key("e\u{301}")])

        let document = try PropertyListDocument(XMLPropertyListWriter().write(["\u{E9}": 1, "e\u{301}": 2]))
        #expect(try document.matches("*").compactMap(\.int).sorted() == [1, 2])
    }

    @Test func `in a cycle each object is visited once`() throws {
        let archive = try KeyedArchive(
            SmallArchive(
                ["a": .uid(2), "b": .uid(2), "$class": .uid(3)], ["back": .uid(1), "own": .uid(2), "$class": .uid(3)],
                .classRecord("Node")
            ).bytes())
        try expectRows {
            (try paths("**<Node>", in: archive), ["root", "root.a"])
            (try paths("**.**.**", in: archive), ["root", "root.a"])
            (try paths("**.back.**.back", in: archive), ["root.a.back.a.back"])
        }
    }

    @Test(.workLimit(.seconds(60)))
    func `a long chain is gone through without recursion, and all its paths are more than the limits allow`() throws {
        let count = TestScale.count(10_000, quick: 4_000)
        var chain = SmallArchive()
        chain.objects = (0..<count).map { ["next": .uid(UID(UInt64($0 + 2))), "$class": .uid(UID(UInt64(count + 2)))] }
        chain.objects += ["end", .classRecord("Node")]
        let archive = try KeyedArchive(chain.bytes(), limits: .untrusted)
        #expect(throws: ArchiveError(.limitExceeded, "")) { try archive.matches("**") }
        #expect(try archive.matches("**<End>").isEmpty)
    }

    @Test func `a list that many objects share and an archive that a pattern opens are charged each time`() throws {
        // 2,000 arrays that hold the same 2,000 numbers inline in one list, which is stored once.
        var table = BinaryObjectTable()
        let list = table.addArray((0..<2000).map { _ in table.uid(2001) })
        let (objects, reference) = (table.addString("NS.objects"), table.addString("$class"))
        let item = table.addDictionary(keys: [objects, reference], values: [list, table.uid(2002)])
        let all = table.addArray((0..<1999).map { table.uid(UID(UInt64($0 + 2))) })
        let outer = table.addDictionary(keys: [objects, reference], values: [all, table.uid(2002)])
        let entries = [table.addString("$null"), outer] + Array(repeating: item, count: 1999)
        let bytes = try table.archive(
            of: entries + [table.add(1), table.add(.classRecord("NSArray", "NSObject"))])
        let archive = try KeyedArchive(bytes, limits: .untrusted)
        #expect(throws: ArchiveError(.limitExceeded, "")) { try archive.matches("**") }

        let inner = try SmallArchive(entries: (0..<500).map { .string(PropertyListString("text \($0)")) }).bytes()
        var small = SmallArchive()
        small.objects = [["NS.objects": .array(PropertyListArray((0..<500).map { _ in .uid(2) })), "$class": .uid(3)]]
        small.objects += [.data(inner), .classRecord("NSArray", "NSObject")]
        let nested = try KeyedArchive(small.bytes(), limits: .untrusted)
        #expect(throws: ArchiveError(.limitExceeded, "")) { try nested.matches("root[*]!") }
        #expect(try nested.matches("root[0]!").count == 1)
    }

    @Test func `each look for a step after a pattern is charged`() throws {
        // As many elements that are one object as it has fields.
        let count = TestScale.count(1000, quick: 300)
        var table = BinaryObjectTable()
        let one = table.add(1)
        let keys = (0..<count).map { table.addString("f\($0)") } + [table.addString("$class")]
        let arrayClass = table.uid(UID(UInt64(count + 2)))
        let item = table.addDictionary(
            keys: keys[...], values: (Array(repeating: one, count: count) + [arrayClass])[...])
        let all = table.addArray((0..<count).map { table.uid(UID(UInt64($0 + 2))) })
        let list = table.addDictionary(
            keys: [table.addString("NS.objects"), keys[count]], values: [all, arrayClass])
        let entries = [table.addString("$null"), list] + Array(repeating: item, count: count)
        let bytes = try table.archive(of: entries + [table.add(.classRecord("NSArray", "NSObject"))])
        let archive = try KeyedArchive(bytes, limits: Limits.exact(steps: TestScale.count(16, quick: 4)))
        for pattern in ["root[*].none", "root[*]<NSString>", "root[*][0]"] {
            #expect(throws: ArchiveError(.limitExceeded, ""), "\(pattern)") { try archive.matches(pattern) }
        }
    }

    @Test(.enabled(if: Corpus.isPresent))
    func `real archives are gone through whole, and each place is reached by its path`() throws {
        var count = 0
        for row in try Corpus.sample("archives", atMost: 20) {
            let archive = try KeyedArchive(row.bytes())
            guard archive.objectCount < 500 else { continue }
            for place in try archive.matches("**") {
                count += 1
                #expect(archive[place.path].value == place.value, "\(row.file) \(place.path)")
                #expect(try ArchivePath(place.path.description) == place.path)
            }
        }
        #expect(count > 0)
    }

    private static func key(_ count: Int) -> PropertyList {
        .string(PropertyListString(String(repeating: "k", count: count)))
    }

    private static func dictionary(_ entries: [(key: PropertyList, value: PropertyList)]) -> PropertyList {
        .dictionary(PropertyListDictionary(entries))
    }

    @Test(.workLimit(.seconds(20)))
    func `paths through a key that many objects share cost no more than the file allows`() throws {
        let (count, key) = (1400, Self.key(250))
        let classUID = PropertyList.uid(UID(UInt64(count + 2)))
        var entries: [PropertyList] = []
        for number in 0..<count {
            let next = PropertyList.uid(UID(UInt64(number + 2)))
            entries.append(Self.dictionary([(key, next), ("$class", classUID)]))
        }
        entries.append(.data(Array(repeating: 0, count: 400_000)))
        entries.append(.classRecord("Link", "NSObject"))
        let archive = try KeyedArchive(SmallArchive(entries: entries).bytes(), limits: .untrusted)
        #expect(try archive.matches("**").count == count + 1)
        #expect(try archive.matches("**.**<Link>").count == count)
    }

    @Test(.workLimit(.seconds(20)))
    func `paths through a long key of a list cost no more than the file allows`() throws {
        let numbers = (0..<10_000).map { PropertyList.integer(Int64($0)) }
        var list = PropertyList.array(PropertyListArray(numbers))
        // Hashing the text of each path would take 16 GB.
        let key = Self.key(16_000)
        for _ in 0..<100 { list = Self.dictionary([(key, list)]) }
        let data = PropertyList.data(Array(repeating: 0, count: 200_000))
        let bytes = try BinaryPropertyListWriter().write(Self.dictionary([("list", list), ("data", data)]))
        let document = try PropertyListDocument(bytes, limits: Limits.exact(steps: 64))
        #expect(try document.matches("**").count == 10_102)
    }

    /// A set whose list of members is one of them: an archive in which a byte was changed.
    private static let listInItself = """
        62706c6973743030d40102030405061d1e582476657273696f6e58246f626a6563747359246172636869766572542474
        6f7012000186a0a8070812131415161755246e756c6cd2090a0b115a4e532e6f626a656374735624636c617373a50c0d
        0e0f0b80028003800480058006800710031002100510011004d218191a1b5a24636c6173736e616d655824636c617373
        6573554e53536574a21a1c584e534f626a6563745f100f4e534b657965644172636869766572d11f2054726f6f748001
        08111a232d323740464b565d636567696b6d6f71737577797e8992989ba4b6b9be000000000000010100000000000000
        21000000000000000000000000000000c0
        """

    @Test func `a list of a damaged file that holds itself ends at the limit on depth`() throws {
        let digits = Self.listInItself.filter { !$0.isWhitespace }
        let bytes = try stride(from: 0, to: digits.count, by: 2).map { position in
            try #require(UInt8(digits.dropFirst(position).prefix(2), radix: 16))
        }
        let archive = try KeyedArchive(bytes)
        for pattern in ["**", "root.**", "**<NSObject>.**"] {
            let error = #expect(throws: ArchiveError.self) { try archive.matches(pattern) }
            #expect(error?.reason.contains("`depth`") == true, "\(pattern)")
        }
    }
}
