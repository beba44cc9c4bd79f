/// A string of up to 11 ASCII characters in two words.
struct PackedString: Equatable, BitwiseCopyable {
    /// The first eight characters; those that are missing are 0.
    let low: UInt64
    /// Up to three more characters, and one more than the number of all in the highest byte, so that it is never 0.
    let high: UInt64

    /// The longest string that fits.
    static let maximumCount = 11

    /// The absence of a string: what a free place in a table holds.
    static var none: PackedString { PackedString(low: 0, high: 0) }

    /// `$null`.
    static var null: PackedString { PackedString(low: 0x6C_6C75_6E24, high: 6 &<< 56) }

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// Whether it isn't a string.
    var isNone: Bool { high == 0 }

    /// The number of characters.
    var count: Int { Int(truncatingIfNeeded: high &>> 56) &- 1 }

    /// Packs a string; nil if it is longer or not ASCII.
    @inline(__always)
    init?(_ string: String) {
        let count = string.utf8.count
        guard count <= Self.maximumCount else { return nil }
        let words = unsafe string.utf8.withContiguousStorageIfAvailable { unsafe Self.words($0) }
        let (low, high) = words ?? Self.words(ofOther: string)
        guard (low | high) & 0x8080_8080_8080_8080 == 0 else { return nil }
        self.low = low
        self.high = high | UInt64(truncatingIfNeeded: count &+ 1) &<< 56
    }

    /// Up to 16 bytes as two numbers.
    @inline(__always)
    private static func words(_ bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64) {
        let middle = min(8, bytes.count)
        return (unsafe word(bytes, 0..<middle), unsafe word(bytes, middle..<bytes.count))
    }

    /// The same for a string whose characters do not lie in memory as UTF-8.
    @inline(never)
    private static func words(ofOther string: String) -> (UInt64, UInt64) {
        var string = string
        return string.withUTF8 { unsafe words($0) }
    }

    /// Some bytes, 0 to 8, as a number, the first one lowest.
    ///
    /// The ends of the bytes are read, which may overlap, rather than one byte after the other.
    @inline(__always)
    private static func word(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt64 {
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[range])
        let count = bytes.count
        if count == 8 { return unsafe UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)) }
        if count >= 4 {
            let first = unsafe UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
            let last = unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            return UInt64(first) | UInt64(last) &<< UInt64(8 &* (count &- 4))
        }
        guard count > 0 else { return 0 }
        let middle = unsafe UInt64(bytes[count &>> 1]) &<< UInt64(8 &* (count &>> 1))
        return unsafe UInt64(bytes[0]) | middle | UInt64(bytes[count &- 1]) &<< UInt64(8 &* (count &- 1))
    }

    /// The character at a position, as ASCII.
    @inline(__always)
    subscript(position: Int) -> UInt8 {
        position < 8
            ? UInt8(truncatingIfNeeded: low &>> UInt64(8 &* position))
            : UInt8(truncatingIfNeeded: high &>> UInt64(8 &* (position &- 8)))
    }
}
