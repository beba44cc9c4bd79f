import Testing

@testable import KeyedArchiving

@Suite struct SharingPolicyTests {
    @Test func `numbers that this library writes more than once don't look like those of an older system`() throws {
        let values = ArchivedArray([-0.0, -0.0, Int8(100), Int64(100), Int8(100), Int64(100)])
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: values)
        let layout = try KeyedArchive(bytes).layout
        #expect(layout.sharing == ArchiveLayout.current.sharing)
        let archiver = KeyedArchiver(layout: layout)
        try archiver.encode(values, forKey: KeyedArchiver.rootObjectKey)
        #expect(try archiver.encodedBytes == bytes)
    }
}
