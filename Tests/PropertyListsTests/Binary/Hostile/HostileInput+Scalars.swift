import PropertyLists
import TestSupport

extension HostileInput {
    /// Rows 24 to 35: markers, numbers, dates, UIDs and counts.
    static let scalarRows: [HostileInput] = loneMarkerRows + markerRows + numberRows + countRows

    /// Each of the 256 markers with nothing after it.
    private static let loneMarkerRows = (0...255).map { (marker: Int) in
        let expectation: Expectation =
            switch marker {
            case 0x00, 0x08, 0x09, 0x40, 0x50, 0xA0, 0xC0, 0xD0: .ok
            case 0x60: .strictly(.invalidString, at: 8)
            case 0xB0: .strictly(.invalidMarker, at: 8)
            case 0x10...0x14, 0x22, 0x23, 0x33, 0x41...0x4F, 0x51...0x5F, 0x61...0x6F, 0x80...0x8F:
                .refused(.invalidLength, at: 8)
            case 0xA1...0xAF, 0xB1...0xBF, 0xC1...0xCF, 0xD1...0xDF: .refused(.invalidLength, at: 8)
            default: .refused(.invalidMarker, at: 8)
            }
        return HostileInput(24, "marker \(String(marker, radix: 16)) alone", object: [UInt8(marker)], expectation)
    }

    private static let markerRows: [HostileInput] =
        [HostileInput(25, "null", object: [0x00], .ok), refused(25, "the fill byte", 0x0F)]
        + (Array(0x01...0x07) + Array(0x0A...0x0E)).map { refused(25, "reserved", $0) }
        + [0x70, 0x7F, 0x90, 0x9F, 0xE0, 0xEF, 0xF0, 0xFF].map { refused(25, "undefined", $0) }

    private static let numberRows: [HostileInput] =
        [
            HostileInput(26, "an integer of 1 byte", object: [0x10, 0xFF], .ok),
            HostileInput(26, "an integer of 2 bytes", object: [0x11, 0xFF, 0xFF], .ok),
            HostileInput(26, "an integer of 4 bytes", object: [0x12] + bigEndian(.max, 4), .ok),
            HostileInput(26, "an integer of 8 bytes", object: [0x13] + bigEndian(.max, 8), .ok),
            HostileInput(26, "an integer of 16 bytes", object: [0x14] + bigEndian(7, 16), .ok),
            HostileInput(27, "a small integer of 16 bytes", object: [0x14] + bigEndian(1, 16), .ok),
            HostileInput(27, "16 bytes of ones", object: [0x14] + ones, .ok),
            HostileInput(27, "an integer beyond UInt64", object: [0x14, 0x01] + bigEndian(0, 15), .ok),
            HostileInput(29, "a real of 4 bytes", object: [0x22, 0x3F, 0x80, 0, 0], .ok),
            HostileInput(29, "a real of 8 bytes", object: [0x23, 0x3F, 0xF0] + bigEndian(0, 6), .ok),
            HostileInput(30, "a NaN with a payload", object: [0x23, 0x7F, 0xF8] + bigEndian(0xBAD, 6), .ok),
            HostileInput(30, "a signalling NaN", object: [0x23, 0x7F, 0xF0] + bigEndian(1, 6), .ok),
            HostileInput(30, "infinity", object: [0x22, 0x7F, 0x80, 0, 0], .ok),
            HostileInput(30, "negative zero", object: [0x23, 0x80] + bigEndian(0, 7), .ok),
            HostileInput(31, "a date that is NaN", object: [0x33, 0x7F, 0xF8] + bigEndian(0, 6), .ok),
            HostileInput(31, "a date at positive infinity", object: [0x33, 0x7F, 0xF0] + bigEndian(0, 6), .ok),
            HostileInput(31, "a date at negative infinity", object: [0x33, 0xFF, 0xF0] + bigEndian(0, 6), .ok),
            HostileInput(31, "a date at 1e300", object: [0x33] + bigEndian((1e300).bitPattern, 8), .ok),
            HostileInput(
                33, "a UID beyond UInt32", object: [0x87] + bigEndian(1 << 32, 8), .strictly(.invalidNumber, at: 8)),
            HostileInput(
                33, "a UID of 16 bytes", object: [0x8F] + bigEndian(.max, 16), .strictly(.invalidNumber, at: 8)),
            HostileInput(
                33, "a UID beyond 64 bits", object: [0x88, 1] + bigEndian(1 << 32, 8), .refused(.invalidNumber, at: 8)),
            HostileInput(
                33, "a UID beyond 64 bits, whose lower ones are one of 32 bits", object: [0x88, 1] + bigEndian(0, 8),
                .strictly(.invalidNumber, at: 8)),
            HostileInput(33, "16 bytes of ones as UID", object: [0x8F] + ones, .refused(.invalidNumber, at: 8)),
        ]
        + (0x15...0x1F).map { refused(28, "an integer of 2^\($0 - 0x10) bytes", $0) }
        + [0x20, 0x21, 0x24, 0x2F].map { refused(29, "a real of 2^\($0 - 0x20) bytes", $0) }
        + [0x30, 0x32, 0x34, 0x3F].map { refused(32, "a date of 2^\($0 - 0x30) bytes", $0) }
        + (1...16).map { width in
            HostileInput(33, "a UID of \(width) bytes", object: [0x7F + UInt8(width)] + bigEndian(7, width), .ok)
        }

    private static let countRows: [HostileInput] = [
        HostileInput(34, "a count that is a boolean", object: [0x4F, 0x09, 0, 0], .refused(.invalidLength, at: 9)),
        HostileInput(34, "a count that is a real", object: [0x4F, 0x22] + ones, .refused(.invalidLength, at: 9)),
        HostileInput(
            34, "a count of 16 bytes", object: [0x4F, 0x14] + bigEndian(1, 16) + [0], .refused(.invalidLength, at: 9)),
        HostileInput(
            34, "a negative count", object: [0x4F, 0x13] + bigEndian(.max, 8) + [0], .refused(.invalidLength, at: 8)),
        HostileInput(35, "a count in 8 bytes", object: [0x5F, 0x13] + bigEndian(1, 8) + [0x61], .ok),
        HostileInput(35, "a count of 0 after the marker", object: [0xDF, 0x10, 0], .ok),
    ]

    private static let ones = Array(repeating: 0xFF as UInt8, count: 16)

    private static func refused(_ row: Int, _ name: String, _ marker: UInt8) -> HostileInput {
        HostileInput(
            row, "\(name), marker \(String(marker, radix: 16))", object: [marker] + ones,
            .refused(.invalidMarker, at: 8))
    }
}
