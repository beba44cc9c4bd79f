import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Every form in which archives store collections, and every damage of one, is the same to each reader: typed decoding,
/// `Codable`, paths, views, edits, comparison and the strict check.
@Suite struct StoredFormTests {
    // MARK: Forms

    private static let array = PropertyList.classRecord("NSArray", "NSObject")
    private static let set = PropertyList.classRecord("NSSet", "NSObject")
    private static let dictionary = PropertyList.classRecord("NSDictionary", "NSObject")
    private static let counted = PropertyList.classRecord("NSCountedSet", "NSMutableSet", "NSSet", "NSObject")
    private static let hashTable = PropertyList.classRecord("NSHashTable", "NSObject")
    private static let knownKeys = PropertyList.classRecord(
        "NSKnownKeysDictionary1", "NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary", "NSObject")

    /// An archive whose root has some fields and a class; UIDs 3 to 6 are 10, 20, "a" and "b".
    private static func archive(
        _ fields: PropertyListDictionary,
        _ record: PropertyList,
        _ more: PropertyList...
    ) -> SmallArchive {
        var fields = fields
        fields["$class"] = .uid(2)
        return SmallArchive(entries: [.dictionary(fields), record, 10, 20, "a", "b"] + more)
    }

    /// Collections of 10 and 20.
    static var lists: [(name: String, archive: SmallArchive, isSet: Bool)] {
        let listed: PropertyListDictionary = ["NS.objects": [.uid(3), .uid(4)]]
        let numbered: PropertyListDictionary = ["NS.object.0": .uid(3), "NS.object.1": .uid(4)]
        return [
            ("list", archive(listed, array), false),
            ("ordered set", archive(listed, .classRecord("NSOrderedSet", "NSObject")), false),
            ("set", archive(listed, set), true),
            ("numbered", archive(numbered, array), false),
            ("numbered set", archive(numbered, set), true),
            (
                "counted",
                archive(
                    [
                        "NS.count": 2, "NS.object0": .uid(3), "NS.count0": 1, "NS.object1": .uid(4), "NS.count1": 5,
                    ], counted), true
            ),
            ("hash table", archive(["$0": 5, "$1": .uid(3), "$2": .uid(4), "$3": .uid(0)], hashTable), true),
        ]
    }

    /// Dictionaries with 10 under `a` and 20 under `b`.
    static var dictionaries: [(name: String, archive: SmallArchive, isResizable: Bool)] {
        [
            (
                "lists", archive(["NS.keys": [.uid(5), .uid(6)], "NS.objects": [.uid(3), .uid(4)]], dictionary), true
            ),
            (
                "numbered",
                archive(
                    [
                        "NS.key.0": .uid(5), "NS.object.0": .uid(3), "NS.key.1": .uid(6), "NS.object.1": .uid(4),
                    ], dictionary), true
            ),
            (
                "known keys",
                archive(
                    ["searchMapping": .uid(7), "values": .uid(9), "emptyToken": .uid(12), "version": 1], knownKeys,
                    ["keys": .uid(8), "length": 3, "version": 1, "$class": .uid(11)],
                    ["NS.objects": [.uid(5), .uid(12), .uid(6)], "$class": .uid(10)],
                    ["NS.objects": [.uid(3), .uid(12), .uid(4)], "$class": .uid(10)], array,
                    .classRecord("NSKnownKeysMappingStrategy1", "NSObject"), "empty"), false
            ),
        ]
    }

    /// Damaged collections, with what is wrong.
    static var damaged: [(archive: SmallArchive, reason: String, isDictionary: Bool)] {
        [
            (
                archive(["NS.keys": [.uid(5)], "NS.objects": []], dictionary),
                "the dictionary has 1 key, but 0 values", true
            ),
            (archive(["NS.objects": [.uid(3)]], dictionary), "the dictionary has NS.objects, but no NS.keys", true),
            (archive(["NS.keys": [.uid(5)]], dictionary), "the dictionary has NS.keys, but no NS.objects", true),
            (
                archive(["NS.keys": "a", "NS.objects": [.uid(3)]], dictionary),
                "NS.keys is a string, not an array", true
            ),
            (archive(["NS.objects": 5], array), "NS.objects is an integer, not an array", false),
            (archive(["NS.objects": .uid(3)], set), "NS.objects is a reference, not an array", false),
            (
                archive(["NS.object.0": .uid(3), "NS.object.2": .uid(4)], array),
                "NS.object.1 is missing, though there are 2 such fields", false
            ),
            (archive(["NS.count": 2, "NS.object0": .uid(3), "NS.count0": 1], counted), "NS.object1", false),
            (archive(["NS.count": -1], counted), "NS.count", false),
            (
                archive(["NS.count": 1, "NS.object0": .uid(3), "NS.count0": 0], counted),
                "NS.count0 doesn't say how often the set holds the member", false
            ),
            (archive(["$1": .uid(3)], hashTable), "the object lacks its field $0", false),
            (
                archive(["searchMapping": .uid(5), "values": [.uid(3)], "emptyToken": .uid(0)], knownKeys),
                "the fields of the collection do not list what it holds", true
            ),
        ]
    }

