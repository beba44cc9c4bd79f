import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// What `classes` says of archives.
@Suite struct ClassesTests {
    private let archive = SmallArchive(
        ["name": .uid(2), "age": 7, "friend": .uid(4), "$class": .uid(3)], "Ada",
        .classRecord("App.Person", "NSObject"),
        ["name": .uid(0), "friend": .uid(1), "list": .uid(6), "$class": .uid(3)],
        .classRecord("NSArray", "NSObject"),
        ["NS.objects": [.uid(1), .uid(2)], "$class": .uid(5)]
    )

    @Test func `classes with their chains, keys and kinds, over several files and in JSON`() throws {
        let scratch = try Scratch()
        let (first, second) = (try scratch.file("a", archive.bytes()).path, try scratch.file("b", archive.bytes()).path)
        #expect(
            try ToolRun("classes", first).output == """
                App.Person : NSObject: 2 objects
                  name: nil × 1, reference to string × 1
                  age (in 1): integer
                  friend: reference to App.Person
                  list (in 1): reference to NSArray
                NSArray : NSObject: 1 object
                  NS.objects: array

                """)
        let both = try ToolRun("classes", first, second)
        #expect(both.output.hasPrefix("App.Person : NSObject: 4 objects in 2 files\n  name: nil × 2, "))
        #expect(both.status == 0)
        let json = try ToolRun("classes", "--json", "-", input: archive.bytes())
        let rows = try JSONSerialization.jsonObject(with: Data(json.outputBytes)) as? [[String: Any]]
        #expect(rows?.map { $0["name"] as? String } == ["App.Person", "NSArray"])
        #expect(rows?.map { $0["objects"] as? Int } == [2, 1])
        let keys = rows?.first?["keys"] as? [[String: Any]]
        #expect(keys?.first?["kinds"] as? [String: Int] == ["nil": 1, "reference to string": 1])
    }

    @Test func `in JSON a file that fails is an object with an error among the others, however many fail`() throws {
        let scratch = try Scratch()
        let good = try scratch.file("good", archive.bytes()).path
        let damaged = try scratch.file("damaged", archive.bytes().dropLast()).path
        for files in [[scratch.path("none"), good, damaged], [damaged, scratch.path("none")]] {
            let run = try ToolRun(["classes", "--json", "--jobs", "2"] + files)
            let rows = try #require(
                try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
            let errors = rows.filter { $0["$error"] != nil }
            let codes = errors.map { ($0["$error"] as? [String: Any])?["code"] as? String }
            expectRows {
                (errors.map { $0["$file"] as? String }, files.filter { $0 != good })
                (codes, errors.map { $0["$file"] as? String == damaged ? "invalidTrailer" : "fileError" })
                (rows.count - errors.count, files.contains(good) ? 2 : 0)
                (run.errors, "")
                (run.status, 2)
            }
        }
        let count = 3000
        let run = try ToolRun(["classes", "--json"] + (0..<count).map { scratch.path("none \($0)") })
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
        #expect(rows.count { $0["$error"] != nil } == count && run.status == 2)
    }

    @Test func `rows that differ in hints only come in their order`() throws {
        let hints = (0..<8).map { "H\($0)" }
        let records: [PropertyList] = hints.map {
            ["$classname": "P", "$classes": ["P", "NSObject"], "$classhints": [.string(PropertyListString($0))]]
        }
        let objects = hints.indices.map { PropertyList.dictionary(["$class": .uid(UID(UInt64($0 + 3)))]) }
        let elements = hints.indices.map { PropertyList.uid(UID(UInt64($0 + 3 + hints.count))) }
        let archive = SmallArchive(
            entries: [
                ["NS.objects": .array(PropertyListArray(elements)), "$class": .uid(2)],
                .classRecord("NSArray", "NSObject"),
            ] + records + objects)
        let lines = try ToolRun("classes", "-", input: archive.bytes()).output.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("P") } == hints.map { "P : NSObject (or \($0)): 1 object" })
    }

    /// An archive whose classes are named as Apple's runtime does.
    private let mangled = SmallArchive(
        ["part": .uid(3), "$class": .uid(2)], .classRecord("_TtCC3App5Outer5Inner", "_TtC3App4Base"),
        ["$class": .uid(4)], .classRecord("_TtGC3App3BoxSi_", "NSObject")
    )

    @Test func `mangled names have beside them those in the source`() throws {
        let bytes = try mangled.bytes()
        try expectRows {
            (
                try ToolRun("classes", "-", input: bytes).output,
                """
                _TtCC3App5Outer5Inner (App.Outer.Inner) : _TtC3App4Base (App.Base): 1 object
                  part: reference to _TtGC3App3BoxSi_
                _TtGC3App3BoxSi_ ("App.Box<Swift.Int>") : NSObject: 1 object

                """
            )
            (
                try ToolRun("classes", "--swift", "-", input: bytes).output,
                """
                let types: [any Codingable.Type] = [
                    Inner.self,  // _TtCC3App5Outer5Inner (App.Outer.Inner); a type of your own
                    // "_TtGC3App3BoxSi_" ("App.Box<Swift.Int>"): a type of your own with this codedClassName
                ]

                """
            )
            (
                try ToolRun("objects", "-", input: bytes).output.split(separator: "\n").first { $0.hasPrefix("#1") },
                "#1 _TtCC3App5Outer5Inner (App.Outer.Inner) {part: #3, $class: #2}"
            )
        }
    }

    @Test func `archives in data and in property lists`() throws {
        let outer = SmallArchive(.data(try archive.bytes()))
        #expect(try ToolRun("classes", "-", input: outer.bytes()).output == "")
        #expect(
            try ToolRun("classes", "--nested", "-", input: outer.bytes()).output.hasPrefix("App.Person : NSObject: 2"))
        let list = try XMLPropertyListWriter().write(["x": .data(try archive.bytes())])
        #expect(try ToolRun("classes", "-", input: list).output.hasPrefix("App.Person : NSObject: 2 objects"))
    }

    @Test func `Swift types, with names that types can have`() throws {
        let archive = SmallArchive(
            ["a": .uid(3), "$class": .uid(2)], .classRecord("App.Person", "NSObject"), ["$class": .uid(4)],
            .classRecord("not a name\n", "NSObject"), .classRecord("Unused", "NSObject"))
        #expect(
            try ToolRun("classes", "--swift", "-", input: archive.bytes()).output == """
                let types: [any Codingable.Type] = [
                    Person.self,  // App.Person; a type of your own
                    // "not a name\\n": a type of your own with this codedClassName
                ]

                """)
        #expect(try ToolRun("classes", "--swift", "--json", "-", input: archive.bytes()).status == 2)
    }

    @Test func `the Swift types are those of generate, and an own type with the name of one is an own type`() throws {
        let records: [PropertyList] = [
            .classRecord("NSCalendarDate", "NSDate", "NSObject"), .classRecord("UIFont", "NSObject"),
            .classRecord("App.Notification", "NSObject"), .classRecord("default", "NSObject"),
            .classRecord("NSUnitSpecial", "NSDimension", "NSUnit", "NSObject"), ["$classname": 1],
            .classRecord("App.Person", "NSObject"),
        ]
        // An object of each class but the last one, which two of them hold.
        let first = 3 + records.count
        let objects = (0..<records.count - 1).map { number -> PropertyList in
            [
                "held": .uid(UID(UInt64(number > 1 ? first + records.count - 1 : 0))),
                "$class": .uid(UID(UInt64(number + 3))),
            ]
        }
        let elements = objects.indices.map { PropertyList.uid(UID(UInt64(first + $0))) }
        let archive = SmallArchive(
            entries: [
                ["NS.objects": .array(PropertyListArray(elements)), "$class": .uid(2)],
                .classRecord("NSArray", "NSObject"),
            ] + records + objects + [["$class": .uid(UID(UInt64(2 + records.count)))]])
        let run = try ToolRun("classes", "--swift", "-", input: archive.bytes())
        expectRows {
            (
                run.output,
                """
                let types: [any Codingable.Type] = [
                    ArchivedArray.self,  // NSArray
                    ArchivedFont.self,  // UIFont
                    ArchivedUnit.self,  // NSUnitSpecial
                    Date.self,  // NSCalendarDate
                    Notification.self,  // App.Notification; a type of your own
                    Person.self,  // App.Person; a type of your own
                    // "default": a type of your own with this codedClassName
                ]

                """
            )
            (run.errors, "")
            (run.status, 0)
        }
    }

    /// The library's types by the names that the tool prints.
    private static let types: [String: any (Codingable & SendableMetatype).Type] = [
        "String": String.self, "MutableArchivedString": MutableArchivedString.self,
        "ArchivedNumber": ArchivedNumber.self, "Decimal": Decimal.self, "Date": Date.self, "Data": Data.self,
        "MutableArchivedData": MutableArchivedData.self, "ArchivedNull": ArchivedNull.self,
        "ArchivedArray": ArchivedArray.self, "ArchivedDictionary": ArchivedDictionary.self,
        "ArchivedSet": ArchivedSet.self, "ArchivedOrderedSet": ArchivedOrderedSet.self,
        "ArchivedCountedSet": ArchivedCountedSet.self, "URL": URL.self, "URLQueryItem": URLQueryItem.self,
        "UUID": UUID.self, "IndexSet": IndexSet.self, "IndexPath": IndexPath.self, "BoxedValue": BoxedValue.self,
        "AffineTransform": AffineTransform.self, "Locale": Locale.self, "TimeZone": TimeZone.self,
        "Calendar": Calendar.self, "DateComponents": DateComponents.self, "DateInterval": DateInterval.self,
        "ArchivedUnit": ArchivedUnit.self, "ArchivedUnitConverter": ArchivedUnitConverter.self,
        "Measurement<Unit>": Measurement<Unit>.self, "CharacterSet": CharacterSet.self,
        "PersonNameComponents": PersonNameComponents.self,
        "ArchivedAttributedString": ArchivedAttributedString.self, "Notification": Notification.self,
        "ArchivedNSError": ArchivedNSError.self, "ArchivedColor": ArchivedColor.self,
        "ArchivedColorSpace": ArchivedColorSpace.self, "ArchivedFont": ArchivedFont.self,
    ]

    @Test func `the list of types decodes archives of Foundation's classes, and none of them can be left out`() throws {
        let folder = Corpus.packageFolder.appendingPathComponent("Fixtures/apple-layout")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var count = 0
        for (position, file) in files.sorted(by: { $0.path < $1.path }).enumerated() where position.isMultiple(of: 3) {
            let bytes = Array(try Data(contentsOf: file))
            guard let archive = try? KeyedArchive(bytes), archive.topLevelValue(forKey: "root") != nil else { continue }
            let source = try ToolRun("classes", "--swift", file.path).output
            guard !source.contains("your own") else { continue }
            let names = source.split(separator: "\n").filter { $0.contains(".self,") }.map { line in
                line.dropFirst(4).components(separatedBy: ".self,")[0]
            }
            let types = try names.map { try #require(Self.types[$0]) }
            func decode(_ types: [any Codingable.Type]) throws -> (any Codingable)? {
                let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: .foundation)
                return try unarchiver.decodeObject(of: types, forKey: "root")
            }
            #expect(throws: Never.self, "\(file.lastPathComponent)") { try decode(types) }
            for (position, name) in names.enumerated() {
                var fewer = types
                fewer.remove(at: position)
                #expect((try? decode(fewer)) == nil, "\(name) of \(file.lastPathComponent)")
            }
            count += 1
        }
        #expect(count > 25)
    }
}
