import TestSupport
import Testing

import PropertyLists

@Suite struct BinaryTrailerTests {
    @Test(.rows)
    func `a file of fewer than 42 bytes is cut short, and the error tells where it ends`() {
        forEachRow(0...41) { (count: Int) throws in
            let whole = HandmadeList([0x09]).bytes
            #expect(whole.count == 42)
            #expect(try BinaryPropertyListReader(whole).tree() == true)
            let error = #expect(throws: ArchiveError.self) { try BinaryPropertyListReader(Array(whole[..<count])) }
            #expect(error?.code == .truncated)
            #expect(error?.byteOffset == count)
        }
    }

    @Test func `every number of the trailer may be the largest that fits, and nothing overflows`() {
        // Each of the five fields in turn says 2⁶⁴ − 1, 2⁶³, 2⁶³ − 1, 2³² and 2³¹, the others say the truth.
        for value: UInt64 in [.max, 1 << 63, (1 << 63) - 1, 1 << 32, 1 << 31] {
            for field in [8, 16, 24] {
                for offsetSize: UInt8 in 1...8 {
                    var list = HandmadeList([0xA1, 0x01], [0x09])
                    list.offsetSize = offsetSize
                    var bytes = list.bytes
                    bytes.replaceSubrange(list.trailer + field..<list.trailer + field + 8, with: bigEndian(value, 8))
                    let error = #expect(throws: ArchiveError.self) { try BinaryPropertyListReader(bytes) }
                    #expect(error?.code == .invalidTrailer)
                    #expect(error?.byteOffset == list.trailer + field)
                }
            }
        }
    }

    @Test func `unused bytes and the sort version are kept`() throws {
        var list = HandmadeList([0x09])
        list.unused = [1, 2, 3, 4, 5, 6]
        #expect(try BinaryPropertyListReader(list.bytes).trailer.unused == [1, 2, 3, 4, 5, 6])
    }
}
