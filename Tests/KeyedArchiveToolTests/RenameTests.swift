import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What `rename` changes: the names of classes wherever class records have them.
@Suite struct RenameTests {
    private let scratch: Scratch
    private let file: String

    init() throws {
        scratch = try Scratch()
        func names(_ names: [String]) -> PropertyList {
            .array(PropertyListArray(names.map { .string(PropertyListString($0)) }))
        }
        let archive = SmallArchive(
            entries: [
                ["dog": .uid(2), "name": .uid(3), "$class": .uid(4)], ["$class": .uid(5)], "Old.Person",
                ["$classname": "Old.Person", "$classes": names(["Old.Person", "Old.Human", "NSObject"])],
                [
                    "$classname": "_TtC3Old3Dog", "$classes": names(["_TtC3Old3Dog", "_TtGC3Old3BoxCS_6Person_"]),
                    "$classhints": names(["_TtCC3Old3Old3Old", "Older.Dog"]),
                ],
            ],
            top: ["root": .uid(1)])
        file = try scratch.file("file", try archive.bytes()).path
    }

    private func records() throws -> [ArchivedClass] {
        let archive = try KeyedArchive(Array(Data(contentsOf: URL(fileURLWithPath: file))))
        return try (0..<archive.objectCount).compactMap {
            if case .classRecord(let record) = try archive.entry(at: UID(UInt64($0))) { record } else { nil }
        }
    }

