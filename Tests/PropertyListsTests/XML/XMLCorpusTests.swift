import PropertyLists
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct XMLCorpusTests {
    @Test func `every XML archive of the corpus is written back byte for byte`() throws {
        let rows = try Corpus.rows("archives").filter { $0.format == "xml" }
        #expect(rows.count == 22)
        for row in Corpus.sample(rows, every: 2) {
            let bytes = try row.bytes()
            var writer = XMLPropertyListWriter()
            writer.documentType = XMLPropertyListReader.documentType(of: bytes)
            let written = try writer.write(XMLPropertyListReader().read(bytes))
            #expect(written == bytes, "\(row.file)")
        }
    }

    @Test func `small binary archives are written as XML and read back equal where XML tells values apart`() throws {
        for row in try Corpus.sample("archives") where row.format == "bplist00" {
            let bytes = try row.bytes()
            guard bytes.count < 8192 else { continue }
            let text = try XMLPropertyListWriter().write(BinaryPropertyListReader(bytes).tree())
            let again = try XMLPropertyListWriter().write(XMLPropertyListReader().read(text))
            #expect(again == text, "\(row.file)")
        }
    }
}
