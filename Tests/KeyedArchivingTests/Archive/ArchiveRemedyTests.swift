import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What errors of archives, documents, views and edits say to do is done, and then the call succeeds.
@Suite struct ArchiveRemedyTests {
    /// An object with a text, a list of two, a dictionary with integers as keys and an empty list.
    private static let sample = SmallArchive(
        [
            "name": .uid(3), "a.b": .uid(3), "list": .uid(4), "numbers": .uid(7), "none": .uid(9),
            "large": .unsignedInteger(.max), "$class": .uid(2),
        ],
        .classRecord("Thing", "NSObject"), "Ada",
        ["NS.objects": [.uid(3), .uid(5)], "$class": .uid(6)], "Bob", .classRecord("NSArray", "NSObject"),
        ["NS.keys": [.uid(10)], "NS.objects": [.uid(5)], "$class": .uid(8)], .classRecord("NSDictionary", "NSObject"),
        ["NS.objects": [], "$class": .uid(6)], 7)

    private static func archive() throws -> KeyedArchive { try KeyedArchive(sample.bytes()) }

    /// A collection in another form than two lists.
    private static func stored(_ name: String) throws -> KeyedArchive {
        let lists = StoredFormTests.lists.map { ($0.name, $0.archive) }
        let all = lists + StoredFormTests.dictionaries.map { ($0.name, $0.archive) }
        return try KeyedArchive(try #require(all.first { $0.0 == name }).1.bytes())
    }

    @Test(.rows)
    func `an edit that can't be made names its path`() {
        let edits: [(name: String, path: String, edit: (inout KeyedArchive, ArchivePath) throws -> Void)] = [
            ("hash table", "root[0]", { try $0.remove(at: $1) }), ("counted", "root[1]", { try $0.remove(at: $1) }),
            ("known keys", "root.a", { try $0.remove(at: $1) }), ("known keys", "root.c", { try $0.set(1, at: $1) }),
            ("counted", "root[2]", { try $0.insert(.integer(1), at: $1) }),
            ("counted", "root[0]", { try $0.insert(.integer(1), at: $1) }),
            ("lists", "root.\"NS.keys\"[0]", { try $0.remove(at: $1) }),
        ]
        forEachRow(edits.indices) { (row: Int) throws in
            var archive = try Self.stored(edits[row].name)
            let path = try ArchivePath(edits[row].path)
            let error = #expect(throws: ArchiveError(.unrepresentable, "")) { try edits[row].edit(&archive, path) }
            #expect(error?.path == path)
        }
    }

    private static func edited(_ edit: (inout KeyedArchive) throws -> Void) throws -> KeyedArchive {
        var archive = try archive()
        try edit(&archive)
        #expect(archive.problems(strict: true).isEmpty)
        return try KeyedArchive(archive.bytes())
    }

    /// The outer dictionary with another value, or none, under one of its keys.
    private static func outer(with value: PropertyList?, forKey key: String) -> PropertyList {
        let entries = sample.propertyList.dictionaryValue ?? PropertyListDictionary()
        let others = entries.filter { $0.key.stringValue != key }
        let name = PropertyList.string(PropertyListString(key))
        return .dictionary(PropertyListDictionary(others + (value.map { [(key: name, value: $0)] } ?? [])))
    }

    private static func binary(_ list: PropertyList) throws -> [UInt8] { try BinaryPropertyListWriter().write(list) }

    // MARK: Attributed strings

    @Test func `what errors of the text of several runs say cures them`() throws {
        let note = try KeyedArchive(
            SmallArchive(
                [
                    "NSString": .uid(2), "NSAttributes": .uid(3), "NSAttributeInfo": .data([1, 0, 1, 1]),
                    "$class": .uid(5),
                ],
                "ab", ["NS.objects": [.uid(4), .uid(4)], "$class": .uid(6)],
                ["NS.keys": [], "NS.objects": [], "$class": .uid(7)],
                .classRecord("NSAttributedString", "NSObject"), .classRecord("NSArray", "NSObject"),
                .classRecord("NSDictionary", "NSObject")
            ).bytes())
        expectCures {
            Cure("a longer text", says: "set it by its path with `reflow`") {
                var note = note
                try note.set("abc", at: "root.NSString")
            } cured: {
                var note = note
                try note.set("abc", at: "root.NSString", reflow: true)
                return note["root.NSAttributeInfo"].bytes == [1, 0, 2, 1]
            }
        }
    }

    // MARK: Opening

    @Test func `what errors of opening an archive say cures them`() throws {
        let whole = try Self.sample.bytes()
        let changed = whole.map { $0 == 0x0D ? 0x0A : $0 }
        let otherVersion = Self.outer(with: 7, forKey: "$version")
        let withoutTop = Self.outer(with: nil, forKey: "$top")
        let withoutList = Self.outer(with: 7, forKey: "$objects")
        let converted = try SmallArchive(
            ["name": ["CF$UID": 3], "$class": ["CF$UID": 2]], .classRecord("Thing", "NSObject"), "Ada",
            top: ["root": ["CF$UID": 1]]
        ).bytes()
        expectCures {
            Cure("another version", says: "no Apple system writes another version; the file was damaged") {
                try KeyedArchive(Self.binary(otherVersion))
            } cured: {
                try KeyedArchive(whole)["root.name"].string == "Ada"
            }
            Cure("no $top", says: "open another property list as a PropertyListDocument") {
                try KeyedArchive(Self.binary(withoutTop))
            } cured: {
                let list = Self.outer(with: ["root": .uid(1)], forKey: "$top")
                return try KeyedArchive(Self.binary(list))["root.name"].string == "Ada"
            }
            Cure("other line ends", says: "check --salvage of the tool, or KeyedArchive.salvage") {
                if let problem = try KeyedArchive(changed).problems().first { throw problem }
            } cured: {
                try KeyedArchive.salvage(changed).archive["root.name"].string == "Ada"
            }
            Cure("no list", says: "the file was damaged or made by a faulty writer") {
                try KeyedArchive(Self.binary(withoutList))
            } cured: {
                try KeyedArchive(whole)["root.name"].string == "Ada"
            }
            Cure("a list", says: "open it as a PropertyListDocument; a keyed archive") {
                try KeyedArchive(Self.binary(["Ada"]))
            } cured: {
                try PropertyListDocument(Self.binary(["Ada"]))[ArchivePath([.index(0)])].string == "Ada"
            }
            Cure("OpenStep text", says: "read it with `OpenStepPropertyListReader`") {
                try KeyedArchive(Array("{ a = b; }".utf8))
            } cured: {
                try OpenStepPropertyListReader().read(Array("{ a = b; }".utf8)) == ["a": "b"]
            }
            Cure("references that are dictionaries", says: "the program that converted it from XML left them as they") {
                try KeyedArchive(converted)
            } cured: {
                let list = try PropertyListSerialization.propertyList(from: Data(converted), format: nil)
                let xml = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
                return try KeyedArchive(Array(xml))["root.name"].string == "Ada"
            }
            Cure("nothing to salvage", says: "look for another copy") {
                try KeyedArchive.salvage(Self.binary(["a": 1]))
            } cured: {
                try KeyedArchive.salvage(whole).isIntact
            }
            Cure("not even an object to salvage", says: "look for another copy") {
                try KeyedArchive.salvage(Array("bplist00".utf8) + Array(repeating: 0x70, count: 40))
            } cured: {
                try KeyedArchive.salvage(whole).isIntact
            }
            Cure("an archive in OpenStep text", says: "write the binary or the XML form") {
                try Self.archive().bytes(format: .openStep)
            } cured: {
                let forms = try PropertyListFormat.ofArchives.map { try Self.archive().bytes(format: $0) }
                return try forms.allSatisfy { try KeyedArchive($0)["root.name"].string == "Ada" }
            }
        }
    }

    // MARK: Paths

    @Test func `what errors of paths say cures them`() throws {
        let archive = try Self.archive()
        func text(_ path: ArchivePath) throws -> String? {
            guard case .uid(let uid) = try archive.value(at: path).value else { return nil }
            guard case .value(.string(let text)) = try archive.entry(at: uid) else { return nil }
            return text.string
        }
        let nested = try KeyedArchive(
            SmallArchive(["data": .data(Self.sample.bytes()), "$class": .uid(2)], .classRecord("Box", "NSObject"))
                .bytes()
        )
        let empty = try KeyedArchive(SmallArchive(top: [:]).bytes())
        let holder = try KeyedArchive(
            SmallArchive(
                [
                    "data": .data(Self.sample.bytes()), "list": .data(Self.binary(["names": ["Ada"]])),
                    "$class": .uid(2),
                ],
                .classRecord("Box", "NSObject")
            ).bytes())
        let integers = try KeyedArchive(
            SmallArchive(
                [
                    "NS.keys": [.uid(2), .uid(3), .uid(4)], "NS.objects": [.uid(5), .uid(6), .uid(7)],
                    "$class": .uid(8),
                ], 1, -2, "3", "a", "b", "c", .classRecord("NSDictionary", "NSObject")
            ).bytes())
        expectCures {
            Cure("an empty path", says: "start it with a top-level key such as root") {
                try archive.value(at: ArchivePath())
            } cured: {
                try archive.value(at: ArchivePath("root")).value == .uid(1)
            }
            Cure("a path to an archive", says: "go on with a top-level key such as root") {
                try nested.value(at: ArchivePath("root.data!"))
            } cured: {
                try nested.value(at: ArchivePath("root.data!root")).value == .uid(1)
            }
            Cure("a pattern", says: "ask for all of them with `matches`") {
                try archive.value(at: ArchivePath("root.list[*]"))
            } cured: {
                try archive.matches(ArchivePath("root.list[*]")).compactMap(\.string) == ["Ada", "Bob"]
            }
            Cure("a name with a dot", says: "quote the name: ") {
                try text(ArchivePath("root.a.b"))
            } cured: {
                try text(ArchivePath("root.\"a.b\"")) == "Ada"
            }
            Cure("a name that isn't there", says: "there are \"name\", \"a.b\", \"list\"") {
                try text(ArchivePath("root.nmae"))
            } cured: {
                try text(ArchivePath("root.name")) == "Ada"
            }
            Cure("a step beyond a text", says: "end the path before this step") {
                try text(ArchivePath("root.name.first"))
            } cured: {
                try text(ArchivePath("root.name")) == "Ada"
            }
            Cure("an element of nothing", says: "end the path before this step") {
                try archive.value(at: ArchivePath("root.none[0]"))
            } cured: {
                archive["root.none"].elements?.isEmpty == true
            }
            Cure("a position too far", says: "the last one is ") {
                try text(ArchivePath("root.list[2]"))
            } cured: {
                try text(ArchivePath("root.list[1]")) == "Bob"
            }
            Cure("a name in a list", says: "write a position, as in [0]") {
                try text(ArchivePath("root.list.first"))
            } cured: {
                try text(ArchivePath("root.list[0]")) == "Ada"
            }
            Cure("no archive in a text", says: "leave out the `!`") {
                try text(ArchivePath("root.name!"))
            } cured: {
                try text(ArchivePath("root.name")) == "Ada"
            }
            Cure("a key in data that hold a list", says: "put `!` before this step, which leads into the") {
                try holder.value(at: ArchivePath("root.list.names"))
            } cured: {
                holder["root.list!names[0]"].string == "Ada"
            }
            Cure("a position in data that hold an archive", says: "put `!` before this step, which leads into the") {
                var edited = holder
                try edited.insert("Bob", at: "root.data[0]")
            } cured: {
                var edited = holder
                try edited.insert("Bob", at: "root.data!root.list[0]")
                return edited["root.data!root.list[0]"].string == "Bob"
            }
            Cure("data that hold a list for an array", says: "name an array or a set of the") {
                var edited = holder
                try edited.append("Bob", to: "root.list")
            } cured: {
                var edited = holder
                try edited.append("Bob", to: "root.list!names")
                return edited["root.list!names[1]"].string == "Bob"
            }
            Cure("a key among integers", says: "there are 1, -2, \"3\"") {
                try integers.value(at: ArchivePath("root.7"))
            } cured: {
                integers["root.1"].string == "a" && integers["root.-2"].string == "b"
                    && integers["root.\"3\""].string == "c"
            }
            Cure("an archive in nothing", says: "there is only \"root\"") {
                try text(ArchivePath([.nestedArchive]))
            } cured: {
                archive["root"].exists
            }
            Cure("a key of nothing", says: "set a top-level key first; there is none") {
                try empty.value(at: ArchivePath("root"))
            } cured: {
                var edited = empty
                try edited.set("Ada" as PropertyList, at: "root")
                return edited["root"].string == "Ada"
            }
        }
    }

    @Test func `what errors of views say cures them`() throws {
        let archive = try Self.archive()
        expectCures {
            Cure("a text for an integer", says: "ask for what is there, or go on with another path") {
                try archive["root.name"].require(\.int)
            } cured: {
                try archive["root.name"].require(\.string) == "Ada"
            }
            Cure("a list for a text", says: "it has ") {
                try archive["root.list"].require(\.string)
            } cured: {
                try archive["root.list"][1].require(\.string) == "Bob"
            }
            Cure("an object for a text", says: "there are \"name\", \"a.b\", \"list\"") {
                try archive["root"].require(\.string)
            } cured: {
                try archive["root"]["name"].require(\.string) == "Ada"
            }
            Cure("a large integer", says: "read it as a PropertyList, with `value`") {
                try archive["root.large"].require(\.int)
            } cured: {
                archive["root.large"].value == .unsignedInteger(.max)
            }
        }
    }

    // MARK: Edits

    @Test func `what errors of edits by path say cures them`() throws {
        let inner = try Self.sample.bytes()
        let nested = try KeyedArchive(
            SmallArchive(["data": .data(inner), "$class": .uid(2)], .classRecord("Box", "NSObject")).bytes())
        var inline = try KeyedArchive(
            SmallArchive(["meta": ["a": 1], "$class": .uid(2)], .classRecord("Box", "NSObject")).bytes())
        expectCures {
            Cure("a value of an inline dictionary", says: "set a new dictionary in its place") {
                try inline.set(5, at: "root.meta.a")
            } cured: {
                try inline.set(["a": 5], at: "root.meta")
                return inline["root.meta.a"].int == 5
            }
            Cure("an empty path", says: "start it with a top-level key such as root") {
                try Self.edited { try $0.set("Bob" as PropertyList, at: ArchivePath()) }
            } cured: {
                try Self.edited { try $0.set("Bob" as PropertyList, at: "root") }["root"].string == "Bob"
            }
            Cure("the class of an object", says: "use setValue(_:forKey:ofObjectAt:)") {
                try Self.edited { try $0.set(.uid(6), at: ArchivePath([.key("root"), .key("$class")])) }
            } cured: {
                try Self.hasAnotherClass()
            }
            Cure("a text among integers", says: "quote the name for a key that is text: ") {
                try Self.edited { try $0.set("Cy" as PropertyList, at: "root.numbers.eight") }
            } cured: {
                try Self.edited { try $0.set("Cy" as PropertyList, at: "root.numbers.\"eight\"") }[
                    "root.numbers.\"eight\""
                ]
                .string == "Cy"
            }
            Cure("a value without a key", says: "set the value by its key, which adds both") {
                try Self.edited { try $0.append("Cy" as PropertyList, to: "root.numbers.\"NS.objects\"") }
            } cured: {
                try Self.edited { try $0.set("Cy" as PropertyList, at: "root.numbers.8") }["root.numbers.8"].string
                    == "Cy"
            }
            Cure("one more in a hash table", says: "replace it by an array, a set or a dictionary, which changes its") {
                var archive = try Self.stored("hash table")
                try archive.append(.integer(30), to: "root")
            } cured: {
                var archive = try Self.stored("hash table")
                try archive.set([10, 20, 30] as Set<Int>, at: "root")
                return archive["root"].className == "NSSet" && archive["root"].elements?.count == 3
            }
            Cure("a known key less", says: "replace it by an array, a set or a dictionary, which changes its class") {
                var archive = try Self.stored("known keys")
                try archive.remove(at: "root.a")
            } cured: {
                var archive = try Self.stored("known keys")
                try archive.set(["b": 20], at: "root")
                return archive["root"].className == "NSDictionary" && archive["root"].entries?.count == 1
            }
            Cure("a key without its value", says: "remove the value by its key, which removes both") {
                try Self.edited { try $0.remove(at: "root.numbers.\"NS.keys\"[0]") }
            } cured: {
                try Self.edited { try $0.remove(at: "root.numbers.7") }["root.numbers"].entries?.isEmpty == true
            }
            Cure("a class for an object", says: "the file was damaged or made by a faulty writer") {
                let inner = SmallArchive(["name": .uid(2), "$class": .uid(2)], .classRecord("Thing", "NSObject"))
                let outer = SmallArchive(
                    ["data": .data(try inner.bytes()), "$class": .uid(2)], .classRecord("Box", "NSObject"))
                var archive = try KeyedArchive(outer.bytes())
                try archive.move(from: "root.data!root", to: "root.copy")
            } cured: {
                var archive = nested
                try archive.move(from: "root.data!root", to: "root.copy")
                return archive["root.copy.name"].string == "Ada"
            }
            Cure("an element of a dictionary", says: "set the value of a new key, such as") {
                try Self.edited { try $0.append("Cy" as PropertyList, to: "root.numbers") }
            } cured: {
                try Self.edited { try $0.set("Cy" as PropertyList, at: "root.numbers.\"key\"") }[
                    "root.numbers.\"key\""
                ]
                .string == "Cy"
            }
            Cure("an element of a text", says: "name an array or a set") {
                try Self.edited { try $0.append("Cy" as PropertyList, to: "root.name") }
            } cured: {
                try Self.edited { try $0.append("Cy" as PropertyList, to: "root.list") }["root.list[-1]"].string == "Cy"
            }
            Cure("a list in itself", says: "name a destination outside of") {
                try Self.edited { try $0.move(from: "root.list", to: "root.list[0]") }
            } cured: {
                try Self.edited { try $0.move(from: "root.list", to: "root.copy") }["root.copy"].elements != nil
            }
            Cure("an insertion by name", says: "end it as in root.items[2], or use `set`") {
                try Self.edited { try $0.insert("Cy" as PropertyList, at: "root.list") }
            } cured: {
                let inserted = try Self.edited { try $0.insert("Cy" as PropertyList, at: "root.list[2]") }
                let set = try Self.edited { try $0.set("Cy" as PropertyList, at: "root.list") }
                return inserted["root.list[2]"].string == "Cy" && set["root.list"].string == "Cy"
            }
            Cure("a whole archive", says: "go on with a top-level key such as root") {
                var archive = nested
                try archive.move(from: "root.data!", to: "root.copy")
            } cured: {
                var archive = nested
                try archive.move(from: "root.data!root", to: "root.copy")
                return archive["root.copy.name"].string == "Ada"
            }
            Cure("a null in a property list", says: "use arrays, dictionaries with strings as keys, strings, numbers") {
                try Self.edited { try $0.set([.uid(1)] as PropertyList, at: "root.name") }
            } cured: {
                try Self.edited { try $0.set(["Ada", 1, ["a": true]] as PropertyList, at: "root.name") }["root.name"]
                    .elements?.count == 3
            }
            Cure("an integer as a key", says: "use strings as keys") {
                try Self.edited { try $0.set([1: "Ada"] as PropertyList, at: "root.name") }
            } cured: {
                try Self.edited { try $0.set(["1": "Ada"] as PropertyList, at: "root.name") }["root.name.\"1\""].string
                    == "Ada"
            }
        }
    }

    /// Whether the root has another class after it was added and set by its UID.
    private static func hasAnotherClass() throws -> Bool {
        let archive = try edited {
            let uid = try $0.uid(of: ArchivedClass(name: "Other", hierarchy: ["Other", "NSObject"]))
            try $0.setValue(.uid(uid), forKey: "$class", ofObjectAt: 1)
        }
        return archive["root"].className == "Other"
    }

    @Test func `what errors of edits by UID say cures them`() throws {
        expectCures {
            Cure("an object as a class", says: "add the class with `uid(of:)`, and use that UID") {
                try Self.edited { try $0.setValue(.uid(3), forKey: "$class", ofObjectAt: 1) }
            } cured: {
                try Self.hasAnotherClass()
            }
            Cure("a text as a class", says: "add the class with `uid(of:)`, and use that UID") {
                try Self.edited { try $0.setValue("Other", forKey: "$class", ofObjectAt: 1) }
            } cured: {
                try Self.hasAnotherClass()
            }
            Cure("a UID that no entry has", says: "use the UID of an object") {
                try Self.edited { try $0.setValue(.uid(99), forKey: "name", ofObjectAt: 1) }
            } cured: {
                try Self.edited { try $0.setValue(.uid(5), forKey: "name", ofObjectAt: 1) }["root.name"].string == "Bob"
            }
            Cure("a class as an object", says: "use the UID of an object") {
                try Self.edited { try $0.setValue(.uid(2), forKey: "name", ofObjectAt: 1) }
            } cured: {
                try Self.edited { try $0.setValue(.uid(5), forKey: "name", ofObjectAt: 1) }["root.name"].string == "Bob"
            }
            Cure("a field of a text", says: "replace the entry as a whole") {
                try Self.edited { try $0.setValue("Bob", forKey: "first", ofObjectAt: 3) }
            } cured: {
                try Self.edited { try $0.replaceEntry(at: 3, with: .value("Bob")) }["root.name"].string == "Bob"
            }
            Cure("another nil", says: "change the fields that refer to it") {
                try Self.edited { try $0.replaceEntry(at: 0, with: .value("Bob")) }
            } cured: {
                let archive = try Self.edited { try $0.setValue(.uid(5), forKey: "name", ofObjectAt: 1) }
                return archive["root.name"].string == "Bob"
            }
        }
    }

    @Test func `what errors of editing property lists say cures them`() throws {
        let bytes = try Self.binary(["name": "Ada"])
        func edited(_ edit: (inout PropertyListDocument) throws -> Void) throws -> PropertyListDocument {
            var document = try PropertyListDocument(bytes)
            try edit(&document)
            return try PropertyListDocument(document.bytes())
        }
        expectCures {
            Cure("an empty path", says: "start it with a key of the property list") {
                try edited { try $0.set("Bob" as PropertyList, at: ArchivePath()) }
            } cured: {
                try edited { try $0.set("Bob" as PropertyList, at: "name") }["name"].string == "Bob"
            }
            Cure("a whole list", says: "set another in its place, or delete the file") {
                var document = try PropertyListDocument(Self.binary("Ada"))
                try document.remove(at: "$value")
            } cured: {
                var document = try PropertyListDocument(Self.binary("Ada"))
                try document.set("Bob" as PropertyList, at: "$value")
                return document.root == "Bob"
            }
            Cure("an object in a list", says: "archive it, and set the data") {
                try edited { try $0.set(ArchivedArray(["Bob"]), at: "name") }
            } cured: {
                let document = try edited {
                    let data = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray(["Bob"]))
                    try $0.set(.data(data), at: "name")
                }
                return document["name!root[0]"].string == "Bob"
            }
        }
    }

