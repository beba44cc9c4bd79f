extension [UInt8] {
    /// The big-endian integer of `width` bytes, 1 to 8, at `position`.
    ///
    /// The caller has checked that the bytes are there.
    package func bigEndian(at position: Int, width: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<width {
            value = value &<< 8 | UInt64(self[position &+ index])
        }
        return value
    }

    /// Whether the first six bytes are `bplist`.
    var haveBinaryMark: Bool { count >= 6 && bigEndian(at: 0, width: 6) == 0x62_70_6C_69_73_74 }

    /// Appends the low `width` bytes of `value`, most significant first.
    ///
    /// Widths of 1, 2 and 4 bytes have separate code because nearly all numbers have them.
    @inline(__always)
    mutating func appendBigEndian(_ value: UInt64, width: Int) {
        switch width {
        case 1:
            append(UInt8(truncatingIfNeeded: value))
        case 2:
            append(UInt8(truncatingIfNeeded: value &>> 8))
            append(UInt8(truncatingIfNeeded: value))
        case 4:
            append(UInt8(truncatingIfNeeded: value &>> 24))
            append(UInt8(truncatingIfNeeded: value &>> 16))
            append(UInt8(truncatingIfNeeded: value &>> 8))
            append(UInt8(truncatingIfNeeded: value))
        default:
            appendBigEndianOfAnyWidth(value, width: width)
        }
    }

    private mutating func appendBigEndianOfAnyWidth(_ value: UInt64, width: Int) {
        var shift = UInt64(width) &* 8
        while shift > 0 {
            shift &-= 8
            append(UInt8(truncatingIfNeeded: value &>> shift))
        }
    }
}

/// The smallest of 1, 2, 4 and 8 bytes that holds `value`.
func minimalWidth(of value: UInt64) -> Int {
    if value <= 0xFF { return 1 }
    if value <= 0xFFFF { return 2 }
    return value <= 0xFFFF_FFFF ? 4 : 8
}
