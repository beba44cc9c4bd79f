import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

@Suite struct EntryTableTests {
    typealias Stage = EntryTable.Stage

    @Test func `an object is not known until its stage, class or instance is set, nor after it has failed`() {
        var decoded = EntryTable(count: 4)
        let instance = ArchivedArray()
        decoded.setStage(Stage.readOnce, of: 1)
        decoded.setClassIndex(300, at: 2)
        decoded.keep(instance, at: 3, isEarly: false)
        let stage = [EntryUID(0), 1, 2, 3].map { decoded[$0].stage }
        #expect(stage == [Stage.unseen, Stage.readOnce, Stage.classRecord, Stage.instance])
        let classes = [EntryUID(0), 1, 2, 3].map { decoded.classIndex(at: $0) }
        #expect(classes == [nil, nil, 300, nil])
        let instances = [EntryUID(0), 1, 2, 3].map { decoded.instance(at: $0) === instance }
        #expect(instances == [false, false, false, true])

        var failing = EntryTable(count: 2)
        weak var last: ArchivedArray?
        for _ in 0..<100 {
            for uid in [EntryUID(0), 1] {
                let instance = ArchivedArray()
                last = instance
                failing.keep(instance, at: uid, isEarly: true)
            }
            for uid in [EntryUID(0), 1] { failing.evict(uid) }
        }
        let finalStage = failing[1].stage
        #expect(last == nil && finalStage == Stage.unseen)
    }

    @Test func `an instance that was early is complete in the same place, or set back to what it was`() {
        var decoded = EntryTable(count: 1)
        let (early, final) = (ArchivedArray(), ArchivedArray())
        decoded.keep(early, at: 0, isEarly: true)
        decoded.keep(early, at: 0, isEarly: false)
        let isComplete = decoded.instance(at: 0) === early && decoded[0].stage == Stage.instance
        decoded.keep(final, at: 0, isEarly: false)
        let (isFinal, stage) = (decoded.instance(at: 0) === final, decoded[0].stage)
        #expect(isComplete && isFinal && stage == Stage.instance)

        var marked = EntryTable(count: 1)
        let instance = ArchivedArray()
        marked.keep(instance, at: 0, isEarly: false)
        let mark = marked[0]
        marked.setStage(Stage.open, of: 0)
        let whileDecoding = marked.instance(at: 0) == nil
        marked[0] = mark
        let afterwards = marked.instance(at: 0) === instance
        #expect(whileDecoding && afterwards)
    }

    @Test func `a value is kept in a box, is no instance, and is counted`() {
        var decoded = EntryTable(count: 2)
        decoded.keep(ValueBox.boxed("text"), at: 0, isEarly: false)
        decoded.keep(ArchivedArray(), at: 1, isEarly: true)
        // A value may take the place of an instance that was available early.
        decoded.keep(ValueBox.boxed(2), at: 1, isEarly: false)
        let values = [EntryUID(0), 1].map { decoded.value(at: $0).map { "\($0)" } }
        let hasInstance = decoded.instance(at: 0) != nil || decoded.instance(at: 1) != nil
        let stage = [EntryUID(0), 1].map { decoded[$0].stage }
        #expect(values == ["text", "2"] && !hasInstance && stage == [Stage.value, Stage.value])
        let count = decoded.valueCount
        decoded.evict(0)
        let (remaining, isForgotten) = (decoded.valueCount, decoded.object(at: 0) == nil)
        #expect(count == 2 && remaining == 1 && isForgotten)
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
            (unarchiver.state.entries.valueCount, 1)
            unarchiver.state.entries.value(at: EntryUID(3 + count)) is String
        }
    }
}
