internal import PropertyLists

/// Short strings that were decoded more than once, the last of them, by UID.
///
/// Archivers store equal strings once, so a word out of a small set is one object with many references. Such strings
/// take no separate memory, and aren't read again.
///
/// It isn't a ``DirectMappedCache``: a place also notes a string that was seen once, for which nothing is kept yet.
/// With one, decoding takes more work (row `decode archive of ten persons` of `Instructions.tsv`).
struct RecentStrings: ~Copyable {
    private static let entryCount = 32

    /// The UID of the text at each place; its complement, which is negative, if the string was seen once.
    private var uids = FixedTable(repeating: 0, count: entryCount)
    /// The text at each place; no table as long as none was kept.
    private var texts = FixedTable(repeating: "", count: 0)

    /// The string with a UID, if it is among the last; UID 0, which is nil, is not.
    subscript(uid: Int) -> String? {
        @inline(__always) get {
            let place = uid & (Self.entryCount - 1)
            return uids[place] == uid && uid != 0 ? texts[place] : nil
        }
    }

    /// Keeps a string that is seen for the second time.
    ///
    /// Most strings have one reference, and are seen once. For them it is enough to note the UID.
    @inline(__always)
    mutating func note(_ text: String, _ uid: Int) {
        let place = uid & (Self.entryCount - 1)
        if uids[place] == ~uid { keep(text, uid, at: place) } else { uids[place] = ~uid }
    }

    @inline(never)
    private mutating func keep(_ text: String, _ uid: Int, at place: Int) {
        if texts.count == 0 { texts = FixedTable(repeating: "", count: Self.entryCount) }
        texts[place] = text
        uids[place] = uid
    }
}
