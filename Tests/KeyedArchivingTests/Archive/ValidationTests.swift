import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What `KeyedArchive.problems(strict:limit:)` finds: one defect, one row.
@Suite struct ValidationTests {
    /// A class record that nothing is wrong with.
    private static let thing = PropertyList.classRecord("Thing", "NSObject")

    /// An archive whose root, UID 1, has the given fields, and whose class, UID 2, the given names.
    private static func object(_ fields: PropertyList, ofClass names: String...) -> SmallArchive {
        var record = fields
        if case .dictionary(var dictionary) = fields {
            dictionary["$class"] = .uid(2)
            record = .dictionary(dictionary)
        }
        let names = names.map { PropertyList.string(PropertyListString($0)) }
        return SmallArchive(
            record, ["$classname": names.first ?? "", "$classes": .array(PropertyListArray(names + ["NSObject"]))]
        )
    }

    private static let defects: [(archive: SmallArchive, code: ArchiveError.Code, text: String)] = [
        // References.
        (SmallArchive("x", top: ["root": .uid(2)]), .invalidReference, "root, byte 81: there is no object #2"),
        (SmallArchive("x", top: ["list": [.uid(1), .uid(5)]]), .invalidReference, "there is no object #5"),
        (object(["a": .uid(9)], ofClass: "Thing"), .invalidReference, "root.a, object #1"),
        (object(["a": [.uid(1), .uid(9)]], ofClass: "Thing"), .invalidReference, "root.a, object #1"),
        (object(["a": [[.uid(9)]]], ofClass: "Thing"), .invalidReference, "root.a, object #1"),
        (
            object(["a": .uid(UID(.max))], ofClass: "Thing"), .invalidReference,
            "there is no object #18446744073709551615"
        ),

        // Entries.
        (SmallArchive([1, 2]), .invalidObject, "an entry of $objects is an array, not a value"),
        (SmallArchive(.set([1])), .invalidObject, "an entry of $objects is a set, not a value"),
        (SmallArchive(.uid(0)), .invalidObject, "an entry of $objects is a reference, not a value"),
        (SmallArchive(["a": 1]), .invalidObject, "an object has no class"),

        // Class records.
        (SmallArchive(["$class": .uid(0)]), .invalidClassRecord, "object #0 is not a class record"),
        (SmallArchive(["$class": .uid(1)]), .invalidClassRecord, "object #1 is not a class record"),
        (SmallArchive(["$class": .uid(7)]), .invalidClassRecord, "object #7 is not a class record"),
        (SmallArchive(["$class": "Thing"]), .invalidClassRecord, "$class is a string, not a reference"),
        (SmallArchive(["$classname": 1]), .invalidClassRecord, "$classname is an integer, not a string"),
        (SmallArchive(["$classname": ""]), .invalidClassRecord, "$classname is empty"),
        (SmallArchive(["$classname": "A", "$classes": "A"]), .invalidClassRecord, "not an array of strings"),
        (SmallArchive(["$classname": "A", "$classes": ["A", 1]]), .invalidClassRecord, "holds an integer"),
        (SmallArchive(["$classname": "A", "$classhints": [.uid(0)]]), .invalidClassRecord, "holds a reference"),

        // Fields of Foundation's classes.
        (object(["NS.objects": "x"], ofClass: "NSArray"), .invalidValue, "NS.objects is a string, not an array"),
        (object(["NS.object.1": .uid(0)], ofClass: "NSSet"), .invalidValue, "NS.object.0 is missing"),
        (object(["NS.object.00": .uid(0)], ofClass: "NSSet"), .invalidValue, "NS.object.0 is missing"),
        (
            object(["NS.keys": [.uid(0)], "NS.objects": []], ofClass: "NSMutableDictionary", "NSDictionary"),
            .invalidValue, "the dictionary has 1 key, but 0 values"
        ),
        (object(["NS.keys": []], ofClass: "NSDictionary"), .invalidValue, "NS.keys, but no NS.objects"),
        (object(["NS.objects": []], ofClass: "NSDictionary"), .invalidValue, "NS.objects, but no NS.keys"),
        (object(["NS.key.0": .uid(0)], ofClass: "NSDictionary"), .invalidValue, "has 1 key, but 0 values"),
        (
            object(["NS.key.0": .uid(0), "NS.objects": [.uid(0), .uid(0)]], ofClass: "NSDictionary"), .invalidValue,
            "has 1 key, but 2 values"
        ),
        (
            object(["NS.keys": [.uid(0)], "NS.object.1": .uid(0)], ofClass: "NSDictionary"), .invalidValue,
            "NS.object.0 is missing"
        ),
        (object([:], ofClass: "NSMutableString", "NSString"), .invalidValue, "lacks its field NS.string or NS.bytes"),
        (object([:], ofClass: "NSDate"), .invalidValue, "lacks its field NS.time"),
        (
            object(["NS.time": true], ofClass: "NSDate"), .invalidValue,
            "NS.time is a boolean, not an integer or a real"
        ),
        (object(["NS.uuidbytes": .data([1])], ofClass: "NSUUID"), .invalidValue, "NS.uuidbytes has 1 byte, not 16"),
        (object(["NS.relative": 1], ofClass: "NSURL"), .invalidValue, "NS.relative is an integer"),
        (
            object(["NS.time": "x"], ofClass: "MyDate", "NSDate"), .invalidValue,
            "NS.time is a string, not an integer or a real"
        ),
    ]

