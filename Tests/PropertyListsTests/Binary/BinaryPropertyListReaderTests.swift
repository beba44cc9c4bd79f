import TestSupport
import Testing

import PropertyLists

@Suite struct BinaryPropertyListReaderTests {
    /// `{ "a": 7 }`, with the key and the value also to be read one by one.
    static let small = HandmadeList([0xD1, 0x01, 0x02], [0x51, 0x61], [0x10, 0x07])

    @Test(.rows)
    func `offsets and references of every width are read`() {
        forEachRow(1...8, 1...8) { (offsetSize: UInt8, referenceSize: UInt8) throws in
            let dictionary = container(0xD0, [1, 2], width: Int(referenceSize))
            var list = HandmadeList(dictionary, [0x51, 0x61], [0x10, 0x07])
            list.offsetSize = offsetSize
            list.referenceSize = referenceSize
            let reader = try BinaryPropertyListReader(list.bytes)
            try expectRows {
                (reader.trailer.offsetSize, Int(offsetSize))
                (reader.trailer.referenceSize, Int(referenceSize))
                (try reader.tree(), ["a": 7])
                (reader.problems(strict: true), [])
            }
        }
    }

    @Test func `the trailer has the number of objects, the top object and the place of the offset table`() throws {
        var list = Self.small
        list.topObject = 2
        let reader = try BinaryPropertyListReader(list.bytes)
        try expectRows {
            (reader.objectCount, 3)
            (reader.topObject, 2)
            (reader.trailer.offsetTableStart, 15)
            (try reader.tree(), 7)
        }
    }

    @Test func `objects are read one at a time, strings and data as ranges of the input`() throws {
        let list = HandmadeList([0xD1, 0x01, 0x02], [0x51, 0x61], [0x42, 0xCA, 0xFE], [0x61, 0x04, 0x16])
        let reader = try BinaryPropertyListReader(list.bytes)
        guard case .dictionary(let keys, let values) = try reader.object(at: 0) else {
            Issue.record("object 0 is a dictionary")
            return
        }
        try expectRows {
            (try reader.reference(0, of: keys), 1)
            (try reader.reference(0, of: values), 2)
            try (reader.object(at: 1), .asciiString(12..<13))
            (try reader.asciiString(in: 12..<13), "a")
            try (reader.object(at: 2), .data(14..<16))
            (try reader.data(in: 14..<16), [0xCA, 0xFE])
            try (reader.object(at: 3), .utf16String(17..<19))
            (try reader.utf16String(in: 17..<19), "Ж")
        }
    }

    @Test(.rows)
    func `asking for an object, a reference, text or data that is not there throws`() throws {
        let reader = try BinaryPropertyListReader(Self.small.bytes)
        #expect(throws: ArchiveError(.invalidReference, "")) { try reader.object(at: 3) }
        #expect(throws: ArchiveError(.invalidReference, "")) { try reader.object(at: -1) }
        #expect(throws: ArchiveError(.invalidReference, "")) { try reader.offset(of: ObjectIndex(.max)) }
        let references = BinaryReferences(position: 9, count: 1)
        #expect(throws: ArchiveError(.invalidReference, "")) { try reader.reference(1, of: references) }
        #expect(throws: ArchiveError(.invalidReference, "")) { try reader.reference(-1, of: references) }
        // Outside the objects.
        forEachRow([-1..<3, 8..<16, 40..<60, 9..<9_000]) { (range: Range<Int>) throws in
            let reader = try BinaryPropertyListReader(Self.small.bytes)
            #expect(throws: ArchiveError(.invalidString, "")) { try reader.asciiString(in: range) }
            #expect(throws: ArchiveError(.invalidString, "")) { try reader.utf16String(in: range) }
            #expect(throws: ArchiveError(.invalidLength, "")) { try reader.data(in: range) }
        }
    }

    @Test func `a damaged offset is found on opening, or with validation on access when its object is read`() throws {
        let list = Self.small.spoiled { $0.claimedOffsets[2] = 99 }
        #expect(throws: ArchiveError(.invalidOffset, "")) { try BinaryPropertyListReader(list.bytes) }
        let reader = try BinaryPropertyListReader(list.bytes, validation: .onAccess)
        #expect(try reader.object(at: 1) == .asciiString(12..<13))
        #expect(throws: ArchiveError(.invalidOffset, "")) { try reader.object(at: 2) }
    }

    @Test func `reading one object costs the same whatever the number of objects`() throws {
        // 100,000 reads of one small array. Looking at all 200,000 objects for each would be 2·10¹⁰ steps, or 2·10⁹ in
        // a quick run.
        let count = TestScale.count(100_000, quick: 10_000)
        var list = HandmadeList(objects: [[0xA1, 0, 0, 1]] + Array(repeating: [0x09], count: 199_999))
        list.referenceSize = 3
        list.offsetSize = 3
        let reader = try BinaryPropertyListReader(list.bytes, validation: .onAccess)
        for _ in 0..<count { _ = try reader.tree(at: 0) }
        #expect(try reader.tree(at: 0) == [true])
    }

    @Test func `six bytes are enough to tell a binary list`() throws {
        #expect(try PropertyListFormat(detecting: Array("bplist".utf8)) == .binary)
        #expect((try? PropertyListFormat(detecting: Array("bplis".utf8))) != .binary)
    }
}
