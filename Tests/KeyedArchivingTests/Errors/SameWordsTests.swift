import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// A fault has one wording, whichever call reports it.
@Suite struct SameWordsTests {
    /// Archives whose object 1, the root, has one fault each.
    private static let archives: [SmallArchive] = [
        SmallArchive([1, 2]), SmallArchive(.uid(0)), SmallArchive(["a": 1]), SmallArchive(["$class": "Thing"]),
        SmallArchive(["$class": .uid(1)]), SmallArchive(["$class": .uid(2)], "Thing"),
        SmallArchive(.classRecord("Thing", "NSObject")),
    ]

    @Test(.rows)
    func `decoding, looking and checking call a fault by the same words`() {
        forEachRow(Self.archives.indices) { (index: Int) throws in
            let bytes = try Self.archives[index].bytes()
            let archive = try KeyedArchive(bytes)
            var reasons = archive.problems().map(\.reason)
            func note(_ call: () throws -> some Any) {
                let error = #expect(throws: ArchiveError.self) { try call() }
                if let error { reasons.append(error.reason) }
            }
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            unarchiver.keepsUnknownClasses = true
            try unarchiver.disableSecureCoding()
            note { try unarchiver.decodeObject(forKey: "root") }
            // The entry is returned as a reference at 1, as an object at 4 and 5, and as a class record at 6.
            switch index {
            case 4, 5: note { try archive.archivedClass(at: index == 4 ? 1 : 2) }
            case 1, 6: break
            default: note { try archive.entry(at: 1) }
            }
            #expect(reasons.count > 1)
            #expect(Set(reasons).count == 1, "\(reasons)")
        }
    }
}
