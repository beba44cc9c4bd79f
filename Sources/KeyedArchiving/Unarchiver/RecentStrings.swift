internal import PropertyLists

/// Short strings that were decoded more than once, the last of them, by UID.
///
/// Archivers store equal strings once, so a word out of a small set is one object with many references. Such strings
/// need no memory of their own, and taking one from here costs a sixth of reading it again.
struct RecentStrings: ~Copyable {
    /// The strings by UID.
    ///
    /// The complement of the UID, which is negative, stands for one that was met once.
    private var recent = DirectMappedCache(placeCount: 32, noKey: Int.min, noValue: "", areSuccessive: true)

    /// The string with a UID, if it is among the last.
    subscript(uid: Int) -> String? {
        @inline(__always) get { recent[uid, UInt(bitPattern: uid)] }
    }

    /// Keeps a string that is met for the second time.
    ///
    /// Most strings have one reference, and are met once. For them it is enough to note the UID.
    @inline(__always)
    mutating func meet(_ text: String, _ uid: Int) {
        if recent.holds(~uid, UInt(bitPattern: uid)) {
            recent.set(text, for: uid, UInt(bitPattern: uid))
        } else {
            recent.note(~uid, UInt(bitPattern: uid))
        }
    }
}