    // MARK: Readers

    /// An unarchiver that reads collections of all classes as one type.
    private static func unarchiver(
        _ bytes: [UInt8],
        as type: any (Codingable & SendableMetatype).Type
    ) throws -> KeyedUnarchiver {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let names = ["NSOrderedSet", "NSCountedSet", "NSHashTable", "NSKnownKeysDictionary1"]
        for name in names { unarchiver.setClass(type, forClassName: name) }
        return unarchiver
    }

    @Test(.rows)
    func `the elements of each form are the same to every reader`() {
        forEachRow(Self.lists.indices) { (row: Int) throws in
            let (name, stored, isSet) = Self.lists[row]
            let bytes = try stored.bytes()
            let archive = try KeyedArchive(bytes)
            let view = archive["root"]
            try expectRows {
                (try KeyedArchiveDecoder().decode([Int].self, from: bytes), [10, 20])
                (view.elements?.compactMap(\.int), [10, 20])
                (view.entries?.count, nil)
                (archive["root[-1]"].int, 20)
                (try archive.matches("root[*]").compactMap(\.int), [10, 20])
                (archive.problems(strict: true).map(\.reason), [])
                (try archive.difference(from: archive).isEmpty, true)
            }
            let typed =
                try isSet
                ? Self.unarchiver(bytes, as: Set<Int>.self).decode(Set<Int>.self, forKey: "root").sorted()
                : Self.unarchiver(bytes, as: [Int].self).decode([Int].self, forKey: "root")
            #expect(typed == [10, 20], "\(name)")
            var edited = archive
            try edited.set(.integer(30), at: "root[1]")
            let after = try KeyedArchive(edited.bytes())
            #expect(after["root"].elements?.compactMap(\.int) == [10, 30], "\(name)")
            #expect(after.problems(strict: true) == [], "\(name)")
            #expect(try !after.difference(from: archive).isEmpty, "\(name)")
        }
    }

    @Test(.rows)
    func `the entries of each form are the same to every reader`() {
        forEachRow(Self.dictionaries.indices) { (row: Int) throws in
            let (name, stored, isResizable) = Self.dictionaries[row]
            let bytes = try stored.bytes()
            let archive = try KeyedArchive(bytes)
            let expected = ["a": 10, "b": 20]
            let unarchiver = try Self.unarchiver(bytes, as: [String: Int].self)
            try expectRows {
                (try KeyedArchiveDecoder().decode([String: Int].self, from: bytes), expected)
                (try unarchiver.decodeObject(of: [String: Int].self, forKey: "root"), expected)
                (archive["root.b"].int, 20)
                (archive["root"].entries?.compactMap(\.key.string), ["a", "b"])
                (archive["root"].entries?.compactMap(\.value.int), [10, 20])
                (archive["root"].elements?.count, nil)
                (archive.problems(strict: true).map(\.reason), [])
                (try archive.difference(from: archive).isEmpty, true)
            }
            for entry in archive["root"].entries ?? [] {
                #expect(try archive.value(at: entry.value.path).value == .uid(entry.value.uid ?? .null), "\(name)")
                #expect(try archive.value(at: entry.key.path).value == .uid(entry.key.uid ?? .null), "\(name)")
            }
            var edited = archive
            try edited.set(.integer(30), at: "root.b")
            let after = try KeyedArchive(edited.bytes())
            #expect(try KeyedArchiveDecoder().decode([String: Int].self, from: after.bytes()) == ["a": 10, "b": 30])
            #expect(after.problems(strict: true) == [])
            let changes = try after.difference(from: archive).changes
            #expect(changes.map { $0.newPath?.description } == ["root.b"], "\(name)")
            if isResizable {
                try edited.set(.integer(5), at: "root.c")
                try edited.remove(at: "root.a")
                #expect(edited["root"].entries?.compactMap(\.key.string) == ["b", "c"])
            } else {
                #expect(throws: ArchiveError(.unrepresentable, "")) { try edited.set(.integer(5), at: "root.c") }
                #expect(throws: ArchiveError(.unrepresentable, "")) { try edited.remove(at: "root.a") }
                #expect(edited["root"].entries?.compactMap(\.value.int) == [10, 30])
                // The remedy of both errors.
                try edited.set(["c": 1], at: "root")
                #expect(edited["root.c"].int == 1)
            }
        }
    }

