import TestSupport
import Testing

import PropertyLists

@Suite struct BinaryObjectsTests {
    /// What each of the 256 markers means: rows by the upper half, columns by the lower half.
    ///
    ///     n null   f false   t true      i integer     I 16-byte integer   r 4-byte real   R 8-byte real   d date
    ///     D data   a ASCII   u UTF-16    U UID         A array  O ordered set  S set  M dictionary        . refused
    static let meanings = [
        "n.......ft......",
        "iiiiI...........",
        "..rR............",
        "...d............",
        "DDDDDDDDDDDDDDDD",
        "aaaaaaaaaaaaaaaa",
        "uuuuuuuuuuuuuuuu",
        "................",
        "UUUUUUUUUUUUUUUU",
        "................",
        "AAAAAAAAAAAAAAAA",
        "OOOOOOOOOOOOOOOO",
        "SSSSSSSSSSSSSSSS",
        "MMMMMMMMMMMMMMMM",
        "................",
        "................",
    ]

    @Test(.rows)
    func `each marker is read as what the format defines, or refused with its position`() {
        forEachRow(0...255) { (marker: UInt8) throws in
            let row = Array(Self.meanings[Int(marker >> 4)])
            // After a marker that ends in F comes a length: an integer of one byte, 15. For the others it is payload.
            let payload: [UInt8] = marker & 0x0F == 0x0F && marker >> 4 != 8 ? [0x10, 15] : []
            let list = HandmadeList([marker] + payload + Array(repeating: 0, count: 40))
            let reader = try BinaryPropertyListReader(list.bytes)
            switch row[Int(marker & 0x0F)] {
            case ".":
                let error = #expect(throws: ArchiveError.self) { try reader.object(at: 0) }
                #expect(error?.code == .invalidMarker)
                #expect(error?.byteOffset == 8)
            case let meaning:
                #expect(Self.letter(try reader.object(at: 0)) == meaning)
            }
        }
    }

    private static func letter(_ object: BinaryObject) -> Character {
        switch object {
        case .null: "n"
        case .boolean(let value): value ? "t" : "f"
        case .integer: "i"
        case .integer128: "I"
        case .float: "r"
        case .double: "R"
        case .date: "d"
        case .data: "D"
        case .asciiString: "a"
        case .utf16String: "u"
        case .uid: "U"
        case .array: "A"
        case .orderedSet: "O"
        case .set: "S"
        case .dictionary: "M"
        }
    }

    static let integers: [(object: [UInt8], value: Int64)] = [
        ([0x10, 0xFF], 255),
        ([0x11, 0xFF, 0xFF], 65_535),
        ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295),
        ([0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .max),
        ([0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], -1),
        ([0x13, 0x80, 0, 0, 0, 0, 0, 0, 0], .min),
        ([0x13, 0, 0, 0, 0, 0, 0, 0, 7], 7),
    ]

    @Test(.rows)
    func `integers have no sign up to 4 bytes and one at 8, and of 16 bytes keep their form`() throws {
        forEachRow(Self.integers) { (object: [UInt8], value: Int64) throws in
            #expect(try read(object) == .integer(value))
        }
        // Those that only fit 64 bits without a sign don't keep it.
        let ones = Array(repeating: 0xFF as UInt8, count: 16)
        try expectRows {
            try (read([0x14] + bigEndian(7, 16)), .integer128(7))
            try (read([0x14] + ones), .integer128(-1))
            try (read([0x14] + bigEndian(1 << 63, 16)), .unsignedInteger(1 << 63))
            try (read([0x14] + bigEndian(.max, 16)), .unsignedInteger(.max))
            try (read([0x14, 0x80] + bigEndian(0, 15)), .integer128(Integer128(high: .min, low: 0)))
        }
    }

    @Test(.rows)
    func `reals and dates keep every bit: NaN with its payload, infinities, negative zero, huge dates`() {
        forEachRow([0x0000_0000, 0x8000_0000, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0001, 0x7F80_0001, 0xFFFF_FFFF]) {
            (bits: UInt32) throws in
            let object = [0x22] + bigEndian(UInt64(bits), 4)
            guard case .float(let value) = try read(object) else {
                Issue.record("marker 22 is a 4-byte real")
                return
            }
            #expect(value.bitPattern == bits)
            #expect(try rewritten(object) == object)
        }
        forEachRow(
            [0x22, 0x23, 0x33],
            [
                0, 1 << 63, 0x7FF0_0000_0000_0000, 0xFFF0_0000_0000_0000, 0x7FF0_0000_0000_0001, 0x7E37_E43C_8800_759C,
                .max,
            ]
        ) { (marker: UInt8, bits: UInt64) throws in
            let object = [marker] + bigEndian(bits, marker == 0x22 ? 4 : 8)
            #expect(try rewritten(object) == object)
            switch try read(object) {
            case .double(let value) where marker == 0x23: #expect(value.bitPattern == bits)
            case .date(let value) where marker == 0x33: #expect(value.bitPattern == bits)
            case .float where marker == 0x22: break
            case let other: Issue.record("read as \(other.kind)")
            }
        }
    }

    @Test(.rows)
    func `UIDs of every width are read, up to 64 bits`() throws {
        forEachRow(1...16) { (width: Int) throws in
            #expect(try read([0x80 | UInt8(width - 1)] + bigEndian(200, width)) == .uid(200))
        }
        #expect(try read([0x87] + bigEndian(.max, 8)) == .uid(UID(.max)))
        #expect(try read([0x8F] + bigEndian(.max, 16)) == .uid(UID(.max)))
        // Of more, the lower 32 bits are read if all between are 0.
        #expect(try read([0x88, 1] + bigEndian(7, 8)) == .uid(7))
        let error = #expect(throws: ArchiveError.self) { try read([0x88, 1] + bigEndian(1 << 32, 8)) }
        #expect(error?.code == .invalidNumber)
        #expect(error?.byteOffset == 8)
    }

    @Test(.rows)
    func `lengths are read from the marker and from integers of every width that holds them`() {
        forEachRow([0, 1, 14, 15, 16, 255, 256, 65_535, 65_536]) { (count: Int) throws in
            let text = Array(repeating: UInt8(ascii: "x"), count: count)
            for width in [1, 2, 4, 8] where width == 8 || count < 1 << (8 * width) {
                let spelledOut = [0x4F, 0x10 | UInt8(width.trailingZeroBitCount)] + bigEndian(UInt64(count), width)
                #expect(try read(spelledOut + text) == .data(text))
                #expect(try read(marker(0x40, count: count, countWidth: width) + text) == .data(text))
            }
        }
    }

    /// The value of an object that is alone in a list.
    private func read(_ object: [UInt8]) throws -> PropertyList {
        try BinaryPropertyListReader(HandmadeList(object).bytes).tree()
    }

    /// The encoded form of an object after reading and writing.
    private func rewritten(_ object: [UInt8]) throws -> [UInt8] {
        let bytes = try BinaryPropertyListWriter().write(read(object))
        return Array(bytes[8..<8 + object.count])
    }
}
