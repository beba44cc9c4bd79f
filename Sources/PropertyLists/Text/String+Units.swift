// Swift compares and hashes strings by canonical equivalence: precomposed and decomposed spellings are equal. Property
// lists distinguish them. For ASCII both views agree, and the library knows without looking whether a string is ASCII.

extension String {
    /// Whether every character is ASCII.
    ///
    /// Each other character takes more bytes of UTF-8 than units of UTF-16, and of an ASCII string the library knows
    /// both counts.
    var isASCII: Bool {
        utf8.count == utf16.count
    }

    /// Whether two strings have the same code units.
    func hasSameUnits(as other: String) -> Bool {
        // Strings that differ by Swift's measure differ in their units; the converse holds only for ASCII.
        guard utf8.count == other.utf8.count, self == other else { return false }
        return isASCII || utf8.elementsEqual(other.utf8)
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
