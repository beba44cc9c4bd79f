import KeyedArchiving
import PropertyLists
import SequentialArchives

/// What a call made of an input: what it returned or why it failed, as bytes that say the same in every run.
package struct GoldenOutcome: Sendable {
    /// Empty for success, `!` for an error.
    package var mark: String
    package var content: [UInt8]

    init(_ body: () throws -> [UInt8]) {
        do {
            content = try body()
            mark = ""
        } catch {
            content = Array(Self.facts(of: error).utf8)
            mark = "!"
        }
    }

    init(mark: String, text: String) {
        self.mark = mark
        content = Array(text.utf8)
    }

    init(mark: String, bytes: [UInt8]) {
        self.mark = mark
        content = bytes
    }

    /// What is in the recorded file: the mark and 25 bits of a hash (FNV-1a).
    package var digest: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in content { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789")
        let letters = (0..<5).map { (place: UInt64) -> Character in
            let bits: UInt64 = hash >> (39 + 5 * place)
            return alphabet[Int(bits & 31)]
        }
        return mark + String(letters)
    }

    /// The outcome for a reader, in at most so many characters.
    package func text(limit: Int) -> String {
        "\(mark)(\(content.count) bytes) \(String(decoding: content.prefix(limit), as: UTF8.self))"
    }
}

extension GoldenOutcome {
    /// What an error says, except its wording: the code, the place and the names and numbers of the reason.
    static func facts(of error: any Error) -> String {
        Remedies.expectRemedy(of: error)
        switch error {
        case let error as ArchiveError:
            let places: [String?] = [
                error.path?.description, error.key, error.className, error.uid?.description,
                error.byteOffset.map(String.init), error.line.map(String.init), error.column.map(String.init),
            ]
            return "\(error.code) at \(places.map { $0 ?? "–" }.joined(separator: " | ")): \(facts(in: error.reason))"
        default: return "\(type(of: error))"
        }
    }

    /// The words of a text that are more than words: names, numbers, paths and what is quoted.
    ///
    /// So the wording of a message can be improved without recording the goldens again.
    static func facts(in text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).filter { word in
            var word = word
            while let last = word.last, ",;.:".contains(last) { word.removeLast() }
            return !word.dropFirst().allSatisfy { $0.isLetter && !$0.isUppercase || "'’-–".contains($0) }
                || word.first?.isLetter == false
        }.joined(separator: " ")
    }
}
