internal import PropertyLists

/// A path through an archive, such as `root.children[3].owner`.
///
/// A path starts with a top-level key. A name is a field of an object, or a key of a dictionary; a number in brackets
/// is a position in an array or a set; `!` opens the archive held in a data value. A name with other characters than
/// letters, digits, `_`, `$` and `-` stands in quotes: `root."NS.objects"`.
public struct ArchivePath: Hashable, Sendable {
    /// One step of a path.
    public enum Step: Hashable, Sendable {
        /// A top-level key, a field, or a key of a dictionary.
        case key(String)
        /// A position in an array or a set, counted from 0.
        case index(Int)
        /// Into the archive held in a data value.
        case nestedArchive
    }

    /// The steps, outermost first.
    public var steps: [Step]

    /// Creates a path from its steps.
    public init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// The key of the last step, if it is one.
    var lastKey: String? {
        if case .key(let key) = steps.last { return key }
        return nil
    }
}

extension ArchivePath {
    /// Reads a path from text.
    ///
    /// - Throws: ``ArchiveError/Code/invalidPath`` with the position of the character that does not fit.
    public init(_ text: String) throws(ArchiveError) {
        var parser = PathParser(text: Array(text))
        steps = try parser.parse()
    }
}

extension ArchivePath: CustomStringConvertible {
    /// The path as text, as ``init(_:)-(String)`` reads it.
    public var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .key(let key):
                if !text.isEmpty { text += "." }
                text += Self.isPlain(key) ? key : key.quotedForDisplay
            case .index(let index): text += "[\(index)]"
            case .nestedArchive: text += "!"
            }
        }
        return text
    }

    /// How many steps of a long path are told at each end.
    private static let toldSteps = 8

    /// The path as text; of a long one, the ends, and how many steps there are.
    var shortDescription: String {
        guard steps.count > 3 * Self.toldSteps else { return description }
        let start = ArchivePath(Array(steps.prefix(Self.toldSteps)))
        let end = ArchivePath(Array(steps.suffix(Self.toldSteps)))
        return "\(start)…(\(steps.count) steps)….\(end)"
    }

    private static func isPlain(_ key: String) -> Bool {
        !key.isEmpty && key.count <= 64 && key.allSatisfy(\.isPlainInPath)
    }
}

extension Character {
    fileprivate var isPlainInPath: Bool {
        isASCII && (isLetter || isNumber || self == "_" || self == "$" || self == "-")
    }
}

private struct PathParser {
    let text: [Character]
    var position = 0

    private var current: Character? { position < text.count ? text[position] : nil }

    mutating func parse() throws(ArchiveError) -> [ArchivePath.Step] {
        var steps = [ArchivePath.Step.key(try name())]
        while let character = current {
            position += 1
            switch character {
            case ".": steps.append(.key(try name()))
            case "[": steps.append(.index(try index()))
            case "!":
                steps.append(.nestedArchive)
                // A nested archive starts anew with a top-level key; the dot before it may be left out.
                if let next = current, next != ".", next != "[", next != "!" { steps.append(.key(try name())) }
            default:
                position -= 1
                throw unexpected("\".\", \"[\" or \"!\"")
            }
        }
        return steps
    }

    private mutating func name() throws(ArchiveError) -> String {
        if current == "\"" { return try quotedName() }
        let start = position
        while let character = current, character.isPlainInPath { position += 1 }
        guard position > start else { throw unexpected("a name") }
        return String(text[start..<position])
    }

    private mutating func quotedName() throws(ArchiveError) -> String {
        position += 1
        var name = ""
        while let character = current, character != "\"" {
            position += 1
            if character == "\\", let escaped = current {
                position += 1
                name.append(escaped)
            } else {
                name.append(character)
            }
        }
        guard current == "\"" else { throw unexpected("a closing quote") }
        position += 1
        return name
    }

    private mutating func index() throws(ArchiveError) -> Int {
        let start = position
        while let character = current, character.isASCII, character.isNumber { position += 1 }
        guard let index = Int(String(text[start..<position])), current == "]" else {
            throw unexpected("a number and a closing bracket")
        }
        position += 1
        return index
    }

    private func unexpected(_ expected: String) -> ArchiveError {
        ArchiveError(
            .invalidPath,
            "the path \(String(text).quotedForDisplay) needs \(expected) at character \(position + 1)",
            remedy: "write paths like root.items[2].name"
        )
    }
}
