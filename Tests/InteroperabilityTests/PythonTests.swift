import KeyedArchiving
import PropertyLists
import Testing

/// Python's own reader of property lists, an implementation that shares nothing with ours.
@Suite(.enabled(if: Python.isPresent, "there is no python3"))
struct PythonTests {
    @Test func `Python reads every archive that we write, with the same values`() throws {
        var archives: [(name: String, bytes: [UInt8])] = []
        for format in PropertyListFormat.ofArchives {
            for value in ValueCase.all(in: format) {
                let archiver = KeyedArchiver()
                archiver.outputFormat = format
                try archiver.encode(value.ours, forKey: "root")
                archives.append(("\(value.name), \(format)", try archiver.encodedBytes))
            }
        }
        archives.append(("large", try KeyedArchiver.archivedBytes(withRootObject: Array(0..<66_000))))
        let read = try Python.descriptions(of: archives.map(\.bytes))
        #expect(read.count == archives.count)
        for (archive, read) in zip(archives, read) {
            #expect(try PlainText.description(of: archive.bytes) == read, "\(archive.name)")
        }
    }
}
