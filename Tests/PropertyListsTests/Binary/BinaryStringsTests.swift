import TestSupport
import Testing

import PropertyLists

@Suite struct BinaryStringsTests {
    @Test(.rows)
    func `strings in ASCII and in UTF-16 are read as they are`() {
        forEachRow(["", "a", "NS.objects", "\0", "tab\tline\n", String(repeating: "long ", count: 1000)]) {
            (text: String) throws in
            let object = marker(0x50, count: text.utf8.count) + Array(text.utf8)
            #expect(try read(object) == .string(PropertyListString(text)))
        }
        forEachRow(["é", "Ж", "日本", "👋", "a👋b", "\u{FEFF}bom", "\u{FFFD}", "\u{10FFFF}", "e\u{301}", "plain"]) {
            (text: String) throws in
            #expect(try read(utf16(Array(text.utf16))) == .string(PropertyListString(text)))
        }
    }

    @Test(.rows)
    func `ASCII strings of every length are read, as ISO 8859-1 if a byte at any place is not ASCII`() {
        forEachRow(0...40) { (count: Int) throws in
            let text = (0..<count).map { UInt8(0x21 + $0) }
            let expected = String(decoding: text, as: UTF8.self)
            #expect(try read(marker(0x50, count: count) + text) == .string(PropertyListString(expected)))
            for index in text.indices {
                var damaged = text
                damaged[index] |= 0x80
                let object = marker(0x50, count: count) + damaged
                let expected = String(String.UnicodeScalarView(damaged.map { Unicode.Scalar($0) }))
                #expect(try read(object) == .string(PropertyListString(expected)))
            }
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
    func `a byte beyond ASCII in an ASCII string is reported with its position, and refused where that is asked`() {
        forEachRow([0x80, 0xC3, 0xED, 0xFF], [0, 1, 7, 8, 20, 299]) { (byte: UInt8, index: Int) throws in
            var text = Array(repeating: UInt8(ascii: "x"), count: 300)
            text[index] = byte
            let object = marker(0x50, count: 300) + text
            let position = 8 + object.count - 300 + index
            let reader = try BinaryPropertyListReader(HandmadeList(object).bytes)
            #expect(try reader.object(at: 0) == .asciiString(position - index..<position - index + 300))
            #expect(reader.problems().isEmpty && reader.oddities().map(\.byteOffset) == [position])
            let error = #expect(throws: ArchiveError.self) {
                try BinaryPropertyListReader(HandmadeList(object).bytes, limits: Limits.default.refusingOddInput)
            }
            #expect(error?.code == .invalidString && error?.byteOffset == position)
        }
    }

    @Test func `well-formed UTF-8 in an ASCII string is read as ISO 8859-1, found as it and written as it was`() throws
    {
        let single = try BinaryPropertyListReader(HandmadeList([0x52, 0xC3, 0xA9]).bytes)
        #expect(try single.tree() == "Ã©")
        // The report says what it may mean.
        #expect(single.oddities().first?.reason.contains("\"é\"") == true)
        let list = HandmadeList([0xD2, 1, 2, 3, 3], [0x52, 0xC3, 0xA9], [0x51, 0xE9], [0x09])
        let reader = try BinaryPropertyListReader(list.bytes)
        let tree = try reader.tree()
        expectRows {
            (tree.dictionaryValue?.position(of: "Ã©"), 0)
            (tree.dictionaryValue?.position(of: "é"), 1)
            ((try? reader.isString(at: 1, "é")), false)
            ((try? reader.isString(at: 1, "Ã©")), true)
            ((try? reader.isString(at: 2, "é")), true)
            (tree, ["Ã©": true, "é": true])
            (tree.hashValue, (["Ã©": true, "é": true] as PropertyList).hashValue)
        }
        #expect(try BinaryPropertyListWriter().write(tree).contains([0x52, 0xC3, 0xA9, 0x51, 0xE9]))
    }

    private func utf16(_ units: [UInt16]) -> [UInt8] {
        marker(0x60, count: units.count) + units.flatMap { bigEndian(UInt64($0), 2) }
    }

    private func read(_ object: [UInt8]) throws -> PropertyList {
        try BinaryPropertyListReader(HandmadeList(object).bytes).tree()
    }
}
