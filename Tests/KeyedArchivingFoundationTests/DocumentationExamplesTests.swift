import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// The examples of the documentation comments, so that they compile; they aren't run.
struct Examples {
    func archivedData() throws {
        let data = try KeyedArchiver.archivedData(withRootObject: ["a", "b"])
        _ = data
    }

    func writeArchiver(_ archiver: KeyedArchiver, to url: URL) throws {
        try archiver.encode("text", forKey: "root")
        try archiver.finishEncoding()
        try archiver.write(to: url)
    }

    func unarchivedObject(_ data: Data) throws {
        let names = try KeyedUnarchiver.unarchivedObject(of: [String].self, from: data)
        _ = names
    }

    struct Settings: Decodable {}

    func settings(_ url: URL) throws {
        let settings = try KeyedArchiveDecoder().decode(Settings.self, from: Data(contentsOf: url))
        _ = settings
    }

    func open(_ url: URL) throws {
        let archive = try KeyedArchive(contentsOf: url)
        _ = archive
    }

    func writeArchive(_ archive: inout KeyedArchive, to url: URL) throws {
        try archive.setTopLevelValue(.integer(2), forKey: "version")
        try archive.write(to: url)
    }

    func cocoaError(_ data: Data) throws {
        do {
            _ = try KeyedArchive(data)
        } catch {
            throw error.cocoaError
        }
    }

    func mutableVariant(_ archiver: KeyedArchiver) throws {
        try archiver.encode(MutableVariant("draft"), forKey: "text")
    }

    func attributes(_ text: AttributedString) {
        for run in text.runs {
            if case .font(let font)? = run[ArchivedAttributes.self]?["NSFont"] { print(font.name) }
        }
    }
}

@Suite struct DocumentationExamplesTests {
    @Test func `every example of a documentation comment is one that compiles`() throws {
        let missing = try DocumentationExamples.missing(of: "KeyedArchivingFoundation", compiledIn: #filePath)
        #expect(missing.examples == [])
        #expect(missing.count >= 8)
    }
}
