import PropertyLists
import TestSupport

extension HostileInput {
    /// Rows 1 to 16: header, trailer and offset table.
    static let containerRows: [HostileInput] = headerRows + unusedRows + layoutRows + trailerRows + widthRows

    private static let headerRows: [HostileInput] =
        (0...41).map { count in
            HostileInput(1, "the first \(count) bytes", .refused(.truncated, at: count)) {
                Array(HandmadeList([0x09]).bytes.prefix(count))
            }
        } + [
            header(2, "xplist00", .refused(.unrecognizedFormat, at: 0)),
            header(2, "bplist01", .strictly(.unsupportedVersion, at: 6)),
            header(2, "bplist0?", .strictly(.unsupportedVersion, at: 6)),
            header(2, "bplist30", .refused(.unsupportedVersion, at: 6)),
            header(2, "bplist@A", .refused(.unsupportedVersion, at: 6)),
            header(3, "bplist15", .refused(.unsupportedVersion, at: 6)),
            header(3, "bplist16", .refused(.unsupportedVersion, at: 6)),
            header(3, "bplist17", .refused(.unsupportedVersion, at: 6)),
        ]

    private static let unusedRows = (0..<6).map { byte in
        spoiled(4, "byte \(byte) of the trailer is not 0", .strictly(.unusedBytes, at: 18 + byte)) {
            $0.unused[byte] = 1
        }
    }

    private static let layoutRows: [HostileInput] = [
        // The trailer is the last 32 bytes: with one byte more, the size of a reference is the first byte of the count.
        HostileInput(5, "a byte after the trailer", .strictly(.unusedBytes, at: small.bytes.count)) {
            small.bytes + [0]
        },
        HostileInput(5, "32 zeros after the trailer", .strictly(.unusedBytes, at: small.bytes.count)) {
            small.bytes + Array(repeating: 0, count: 32)
        },
        HostileInput(5, "the same list twice", .refused(.invalidTrailer, at: 50)) { small.bytes + small.bytes },
        // The trailer of the second list happens to fit the bytes of the first: only strict checking can find it.
        HostileInput(5, "a longer list after a shorter one", .strictly(.unusedBytes, at: 8)) {
            HandmadeList([0x09]).bytes + HandmadeList(marker(0x50, count: 71) + Array(repeating: 0x20, count: 71)).bytes
        },
        spoiled(6, "bytes before the offset table", .strictly(.unusedBytes, at: 15)) { $0.gapBeforeTable = [1, 2] },
        spoiled(6, "bytes between the offset table and the trailer", .strictly(.unusedBytes, at: 18)) {
            $0.gapBeforeTrailer = Array(repeating: 0x62, count: 100)
        },
        HostileInput(
            6, "bytes between objects",
            HandmadeList([0xA1, 0x01], [0xFF, 0xFF, 0x09]).spoiled { $0.claimedOffsets = [1: 12] },
            .strictly(.unusedBytes, at: 10)),
        HostileInput(
            15, "the offset table lies in the text of a string",
            HandmadeList([0x53, 0x08, 0x08, 0x08]).spoiled { $0.claimedTable = 10 }, .refused(.invalidLength, at: 8)),
        HostileInput(16, "257 objects with references of one byte, the last of them out of reach", .ok) {
            HandmadeList(objects: [container(0xA0, [255])] + Array(repeating: [0x09], count: 256))
                .spoiled { $0.offsetSize = 2 }.bytes
        },
    ]

    private static let trailerRows: [HostileInput] = [
        spoiled(7, "the size of an offset is 0", .refused(.invalidTrailer, at: 24)) { $0.claimedOffsetSize = 0 },
        spoiled(7, "the size of an offset is 9", .refused(.invalidTrailer, at: 24)) { $0.claimedOffsetSize = 9 },
        spoiled(7, "the size of an offset is 255", .refused(.invalidTrailer, at: 24)) { $0.claimedOffsetSize = 255 },
        spoiled(8, "the size of a reference is 0", .refused(.invalidTrailer, at: 25)) { $0.referenceSize = 0 },
        spoiled(8, "the size of a reference is 9", .refused(.invalidTrailer, at: 25)) { $0.referenceSize = 9 },
        spoiled(8, "the size of a reference is 255", .refused(.invalidTrailer, at: 25)) { $0.referenceSize = 255 },
        count(10, 0), count(11, 1 << 63), count(11, .max),
        // 2⁶¹ entries of 8 bytes are 0 bytes modulo 2⁶⁴; 2²⁹ + 1 of them are 8 bytes modulo 2³².
        count(12, 1 << 61, offsetSize: 8), count(12, (1 << 29) + 1, offsetSize: 8), count(12, 4),
        spoiled(13, "the top object is the count", .refused(.invalidTrailer, at: 34)) { $0.topObject = 3 },
        spoiled(13, "the top object is 2⁶⁴ − 1", .refused(.invalidTrailer, at: 34)) { $0.topObject = .max },
        table(14, "in the header", 0), table(14, "in the header", 7), table(14, "where the objects begin", 8),
        table(14, "at the trailer", 18), table(14, "in the trailer", 40), table(14, "at the end", 50),
        table(14, "past the end", 51), table(14, "before the trailer, but too short", 16), table(14, "at 2⁶³", 1 << 63),
        table(14, "at 2⁶⁴ − 1", .max),
    ]

    /// Sizes that no writer of Apple's chooses, and that Apple's reader accepts.
    private static let widthRows =
        [3, 5, 6, 7].map { size in
            spoiled(9, "the size of an offset is \(size)", .ok) { $0.offsetSize = UInt8(size) }
        }
        + [3, 4, 5, 6, 7].map { size in
            HostileInput(
                9, "the size of a reference is \(size)",
                HandmadeList([0xA1] + bigEndian(1, size), [0x09]).spoiled { $0.referenceSize = UInt8(size) }, .ok)
        }

    private static func header(_ row: Int, _ text: String, _ expectation: Expectation) -> HostileInput {
        spoiled(row, "the header is \(text)", expectation) { $0.header = Array(text.utf8) }
    }

    private static func count(_ row: Int, _ count: UInt64, offsetSize: UInt8 = 1) -> HostileInput {
        let list = small.spoiled { list in
            list.offsetSize = offsetSize
            list.claimedCount = count
        }
        let name = "\(count) objects with offsets of \(offsetSize) bytes"
        return HostileInput(row, name, list, .refused(.invalidTrailer, at: list.trailer + 8))
    }

    /// The position of the table is wrong; when there is too little room after it, the count is.
    private static func table(_ row: Int, _ place: String, _ position: UInt64) -> HostileInput {
        let field = (9..<18).contains(position) ? 26 : 42
        return spoiled(row, "the offset table is \(place), \(position)", .refused(.invalidTrailer, at: field)) {
            $0.claimedTable = position
        }
    }
}
