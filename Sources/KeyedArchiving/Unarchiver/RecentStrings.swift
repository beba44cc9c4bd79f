internal import PropertyLists

/// Short strings that were decoded more than once, the last of them, by UID.
///
/// Archivers store equal strings once, so a word out of a small set is one object with many references. Such strings
/// need no memory of their own, and taking one from here costs a sixth of reading it again.
///
/// It isn't a ``DirectMappedCache``: an entry also notes a string that was found once, for which nothing is kept yet.
/// With one, decoding takes more work (row `decode archive of ten persons` of `Benchmarks/Instructions.tsv`).
struct RecentStrings: ~Copyable {
    struct Entry {
        /// The UID of the text; its complement, which is negative, if the string was seen once.
        var uid = 0
        var text = ""
    }

    private static let entryCount = 32

    private var entries = FixedTable(repeating: Entry(), count: entryCount)

    /// The string with a UID, if it is among the last; UID 0, which is nil, is not.
    subscript(uid: Int) -> String? {
        @inline(__always) get {
            let entry = entries[uid & (Self.entryCount - 1)]
            return entry.uid == uid && uid != 0 ? entry.text : nil
        }
    }

    /// Keeps a string that is seen for the second time.
    ///
    /// Most strings have one reference, and are seen once. For them it is enough to note the UID.
    @inline(__always)
    mutating func meet(_ text: String, _ uid: Int) {
        let index = uid & (Self.entryCount - 1)
        if entries[index].uid == ~uid {
            entries[index] = Entry(uid: uid, text: text)
        } else {
            entries[index].uid = ~uid
        }
    }
}
