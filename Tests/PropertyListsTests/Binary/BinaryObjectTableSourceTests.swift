import TestSupport
import Testing

import PropertyLists

@Suite struct BinaryObjectTableSourceTests {
    static let layouts: [(String, HandmadeList)] = [
        ("depth first", HandmadeList([0xD1, 1, 2], [0x51, 0x61], [0x10, 7])),
        ("orphans", HandmadeList([0xA3, 1, 1, 2], [0x80, 1], [0x80, 1], [0x09]).spoiled { $0.objects[0][3] = 3 }),
        ("shared without orphans", HandmadeList([0xA3, 1, 1, 2], [0x80, 1], [0x09])),
        ("UIDs with the same number apart", HandmadeList([0xA3, 1, 2, 3], [0x80, 1], [0x80, 1], [0x80, 2])),
        ("a UID of more bytes than it takes", HandmadeList([0xA3, 1, 1, 2], [0x81, 0, 1], [0x80, 2])),
        ("UIDs of three bytes and of one", HandmadeList([0xA2, 1, 2], [0x82, 0, 0, 1], [0x80, 1])),
        ("children before parents", HandmadeList([0x51, 0x61], [0xA1, 0]).spoiled { $0.topObject = 1 }),
        ("values before keys", HandmadeList([0xD1, 2, 1], [0x10, 7], [0x51, 0x61])),
        ("what nothing refers to", HandmadeList([0xA1, 2], [0x51, 0x78], [0x10, 7])),
        ("wide offsets and references", wide),
        ("null, sets and wide integers", HandmadeList([0xC3, 1, 2, 3], [0x00], [0x14] + bigEndian(7, 16), [0xB0])),
        ("a NaN with a payload", HandmadeList([0x23, 0x7F, 0xF0, 0, 0, 0, 0, 0, 1])),
        ("text that is not ASCII", HandmadeList([0x51, 0xFF])),
    ]

    /// In an order of its own, so that the widths are kept.
    private static let wide = HandmadeList([0x51, 0x61], [0xA1, 0, 0, 0, 0, 0]).spoiled { list in
        list.topObject = 1
        list.referenceSize = 5
        list.offsetSize = 6
    }

    @Test(.rows)
    func `a file without gaps is written back byte for byte`() throws {
        forEachRow(Self.layouts) { (_: String, list: HandmadeList) throws in
            let reader = try BinaryPropertyListReader(list.bytes)
            let source = try BinaryObjectTableSource(reader)
            #expect(
                try source.table.write(top: source.entries[reader.topObject], options: source.options) == list.bytes)
        }
        // Offsets of three bytes are kept, too.
        let text = marker(0x50, count: 70_000) + Array(repeating: 0x78, count: 70_000)
        let list = HandmadeList([0xA1, 1], text).spoiled { $0.offsetSize = 3 }
        let source = try BinaryObjectTableSource(BinaryPropertyListReader(list.bytes))
        #expect(try source.table.write(top: source.entries[0], options: source.options) == list.bytes)
        #expect(source.options.objectOrder == .depthFirst || source.options.objectOrder == .depthFirstWithOrphans)
    }

    @Test func `a large archive keeps the sharing and the orphans of its UIDs`() throws {
        // As in an archive with many objects: 70,000 UIDs, each visited twice.
        var table = BinaryObjectTable()
        let uids = (0..<70_000).map { table.uid(UID(UInt64($0))) }
        let top = table.addArray([table.addArray(uids), table.addArray(uids)])
        let bytes = try table.write(top: top)
        let source = try BinaryObjectTableSource(BinaryPropertyListReader(bytes))
        try expectRows {
            (source.options.objectOrder, .depthFirstWithOrphans)
            (try BinaryPropertyListReader(bytes).objectCount, 3 + 2 * 70_000)
            (try source.table.write(top: source.entries[0], options: source.options), bytes)
        }
    }

    @Test(.rows)
    func `a reference out of range is refused with its position`() {
        forEachRow([2, 9] as [UInt8]) { (reference: UInt8) throws in
            let list = HandmadeList([0xA2, 1, reference], [0x09])
            let error = #expect(throws: ArchiveError.self) {
                _ = try BinaryObjectTableSource(BinaryPropertyListReader(list.bytes))
            }
            #expect(error?.code == .invalidReference)
            #expect(error?.byteOffset == 10)
        }
    }
}
