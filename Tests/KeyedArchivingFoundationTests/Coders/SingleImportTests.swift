import Foundation
import KeyedArchivingFoundation
import TestSupport
import Testing

/// The module brings what its calls take and return: no other module of the package is imported here.
struct SingleImportTests {
    @Test func `limits, UIDs and property lists come with the module`() throws {
        let data = try KeyedArchiver.archivedData(withRootObject: ["a"], limits: Limits.default)
        let archive = try KeyedArchive(data)
        #expect(archive.topLevelValue(forKey: "root") == PropertyList.uid(UID(1)))
        let error: ArchiveError? = #expect(throws: ArchiveError.self) { try KeyedArchive(Data()) }
        #expect(error?.code == ArchiveError.Code.unrecognizedFormat)
    }

    @Test func `a key can be named in the calls for data, and one that isn't there is an error`() throws {
        let archiver = KeyedArchiver()
        try archiver.encode(["a"], forKey: "names")
        let data = try archiver.encodedData
        try expectRows {
            (try KeyedUnarchiver.unarchivedObject(of: [String].self, from: data, forKey: "names"), ["a"])
            (try KeyedUnarchiver.unarchivedArrayOfObjects(of: String.self, from: data, forKey: "names"), ["a"])
            try KeyedUnarchiver.unarchivedGraph(from: data, forKey: "names") is ArchivedArray
        }
        let error = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: [String].self, from: data)
        }
        #expect(error?.code == .valueNotFound)
        #expect(error?.remedy?.contains("\"names\"") == true)
    }

    @Test func `ordered and counted sets print their members`() {
        #expect(ArchivedOrderedSet(["a", 1]).description == "NSOrderedSet of 2: \"a\", 1")
        #expect(ArchivedCountedSet([(object: "a", count: 2)]).description == "NSCountedSet of 1: \"a\"")
    }
}