    @Test(.rows)
    func `each defect is found, in both forms`() {
        forEachRow(Self.defects.indices) { (index: Int) throws in
            let (archive, code, text) = Self.defects[index]
            let binary = try KeyedArchive(archive.bytes())
            let problems = binary.problems()
            #expect(problems.contains { $0.code == code && $0.description.contains(text) }, "\(problems)")
            #expect(problems.allSatisfy { $0.byteOffset != nil && $0.remedy != nil })
            guard let text = try? binary.bytes(format: .xml) else { return }
            let xml = try KeyedArchive(text).problems()
            #expect(xml.contains { $0.code == code }, "\(xml)")
            #expect(xml.allSatisfy { $0.byteOffset == nil })
        }
    }

    @Test func `a list that isn't one is one problem, and no more are listed than asked for`() throws {
        for other: PropertyList in ["text", .data([1, 2, 3])] {
            let archive = Self.object(["NS.keys": [.uid(0)], "NS.objects": other], ofClass: "NSDictionary")
            #expect(try KeyedArchive(archive.bytes()).problems().count == 1)
        }

        let list = PropertyList.array(PropertyListArray(Array(repeating: .uid(9), count: 50)))
        let archive = try KeyedArchive(Self.object(["a": list], ofClass: "Thing").bytes())
        #expect(archive.problems(limit: 3).count == 3)
    }

    /// What can be read but is never written by Apple's archiver.
    private static let oddities: [(archive: SmallArchive, code: ArchiveError.Code)] = [
        (SmallArchive(["$class": .uid(2)], ["$classname": "A", "$classes": ["B"]]), .invalidClassRecord),
        (SmallArchive(["$class": .uid(2)], ["$classname": "A", "$classes": []]), .invalidClassRecord),
        (SmallArchive(["$class": .uid(2)], ["$classname": "A", "more": 1]), .invalidClassRecord),
        (object(["a": [1]], ofClass: "Thing"), .invalidValue),
        (object(["a": ["b": 1]], ofClass: "Thing"), .invalidValue),
        (object(["a": .date(0)], ofClass: "Thing"), .invalidValue),
        (object(["a": "text"], ofClass: "Thing"), .invalidValue),
        (object(["a": "text", "NS.string": "text"], ofClass: "NSString"), .invalidValue),
        (object(["NS.relative": "text", "NS.base": .uid(0)], ofClass: "NSURL"), .invalidValue),
        (SmallArchive("text", top: ["root": .uid(1), "name": "text"]), .invalidValue),
    ]

