import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Which entries `KeyedArchive.sharedUIDs()` finds more than one reference to.
@Suite struct SharingTests {
    private let archive = SmallArchive(
        [
            "a": .uid(2), "b": .uid(2), "c": .uid(3), "me": .uid(1), "nothing": .uid(0), "lost": .uid(99),
            "$class": .uid(5),
        ],
        ["list": [.uid(4), .uid(4)], "nothing": .uid(0), "$class": .uid(5)],
        "once",
        "twice",
        .classRecord("Thing", "NSObject")
    )

    @Test func `references of the top level, of fields and of arrays count, those to classes and nil do not`() throws {
        var opened = try KeyedArchive(archive.bytes())
        #expect(try opened.sharedUIDs() == [1, 2, 4])
        try opened.setValue(.uid(0), forKey: "b", ofObjectAt: 1)
        try opened.setValue([.uid(3), .uid(3)], forKey: "more", ofObjectAt: 2)
        try opened.setTopLevelValue(.uid(0), forKey: "root")
        #expect(try opened.sharedUIDs() == [3, 4])
    }
}
