import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What calls make of references to the place just after the last entry, and of class records that are only half sound.
@Suite struct DanglingReferenceTests {
    /// A root whose field refers to the first place that isn't there.
    private static func dangling() throws -> KeyedArchive {
        try KeyedArchive(
            SmallArchive(
                .record(["next": .uid(4), "name": .uid(3), "list": [.uid(3), .uid(4)], "$class": .uid(2)]),
                .classRecord("Thing", "NSObject"), "text"
            ).bytes())
    }

    @Test func `dropping orphans and looking for what is shared leave out a reference to nothing`() throws {
        var archive = try Self.dangling()
        #expect(archive.objectCount == 4)
        let orphan = archive.add(.value("orphan"))
        try archive.setValue(1, forKey: "next", ofObjectAt: 1)
        try archive.setValue(.list([.uid(3)]), forKey: "list", ofObjectAt: 1)
        #expect(try archive.dropOrphans() == 1)
        #expect(orphan == UID(4))
        var damaged = try Self.dangling()
        #expect((try? damaged.dropOrphans()) ?? 0 == 0)

        let unchanged = try Self.dangling()
        #expect(try unchanged.sharedUIDs() == [3])
        #expect(code { _ = try unchanged.entry(at: 4) } == .invalidReference)
        #expect(unchanged.byteOffset(of: 4) == nil)
        #expect(unchanged.problems().map(\.code) == [.invalidReference, .invalidReference])
    }

    @Test func `changes of an entry just after the last are refused`() throws {
        let original = try Self.dangling()
        let edits: [(inout KeyedArchive) throws -> Void] = [
            { try $0.setValue(1, forKey: "a", ofObjectAt: 4) }, { _ = try $0.removeValue(forKey: "a", ofObjectAt: 4) },
            { try $0.replaceEntry(at: 4, with: .null) }, { try $0.removeObject(at: 4) },
            { try $0.setValue(.uid(4), forKey: "a", ofObjectAt: 1) }, { try $0.setTopLevelValue(.uid(4), forKey: "a") },
            // The text would be the entry that isn't there.
            { try $0.setValue(.list(["text", .uid(4)]), forKey: "a", ofObjectAt: 1) },
        ]
        for edit in edits {
            var archive = original
            #expect(code { try edit(&archive) } == .invalidReference)
            #expect(!archive.isChanged)
        }
    }

    @Test func `objects of a class are found by its name, whatever its chain is`() throws {
        for chain: PropertyList in [7, [7], "text", [:]] {
            let record: PropertyList = .record(["$classname": "Thing", "$classes": chain])
            let archive = try KeyedArchive(SmallArchive(["$class": .uid(2)], record).bytes())
            #expect(try archive.uids(ofClass: "Thing") == [1])
            #expect(try archive.uids(ofClass: "Thin").isEmpty)
        }
        let nameless = try KeyedArchive(SmallArchive(["$class": .uid(2)], ["$classname": 7]).bytes())
        #expect(code { _ = try nameless.uids(ofClass: "Thing") } == .invalidClassRecord)
    }
}

/// The order of positions and numbers, which aren't before themselves.
@Suite struct NumberOrderTests {
    @Test func `a UID is before greater ones only`() {
        #expect(UID(1) < UID(2) && !(UID(1) < UID(1)) && !(UID(2) < UID(1)))
        #expect(UID(1) <= UID(1) && UID(1) >= UID(1))
    }
}
