import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

@Suite struct ArchiveDifferenceTests {
    private static let list = PropertyList.classRecord("NSArray", "NSObject")
    private static let set = PropertyList.classRecord("NSSet", "NSObject")
    private static let dictionary = PropertyList.classRecord("NSDictionary", "NSObject")
    private static let node = PropertyList.classRecord("Node", "NSObject")

    private static func uids(_ uids: [UID]) -> PropertyList { .array(PropertyListArray(uids.map { .uid($0) })) }

    private func archive(_ objects: PropertyList..., top: PropertyList = ["root": .uid(1)]) throws -> KeyedArchive {
        var small = SmallArchive(top: top)
        small.objects = objects
        return try KeyedArchive(small.bytes())
    }

    private func changes(_ old: KeyedArchive, _ new: KeyedArchive) throws -> [String] {
        try new.difference(from: old).changes.map(\.description)
    }

    @Test func `a list differs by its order, and a set does not, also where both share one list`() throws {
        let (one, other): ([PropertyList], [PropertyList]) = ([1, 2, 3], [3, 1, 2])
        let sets = try [one, other].map { try archive(.set(PropertyListArray($0))) }
        let lists = try [one, other].map { try archive(.array(PropertyListArray($0))) }
        #expect(try changes(sets[0], sets[1]) == [])
        #expect(try changes(lists[0], lists[1]) != [])

        func shared(_ first: UID, _ second: UID) throws -> KeyedArchive {
            var table = BinaryObjectTable()
            let keys = [table.addString("NS.objects"), table.addString("$class")]
            let list = table.addArray([table.uid(first), table.uid(second)])
            let members = table.addArray([table.uid(2), table.uid(3)])
            let objects = [(members, 5), (list, 4), (list, 5)].map { (list: BinaryObjectTable.Entry, classUID: UID) in
                table.addDictionary(keys: keys, values: [list, table.uid(classUID)])
            }
            let records = [Self.set, Self.list].map { table.add($0) }
            let texts = ["a", "b"].map { table.addString($0) }
            return try KeyedArchive(table.archive(of: [table.addString("$null")] + objects + records + texts))
        }
        #expect(try changes(shared(6, 7), shared(6, 7)) == [])
        let found = try changes(shared(6, 7), shared(7, 6))
        #expect(!found.isEmpty && found.allSatisfy { $0.contains("root[1]") })
    }

    /// The same archive with its entries numbered from the end and its keys the other way around.
    private func renumbered(_ archive: KeyedArchive) throws -> KeyedArchive {
        let count = UInt64(archive.objectCount)
        func turn(_ value: PropertyList) -> PropertyList {
            switch value {
            case .uid(let uid): uid == .null ? value : .uid(UID(count - uid.rawValue))
            case .array(let elements): .array(PropertyListArray(elements.map(turn)))
            case .dictionary(let entries):
                .dictionary(PropertyListDictionary(entries.reversed().map { ($0.key, turn($0.value)) }))
            default: value
            }
        }
        guard case .dictionary(var outer) = try BinaryPropertyListReader(archive.bytes(format: .binary)).tree(),
            case .array(let objects)? = outer["$objects"], let top = outer["$top"]
        else { throw CancellationError() }
        let turned = [objects[0]] + objects.dropFirst().reversed().map(turn)
        outer["$objects"] = .array(PropertyListArray(turned))
        outer["$top"] = turn(top)
        return try KeyedArchive(BinaryPropertyListWriter().write(.dictionary(outer)))
    }

    @Test func `numbering, the order of keys and the form of the file make no difference`() throws {
        let archive = try archive(
            ["a": .uid(2), "b": 1, "r": .float(1.5), "self": .uid(1), "list": .uid(3), "$class": .uid(6)], "text",
            ["NS.objects": Self.uids([2, 1, 5]), "$class": .uid(4)], Self.list,
            ["NS.keys": Self.uids([2]), "NS.objects": Self.uids([1]), "$class": .uid(7)], Self.node, Self.dictionary)
        try expectRows {
            try archive.difference(from: archive).isEmpty
            try archive.difference(from: renumbered(archive)).isEmpty
            try renumbered(archive).difference(from: archive).isEmpty
        }
        let xml = try KeyedArchive(archive.bytes(format: .xml))
        #expect(try archive.difference(from: xml).isEmpty)
        #expect(try archive.difference(from: xml).isComplete)

        let numbers = try KeyedArchive(
            SmallArchive(
                ["zero": -0.0, "none": .double(-.nan), "width": .float(0.1), "$class": .uid(2)], Self.node
            ).bytes())
        let copy = try KeyedArchive(numbers.bytes(format: .xml))
        #expect(try copy.difference(from: numbers).isEmpty && numbers.difference(from: copy).isEmpty)
    }

