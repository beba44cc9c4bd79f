internal import PropertyLists

/// The UIDs of some short strings that were encoded more than once, found by their words in memory.
///
/// Short strings that recur, such as the names of kinds and states, are most strings of many archives. One that is
/// found here, by comparing its two words with those of a string that was met before, takes 60 instructions to encode;
/// packing, hashing and searching its text make it 170. What is not found here is looked for by its text.
struct RecurringStringTable: ~Copyable {
    /// How often strings must have come again before any is remembered: for a small archive, remembering costs more
    /// than it saves.
    private static let leastRepetitions = 64

    private var repetitions = 0
    /// The UIDs, and the strings: as long as one exists, strings of its words are the same text.
    private var recent = DirectMappedCache<StringWords, (uid: UInt32, text: String)>(
        placeCount: 256, noKey: .none, noValue: (0, ""))

    /// The UID of a string, if it is remembered.
    @inline(__always)
    func uid(of string: String) -> UInt32? {
        let words = StringWords(string)
        return words.isNone ? nil : recent[words, words.mixed]?.uid
    }

    /// Remembers the UID of a string that came again, in the place of another.
    @inline(never)
    mutating func set(_ uid: UInt32, of string: String) {
        repetitions &+= 1
        let words = StringWords(string)
        guard repetitions > Self.leastRepetitions, !words.isNone else { return }
        recent.set((uid, string), for: words, words.mixed)
    }
}
