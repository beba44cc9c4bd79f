import TestSupport
import Testing

import PropertyLists

@Suite struct BinaryStringsTests {
    @Test(.rows)
    func `ASCII strings are read as they are`() {
        forEachRow(["", "a", "NS.objects", "\0", "tab\tline\n", String(repeating: "long ", count: 1000)]) {
            (text: String) throws in
            let object = marker(0x50, count: text.utf8.count) + Array(text.utf8)
            #expect(try read(object) == .string(PropertyListString(text)))
        }
    }

    @Test(.rows)
    func `ASCII strings of every length are read, and refused if a byte at any place is not ASCII`() {
        forEachRow(0...40) { (count: Int) throws in
            let text = (0..<count).map { UInt8(0x21 + $0) }
            let expected = String(decoding: text, as: UTF8.self)
            #expect(try read(marker(0x50, count: count) + text) == .string(PropertyListString(expected)))
            for index in text.indices {
                var damaged = text
                damaged[index] |= 0x80
                let object = marker(0x50, count: count) + damaged
                let error = #expect(throws: ArchiveError.self) { try read(object) }
                #expect(error?.code == .invalidString)
                #expect(error?.byteOffset == 8 + object.count - count + index)
            }
        }
    }

    @Test(.rows)
    func `UTF-16 strings are read as they are`() {
        forEachRow(["é", "Ж", "日本", "👋", "a👋b", "\u{FEFF}bom", "\u{FFFD}", "\u{10FFFF}", "e\u{301}", "plain"]) {
            (text: String) throws in
            #expect(try read(utf16(Array(text.utf16))) == .string(PropertyListString(text)))
        }
    }

    @Test(.rows)
    func `UTF-16 strings of every length are read, with characters of all widths at every place`() {
        forEachRow(0...20) { (count: Int) throws in
            let widths: [[UInt16]] = [
                [0x41], [0x7F], [0x80], [0x7FF], [0x800], [0xD7FF], [0xE000], [0xFFFF], [0xD83D, 0xDC4B],
            ]
            for shift in widths.indices {
                let units = (0..<count).flatMap { widths[($0 + shift) % widths.count] }
                let expected = String(decoding: units, as: UTF16.self)
                #expect(try read(utf16(units)) == .string(PropertyListString(expected)))
            }
        }
    }

    @Test(.rows)
    func `UTF-16 with unpaired surrogates is kept unit by unit and written back`() {
        forEachRow([
            [0xD83D], [0xDC4B], [0xDC4B, 0xD83D], [0x61, 0xD83D], [0xD83D, 0x61], [0xD83D, 0xD83D, 0xDC4B],
            [0xDFFF, 0x20],
        ]) { (units: [UInt16]) throws in
            let object = utf16(units)
            guard case .string(let string) = try read(object) else {
                Issue.record("marker 6n is a string")
                return
            }
            expectRows {
                (string.string, nil)
                (string.utf16, units)
                string.repaired.unicodeScalars.contains("\u{FFFD}")
            }
            let written = try BinaryPropertyListWriter().write(.string(string))
            #expect(Array(written[8..<8 + object.count]) == object)
        }
    }

    @Test func `every single code unit is read, the surrogates as unpaired ones`() throws {
        for number in TestScale.sample(0..<0x1_0000, every: 17, of: "code units") {
            let unit = UInt16(truncatingIfNeeded: number)
            let list = HandmadeList([0x61, UInt8(unit >> 8), UInt8(unit & 0xFF)])
            let string = try BinaryPropertyListReader(list.bytes).utf16String(in: 9..<11)
            if string.utf16 != [unit] || (string.string == nil) != (0xD800...0xDFFF).contains(unit) {
                Issue.record("unit \(unit) is read as \(string.utf16)")
            }
        }
    }

    @Test(.rows)
    func `a byte beyond ASCII in an ASCII string is refused with its position`() {
        forEachRow([0x80, 0xC3, 0xED, 0xFF], [0, 1, 7, 8, 20, 299]) { (byte: UInt8, index: Int) throws in
            var text = Array(repeating: UInt8(ascii: "x"), count: 300)
            text[index] = byte
            let object = marker(0x50, count: 300) + text
            let position = 8 + object.count - 300 + index
            let reader = try BinaryPropertyListReader(HandmadeList(object).bytes)
            let error = #expect(throws: ArchiveError.self) { try reader.tree() }
            #expect(error?.code == .invalidString)
            #expect(error?.byteOffset == position)
            // Looking at an object is one step, whatever its length: the text is judged when it is made a string.
            #expect(try reader.object(at: 0) == .asciiString(position - index..<position - index + 300))
            #expect(throws: ArchiveError(.invalidString, "")) { try reader.scalar(at: 0) }
            #expect(reader.problems().map(\.byteOffset) == [position])
        }
    }

    @Test func `well-formed UTF-8 in an ASCII string is nevertheless refused`() throws {
        #expect(throws: ArchiveError(.invalidString, "")) { try read([0x52, 0xC3, 0xA9]) }
    }

    private func utf16(_ units: [UInt16]) -> [UInt8] {
        marker(0x60, count: units.count) + units.flatMap { bigEndian(UInt64($0), 2) }
    }

    private func read(_ object: [UInt8]) throws -> PropertyList {
        try BinaryPropertyListReader(HandmadeList(object).bytes).tree()
    }
}