    @Test func `numbered fields beside a list are fields, whatever form the other list has`() throws {
        func dictionary(_ lists: PropertyListDictionary, _ field: String? = nil) throws -> KeyedArchive {
            var fields = lists
            if let field { fields[field] = 1 }
            fields["$class"] = .uid(4)
            return try archive(.dictionary(fields), "key", "value", Self.dictionary)
        }
        let (keys, values) = (Self.uids([2]), Self.uids([3]))
        let listed: PropertyListDictionary = ["NS.keys": keys, "NS.objects": values]
        let halves: [(lists: PropertyListDictionary, other: String)] = [
            (["NS.key.0": .uid(2), "NS.objects": values], "NS.object.0"),
            (["NS.keys": keys, "NS.object.0": .uid(3)], "NS.key.0"),
        ]
        for (half, other) in halves {
            #expect(try changes(dictionary(listed), dictionary(half)) == [])
            let added = ["root.\"\(other)\": added 1"]
            try expectRows {
                (try changes(dictionary(half), dictionary(half, other)), added)
                (try changes(dictionary(listed), dictionary(half, other)), added)
                (try changes(dictionary(half), dictionary(listed, other)), added)
            }
            let members = try dictionary(half, other).matches("root.*").map(\.path.description)
            #expect(members == ["root.\"\(other)\"", "root.key"])
        }
        #expect(try dictionary(listed).matches("root.*").count == 1)
    }

    @Test func `changed, added and removed fields are reported with paths and values, also after an edit`() throws {
        let old = try archive(
            ["name": .uid(2), "age": 36, "old": true, "$class": .uid(3)], "Ada", Self.node,
            top: ["root": .uid(1), "v": 1])
        let new = try archive(
            ["new": .uid(0), "age": 37, "name": .uid(2), "$class": .uid(3)], "Grace", Self.node,
            top: ["w": 2, "root": .uid(1)])
        let difference = try new.difference(from: old)
        #expect(
            difference.changes.map(\.description) == [
                "v: removed 1", "w: added 2", "root.name: \"Ada\" → \"Grace\"", "root.age: 36 → 37",
                "root.old: removed true", "root.new: added nil",
            ])
        #expect(difference.changes.map(\.kind) == [.removed, .added, .value, .value, .removed, .added])
        let name = try #require(difference.changes.first { $0.kind == .value })
        #expect(name.old == .value("Ada") && name.new == .value("Grace"))
        #expect(name.oldPath?.description == "root.name" && name.newPath?.description == "root.name")
        #expect(difference.changes[0].newPath == nil && difference.changes[0].new == nil)
        #expect(try old.difference(from: new).changes.count == 6)
        let first = try new.difference(from: old, limit: 2)
        #expect(first.changes == Array(difference.changes.prefix(2)))
        #expect(!first.isComplete)

