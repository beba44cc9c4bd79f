import KeyedArchiving
import PropertyLists
import Testing

@Suite struct ArchivedNullTests {
    @Test func `an archive holds one null object, however often it is referred to`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: [ArchivedNull(), ArchivedNull()])
        let archive = try KeyedArchive(bytes)
        #expect(try archive.uids(ofClass: "NSNull") == [2])
        #expect(try KeyedUnarchiver.unarchivedObject(of: [ArchivedNull].self, from: bytes)?.count == 2)
    }
}
