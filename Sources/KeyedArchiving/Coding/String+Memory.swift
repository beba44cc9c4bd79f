extension String {
    /// Whether two strings are the same two words: short texts, or long ones at the same place.
    ///
    /// False says nothing. Strings of the same words are the same text, and comparing the words takes a few
    /// instructions, where `==` and a comparison of the lengths, which tells canonically equivalent texts apart, take
    /// some 25. Keys are mostly literals or short, so that this is how they are recognised.
    @inline(__always)
    func isSameMemory(as other: String) -> Bool {
        #if _pointerBitWidth(_64)
            return unsafe unsafeBitCast(self, to: (UInt64, UInt64).self)
                == unsafeBitCast(other, to: (UInt64, UInt64).self)
        #else
            return false
        #endif
    }
}