    @Test(.rows)
    func `an object with nothing but the class of a collection is an empty one`() {
        forEachRow([Self.array, Self.set, Self.dictionary]) { (record: PropertyList) throws in
            let bytes = try Self.archive([:], record).bytes()
            let archive = try KeyedArchive(bytes)
            let isDictionary = record == Self.dictionary
            #expect(archive["root"].elements?.count == (isDictionary ? nil : 0))
            #expect(archive["root"].entries?.count == (isDictionary ? 0 : nil))
            #expect(archive.problems(strict: true) == [])
            if isDictionary {
                #expect(try KeyedArchiveDecoder().decode([String: Int].self, from: bytes) == [:])
            } else {
                #expect(try KeyedArchiveDecoder().decode([Int].self, from: bytes) == [])
            }
            var edited = archive
            if isDictionary {
                try edited.set(.integer(1), at: "root.a")
                #expect(edited["root.a"].int == 1)
            } else {
                try edited.append(.integer(1), to: "root")
                #expect(edited["root[0]"].int == 1)
            }
        }
    }

    /// As to Apple's initializers, which find no list and make an empty collection.
    @Test(.rows)
    func `without a list a collection is empty to every coder, and paths show what else it has`() {
        forEachRow(
            [
                ("array", ["other": 5], Self.array), ("set", ["other": 5], Self.set),
                ("dictionary", ["other": 5], Self.dictionary), ("array of nothing", [:], Self.array),
            ] as [(String, PropertyListDictionary, PropertyList)]
        ) { (_: String, fields: PropertyListDictionary, record: PropertyList) throws in
            let bytes = try Self.archive(fields, record).bytes()
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            if record == Self.dictionary {
                #expect(try unarchiver.decode([String: Int].self, forKey: "root").isEmpty)
                #expect(try KeyedArchiveDecoder().decode([String: Int].self, from: bytes).isEmpty)
            } else {
                let decoded = try unarchiver.decodeObject(of: [[Int].self, Set<Int>.self], forKey: "root")
                #expect((decoded as? [Int])?.isEmpty ?? (decoded as? Set<Int>)?.isEmpty == true, "\(record)")
                #expect(try KeyedArchiveDecoder().decode([Int].self, from: bytes).isEmpty, "\(record)")
            }
            #expect(try KeyedArchive(bytes)["root.other"].int == fields["other"]?.intValue)
        }
    }

    @Test(.rows)
    func `a damage is the same to every reader, and the fields stay reachable`() {
        forEachRow(Self.damaged.indices) { (row: Int) throws in
            let (stored, reason, isDictionary) = Self.damaged[row]
            let bytes = try stored.bytes()
            let archive = try KeyedArchive(bytes)
            let reasons = archive.problems().map(\.reason)
            #expect(reasons.count == 1 && reasons[0].contains(reason), "\(reasons)")
            let step = isDictionary ? "root.new" : "root[0]"
            #expect(archive["root"].elements == nil && archive["root"].entries == nil)
            #expect(archive["root"].fields?.isEmpty == false)
            let error = #expect(throws: DecodingError.self) {
                if isDictionary {
                    _ = try KeyedArchiveDecoder().decode([String: Int].self, from: bytes)
                } else {
                    _ = try KeyedArchiveDecoder().decode([Int].self, from: bytes)
                }
            }
            let typed = #expect(throws: ArchiveError.self) {
                if isDictionary {
                    let unarchiver = try Self.unarchiver(bytes, as: [String: Int].self)
                    _ = try unarchiver.decode([String: Int].self, forKey: "root")
                } else {
                    _ = try Self.unarchiver(bytes, as: Set<Int>.self).decodeObject(
                        of: [[Int].self, Set<Int>.self], forKey: "root")
                }
            }
            #expect(error?.archiveError?.reason == reasons.first)
            #expect(typed?.reason == reasons.first)
            var edited = archive
            #expect(throws: ArchiveError.self) { try edited.set(.integer(1), at: step) }
            #expect(edited["root"].fields?.count == archive["root"].fields?.count)
            #expect(try archive.difference(from: archive).isEmpty)
        }
    }
}