        let original = try archive(["name": "x", "age": 36, "$class": .uid(2)], Self.node)
        var edited = original
        try edited.setValue(37, forKey: "age", ofObjectAt: 1)
        #expect(try changes(original, edited) == ["root.age: 36 → 37"])
        #expect(try changes(edited, original) == ["root.age: 37 → 36"])
    }

    @Test func `classes are compared by name and superclasses, and the fields nevertheless`() throws {
        let old = try archive(["a": 1, "$class": .uid(2)], Self.node)
        let new = try archive(["a": 2, "$class": .uid(2)], .classRecord("Node", "Base", "NSObject"))
        try expectRows {
            (try changes(old, new), ["root: Node #1 → Node #1", "root.a: 1 → 2"])
            (try changes(old, archive("text")), ["root: Node #1 → \"text\""])
            (try changes(archive(["a": 1, "$class": .uid(0)], Self.node), old), ["root: an object #1 → Node #1"])
        }
    }

    @Test func `an element that was inserted or removed moves the others along`() throws {
        func array(_ texts: String...) throws -> KeyedArchive {
            var small = SmallArchive()
            small.objects = [
                ["NS.objects": Self.uids(texts.indices.map { UID(UInt64($0 + 3)) }), "$class": .uid(2)], Self.list,
            ]
            small.objects += texts.map { .string(PropertyListString($0)) }
            return try KeyedArchive(small.bytes())
        }
        let old = try array("a", "b", "c", "d")
        try expectRows {
            (try changes(old, array("x", "a", "b", "c", "d")), ["root[0]: added \"x\""])
            (try changes(old, array("a", "c", "d")), ["root[1]: removed \"b\""])
            (try changes(old, array("a", "b", "x", "d")), ["root[2]: \"c\" → \"x\""])
            (try changes(old, array()).count, 4)
            (try changes(array("a", "a", "b"), array("a", "b")), ["root[1]: removed \"a\""])
        }
        let moved = try array("a", "x", "b", "c", "y").difference(from: old).changes
        expectRows {
            (moved.map(\.kind), [.value, .added])
            (moved.map { $0.oldPath?.description }, ["root[3]", nil])
            (moved.map { $0.newPath?.description }, ["root[4]", "root[1]"])
        }
    }

    @Test func `sets are compared whatever their order, dictionaries by their keys`() throws {
        let set = PropertyList.classRecord("NSMutableSet", "NSSet", "NSObject")
        let old = try archive(["NS.objects": Self.uids([3, 4, 5]), "$class": .uid(2)], set, "a", "b", "c")
        let new = try archive(["NS.objects": Self.uids([3, 4, 5]), "$class": .uid(2)], set, "c", "x", "a")
        #expect(try changes(old, new) == ["root[1]: removed \"b\"", "root[1]: added \"x\""])

        func entries(_ keys: [UID], _ values: [UID], _ texts: PropertyList...) throws -> KeyedArchive {
            var small = SmallArchive()
            small.objects = [
                ["NS.keys": Self.uids(keys), "NS.objects": Self.uids(values), "$class": .uid(2)], Self.dictionary,
            ]
            small.objects += texts
            return try KeyedArchive(small.bytes())
        }
        let before = try entries([3, 4, 5], [6, 6, 3], "one", "two", 3, "x", "y")
        let after = try entries([5, 3, 4], [6, 6, 7], "one", "two", "three", "x", "y")
        #expect(
            try changes(before, after) == [
                "root.two: \"x\" → \"y\"", "root.3: removed \"one\"", "root.three: added \"x\"",
            ])
    }

    @Test func `sets of collections and of deep objects are compared whatever their order`() throws {
        let set = PropertyList.classRecord("NSSet", "NSObject")
        let counted = PropertyList.classRecord("NSCountedSet", "NSMutableSet", "NSSet", "NSObject")
        func dictionaries(_ order: [UID], _ first: [UID], _ second: [UID]) throws -> KeyedArchive {
            func entries(_ keys: [UID]) -> PropertyList {
                let values = keys.map { $0 == UID(6) ? UID(8) : UID(9) }
                return ["NS.keys": Self.uids(keys), "NS.objects": Self.uids(values), "$class": .uid(5)]
            }
            return try archive(
                ["NS.objects": Self.uids(order), "$class": .uid(4)], entries(first), entries(second), set,
                Self.dictionary, "a", "b", 1, 2)
        }
        func sets(_ order: [UID], _ members: [UID]) throws -> KeyedArchive {
            try archive(
                ["NS.objects": Self.uids(order), "$class": .uid(4)],
                ["NS.objects": Self.uids(members), "$class": .uid(4)],
                ["NS.objects": Self.uids([5]), "$class": .uid(4)], set, "a", "b")
        }
        func chains(_ order: [UID]) throws -> KeyedArchive {
            func node(_ next: UID) -> PropertyList { ["next": .uid(next), "$class": .uid(3)] }
            return try archive(
                ["NS.objects": Self.uids(order), "$class": .uid(2)], set, Self.node, node(5), node(6), node(7), node(8),
                "one", node(10), node(11), node(12), node(13), "two")
        }
        func counts(_ first: (UID, Int64), _ second: (UID, Int64)) throws -> KeyedArchive {
            try archive(
                [
                    "NS.count": 2, "NS.object0": .uid(first.0), "NS.count0": .integer(first.1),
                    "NS.object1": .uid(second.0), "NS.count1": .integer(second.1), "$class": .uid(2),
                ], counted, "a", "b")
        }
        try expectRows {
            (try changes(dictionaries([2, 3], [6, 7], [7]), dictionaries([3, 2], [7, 6], [7])), [])
            (try changes(sets([2, 3], [5, 6]), sets([3, 2], [6, 5])), [])
            (try changes(chains([4, 9]), chains([9, 4])), [])
            (try changes(counts((3, 1), (4, 2)), counts((4, 2), (3, 1))), [])
            (try changes(counts((3, 1), (4, 2)), counts((4, 3), (3, 1))), ["root.\"NS.count0\": 2 → 3"])
        }
    }

    @Test func `collections of the old form, with a field for each element, are compared as the others are`() throws {
        let list = PropertyList.classRecord("NSMutableArray", "NSArray", "NSObject")
        func archive(_ root: PropertyList, _ record: PropertyList) throws -> KeyedArchive {
            try KeyedArchive(SmallArchive(root, record, "one", "two", "three", "x", "y").bytes())
        }
        let lists = (
            old: try archive(["NS.object.0": .uid(3), "NS.object.1": .uid(4), "$class": .uid(2)], list),
            same: try archive(["NS.objects": Self.uids([3, 4]), "$class": .uid(2)], list),
            less: try archive(["NS.object.0": .uid(4), "$class": .uid(2)], list),
            empty: try archive(["$class": .uid(2)], list)
        )
        #expect(try changes(lists.old, lists.same) == [] && changes(lists.same, lists.old) == [])
        try expectRows {
            (try changes(lists.old, lists.less), ["root[0]: removed \"one\""])
            (try changes(lists.less, lists.empty), ["root[0]: removed \"two\""])
            (try changes(lists.empty, lists.same), ["root[0]: added \"one\"", "root[1]: added \"two\""])
            (lists.empty["root"].elements?.count, 0)
            (lists.empty["root"].entries, nil)
        }

        func entries(_ entries: [(UInt64, UInt64)]) throws -> KeyedArchive {
            var fields: [PropertyListDictionary.Element] = [("$class", .uid(2))]
            for (position, (key, value)) in entries.enumerated() {
                fields.append((.string(.init("NS.key.\(position)")), .uid(UID(key))))
                fields.append((.string(.init("NS.object.\(position)")), .uid(UID(value))))
            }
            return try archive(.dictionary(PropertyListDictionary(fields)), Self.dictionary)
        }
        let old = try entries([(3, 6), (4, 7)])
        let same = try archive(
            ["NS.keys": Self.uids([4, 3]), "NS.objects": Self.uids([7, 6]), "$class": .uid(2)], Self.dictionary)
        #expect(try changes(old, entries([(4, 7), (3, 6)])) == [] && changes(old, same) == [])
        #expect(
            try changes(old, entries([(5, 7), (3, 7)])) == [
                "root.one: \"x\" → \"y\"", "root.two: removed \"y\"", "root.three: added \"y\"",
            ])
        #expect(try changes(entries([]), entries([(3, 6)])) == ["root.one: added \"x\""])
        #expect(try entries([])["root"].entries?.count == 0 && entries([])["root"].elements == nil)
    }

    @Test func `cycles are compared, and differences within them are found once`() throws {
        func ring(_ values: Int64...) throws -> KeyedArchive {
            var small = SmallArchive()
            small.objects = [Self.node]
            for (position, value) in values.enumerated() {
                let next = UID(UInt64(2 + (position + 1) % values.count))
                small.objects.append(["next": .uid(next), "value": .integer(value), "$class": .uid(1)])
            }
            small.top = ["root": .uid(2)]
            return try KeyedArchive(small.bytes())
        }
        #expect(try ring(1, 2, 3).difference(from: ring(1, 2, 3)).isEmpty)
        #expect(try changes(ring(1, 2, 3), ring(1, 2, 4)) == ["root.next.next.value: 3 → 4"])
        // What holds the same without end is the same by value; only who is one object differs.
        let unrolled = try ring(1, 1).difference(from: ring(1)).changes
        try expectRows {
            (unrolled.map(\.kind), [.sharing])
            (unrolled[0].newPath?.description, "root.next")
            (try ring(1).difference(from: ring(1, 1, 1)).changes.map(\.kind), [.sharing])
            try ring(1, 2).difference(from: ring(1, 2, 1)).changes.contains { $0.kind == .value }
        }
    }

    @Test func `an object in two places is distinguished from two objects, and what differs there is found`() throws {
        let item: PropertyList = ["value": 1, "inner": .uid(5), "$class": .uid(4)]
        let inner: PropertyList = ["value": 2, "$class": .uid(4)]
        let one = try archive(["NS.objects": Self.uids([2, 2]), "$class": .uid(3)], item, Self.list, Self.node, inner)
        let two = try archive(
            ["NS.objects": Self.uids([2, 6]), "$class": .uid(3)], item, Self.list, Self.node, inner,
            ["value": 1, "inner": .uid(7), "$class": .uid(4)], inner)
        #expect(try changes(one, two) == ["root[1]: Node #2 → Node #6, shared otherwise"])
        #expect(try changes(two, one) == ["root[1]: Node #6 → Node #2, shared otherwise"])
        // Equal texts are one value, however many entries hold them.
        #expect(
            try archive(["a": .uid(2), "b": .uid(2), "$class": .uid(3)], "x", Self.node).difference(
                from: archive(["a": .uid(2), "b": .uid(4), "$class": .uid(3)], "x", Self.node, "x")
            ).isEmpty)

        let shared: PropertyList = ["value": 1, "$class": .uid(4)]
        let old = try archive(["a": .uid(2), "b": .uid(2), "$class": .uid(4)], shared, Self.list, Self.node)
        let new = try archive(
            ["a": .uid(2), "b": .uid(5), "$class": .uid(4)], shared, Self.list, Self.node,
            ["value": 2, "$class": .uid(4)])
        #expect(try changes(old, new).contains("root.b.value: 1 → 2"))
        #expect(try changes(new, old).contains("root.b.value: 2 → 1"))
    }

    @Test func `a chain of many objects is compared without recursion, and its paths are charged`() throws {
        let count = TestScale.count(5_000, quick: 2_000)
        let bytes = try HostileArchive.chain(count, last: .null).bytes()
        let other = try HostileArchive.chain(count, last: 1).bytes()
        try SmallStack.run(size: SmallStack.least) {
            let archive = try KeyedArchive(bytes, limits: .unlimited)
            #expect(try archive.difference(from: archive).isEmpty)
            let changes = try KeyedArchive(other, limits: .unlimited).difference(from: archive).changes
            #expect(changes.count == 1)
        }
    }

    @Test func `the path of each change is charged, step by step`() throws {
        // A chain with one change in its last object, or with one in its first.
        let count = TestScale.count(2_000, quick: 250)
        func chain(first: PropertyList, last: PropertyList) throws -> [UInt8] {
            var chain = SmallArchive()
            chain.objects = (0..<count).map { number in
                [
                    "next": .uid(number == count - 1 ? 0 : UID(UInt64(number + 2))),
                    "value": number == 0 ? first : number == count - 1 ? last : 0,
                    "$class": .uid(UID(UInt64(count + 1))),
                ]
            }
            chain.objects.append(Self.node)
            return try chain.bytes()
        }
        let old = try chain(first: 0, last: 0)
        func least(_ limit: WritableKeyPath<Limits, Int>, _ bytes: [UInt8]) throws -> Int {
            try SmallestLimit.of(limit) { limits in
                let difference = try KeyedArchive(bytes, limits: limits)
                    .difference(from: KeyedArchive(old, limits: limits))
                #expect(difference.changes.count == 1)
            }
        }
        let (near, far) = (try chain(first: 1, last: 0), try chain(first: 0, last: 1))
        // A factor stands for as many bytes as the file has.
        #expect(near.count == far.count)
        #expect(try least(\.allocation, far) > least(\.allocation, near))
    }

    @Test func `a long key that many objects have is charged by each`() throws {
        let key = String(repeating: "k", count: TestScale.count(100_000, quick: 20_000))
        var small = SmallArchive()
        small.objects = (0..<1_000).map {
            [.string(PropertyListString(key)): .integer(Int64($0)), "$class": .uid(1001)]
        }
        small.objects.append(Self.node)
        small.top = .dictionary(
            PropertyListDictionary(
                (1...1_000).map { (key: .string(PropertyListString("\($0)")), value: .uid(UID(UInt64($0)))) }))
        let archive = try KeyedArchive(small.bytes(), limits: Limits.exact(steps: 16))
        let error = #expect(throws: ArchiveError.self) { try archive.difference(from: archive) }
        #expect(error?.code == .limitExceeded)
    }

    @Test func `a string that can't be read is one that differs from all others, and no error`() throws {
        func archive(_ text: String) throws -> KeyedArchive {
            try KeyedArchive(
                SmallArchive(
                    ["name": .uid(2), "key": 1, "$class": .uid(3)], .string(PropertyListString(text)), Self.node
                )
                .bytes())
        }
        func damaged(_ text: String) throws -> KeyedArchive {
            var bytes = try archive("Ada").bytes()
            let place = try #require(bytes.indices.first { bytes[$0...].starts(with: text.utf8) })
            // No object has such a marker.
            bytes[place - 1] = 0xF3
            return try KeyedArchive(bytes)
        }
        try expectRows {
            (try damaged("Ada").difference(from: archive("Ada")).changes.map(\.newPath?.description), ["root.name"])
            try damaged("Ada").difference(from: damaged("Ada")).isEmpty
            (try damaged("key").difference(from: archive("Ada")).changes.map(\.kind), [.removed])
            (try damaged("key").classSummary.first?.keys.map(\.key), ["name"])
            (try damaged("Ada").classSummary.first?.keys.map(\.key), ["name", "key"])
        }
    }

    @Test func `the time grows with the size, also where everything differs or was turned around`() throws {
        func archive(_ count: Int, _ value: (Int) -> Int64) throws -> KeyedArchive {
            var small = SmallArchive()
            let uids = (0..<count).map { UID(UInt64($0 + 4)) }
            small.objects = [["NS.objects": Self.uids(uids), "$class": .uid(2)], Self.list, Self.node]
            for position in 0..<count {
                small.objects.append(["value": .integer(value(position)), "up": .uid(1), "$class": .uid(3)])
            }
            return try KeyedArchive(small.bytes())
        }
        func compare(_ count: Int) throws {
            let old = try archive(count) { Int64($0) }
            _ = try archive(count) { Int64(count - $0) }.difference(from: old)
            _ = try archive(count) { Int64($0 / 2) }.difference(from: old)
            _ = try archive(count) { Int64(-$0) }.difference(from: old)
        }
        let bound = 32.0
        let growth = try WorkTime.growth(from: { try compare(125) }, to: { try compare(1000) }, below: bound)
        #expect(growth < bound)
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `real archives differ from themselves in no form, and after an edit by that edit`() throws {
        for row in try Corpus.sample("archives", atMost: 20) {
            let archive = try KeyedArchive(row.bytes())
            guard archive.objectCount < 1_000 else { continue }
            #expect(try archive.difference(from: archive).isEmpty, "\(row.file)")
            if let bytes = try? archive.bytes(format: .xml), let copy = try? KeyedArchive(bytes) {
                #expect(try copy.difference(from: KeyedArchive(copy.bytes(format: .binary))).isEmpty, "\(row.file)")
            }
            var edited = archive
            guard case .uid(let root)? = archive.topLevelValue(forKey: "root"), (try? archive.record(at: root)) != nil
            else { continue }
            try edited.setValue(123_456, forKey: "an added key", ofObjectAt: root)
            let changes = try edited.difference(from: archive).changes.map(\.description)
            #expect(changes == ["root.\"an added key\": added 123456"], "\(row.file)")
        }
    }
}
