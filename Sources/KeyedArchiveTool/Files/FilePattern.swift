/// A pattern of file names: `*` stands for any characters, `?` for one, `**` for any characters and slashes.
struct FilePattern {
    private let pattern: [UInt8]
    /// Whether the pattern is compared with paths rather than with names.
    private let isPath: Bool

    init(_ text: some StringProtocol) {
        pattern = Array(text.utf8)
        isPath = pattern.contains(Self.slash)
    }

    /// The patterns in a list with commas.
    static func list(_ text: String?) -> [FilePattern] {
        (text ?? "").split(separator: ",").map { FilePattern($0) }
    }

    /// Whether the pattern fits a path inside of a folder.
    ///
    /// - Complexity: O(*nm*) in the lengths of the path and of the pattern.
    func matches(_ path: FilePath) -> Bool {
        let text = path.bytes
        guard !isPath, let slash = text.lastIndex(of: Self.slash) else { return Self.fit(pattern, text[...]) }
        return Self.fit(pattern, text[(slash + 1)...])
    }

    private static let star = UInt8(ascii: "*")
    private static let slash = UInt8(ascii: "/")

    /// Whether a pattern fits a text; while reading, it tracks the prefixes of the pattern that fit the text so far.
    private static func fit(_ pattern: [UInt8], _ text: ArraySlice<UInt8>) -> Bool {
        var fits = [Bool](repeating: false, count: pattern.count + 1)
        reach(0, of: pattern, in: &fits)
        for character in text {
            var next = [Bool](repeating: false, count: pattern.count + 1)
            for (position, isReached) in fits.enumerated() where isReached && position < pattern.count {
                switch pattern[position] {
                case star where character != slash || isDouble(position, pattern):
                    reach(position, of: pattern, in: &next)
                case star: continue
                case UInt8(ascii: "?") where character != slash, character:
                    reach(position + 1, of: pattern, in: &next)
                default: continue
                }
            }
            fits = next
        }
        return fits[pattern.count]
    }

    /// Marks a position of the pattern as reached, with those behind stars, which may stand for nothing.
    private static func reach(_ start: Int, of pattern: [UInt8], in fits: inout [Bool]) {
        var position = start
        // Behind a position that is marked already, all stars are.
        while !fits[position] {
            fits[position] = true
            guard position < pattern.count, pattern[position] == star else { return }
            position += 1
        }
    }

    /// Whether a star is one of two, which stand for slashes, too.
    private static func isDouble(_ position: Int, _ pattern: [UInt8]) -> Bool {
        position + 1 < pattern.count && pattern[position + 1] == star || position > 0 && pattern[position - 1] == star
    }
}
