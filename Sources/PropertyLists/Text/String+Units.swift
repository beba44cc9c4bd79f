// Swift compares and hashes strings by canonical equivalence: precomposed and decomposed spellings are equal. Property
// lists distinguish them. For ASCII both views agree, and the library knows without looking whether a string is ASCII.

extension String {
    /// Whether every character is ASCII.
    ///
    /// Each other character takes more bytes of UTF-8 than units of UTF-16, and of an ASCII string the library knows
    /// both counts.
    @inlinable package var isASCII: Bool {
        utf8.count == utf16.count
    }

    /// Whether two strings are the same text, code unit by code unit.
    package func isIdentical(to other: String) -> Bool {
        utf8.count == other.utf8.count && self == other && (isASCII || hasUnits(of: other))
    }

    /// Whether two strings have the same code units, given whether this one is ASCII.
    ///
    /// Keys are mostly literals or short, which `==` recognizes by comparing two words (row `decode person` of
    /// `Instructions.tsv`). A text that `==` calls equal to an ASCII text with other code units has more bytes, as with
    /// the Kelvin sign.
    @inlinable
    @inline(__always)
    package func isIdentical(to other: String, isASCII: Bool) -> Bool {
        utf8.count == other.utf8.count && self == other && (isASCII || hasUnits(of: other))
    }

    @usableFromInline
    @inline(never)
    func hasUnits(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// The byte that takes the place of a byte of UTF-8, so that texts are in the order of their UTF-16.
    ///
    /// Bytes of UTF-8 are in the order of the characters. So are units of UTF-16, except that the surrogates of those
    /// above U+FFFF (first byte 0xF0 to 0xF4) come before U+E000 to U+FFFF (first byte 0xEE and 0xEF). These bytes are
    /// first ones only, so that the first bytes that differ decide.
    @inline(__always)
    static func rank(of byte: UInt8) -> UInt8 {
        switch byte {
        case 0xF0...: byte - 2
        case 0xEE...: byte + 5
        default: byte
        }
    }

    /// Whether the code units of UTF-16 come before those of another string.
    func unitsPrecede(_ other: String) -> Bool {
        let known = unsafe utf8.withContiguousStorageIfAvailable { left in
            unsafe other.utf8.withContiguousStorageIfAvailable { right in
                for position in 0..<min(left.count, right.count) {
                    let (first, second) = unsafe (left[position], right[position])
                    if first == second { continue }
                    return Self.rank(of: first) < Self.rank(of: second)
                }
                return left.count < right.count
            }
        }
        return (known ?? nil) ?? utf16.lexicographicallyPrecedes(other.utf16)
    }

    /// Hashes the code units.
    ///
    /// Equivalent spellings must not have the same hash; otherwise input could be made of thousands of them.
    func hashUnits(into hasher: inout Hasher) {
        if isASCII { return hasher.combine(self) }
        for byte in utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
