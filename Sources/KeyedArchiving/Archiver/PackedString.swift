internal import PropertyLists

/// A string of up to 11 ASCII characters in two words.
struct PackedString: Equatable, BitwiseCopyable {
    /// The first eight characters; those that are missing are 0.
    let low: UInt64
    /// Up to three more characters, and one more than the number of all in the highest byte, so that it is never 0.
    let high: UInt32

    /// The longest string that fits.
    static let maximumCount = 11

    init(low: UInt64, high: UInt32) {
        self.low = low
        self.high = high
    }

    /// The number of characters.
    var count: Int { Int(truncatingIfNeeded: high &>> 24) &- 1 }

    /// Packs a string; nil if it is longer or not ASCII.
    @inline(__always)
    init?(_ string: String) {
        let count = string.utf8.count
        guard count <= Self.maximumCount else { return nil }
        let words = unsafe string.utf8.withContiguousStorageIfAvailable { unsafe Self.words($0) }
        let (low, high) = words ?? Self.words(ofOther: string)
        guard (low | high) & 0x8080_8080_8080_8080 == 0 else { return nil }
        self.low = low
        self.high = UInt32(truncatingIfNeeded: high) | UInt32(truncatingIfNeeded: count &+ 1) &<< 24
    }

    /// Up to 16 bytes as two numbers.
    @inline(__always)
    private static func words(_ bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64) {
        let bytes = UnsafeRawBufferPointer(bytes)
        let middle = min(8, bytes.count)
        let (low, high) = unsafe (bytes[..<middle], bytes[middle...])
        return unsafe (
            UnsafeRawBufferPointer(rebasing: low).shortWord, UnsafeRawBufferPointer(rebasing: high).shortWord
        )
    }

    /// The words of a string whose characters are not stored as UTF-8 in memory.
    @inline(never)
    private static func words(ofOther string: String) -> (UInt64, UInt64) {
        var string = string
        return string.withUTF8 { unsafe words($0) }
    }

    /// The character at a position, as ASCII.
    @inline(__always)
    subscript(position: Int) -> UInt8 {
        position < 8
            ? UInt8(truncatingIfNeeded: low &>> UInt64(8 &* position))
            : UInt8(truncatingIfNeeded: high &>> UInt32(8 &* (position &- 8)))
    }
}
