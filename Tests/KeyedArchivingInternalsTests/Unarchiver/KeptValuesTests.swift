import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

@Suite struct KeptValuesTests {
    @Test func `a value is kept until it is let go, and counted once`() {
        var values = KeptValues()
        let (first, second) = (EntryUID(1), EntryUID(2))
        values.keep("a", at: first)
        values.keep("b", at: second)
        let found = [values[first] as? String, values[second] as? String, values[EntryUID(3)] as? String]
        #expect(found == ["a", "b", nil])
        var counts = [values.count]
        values.keep("c", at: first)
        counts.append(values.count)
        values.remove(first)
        counts.append(values.count)
        values.remove(first)
        values.remove(EntryUID(3))
        counts.append(values.count)
        let afterRemoval = values[first] == nil
        values.keep("d", at: first)
        counts.append(values.count)
        #expect(counts == [2, 2, 1, 1, 2])
        let again = values[first] as? String
        #expect(afterRemoval && again == "d")
    }

    @Test func `strings of a large dictionary that is given up are kept no more often than of a small one`() throws {
        let count = TestScale.count(16_384, quick: 4_096)
        let keys = (3..<3 + count).map { PropertyList.uid(UID(UInt64($0))) }
        let values = Array(repeating: PropertyList.uid(UID(UInt64(3 + count))), count: count)
        var archive = SmallArchive(
            [
                "NS.keys": .array(PropertyListArray(keys)), "NS.objects": .array(PropertyListArray(values)),
                "$class": .uid(2),
            ],
            .classRecord("NSDictionary", "NSObject")
        )
        archive.objects += (0..<count).map {
            PropertyList.string(PropertyListString("a key of more than fifteen bytes \($0)"))
        }
        archive.objects.append("a value of more than fifteen bytes")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive.bytes())
        try expectRows {
            (try unarchiver.decodeObject(of: [String: String].self, forKey: "root")?.count, count)
            (unarchiver.state.values.count, 1)
            unarchiver.state.values[EntryUID(3 + count)] is String
        }
    }
}
