import Testing

@testable import KeyedArchiving

@Suite struct DecodedObjectsTests {
    typealias Progress = DecodedObjects.Progress

    @Test func `an object is not known until its progress, its class or its instance is set`() {
        var decoded = DecodedObjects(count: 4)
        let instance = ArchivedArray()
        decoded.setProgress(Progress.seenUncached, of: 1)
        decoded.setClassIndex(300, at: 2)
        let isKept = decoded.keep(instance, at: 3, isEarly: false)
        let progress = [EntryUID(0), 1, 2, 3].map { decoded[$0].progress }
        #expect(isKept)
        #expect(progress == [Progress.unseen, Progress.seenUncached, Progress.classRecord, Progress.instance])
        let classes = [EntryUID(0), 1, 2, 3].map { decoded.classIndex(at: $0) }
        #expect(classes == [nil, nil, 300, nil])
        let instances = [EntryUID(0), 1, 2, 3].map { decoded.instance(at: $0) === instance }
        #expect(instances == [false, false, false, true])
    }

    @Test func `an instance that was early is complete in the same place, or gives it to another`() {
        var decoded = DecodedObjects(count: 1)
        let (early, final) = (ArchivedArray(), ArchivedArray())
        let outcomes = [
            decoded.keep(early, at: 0, isEarly: true), decoded.keep(early, at: 0, isEarly: false),
            decoded.keep(final, at: 0, isEarly: false),
        ]
        let (isFinal, progress) = (decoded.instance(at: 0) === final, decoded[0].progress)
        #expect(outcomes == [true, true, true] && isFinal && progress == Progress.instance)
    }

    @Test func `an object can fail and be decoded again any number of times, and nothing is held`() {
        var decoded = DecodedObjects(count: 2)
        weak var last: ArchivedArray?
        for _ in 0..<100 {
            for uid in [EntryUID(0), 1] {
                let instance = ArchivedArray()
                last = instance
                let isKept = decoded.keep(instance, at: uid, isEarly: true)
                #expect(isKept)
            }
            for uid in [EntryUID(0), 1] { decoded.evict(uid) }
        }
        let progress = decoded[1].progress
        #expect(last == nil && progress == Progress.unseen)
    }

    @Test func `a mark that is set back leaves the instance as it was`() {
        var decoded = DecodedObjects(count: 1)
        let instance = ArchivedArray()
        _ = decoded.keep(instance, at: 0, isEarly: false)
        let mark = decoded[0]
        decoded.setProgress(Progress.decoding, of: 0)
        let whileDecoding = decoded.instance(at: 0) == nil
        decoded[0] = mark
        let afterwards = decoded.instance(at: 0) === instance
        #expect(whileDecoding && afterwards)
    }
}
