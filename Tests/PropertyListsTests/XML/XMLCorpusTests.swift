import PropertyLists
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct XMLCorpusTests {
    @Test func `every XML archive of the corpus is written back byte for byte`() throws {
        let rows = try Corpus.rows("archives").filter { $0.format == "xml" }
        #expect(rows.count == 22)
        for row in rows {
            let bytes = try row.bytes()
            var writer = XMLPropertyListWriter()
            writer.documentType = XMLPropertyListReader.documentType(of: bytes)
            let written = try writer.write(XMLPropertyListReader().read(bytes))
            #expect(written == bytes, "\(row.file)")
        }
    }

    @Test func `a tree read from each binary archive and written as XML reads back equal where XML holds it`() throws {
        for row in try Corpus.rows("archives") where row.format == "bplist00" {
            let tree = try BinaryPropertyListReader(row.bytes()).tree()
            let text = try XMLPropertyListWriter().write(tree)
            let again = try XMLPropertyListWriter().write(XMLPropertyListReader().read(text))
            #expect(again == text, "\(row.file)")
        }
    }
}
