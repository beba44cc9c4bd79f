import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// The examples of the documentation comments, which are run.
struct Examples: PrintingExamples {
    let output = ExampleOutput()

    func archivedData() throws -> Data {
        let data = try KeyedArchiver.archivedData(withRootObject: ["a", "b"])
        return data
    }

    func writeArchiver(_ archiver: KeyedArchiver, to url: URL) throws {
        try archiver.encode("text", forKey: "root")
        try archiver.finishEncoding()
        try archiver.write(to: url)
    }

    func unarchivedObject(_ data: Data) throws -> [String]? {
        let names = try KeyedUnarchiver.unarchivedObject(of: [String].self, from: data)
        return names
    }

    struct Settings: Codable, Equatable {
        var volume = 0.5
    }

    func settings(_ url: URL) throws -> Settings {
        let settings = try KeyedArchiveDecoder().decode(Settings.self, from: Data(contentsOf: url))
        return settings
    }

    func open(_ url: URL) throws -> KeyedArchive {
        let archive = try KeyedArchive(.contents(of: url))
        return archive
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

    @Test func `the examples of files and errors come to what they say`() throws {
        let examples = Examples()
        var runs = ExampleRuns()
        let folder = try ExampleFolder()
        let file = folder.file("example")
        runs.expect(["a", "b"]) { try examples.unarchivedObject(examples.archivedData()) }
        runs.expect("text") {
            try examples.writeArchiver(KeyedArchiver(), to: file)
            return try examples.open(file)["root"].string
        }
        runs.expect(Examples.Settings(volume: 0.25)) {
            let data: Data = try KeyedArchiveEncoder().encode(Examples.Settings(volume: 0.25))
            try data.write(to: file)
            return try examples.settings(file)
        }
        runs.expect(PropertyList.integer(2)) {
            var archive = try KeyedArchive(examples.archivedData())
            try examples.writeArchive(&archive, to: file)
            return try KeyedArchive(.contents(of: file)).topLevelValue(forKey: "version")
        }
        runs.expect(CocoaError.coderReadCorrupt) {
            do {
                try examples.cocoaError(Data("no archive".utf8))
                return nil
            } catch {
                return (error as? CocoaError)?.code
            }
        }
        runs.expect("draft") {
            let bytes = try exampleArchive { try examples.mutableVariant($0) }
            #expect(try KeyedArchive(bytes)["text"].className == "NSMutableString")
            return try KeyedUnarchiver(forReadingFrom: bytes).decode(String.self, forKey: "text")
        }
        runs.expect(["Menlo-Regular"]) {
            var text = AttributedString("text")
            text[ArchivedAttributes.self] = ["NSFont": .font(ArchivedFont(name: "Menlo-Regular", size: 11))]
            examples.attributes(text)
            return examples.output.take()
        }
        try runs.expectAll(of: #filePath)
    }
}
