internal import PropertyLists

/// Short strings that were decoded more than once, the last of them, by UID.
///
/// Archivers store equal strings once, so a word out of a small set is one object with many references. Such strings
/// need no memory of their own, and taking one from here costs a sixth of reading it again.
struct RecentStrings: ~Copyable {
    struct Line {
        /// The UID of the text; its complement, which is negative, if the string was met once.
        var uid = 0
        var text = ""
    }

    private static let lineCount = 32

    private var lines = FixedTable(repeating: Line(), count: lineCount)

    /// The string with a UID, if it is among the last; UID 0, which is nil, is not.
    subscript(uid: Int) -> String? {
        @inline(__always) get {
            let line = lines[uid & (Self.lineCount - 1)]
            return line.uid == uid && uid != 0 ? line.text : nil
        }
    }

    /// Keeps a string that is met for the second time.
    ///
    /// Most strings have one reference, and are met once. For them it is enough to note the UID.
    @inline(__always)
    mutating func meet(_ text: String, _ uid: Int) {
        let index = uid & (Self.lineCount - 1)
        if lines[index].uid == ~uid {
            lines[index] = Line(uid: uid, text: text)
        } else {
            lines[index].uid = ~uid
        }
    }
}
