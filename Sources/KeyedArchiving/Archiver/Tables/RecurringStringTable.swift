internal import PropertyLists

/// The UIDs of some short strings that were encoded more than once, found by their words in memory.
///
/// Short strings that recur, such as the names of kinds and states, are most strings of many archives. One that is
/// found here, by comparing its two words with those of a string that was met before, takes 60 instructions to encode;
/// packing, hashing and searching its text make it 170. What is not found here is looked for by its text.
struct RecurringStringTable: ~Copyable {
    private struct Slot: BitwiseCopyable {
        var words = StringWords.none
        var uid: UInt32 = 0
    }

    /// One for each hash.
    private static let slotCount = 256
    /// How often strings must have come again before any is remembered: for a small archive, remembering costs more
    /// than it saves.
    private static let leastRepetitions = 64

    private var repetitions = 0
    /// Empty as long as few strings have come again.
    private var slots = GrowingTable<Slot>()
    /// The string of each slot: as long as it exists, strings of its words are the same text.
    private var strings: [String] = []

    /// The UID of a string, if it is remembered.
    @inline(__always)
    func uid(of string: String) -> UInt32? {
        guard !slots.isEmpty else { return nil }
        let slot = slots[Self.position(of: string)]
        return slot.words.areWords(of: string) ? slot.uid : nil
    }

    /// Remembers the UID of a string that came again, in the place of another.
    @inline(never)
    mutating func set(_ uid: UInt32, of string: String) {
        repetitions &+= 1
        guard repetitions > Self.leastRepetitions, !StringWords(string).isNone else { return }
        if slots.isEmpty {
            _ = slots.append(Slot(), times: Self.slotCount)
            strings = Array(repeating: "", count: Self.slotCount)
        }
        let position = Self.position(of: string)
        strings[position] = string
        slots[position] = Slot(words: StringWords(string), uid: uid)
    }

    @inline(__always)
    private static func position(of string: String) -> Int {
        Int(StringWords(string).hash)
    }
}
