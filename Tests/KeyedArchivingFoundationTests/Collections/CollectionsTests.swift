import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

@Suite struct CollectionsTests {
    @Test func `ordered sets keep their order and each member once, even if that is the set itself`() throws {
        let set = TypedOrderedSet(["b", "a", "b", "c"])
        try expectRows {
            (set.members, ["b", "a", "c"])
            (try roundTrip(set), set)
            (try roundTrip(MutableVariant(set)).value, set)
        }
        let object = try #require(try graphRoundTrip(MutableVariant(set)) as? ArchivedOrderedSet)
        #expect(object.isMutable)
        #expect(object.members as? [String] == ["b", "a", "c"])

        let cyclic = ArchivedOrderedSet()
        cyclic.members = [cyclic]
        let decoded = try #require(try graphRoundTrip(cyclic) as? ArchivedOrderedSet)
        #expect((decoded.members.first as? ArchivedOrderedSet) === decoded)
        cyclic.members = []
        decoded.members = []
    }

    @Test func `counted sets keep their counts, none less than once, and are written the same each time`() throws {
        let set = TypedCountedSet((0..<40).flatMap { Array(repeating: "member \($0)", count: $0 % 3 + 1) })
        #expect(try roundTrip(set) == set)
        let archives = try (0..<3).map { _ in
            try KeyedArchiver.archivedBytes(withRootObject: TypedCountedSet(counts: set.counts))
        }
        #expect(Set(archives).count == 1)
        let object = try #require(try graphRoundTrip(set) as? ArchivedCountedSet)
        #expect(object.members.count == 40)

        let few = TypedCountedSet(counts: ["twice": 2, "once": 1, "never": 0, "less": -1])
        try expectRows {
            (few.counts, ["twice": 2, "once": 1])
            (few.count(for: "never"), 0)
            (try roundTrip(few), few)
        }
    }

    @Test func `a counted set is read by its fields, also where its class is only known to be a set`() throws {
        var archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: TypedCountedSet(["a", "b", "a"])))
        let bag = try archive.uid(
            of: ArchivedClass(name: "Bag", hierarchy: ["Bag", "NSMutableSet", "NSSet", "NSObject"]))
        try archive.setValue(.uid(bag), forKey: "$class", ofObjectAt: #require(archive["root"].uid))
        func read<Value: Codingable>(_ type: Value.Type, _ archive: KeyedArchive) throws -> Value {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archive.bytes())
            unarchiver.setClass(type, forClassName: "Bag")
            return try unarchiver.decode(type, forKey: "root")
        }
        #expect(try read(TypedCountedSet<String>.self, archive) == TypedCountedSet(["a", "b", "a"]))
        #expect(try read(ArchivedCountedSet.self, archive).members.count == 2)
        try archive.removeValue(forKey: "NS.count", ofObjectAt: #require(archive["root"].uid))
        let damaged = archive
        #expect(throws: ArchiveError(.invalidValue, "")) { try read(ArchivedCountedSet.self, damaged) }
    }

    @Test func `mutable variants are written as such, and a set that is read without a type is a set`() throws {
        try expectRows {
            (try (graphRoundTrip(MutableVariant([1, 2])) as? ArchivedArray)?.isMutable, true)
            (try (graphRoundTrip(MutableVariant(["a": 1])) as? ArchivedDictionary)?.isMutable, true)
            (try (graphRoundTrip(MutableVariant(Set([1]))) as? ArchivedSet)?.isMutable, true)
            (try (graphRoundTrip(MutableVariant("a")) as? MutableArchivedString)?.string, "a")
            (try roundTrip(MutableVariant("a")).value, "a")
        }

        let bytes = try KeyedArchiver.archivedBytes(withRootObject: MutableVariant(IndexSet(3..<9)))
        let graph = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: .foundation)
        try expectRows {
            (graph as? IndexSet, IndexSet(3..<9))
            try (KeyedUnarchiver.unarchivedObject(of: IndexSet.self, from: bytes), IndexSet(3..<9))
            try (
                KeyedUnarchiver.unarchivedObject(of: MutableVariant<IndexSet>.self, from: bytes)?.value,
                IndexSet(3..<9)
            )
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: .foundation)
        try unarchiver.disableSecureCoding()
        _ = try unarchiver.decodeObject(forKey: "root")
        #expect(try unarchiver.decodeObject(of: IndexSet.self, forKey: "root") == IndexSet(3..<9))
    }

    @Test func `the first three keys of ordered sets are one string each, and all others one for each set`() throws {
        let members = ["a", "b", "c", "d", "e"]
        let sets = [ArchivedOrderedSet(), ArchivedOrderedSet()]
        for set in sets { set.members = members }
        let reader = try BinaryPropertyListReader(
            KeyedArchiver.archivedBytes(withRootObject: ArchivedArray(sets)))
        for position in members.indices {
            let key = "NS.object.\(position)"
            let count = try reader.objectIndices.count { try reader.isString(at: $0, key) }
            #expect(count == (position < 3 ? 1 : 2))
        }
    }
}
