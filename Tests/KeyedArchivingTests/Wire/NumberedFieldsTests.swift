import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Collections whose elements have fields of their own: decoding, paths, records, checking and comparing archives have
/// one rule for which fields are a list.
@Suite struct NumberedFieldsTests {
    /// Keys of fields that hold references to the texts "first" and "second", and whether they are a list.
    private static let lists: [(keys: [String], elements: [String]?)] = [
        (["NS.object.0", "NS.object.1"], ["first", "second"]),
        (["NS.object.1", "NS.object.0"], ["second", "first"]),
        (["NS.object.0", "other"], ["first"]),
        (["NS.object.0", "NS.object.2"], nil),
        (["NS.object.0", "NS.object.0"], nil),
        (["NS.object.0", "NS.object.00"], nil),
        (["NS.object.0", "NS.object.+1"], nil),
        (["NS.object.0", "NS.object.x"], nil),
        (["NS.object.0", "NS.object." + String(repeating: "0", count: 80) + "1"], nil),
        (["NS.object.1", "NS.object.2"], nil),
    ]

    private static func archive(_ keys: [String]) throws -> [UInt8] {
        let fields = zip(keys, [3, 4]).map { (key: $0, value: PropertyList.uid(UID(UInt64($1)))) }
        var object = fields.map { (key: PropertyList.string(PropertyListString($0.key)), value: $0.value) }
        object.append((key: "$class", value: .uid(2)))
        return try SmallArchive(
            .dictionary(PropertyListDictionary(object)), .classRecord("NSArray", "NSObject"), "first", "second"
        ).bytes()
    }

    @Test(.rows)
    func `fields are a list for every reader and for changes, or for none`() {
        forEachRow(Self.lists.indices) { (index: Int) throws in
            let (keys, elements) = Self.lists[index]
            let bytes = try Self.archive(keys)
            let archive = try KeyedArchive(bytes)
            expectRows {
                ((try? KeyedUnarchiver.unarchivedObject(of: [String].self, from: bytes)), elements)
                ((try? KeyedArchiveDecoder().decode([String].self, from: bytes)), elements)
                (archive["root"].elements?.compactMap(\.string), elements)
            }
            let record = try #require(try archive.record(at: 1))
            let uids = archive.elements(of: record)?.map { $0.uidValue.flatMap { try? archive.entry(at: $0) } }
            #expect(uids == elements?.map { .value(.string(PropertyListString($0))) })
            #expect(archive.problems().isEmpty == (elements != nil))
            var changed = try KeyedArchive(bytes)
            if let elements {
                try changed.append("third", to: "root")
                #expect(changed["root"].elements?.compactMap(\.string) == elements + ["third"])
            } else {
                #expect(throws: ArchiveError.self) { try changed.append("third", to: "root") }
                #expect(!changed.isChanged)
            }
        }
    }

    @Test(.rows)
    func `each list of a dictionary is under its key or in numbered fields, whatever the other is`() {
        forEachRow([("NS.keys", "NS.objects"), ("NS.keys", "NS.object.0"), ("NS.key.0", "NS.objects")]) {
            (keys: String, values: String) throws in
            func bytes(_ keys: String, _ values: String) throws -> [UInt8] {
                func list(_ name: String, _ uid: UID) -> (key: PropertyList, value: PropertyList) {
                    (.string(PropertyListString(name)), name.hasSuffix("s") ? [.uid(uid)] : .uid(uid))
                }
                let fields = [list(keys, 3), list(values, 4), (key: "$class", value: .uid(2))]
                return try SmallArchive(
                    .dictionary(PropertyListDictionary(fields)), .classRecord("NSDictionary", "NSObject"), "first",
                    "second"
                ).bytes()
            }
            let mixed = try bytes(keys, values)
            let stored = try KeyedArchive(mixed)
            #expect(stored.problems().isEmpty)
            #expect(try stored.difference(from: KeyedArchive(bytes("NS.key.0", "NS.object.0"))).changes.isEmpty)
            var archive = try KeyedArchive(mixed)
            try expectRows {
                (try KeyedUnarchiver.unarchivedObject(of: [String: String].self, from: mixed), ["first": "second"])
                (archive.pairs(of: try #require(try archive.record(at: 1)))?.count, 1)
                (archive["root"].entries?.map(\.value.string), ["second"])
                (archive["root.first"].string, "second")
                (try archive.matches("root.*").map(\.path.description), ["root.first"])
            }
            try archive.set("third", at: "root.first")
            try archive.set("fourth", at: "root.more")
            let changed = try archive.bytes()
            try expectRows {
                (
                    try KeyedUnarchiver.unarchivedObject(of: [String: String].self, from: changed),
                    ["first": "third", "more": "fourth"]
                )
                try KeyedArchive(changed).problems().isEmpty
                (
                    try KeyedArchive(changed).difference(from: stored).changes.map(\.description),
                    [
                        #"root.first: "second" → "third""#, #"root.more: added "fourth""#,
                    ]
                )
            }
        }
    }

    @Test func `of two fields of a counted set with one key the first counts`() throws {
        let fields: [(key: PropertyList, value: PropertyList)] = [
            ("NS.object0", .uid(3)), ("NS.count0", 2), ("NS.object0", .uid(4)), ("NS.count0", 5), ("NS.count", 1),
            ("$class", .uid(2)),
        ]
        let bytes = try SmallArchive(
            .dictionary(PropertyListDictionary(fields)),
            .classRecord("NSCountedSet", "NSMutableSet", "NSSet", "NSObject"), "first", "second"
        ).bytes()
        let archive = try KeyedArchive(bytes)
        guard case .object(let record) = try archive.entry(at: 1),
            case .countedSet(let members)? = archive.foundationValue(
                of: record, ofClass: try archive.archivedClass(at: record.classUID))?.content
        else {
            Issue.record("it isn't a counted set")
            return
        }
        #expect(members.map(\.element) == [.uid(3)] && members.map(\.count) == [2])
    }
}
