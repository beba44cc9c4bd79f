import TestSupport
import Testing

import PropertyLists

@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct BinaryRoundTripTests {
    @Test
    func `every binary archive of the corpus comes back byte for byte from its object table, and equal as a tree`()
        throws
    {
        let rows = try Corpus.rows("archives").filter { $0.format == "bplist00" }
        #expect(rows.count == 295)
        var different: [String] = []
        for row in Corpus.sample(rows) {
            let bytes = try row.bytes()
            let reader = try BinaryPropertyListReader(bytes)
            let source = try BinaryObjectTableSource(reader)
            let written = try source.table.write(top: source.entries[reader.topObject], options: source.options)
            if written != bytes { different.append(row.file) }
            if case .listed = source.options.objectOrder { different.append("listed \(row.file)") }
        }
        #expect(different == [])
        for row in try Corpus.sample("archives") where row.format == "bplist00" {
            let tree = try BinaryPropertyListReader(row.bytes()).tree()
            let again = try BinaryPropertyListReader(BinaryPropertyListWriter().write(tree)).tree()
            #expect(tree == again, "\(row.file)")
        }
    }
}
