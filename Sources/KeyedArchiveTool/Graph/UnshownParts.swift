/// The parts of a document that a form of it doesn't have.
struct UnshownParts {
    /// How many parts of the archive can't be read.
    var unreadableCount = 0
    /// How many values can be read, but nest deeper than the form does.
    var deepCount = 0

    /// Whether there are none.
    var isEmpty: Bool { unreadableCount == 0 && deepCount == 0 }

    static func += (parts: inout Self, others: Self) {
        parts.unreadableCount += others.unreadableCount
        parts.deepCount += others.deepCount
    }

    /// A message for people about these parts, with a remedy; nil if there are none.
    var words: (reason: String, remedy: String)? {
        if unreadableCount > 0 {
            return ("\(Self.parts(unreadableCount)) of the archive cannot be read", "see keyed-archive check")
        }
        guard deepCount > 0 else { return nil }
        return (
            "\(Self.parts(deepCount)) of the archive cannot be shown in JSON, which nests no deeper",
            "see keyed-archive dump --format tree"
        )
    }

    private static func parts(_ count: Int) -> String { count == 1 ? "one part" : "\(count) parts" }
}