    @Test func `a class is renamed in records, chains and hints, and nowhere else`() throws {
        let before = try KeyedArchive(scratch.bytes("file"))
        let run = try ToolRun("rename", "Old.Human", "New.Human", file)
        #expect((run.output, run.errors, run.status) == ("\(file): 1 name changed, in 1 class record\n", "", 0))
        #expect(
            try records()[0]
                == ArchivedClass(name: "Old.Person", hierarchy: ["Old.Person", "New.Human", "NSObject"]))
        #expect(
            try ToolRun("rename", "Old.Person", "Person", file).output.hasSuffix(
                ": 2 names changed, in 1 class record\n"))
        let after = try KeyedArchive(scratch.bytes("file"))
        #expect(after["root.name"].string == "Old.Person")
        #expect(after["root"].className == "Person")
        #expect(after.objectCount == before.objectCount)
        #expect(try ToolRun("check", "--strict", file).status == 0)
        // The same class, named as the runtime of Swift names it.
        #expect(try ToolRun("rename", "Old.Dog", "Dogs.Dog", file).status == 0)
        #expect(try records()[1].name == "_TtC4Dogs3Dog")
    }

    @Test func `a class with two records isn't taken for another of its new name`() throws {
        func record(_ hint: String) -> PropertyList {
            ["$classname": "Person", "$classes": ["Person", "NSObject"], "$classhints": [.string(.init(hint))]]
        }
        let archive = SmallArchive(
            entries: [
                ["friend": .uid(2), "pet": .uid(5), "$class": .uid(3)], ["$class": .uid(4)], record("A"), record("B"),
                ["$class": .uid(6)], .classRecord("Dog", "NSObject"),
            ],
            top: ["root": .uid(1)])
        let file = try scratch.file("two records", try archive.bytes()).path
        let renamed = try ToolRun("rename", "Person", "Human", file)
        #expect((renamed.errors, renamed.status) == ("", 0))
        let taken = try ToolRun("rename", "Human", "Dog", file)
        #expect(taken.errors.contains("another class is named \"Dog\" already") && taken.status == 0)
    }

    @Test func `a class is named as in its source, and gets the new name as it is given`() throws {
        #expect(try ToolRun("rename", "Old.Old.Old", "New.Inner", file).status == 0)
        #expect(try ToolRun("rename", "Old.Box<Old.Person>", "New.Box", file).status == 0)
        try expectRows {
            (try records()[1].fallbacks, ["New.Inner", "Older.Dog"])
            (try records()[1].hierarchy, ["_TtC3Old3Dog", "New.Box"])
        }
    }

    @Test func `a module is renamed before each class, in mangled names too`() throws {
        let run = try ToolRun("rename", "Old.", "Newer.", file, "--backup")
        #expect(run.output == "\(file): 7 names changed, in 2 class records\n")
        try expectRows {
            (
                try records()[0],
                ArchivedClass(name: "Newer.Person", hierarchy: ["Newer.Person", "Newer.Human", "NSObject"])
            )
            (
                try records()[1],
                ArchivedClass(
                    name: "_TtC5Newer3Dog", hierarchy: ["_TtC5Newer3Dog", "_TtGC5Newer3BoxCS_6Person_"],
                    fallbacks: ["_TtCC5Newer3Old3Old", "Older.Dog"])
            )
        }
        #expect(try scratch.bytes("file.bak") != scratch.bytes("file"))
        #expect(try ToolRun("rename", "Newer.", "Old.", file).status == 0)
        #expect(try ToolRun("diff", "\(file).bak", file).status == 0)
        #expect(
            try KeyedArchive(scratch.bytes("file.bak")).objectCount == KeyedArchive(scratch.bytes("file")).objectCount)
    }

    @Test func `a new name that another class has, or one of Foundation's, is said`() throws {
        let other = "another class is named \"Old.Person\" already: programs read the objects of both as one class"
        let foundation = "\"NSDate\" is a class of Foundation's: programs look for its fields in the objects"
        let bytes = try scratch.bytes("file")
        func errors(_ old: String, _ new: String, _ bytes: [UInt8]) throws -> String {
            try ToolRun("rename", old, new, "-", "--output", "-", input: bytes).errors
        }
        let sequential = Array(
            try Data(
                contentsOf: Corpus.packageFolder.appendingPathComponent("Fixtures/sequential/message.typedstream")))
        let date = try SmallArchive(
            ["NS.time": 1.0, "$class": .uid(2)], .classRecord("Old.Date", "NSDate", "NSObject")
        ).bytes()
        let list = try SmallArchive(["NS.time": 1.0, "$class": .uid(2)], .classRecord("NSDate", "NSObject")).bytes()
        let elements: PropertyList = ["NS.objects": [], "$class": .uid(2)]
        let mutable = try SmallArchive(elements, .classRecord("NSMutableArray", "NSArray", "NSObject")).bytes()
        let array = try SmallArchive(elements, .classRecord("NSArray", "NSObject")).bytes()
        try expectRows {
            expecting(try errors("_TtC3Old3Dog", "Old.Person", bytes), contains: other)
            expecting(try errors("Old.Person", "NSDate", bytes), contains: foundation)
            (try errors("Old.Person", "Person", bytes), "")
            (try errors("Old.", "New.", bytes), "")
            (try errors("Old.Date", "NSDate", date), "")
            expecting(
                try errors("NSDate", "Date", list),
                contains:
                    "\"NSDate\" is a class of Foundation's: programs find its objects only if they know the new name")
            expecting(
                try errors("NSMutableArray", "NSArray", mutable),
                contains: "\"NSArray\" is a class of Foundation's: programs can't change its objects")
            expecting(
                try errors("NSArray", "NSMutableArray", array),
                contains: "\"NSMutableArray\" is a class of Foundation's: programs may change its objects")
            expecting(
                try errors("NSMutableString", "NSString", sequential),
                contains: "another class is named \"NSString\" already")
        }
    }

    @Test func `a chain doesn't have a class twice that is named as its superclass`() throws {
        let list = try SmallArchive(
            ["NS.objects": [], "$class": .uid(2)], .classRecord("NSMutableArray", "NSArray", "NSObject")
        ).bytes()
        let run = try ToolRun("rename", "NSMutableArray", "NSArray", "-", input: list)
        #expect(
            try KeyedArchive(run.outputBytes)["root"].archivedClass
                == ArchivedClass(name: "NSArray", hierarchy: ["NSArray", "NSObject"]))
    }

    @Test func `what no class is called changes nothing, and is said`() throws {
        let before = try scratch.bytes("file")
        let run = try ToolRun("rename", "Old.Persn", "Person", file)
        #expect(run.errors == "keyed-archive: \(file): no class is named \"Old.Persn\"; did you mean Old.Person?\n")
        #expect(run.status == 1)
        #expect(
            try ToolRun("rename", "Nobody", "Person", file).errors.hasSuffix(
                "; keyed-archive classes prints the names that there are\n"))
        for words in [["Old.", "New"], ["Old", "New."], ["", "New"], ["a b.", "c."]] {
            #expect(try ToolRun(["rename"] + words + [file]).status == 2, "\(words)")
        }
        #expect(try scratch.bytes("file") == before)
    }

    @Test func `an archive on standard output comes alone`() throws {
        let run = try ToolRun("rename", "Old.Person", "Person", "-", input: try scratch.bytes("file"))
        #expect(try KeyedArchive(run.outputBytes)["root"].className == "Person")
    }

    @Test func `classes of archives in data are renamed where that is asked for`() throws {
        let inner = try scratch.bytes("file")
        let outer = SmallArchive(
            ["data": .data(inner), "object": .uid(2), "$class": .uid(3)], .data(inner),
            .classRecord("Old.Person", "NSObject"))
        let path = try scratch.file("outer", try outer.bytes()).path
        #expect(try ToolRun("rename", "Old.Human", "New.Human", path).status == 1)
        let run = try ToolRun("rename", "Old.", "New.", path, "--nested")
        #expect(run.output == "\(path): 16 names changed, in 5 class records\n")
        let archive = try KeyedArchive(scratch.bytes("outer"))
        try expectRows {
            (archive["root"].className, "New.Person")
            (archive["root.data!root"].className, "New.Person")
            (archive["root.object!root"].className, "New.Person")
            archive.problems(strict: true).isEmpty
            (try archive["root.data"].nestedArchive.require().archive?.problems(strict: true).isEmpty, true)
        }
        let list = try scratch.file(
            "list", try XMLPropertyListWriter().write(["a": [.data(inner)], "b": "Old.Person"])
        ).path
        #expect(try ToolRun("rename", "Old.", "New.", list).errors.contains("--nested"))
        #expect(try ToolRun("rename", "Old.", "New.", list, "--nested").status == 0)
        #expect(try ToolRun("get", list, "a[0]!root").output.contains("New.Person"))
        #expect(try ToolRun("get", list, "b").output == "\"Old.Person\"\n")
    }

    @Test func `classes of sequential archives keep their versions`() throws {
        let message = Corpus.packageFolder.appendingPathComponent("Fixtures/sequential/panel.nib")
        let copy = try scratch.file("panel", Array(try Data(contentsOf: message))).path
        let before = try ToolRun("objects", copy).output
        let run = try ToolRun("rename", "PanelButton", "Button", copy)
        #expect(run.output == "\(copy): 1 name changed, in 1 class record\n")
        #expect(try ToolRun("objects", copy).output == before.replacingOccurrences(of: "PanelButton", with: "Button"))
    }
}
