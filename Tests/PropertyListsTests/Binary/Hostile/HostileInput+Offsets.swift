import PropertyLists
import TestSupport

extension HostileInput {
    /// Rows 17 to 23: entries of the offset table and references.
    static let offsetRows: [HostileInput] =
        (0..<8).map { offset(17, "in the header", $0) } + [
            offset(18, "in the offset table", 15), offset(18, "in the trailer", 20), offset(19, "at the end", 50),
            offset(19, "past the end", 51), offset(19, "beyond Int32.max", 1 << 31),
            offset(19, "beyond Int.max", 1 << 63), offset(19, "at 2⁶⁴ − 1", .max),
            HostileInput(
                20, "two entries of the offset table are the same",
                HandmadeList([0xA2, 0x01, 0x02], [0x09], []).spoiled { $0.claimedOffsets = [2: 11] },
                .strictly(.invalidOffset, at: 11)),
            HostileInput(
                21, "an offset leads into the text of a string, to bytes that are an object",
                HandmadeList([0xA2, 0x01, 0x02], [0x52, 0x08, 0x09], []).spoiled { $0.claimedOffsets = [2: 13] },
                .strictly(.invalidOffset, at: 13)),
            HostileInput(
                21, "an offset leads into the text of a string, to bytes that aren't an object",
                HandmadeList([0xA2, 0x01, 0x02], [0x52, 0x08, 0x7F], []).spoiled { $0.claimedOffsets = [2: 13] },
                .refused(.invalidMarker, at: 13)),
            HostileInput(
                21, "an offset leads into the text of a string, to a count that is too large",
                HandmadeList([0xA2, 0x01, 0x02], [0x52, 0x08, 0x54], []).spoiled { $0.claimedOffsets = [2: 13] },
                .refused(.invalidLength, at: 13)),
            reference("an array's reference is the count", [0xA2, 0x01, 0x03], at: 10),
            reference("an array's reference is 255", [0xA2, 0xFF, 0x01], at: 9),
            reference("a dictionary's key is the count", [0xD1, 0x03, 0x01], at: 9),
            reference("a dictionary's value is the count", [0xD1, 0x01, 0x03], at: 10),
            reference("a set's member is the count", [0xC1, 0x03], at: 9),
            HostileInput(
                22, "a reference of 8 bytes is 2⁶⁴ − 1",
                HandmadeList([0xA1] + bigEndian(.max, 8)).spoiled { $0.referenceSize = 8 },
                .refused(.invalidReference, at: 9)),
            truncated("an integer", [0x11, 0x01]), truncated("a real", [0x22, 0, 0, 0]), truncated("a UID", [0x81, 0]),
            truncated("data", [0x42, 0]), truncated("a string", [0x52, 0x61]), truncated("UTF-16", [0x61, 0]),
            truncated("an array", [0xA2, 0]), truncated("a dictionary", [0xD1, 0]), truncated("a count", [0x5F]),
        ]

    private static func offset(_ row: Int, _ place: String, _ offset: UInt64) -> HostileInput {
        let list = small.spoiled { list in
            list.offsetSize = 8
            list.claimedOffsets[2] = offset
        }
        return HostileInput(
            row, "an object is \(place), \(offset)", list, .refused(.invalidOffset, at: list.table + 16))
    }

    private static func reference(_ name: String, _ object: [UInt8], at position: Int) -> HostileInput {
        HostileInput(22, name, HandmadeList(object, [0x51, 0x61], [0x09]), .refused(.invalidReference, at: position))
    }

    /// A last object that is a byte shorter than its marker says.
    private static func truncated(_ what: String, _ object: [UInt8]) -> HostileInput {
        HostileInput(
            23, "\(what) lacks its last byte", HandmadeList([0xA1, 1], object), .refused(.invalidLength, at: 10))
    }
}