    @Test(.enabled(if: Corpus.isPresent), .rows)
    func `no genuine archive has problems in strict checking, and what is damaged has`() throws {
        let rows = try Corpus.keyedArchives()
        #expect(rows.count == 505)
        #expect(Set(Corpus.damagedArchives.keys).isSubset(of: rows.map(\.file)))
        forEachRow(Corpus.sample(rows)) { (row: Corpus.Row) throws in
            let problems = try Self.problems(row.bytes())
            guard let text = Corpus.damagedArchives[row.file] else { return #expect(problems == []) }
            #expect(problems.first?.description.contains(text) == true, "\(problems)")
        }
    }

    /// What the strict check says of an archive that may not even open.
    private static func problems(_ bytes: [UInt8]) throws -> [ArchiveError] {
        do {
            return try KeyedArchive(bytes).problems(strict: true)
        } catch {
            return [error]
        }
    }

    @Test(.rows)
    func `oddities are problems in strict checking only`() {
        forEachRow(Self.oddities.indices) { (index: Int) throws in
            let archive = try KeyedArchive(Self.oddities[index].archive.bytes())
            #expect(archive.problems() == [])
            #expect(archive.problems(strict: true) == [ArchiveError(Self.oddities[index].code, "")])
        }
    }

    @Test(.rows)
    func `an archive without defects has no problems, with text in a string or a date of whole seconds`() throws {
        let sound = [
            Self.object(["a": .uid(0), "b": [.uid(1)]], ofClass: "Thing"),
            Self.object(["NS.string": "text"], ofClass: "NSString"),
            Self.object(["NS.string": "text"], ofClass: "NSMutableString"),
        ]
        forEachRow(sound) { (archive: SmallArchive) throws in
            #expect(try KeyedArchive(archive.bytes()).problems(strict: true) == [])
        }
        // As the date is decoded, nothing is wrong with it.
        let date = Self.object(["NS.time": 1], ofClass: "NSDate")
        #expect(try KeyedArchive(date.bytes()).problems() == [])
        let unarchiver = try KeyedUnarchiver(forReadingFrom: date.bytes())
        #expect(try unarchiver.decodeObject(of: ArchivedDate.self, forKey: "root")?.timeIntervalSinceReferenceDate == 1)
    }

    @Test func `damage of the container is listed with its position, and nothing is looked for behind it`() throws {
        var bytes = try SmallArchive("text").bytes()
        // The marker of the text, for which there is none that begins with F.
        let position = try #require(bytes.firstIndex(of: UInt8(ascii: "x"))) - 3
        bytes[position] = 0xF4
        let problems = try KeyedArchive(bytes, validation: .onAccess).problems()
        #expect(problems.map(\.byteOffset) == [position])
        #expect(problems.map(\.code) == [.invalidMarker])
    }

    @Test func `an archive that was changed is checked as it would be written`() throws {
        var archive = try KeyedArchive(Self.object([:], ofClass: "Thing").bytes())
        try archive.setRawValue(.uid(9), forKey: "a", ofObjectAt: 1)
        #expect(archive.problems() == [ArchiveError(.invalidReference, "")])
    }

    @Test(.rows)
    func `a problem has the path to its object if that has at most 64 steps`() throws {
        let archive = try KeyedArchive(
            SmallArchive(
                ["NS.objects": [.uid(0), .uid(2)], "$class": .uid(3)],
                ["child": .uid(4), "$class": .uid(5)],
                .classRecord("NSArray", "NSObject"),
                ["$class": .uid(0)],
                Self.thing
            ).bytes()
        )
        #expect(archive.problems().map { $0.path?.description } == ["root[1].child"])
        #expect(try archive.value(at: ArchivePath("root[1].child")).value == .uid(4))

        forEachRow([1, 2, 63, 64, 65, 100]) { (steps: Int) throws in
            var archive = SmallArchive(Self.thing)
            archive.top = ["root": .uid(2)]
            for number in 2..<steps + 1 {
                archive.objects.append(["next": .uid(UID(UInt64(number + 1))), "$class": .uid(1)])
            }
            archive.objects.append(["bad": .uid(9999), "$class": .uid(1)])
            let problem = try #require(try KeyedArchive(archive.bytes()).problems().first)
            #expect(problem.uid == UID(UInt64(steps + 1)))
            let path = "root" + String(repeating: ".next", count: steps - 1) + ".bad"
            #expect(problem.path?.description == (steps <= 64 ? path : nil))
        }

        forEachRow([64, 65]) { (depth: Int) throws in
            var entries = (1...depth).map { number -> PropertyList in
                ["next": .uid(UID(UInt64(number + 1))), "$class": .uid(UID(UInt64(depth + 1)))]
            }
            entries[depth - 1] = ["next": .uid(999), "$class": .uid(UID(UInt64(depth + 1)))]
            let archive = try KeyedArchive(
                SmallArchive(entries: entries + [.classRecord("Link", "NSObject")]).bytes())
            let problem = try #require(archive.problems().first)
            #expect(problem.uid == UID(UInt64(depth)))
            #expect(problem.path?.steps.count == (depth == 64 ? 65 : nil))
        }
    }
}
