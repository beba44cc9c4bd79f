internal import PropertyLists

/// The short strings decoded last, by UID.
///
/// Archivers store equal strings once, so a word out of a small set is one object with many references. Such strings
/// need no memory of their own, and taking one from here costs a sixth of reading it again.
struct RecentStrings: ~Copyable {
    struct Line {
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
        @inline(__always) set {
            if let newValue { lines[uid & (Self.lineCount - 1)] = Line(uid: uid, text: newValue) }
        }
    }
}
