internal import PropertyLists

/// The two words that a string is in memory.
///
/// Strings of the same words are the same text as long as one of them exists; strings of other words may be the same
/// text too. Comparing the words is faster than `==` and a comparison of the lengths, which tells canonically
/// equivalent texts apart. Keys are mostly literals or short, so that this is how they are
/// recognized.
///
/// Where pointers have 32 bits a string is not two words, and none are ever the same.
struct StringWords: Equatable, BitwiseCopyable {
    private let first: UInt64
    private let second: UInt64

    /// The words that stand for the absence of a string: no string has two zeros.
    static var none: StringWords { StringWords(first: 0, second: 0) }

    private init(first: UInt64, second: UInt64) {
        self.first = first
        self.second = second
    }

    /// The words of a string.
    @inline(__always)
    init(_ string: String) {
        #if _pointerBitWidth(_64)
            (first, second) = unsafe unsafeBitCast(string, to: (UInt64, UInt64).self)
        #else
            self = .none
        #endif
    }

    /// Whether they stand for the absence of a string.
    var isNone: Bool { first | second == 0 }

    /// Both words in one, for a cache.
    @inline(__always)
    var mixed: UInt { UInt(truncatingIfNeeded: first ^ second &* HashSeed.factor) }

    /// Whether they are the words of a string.
    @inline(__always)
    func areWords(of string: String) -> Bool {
        #if _pointerBitWidth(_64)
            let words = StringWords(string)
            return first == words.first && second == words.second
        #else
            return false
        #endif
    }
}

extension String {
    /// Whether two strings are the same two words, which implies that they are the same text.
    @inline(__always)
    func isSameMemory(as other: String) -> Bool { StringWords(self).areWords(of: other) }

    /// Whether two strings are the same text, character by character.
    @inline(__always)
    func isIdentical(to other: String) -> Bool { isSameMemory(as: other) || hasSameUnits(as: other) }

    /// Whether a remembered key is exactly the given one.
    ///
    /// Only ASCII keys are remembered. For them `==` together with equal byte counts is exact, although Swift calls
    /// canonically equivalent strings equal: what is not ASCII takes more bytes.
    @inline(__always)
    func isSameKey(as key: String) -> Bool {
        isSameMemory(as: key) || self == key && utf8.count == key.utf8.count
    }
}
