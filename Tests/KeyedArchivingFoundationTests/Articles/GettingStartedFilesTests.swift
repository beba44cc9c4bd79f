import Foundation
import KeyedArchivingFoundation
import TestSupport
import Testing

/// The example of the article "Getting started" that reads and writes a file.
///
/// `GettingStartedTests` compares it with the article.
struct GettingStartedFilesTests {
    @Test func `an archive is opened from a file and written to it`() throws {
        let folder = try ExampleFolder()
        let url = folder.file("person.plist")
        let person = ArchivedObject(ArchivedClass(name: "Person", hierarchy: ["Person", "NSObject"]))
        person["name"] = .object("Ada")
        try KeyedArchiver.archivedData(withRootObject: person).write(to: url)

        var stored = try KeyedArchive(.contents(of: url))
        try stored.set("Ada Lovelace", at: "root.name")
        try stored.write(to: url)

        #expect(try KeyedArchive(.contents(of: url))["root.name"].string == "Ada Lovelace")
    }
}
