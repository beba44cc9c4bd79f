import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Class names are compared code unit by code unit, as keys are: `é` as one character isn't `e` with an accent.
struct ClassNameUnitsTests {
    private static let composed = "Caf\u{E9}"
    private static let decomposed = "Cafe\u{301}"

    private struct Composed: Codingable {
        static var codedClassName: String { composed }
        init() {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
        func encode(with archiver: KeyedArchiver) throws {}
    }

    private class Base: Codingable {
        class var codedClassName: String { composed }
        init() {}
        required init(coder unarchiver: KeyedUnarchiver) throws {}
        func encode(with archiver: KeyedArchiver) throws {}
    }

    private final class Derived: Base {
        override class var codedClassName: String { decomposed }
    }

    @Test func `a name that is set, and those of a class and its superclass, are written as they were given`() throws {
        let derived = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: Derived()))
        let first = try #require(try derived.record(at: 1))
        let written = try derived.archivedClass(at: first.classUID)
        #expect(
            written.hierarchy.map { Array($0.utf8) }
                == [Self.decomposed, Self.composed, "NSObject"].map { Array($0.utf8) })
        let archiver = KeyedArchiver()
        archiver.setClassName(Self.decomposed, for: Composed.self)
        try archiver.encode(Composed(), forKey: "root")
        let archive = try KeyedArchive(archiver.encodedBytes)
        #expect(try archive.uids(ofClass: Self.decomposed).count == 1)
        #expect(try archive.uids(ofClass: Self.composed).isEmpty)
    }

    private static func archive(_ name: String) -> SmallArchive {
        SmallArchive(["$class": .uid(2)], .classRecord(name, "NSObject"))
    }

    private static func className(of error: ArchiveError?) -> [UInt8]? { error?.className.map { Array($0.utf8) } }

    @Test func `class records are equal if their names are the same, not if they are equal to Swift`() throws {
        #expect(Self.composed == Self.decomposed)
        func record(_ name: String, _ hierarchy: [String] = [], _ fallbacks: [String] = []) -> ArchivedClass {
            ArchivedClass(name: name, hierarchy: hierarchy, fallbacks: fallbacks)
        }
        let records = [
            record(Self.composed), record(Self.decomposed), record("A", [Self.composed]),
            record("A", [Self.decomposed]), record("A", [], [Self.composed]), record("A", [], [Self.decomposed]),
            record("A", ["B", "C"]), record("A", ["BC"]), record("A", ["B"], ["C"]), record("A"),
        ]
        #expect(Set(records).count == records.count)
        for (position, record) in records.enumerated() {
            #expect(records.firstIndex(of: record) == position)
        }
    }

    @Test func `a registry has a type for the name itself only, and compares prefixes by code units`() {
        var registry = ClassRegistry()
        registry.register(Composed.self)
        #expect(registry.type(forClassName: Self.composed) == Composed.self)
        #expect(registry.type(forClassName: Self.decomposed) == nil)
        registry.removeTypes(forClassName: Self.decomposed)
        #expect(registry.type(forClassName: Self.composed) == Composed.self)
        var renaming = ClassRegistry()
        renaming.register(Composed.self, forClassName: "New.Thing")
        renaming.renameClasses(withPrefix: Self.composed + ".", to: "New.")
        #expect(renaming.type(forClassName: Self.composed + ".Thing") == Composed.self)
        #expect(renaming.type(forClassName: Self.decomposed + ".Thing") == nil)
    }

    @Test func `a call that names a type, a type set for a name and one that a decoder expects read one class only`()
        throws
    {
        let bytes = try Self.archive(Self.composed).bytes()
        #expect(try KeyedUnarchiver.unarchivedObject(of: Composed.self, from: bytes) != nil)
        let other = try Self.archive(Self.decomposed).bytes()
        let error = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: Composed.self, from: other)
        }
        #expect(Self.className(of: error) == Array(Self.decomposed.utf8))
        let unarchiver = try KeyedUnarchiver(forReadingFrom: Self.archive(Self.decomposed).bytes())
        unarchiver.setClass(Composed.self, forClassName: Self.composed)
        #expect(unarchiver.class(forClassName: Self.decomposed) == nil)
        #expect(throws: ArchiveError.self) { try unarchiver.decodeObject(of: [], forKey: "root") }
        unarchiver.setClass(Composed.self, forClassName: Self.decomposed)
        #expect(unarchiver.class(forClassName: Self.composed) == Composed.self)
        struct Nothing: Decodable {}
        var decoder = KeyedArchiveDecoder()
        decoder.expectClassNames([Self.composed], for: Nothing.self)
        _ = try decoder.decode(Nothing.self, from: Self.archive(Self.composed).bytes())
        #expect(throws: DecodingError.self) {
            try decoder.decode(Nothing.self, from: Self.archive(Self.decomposed).bytes())
        }
    }

    @Test(.rows)
    func `objects of both classes are written with the classes that they are of`() {
        forEachRow([0, 100]) { (otherCount: Int) throws in
            let others = (0..<otherCount).map { ArchivedObject(ArchivedClass(name: "Class\($0)")) }
            let both = [Self.composed, Self.decomposed].map { ArchivedObject(ArchivedClass(name: $0, hierarchy: [$0])) }
            let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: ArchivedArray(others + both)))
            #expect(try archive.uids(ofClass: Self.composed).count == 1)
            #expect(try archive.uids(ofClass: Self.decomposed).count == 1)
        }
    }

    @Test func `an audit, a description and a pattern tell the one class from the other`() throws {
        let bytes = try SmallArchive(
            ["$class": .uid(2)],
            [
                "$classname": .string(PropertyListString(Self.composed)),
                "$classes": [
                    .string(PropertyListString(Self.decomposed)), "NSObject",
                ],
            ]
        ).bytes()
        let odd = try KeyedArchive(bytes)
        #expect(try odd.audit().oddClasses.map(\.reason) == [.hierarchyOfAnotherClass])
        #expect(
            try odd.archivedClass(at: 2).description.utf8.elementsEqual(
                "\(Self.composed): \(Self.decomposed): NSObject".utf8))
        for name in [Self.composed, Self.decomposed] {
            let archive = try KeyedArchive(Self.archive(name).bytes())
            for asked in [Self.composed, Self.decomposed] {
                let isSame = name.utf8.elementsEqual(asked.utf8)
                #expect(try archive.matches(ArchivePath([.anyKey, .ofClass(asked)])).count == (isSame ? 1 : 0))
                #expect(try archive.uids(ofClass: asked).count == (isSame ? 1 : 0))
            }
        }
    }
}