    @Test func `an object whose fields hold UIDs is written as references or by the archive`() throws {
        let bytes = try SmallArchive(
            ["map": ["a": .uid(3)], "$class": .uid(2)], .classRecord("Thing", "NSObject"), "Ada"
        ).bytes()
        func read() throws -> ArchivedObject? {
            try KeyedUnarchiver.unarchivedObject(of: ArchivedObject.self, from: bytes)
        }
        expectCures {
            Cure("UIDs in a value", says: "use `.object` or `.objects` for references; a `KeyedArchive` writes any") {
                try KeyedArchiver.archivedBytes(withRootObject: read())
            } cured: {
                let object = try read()
                object?["map"] = .object("Ada")
                let written = try KeyedArchiver.archivedBytes(withRootObject: object)
                return try KeyedArchive(written)["root.map"].string == "Ada"
                    && KeyedArchive(KeyedArchive(bytes).bytes())["root"].className == "Thing"
            }
            Cure("half a character in a key", says: "use KeyedArchive, which keeps the code units") {
                try KeyedUnarchiver.unarchivedObject(of: ArchivedObject.self, from: Self.withHalfKey.bytes())
            } cured: {
                let archive = try KeyedArchive(Self.withHalfKey.bytes())
                return try archive.record(at: 1)?.fields.first?.key == PropertyListString(utf16: [0xD800])
            }
        }
    }

    private static let withHalfKey = SmallArchive(
        .dictionary(
            PropertyListDictionary([
                (key: .string(PropertyListString(utf16: [0xD800])), value: 1), (key: "$class", value: .uid(2)),
            ])),
        .classRecord("Thing", "NSObject"))
}
