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
        init(coder unarchiver: KeyedUnarchiver) throws {}
        func encode(with archiver: KeyedArchiver) throws {}
    }

    private static func archive(_ name: String) -> SmallArchive {
        SmallArchive(["$class": .uid(2)], .classRecord(name, "NSObject"))
    }

    private static func className(of error: ArchiveError?) -> [UInt8]? { error?.className.map { Array($0.utf8) } }

    @Test func `the two names are equal to Swift`() {
        #expect(Self.composed == Self.decomposed)
    }

    @Test func `a registry has a type for the name itself only`() {
        var registry = ClassRegistry()
        registry.register(Composed.self)
        #expect(registry.type(forClassName: Self.composed) == Composed.self)
        #expect(registry.type(forClassName: Self.decomposed) == nil)
        registry.register(nil, forClassName: Self.decomposed)
        #expect(registry.type(forClassName: Self.composed) == Composed.self)
    }

    @Test func `a registry renames the module itself only`() {
        var registry = ClassRegistry()
        registry.register(Composed.self, forClassName: "New.Thing")
        registry.renameModule(Self.composed, to: "New")
        #expect(registry.type(forClassName: Self.composed + ".Thing") == Composed.self)
        #expect(registry.type(forClassName: Self.decomposed + ".Thing") == nil)
    }

    @Test func `a call that names a type doesn't read the other class`() throws {
        let bytes = try Self.archive(Self.composed).bytes()
        #expect(try KeyedUnarchiver.unarchivedObject(of: Composed.self, from: bytes) != nil)
        let other = try Self.archive(Self.decomposed).bytes()
        let error = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: Composed.self, from: other)
        }
        #expect(Self.className(of: error) == Array(Self.decomposed.utf8))
    }

    @Test func `a type set for a name isn't set for the other`() throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: Self.archive(Self.decomposed).bytes())
        unarchiver.setClass(Composed.self, forClassName: Self.composed)
        #expect(unarchiver.class(forClassName: Self.decomposed) == nil)
        #expect(throws: ArchiveError.self) { try unarchiver.decodeObject(of: [], forKey: "root") }
        unarchiver.setClass(Composed.self, forClassName: Self.decomposed)
        #expect(unarchiver.class(forClassName: Self.composed) == Composed.self)
    }

    @Test func `a pattern finds the class itself only`() throws {
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
