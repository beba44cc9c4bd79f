import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What `print` and the debugger show.
struct DescriptionTests {
    @Test func `entries, class records and the registry print in a line`() {
        // A class record has beside a mangled name that in the source.
        let mangled = ArchivedClass(name: "_TtCC3App5Outer5Inner", hierarchy: ["_TtCC3App5Outer5Inner", "App.Base"])
        #expect("\(mangled)" == "_TtCC3App5Outer5Inner (App.Outer.Inner): App.Base")
        let record = ArchivedRecord(classUID: 3, fields: [ArchivedRecord.Field("name", .uid(2))])
        expectRows {
            (ArchiveEntry.object(record).description, "object of class #3, name: #2")
            (ArchiveEntry.null.description, "nil")
            (ArchiveEntry.value("Ada").description, "\"Ada\"")
            (
                ArchiveEntry.classRecord(ArchivedClass(name: "Dog", hierarchy: ["Dog", "NSObject"])).description,
                "class Dog: NSObject"
            )
        }
        var registry = ClassRegistry()
        registry.register(ArchivedNull.self)
        #expect("\(registry)" == "registry of 1 class names")
    }

    @Test func `an archive prints its form, its size and what its keys refer to, in a few lines`() throws {
        let large = try KeyedArchive(
            archive { archiver in
                for number in 0..<100 {
                    try archiver.encode(String(repeating: "a", count: 1_000), forKey: "key \(number)")
                }
            })
        #expect(large.description.utf8.count < 2_000)
        #expect(large.description.hasSuffix("and 92 top-level keys more"))
        var archive = try KeyedArchive(
            archive {
                try $0.encode(ArchivedObject(ArchivedClass(name: "Person")), forKey: "root")
                try $0.encode(2, forKey: "version")
                try $0.encode("Ada", forKey: "name")
                try $0.encode(nil as (any Codingable)?, forKey: "owner")
            })
        let lines = archive.description.split(separator: "\n")
        expectRows {
            (lines.first, "binary keyed archive of NSKeyedArchiver, 4 objects")
            (Set(lines.dropFirst()), ["root: Person #1", "version: 2", "name: \"Ada\" #3", "owner: nil"])
            (String(describing: archive), archive.description)
            (archive.customMirror.children.map(\.label), ["format", "archiver", "objectCount", "topLevel"])
        }
        var dumped = ""
        dump(archive, to: &dumped)
        #expect(dumped.utf8.count < 1_000)
        try archive.setTopLevelValue(.integer(3), forKey: "version")
        #expect(archive.description.contains("version: 3"))
    }

    @Test func `objects print their class and name what they refer to, and data up to sixteen bytes`() {
        let person = ArchivedObject(ArchivedClass(name: "Person", hierarchy: ["Person", "NSObject"]))
        person.fields = [
            .init("name", .object("Ada")), .init("age", .inline(36)), .init("friend", .object(person)),
            .init("tags", .objects(["a", nil])), .init("data", .object(ArchivedData([1, 0xAB]))),
        ]
        defer { person.fields = [] }
        expectRows {
            (
                person.description,
                "Person(name: \"Ada\", age: 36, friend: Person, tags: [\"a\", nil], data: 2 bytes 01AB)"
            )
            (person.archivedClass.description, "Person: NSObject")
            (ArchivedArray([person, "b", 1.5]).description, "NSArray of 3: Person, \"b\", 1.5")
            (ArchivedSet([], isMutable: true).description, "NSMutableSet of 0")
            (
                ArchivedDictionary([(key: "a", value: ArchivedArray([1]))]).description,
                "NSDictionary of 1: \"a\": NSArray of 1"
            )
            (MutableArchivedString("x").description, "\"x\"")
            (MutableArchivedData([]).description, "0 bytes")
        }
        let many = ArchivedArray((0..<100_000).map { $0 })
        #expect(many.description == "NSArray of 100000: 0, 1, 2, 3, 4, 5, 6, 7, …")
        // Each byte has two digits.
        expectRows {
            (ArchivedData([0, 15, 16, 255]).description, "4 bytes 000F10FF")
            expecting(ArchivedData(Array(repeating: 1, count: 16)).description, hasSuffix: "0101")
            expecting(ArchivedData(Array(repeating: 1, count: 17)).description, hasSuffix: "0101…")
        }
    }

    @Test(.rows)
    func `what has eight parts is shown whole, and what has nine is not`() {
        forEachRow([8, 9]) { (count: Int) throws in
            let names = (0..<count).map { "C\($0)" }
            let fields = names.map { ArchivedRecord.Field(PropertyListString($0), 1) }
            let members: [any Codingable] = names
            let texts = [
                ArchivedClass(name: "C0", hierarchy: names).description,
                ArchivedRecord(classUID: 1, fields: fields).description,
                ArchivedObject(ArchivedClass(name: "C"), fields: names.map { .init($0, .inline(1)) }).description,
                ArchivedArray(members).description, ArchivedSet(members).description,
                ArchivedDictionary(names.map { (key: $0, value: 1) }).description,
                ArchivedValue.objects(Array(repeating: nil, count: count)).description,
            ]
            for text in texts { #expect(text.contains("…") == (count > 8), "\(text)") }
            let archive = try KeyedArchive(archive { for name in names { try $0.encode(1, forKey: name) } })
            #expect(archive.description.contains("more") == (count > 8))
        }
    }
}
