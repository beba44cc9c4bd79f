import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

@Suite struct EntryUIDTests {
    @Test func `entries come in the order of their numbers, null first, and are found in tables by the UID`() {
        expectRows {
            ([EntryUID(2), .null, EntryUID(1)].sorted(), [.null, EntryUID(1), EntryUID(2)])
            (EntryUID.null.uid, UID(0))
            (EntryUID(300).uid, UID(300))
            !(EntryUID(1) < EntryUID(1))
            EntryUID(1) < EntryUID(2)
        }

        var names = ["$null", "a", "b"]
        names[EntryUID(2)] += "c"
        #expect(names[EntryUID(2)] == "bc")
        #expect(names == ["$null", "a", "bc"])
    }
}
