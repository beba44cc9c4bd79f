/// The two words that a string is in memory.
///
/// Strings of the same words are the same text as long as one of them exists; strings of other words may be the same
/// text too. Keys are mostly literals or short, so that comparing the words is how they are recognized (row
/// `decode person` of `Instructions.tsv`).
///
/// Where pointers have 32 bits a string is not two words, and none are ever the same.
@frozen @usableFromInline package struct StringWords: Equatable, BitwiseCopyable {
    @usableFromInline let first: UInt64
    @usableFromInline let second: UInt64

    /// The words that stand for the absence of a string: no string has two zeros.
    @inlinable package static var none: StringWords { StringWords(first: 0, second: 0) }

    @inlinable
    init(first: UInt64, second: UInt64) {
        self.first = first
        self.second = second
    }

    /// The words of a string.
    @inlinable
    @inline(__always)
    package init(_ string: String) {
        #if _pointerBitWidth(_64)
            (first, second) = unsafe unsafeBitCast(string, to: (UInt64, UInt64).self)
        #else
            self = .none
        #endif
    }

    @inlinable
    @inline(__always)
    package static func == (left: StringWords, right: StringWords) -> Bool {
        left.first == right.first && left.second == right.second
    }

    /// Whether they stand for the absence of a string.
    @inlinable package var isNone: Bool { first | second == 0 }

    /// Both words in one, for a cache.
    @inlinable
    package var mixed: UInt { UInt(truncatingIfNeeded: first ^ second &* HashSeed.factor) }

    /// Whether they are the words of a string.
    @inlinable
    @inline(__always)
    package func areWords(of string: String) -> Bool {
        #if _pointerBitWidth(_64)
            let words = StringWords(string)
            return first == words.first && second == words.second
        #else
            return false
        #endif
    }
}
