import TestSupport
import Testing

import PropertyLists

@Suite struct BinaryKeysTests {
    /// An ASCII string of some characters, with a marker of its own length.
    private static func reader(_ text: String) throws -> BinaryPropertyListReader {
        try BinaryPropertyListReader(BinaryPropertyListWriter().write(.string(PropertyListString(text))))
    }

    private static func text(_ length: Int) -> String {
        String(decoding: (0..<length).map { UInt8(ascii: "a") + UInt8($0 % 26) }, as: UTF8.self)
    }

    @Test(.rows)
    func `a string is the text that it was written from, and none that is longer, shorter or differs`() throws {
        forEachRow(0...40) { (length: Int) throws in
            let text = Self.text(length)
            let reader = try Self.reader(text)
            #expect(try reader.isString(at: 0, text))
            // The same characters in memory of their own, which short literals don't have.
            var large = text
            large.reserveCapacity(64)
            #expect(try reader.isString(at: 0, large))
            for position in 0..<length {
                var other = Array(text.utf8)
                other[position] ^= 0x20
                #expect(try !reader.isString(at: 0, String(decoding: other, as: UTF8.self)), "\(position)")
            }
        }
        forEachRow([0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 255, 256]) { (length: Int) throws in
            let text = Self.text(length)
            let reader = try Self.reader(text)
            #expect(try reader.isString(at: 0, text))
            #expect(try !reader.isString(at: 0, text + "a"))
            if length > 0 { #expect(try !reader.isString(at: 0, String(text.dropLast()))) }
        }
        let utf16 = try BinaryPropertyListReader(HandmadeList([0x62, 0x00, 0x61, 0x04, 0x16]).bytes)
        try expectRows {
            try utf16.isString(at: 0, "aЖ")
            try !utf16.isString(at: 0, "aЗ")
            try !utf16.isString(at: 0, "abc")
        }
    }

    @Test func `the length of a key is that of its code units, and what isn't a string is no key`() throws {
        for text in ["", "key", Self.text(15), Self.text(300), "Ж"] {
            #expect(try Self.reader(text).keyHeader(at: 0).count == text.utf16.count)
        }
        let reader = try BinaryPropertyListReader(HandmadeList([0x10, 0x07]).bytes)
        let error = #expect(throws: ArchiveError.self) { try reader.keyHeader(at: 0) }
        try expectRows {
            (error?.code, .invalidKey)
            (error?.byteOffset, 8)
            try !reader.isString(at: 0, "key")
        }
    }
}
