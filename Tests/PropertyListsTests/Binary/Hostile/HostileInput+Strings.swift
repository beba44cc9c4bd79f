import PropertyLists
import TestSupport

extension HostileInput {
    /// Rows 36 to 43: strings and data.
    static let stringRows: [HostileInput] = [
        HostileInput(36, "a byte beyond ASCII", object: [0x52, 0x61, 0xE9], .strictly(.invalidString, at: 10)),
        HostileInput(36, "UTF-8 in an ASCII string", object: [0x52, 0xC3, 0xA9], .strictly(.invalidString, at: 9)),
        HostileInput(37, "a high surrogate alone", object: [0x61, 0xD8, 0x3D], .ok),
        HostileInput(37, "a low surrogate alone", object: [0x61, 0xDC, 0x4B], .ok),
        HostileInput(37, "a swapped pair", object: [0x62, 0xDC, 0x4B, 0xD8, 0x3D], .ok),
        HostileInput(37, "text that ends within a pair", object: [0x62, 0x00, 0x61, 0xD8, 0x3D], .ok),
        count("of UTF-16 that is 2 bytes when doubled", 0x6F, (1 << 63) + 1, row: 38),
        count("of UTF-16 that is one more than there is", 0x6F, 6, row: 39),
        count("of text that is one more than there is", 0x5F, 11, row: 39),
        count("of data that is one more than there is", 0x4F, 11, row: 39),
        count("of text of 2⁶²", 0x5F, 1 << 62, row: 39),
        count("of data of 2⁶²", 0x4F, 1 << 62, row: 39),
        count("of data of 2⁶³ − 1", 0x4F, (1 << 63) - 1, row: 39),
        HostileInput(40, "a NUL in the text", object: [0x53, 0x61, 0x00, 0x62], .ok),
        HostileInput(40, "a byte order mark first", object: [0x62, 0xFE, 0xFF, 0x00, 0x61], .ok),
        HostileInput(40, "a string of a mebibyte", .ok) {
            HandmadeList(marker(0x50, count: 1 << 20) + Array(repeating: 0x78, count: 1 << 20))
                .spoiled { $0.offsetSize = 4 }.bytes
        },
        HostileInput(41, "a UTF-8 string", object: [0x71, 0x61], .refused(.invalidMarker, at: 8)),
        HostileInput(41, "a UTF-8 string with a count", object: [0x7F, 0x10, 0x01], .refused(.invalidMarker, at: 8)),
        HostileInput(
            42, "the same key precomposed and decomposed",
            HandmadeList(
                container(0xD0, [1, 2, 3, 3]), [0x61, 0x00, 0xE9], [0x62, 0x00, 0x65, 0x03, 0x01], [0x09]), .ok),
        HostileInput(43, "data that is a property list", .ok) { wrapped(times: 1) },
        HostileInput(43, "a property list in a property list, a thousand times", .ok) { wrapped(times: 1000) },
    ]

    /// An object of 10 bytes of content after a count that is wrong.
    private static func count(_ name: String, _ marker: UInt8, _ count: UInt64, row: Int) -> HostileInput {
        let object = [marker, 0x13] + bigEndian(count, 8) + Array(repeating: 0, count: 10)
        return HostileInput(row, "a count \(name)", object: object, .refused(.invalidLength, at: 8))
    }

    private static func wrapped(times: Int) -> [UInt8] {
        var bytes = small.bytes
        for _ in 0..<times {
            bytes = HandmadeList(marker(0x40, count: bytes.count) + bytes).spoiled { $0.offsetSize = 4 }.bytes
        }
        return bytes
    }
}
