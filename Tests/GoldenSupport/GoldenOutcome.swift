import KeyedArchiving
import PropertyLists
import SequentialArchives

/// What a call made of an input: what it returned or why it failed, in words that are the same in every run.
///
/// A text has wording in angle brackets, `⟨…⟩`: what may be said better without being something else.
package struct GoldenOutcome: Sendable {
    var isError: Bool
    var text: String
    /// How many characters of a longer text are recorded in words.
    var shown: Int

    init(isError: Bool = false, _ text: String, shown: Int = 64) {
        self.isError = isError
        self.text = text
        self.shown = shown
    }

    init(_ body: () throws -> String) {
        do {
            self.init(try body())
        } catch {
            self.init(isError: true, Self.facts(of: error), shown: 144)
        }
    }

    /// The first part of the text in one line; of a longer one also how much follows, and a digest of that.
    var summary: String {
        guard !text.isEmpty else { return "nothing" }
        let start = text.unicodeScalars.prefix(shown), rest = text[start.endIndex...]
        // What is hardly longer than the note that it was cut stays whole.
        let isWhole = rest.unicodeScalars.count <= 24
        let line = (isWhole ? text : String(start)).unicodeScalars.map { scalar in
            switch scalar {
            case "\n": "⏎"
            // Nothing else that looks alike, or is canonically equivalent, is taken for the same.
            case " "..."~", "⟨", "⟩", "‘", "’", "“", "”", "…", "–": String(scalar)
            default: "\\u{\(String(scalar.value, radix: 16))}"
            }
        }.joined()
        let note = "\(rest.utf8.count) bytes \(Self.digest(of: rest.utf8))"
        return isWhole ? line : line.isEmpty ? note : "\(line)… and \(note)"
    }

    /// The mark `!` of an error, and a digest of the text without its wording.
    ///
    /// So the wording of a message can be improved without recording the digests again.
    var digest: String {
        let parts = text.split(separator: "⟨", omittingEmptySubsequences: false).enumerated().map { number, part in
            guard number > 0, let end = part.firstIndex(of: "⟩") else { return String(part) }
            return Self.facts(in: part[..<end]) + part[end...]
        }
        return (isError ? "!" : "") + Self.digest(of: parts.joined().utf8)
    }

    /// 25 bits of a hash (FNV-1a).
    private static func digest(of bytes: some Sequence<UInt8>) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789")
        let letters = (0..<5).map { (place: UInt64) -> Character in
            let bits: UInt64 = hash >> (39 + 5 * place)
            return alphabet[Int(bits & 31)]
        }
        return String(letters)
    }
}

// MARK: - Words

extension GoldenOutcome {
    /// How many bytes there are, and their digest.
    static func size(of bytes: [UInt8]) -> String { "\(bytes.count) bytes \(digest(of: bytes))" }

    /// Which archive or list some bytes are, or that they are those of the input.
    static func words(for bytes: [UInt8], from input: [UInt8]) -> String {
        if bytes == input { return "the \(bytes.count) bytes of the input" }
        if let archive = try? KeyedArchive(bytes) { return "\(size(of: bytes)): \(archive)" }
        return size(of: bytes) + ((try? GoldenCall.tree(bytes)).map { ": \($0)" } ?? "")
    }

    /// What an error says: the code, the place and the reason.
    static func facts(of error: any Error) -> String {
        Remedies.expectRemedy(of: error)
        guard let error = error as? ArchiveError else { return "\(type(of: error))" }
        var place = error.path.map { " at \($0)" } ?? ""
        if let key = error.key, error.path?.steps.last != .key(key) { place += ", key \(key)" }
        if let name = error.className { place += ", class \(name)" }
        if let uid = error.uid { place += ", object \(uid.rawValue)" }
        if let offset = error.byteOffset { place += ", byte \(offset)" }
        if let line = error.line { place += ", line \(line):\(error.column ?? 0)" }
        return "\(error.code)\(place) \(wording(error.reason))"
    }

    /// Marks a text as wording.
    static func wording(_ text: String) -> String { "⟨\(text)⟩" }

    /// The words of a text that are more than words: names, numbers, paths and what is quoted.
    private static func facts(in text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).filter { word in
            let word = word.reversed().drop { ",;.:".contains($0) }.reversed()
            return !word.dropFirst().allSatisfy { $0.isLetter && !$0.isUppercase || "'’-–".contains($0) }
                || word.first?.isLetter == false
        }.joined(separator: " ")
    }
}
