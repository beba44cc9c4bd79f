internal import PropertyLists

/// A path through an archive, such as `root.children[3].owner`.
///
/// A path starts with a top-level key. A name is a field of an object, or a key of a dictionary; a number in brackets
/// is a position in an array or a set; `!` opens the archive held in a data value. A name with other characters than
/// letters, digits, `_`, `$` and `-` stands in quotes: `root."NS.objects"`. In quotes, `\"` and `\\` stand for these two
/// characters, and `\u{A}` for the one with that number.
///
/// The path of an error leads with ``KeyedArchive/value(at:)`` to the place that the error is about.
///
/// ```swift
/// let path = try ArchivePath("root.items[2].name")
/// let located = try archive.value(at: path)
/// ```
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
        var parser = PathParser(text: Array(text.unicodeScalars))
        steps = try parser.parse()
    }
}

extension ArchivePath: CustomStringConvertible {
    /// The path as text, as ``init(_:)-(String)`` reads it.
    ///
    /// Long names are shown whole; control characters and text-direction marks are escaped.
    public var description: String { text(namesUpTo: .max - 1) }

    /// The path as text, names shortened beyond a number of characters.
    private func text(namesUpTo limit: Int) -> String {
        var text = ""
        for step in steps {
            switch step {
            case .key(let key):
                if !text.isEmpty { text += "." }
                text += Self.isPlain(key) ? key : "\"\(key.escapedForDisplay(limit: limit))\""
            case .index(let index): text += "[\(index)]"
            case .nestedArchive: text += "!"
            }
        }
        return text
    }

    /// How many steps of a long path are told at each end.
    private static let maximumPrintedSteps = 8

    /// How many characters of a long name are told there.
    private static let toldCharacters = 64

    /// The path as text; of a long one, the ends, and how many steps there are; of a long name, the beginning.
    var shortDescription: String {
        guard steps.count > 3 * Self.maximumPrintedSteps else { return text(namesUpTo: Self.toldCharacters) }
        let start = ArchivePath(Array(steps.prefix(Self.maximumPrintedSteps))).text(namesUpTo: Self.toldCharacters)
        let end = ArchivePath(Array(steps.suffix(Self.maximumPrintedSteps))).text(namesUpTo: Self.toldCharacters)
        return "\(start)…(\(steps.count) steps)….\(end)"
    }

    private static func isPlain(_ key: String) -> Bool {
        !key.isEmpty && key.count <= 64 && key.allSatisfy(\.isPlainInPath)
    }
}

extension Character {
    fileprivate var isPlainInPath: Bool { unicodeScalars.allSatisfy(\.isPlainInPath) }
}

extension Unicode.Scalar {
    fileprivate var isPlainInPath: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "-": true
        default: false
        }
    }
}

/// Reads a path scalar by scalar: a mark that combines with a quote is another character than the quote.
private struct PathParser {
    let text: [Unicode.Scalar]
    var position = 0

    private var current: Unicode.Scalar? { position < text.count ? text[position] : nil }

    mutating func parse() throws(ArchiveError) -> [ArchivePath.Step] {
        var steps = [ArchivePath.Step.key(try name())]
        while let scalar = current {
            position += 1
            switch scalar {
            case ".": steps.append(.key(try name()))
            case "[": steps.append(.index(try index()))
            case "!":
                steps.append(.nestedArchive)
                // A nested archive starts over with a top-level key; the dot before it may be left out.
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
        while let scalar = current, scalar.isPlainInPath { position += 1 }
        guard position > start else { throw unexpected("a name") }
        return string(start..<position)
    }

    private mutating func quotedName() throws(ArchiveError) -> String {
        position += 1
        var name = String.UnicodeScalarView()
        while let scalar = current, scalar != "\"" {
            position += 1
            if scalar == "\\", let escaped = current {
                position += 1
                name.append(escaped == "u" && current == "{" ? try numberedScalar() : escaped)
            } else {
                name.append(scalar)
            }
        }
        guard current == "\"" else { throw unexpected("a closing quote") }
        position += 1
        return String(name)
    }

    /// The character of a hexadecimal number in braces.
    private mutating func numberedScalar() throws(ArchiveError) -> Unicode.Scalar {
        position += 1
        let start = position
        while let scalar = current, scalar.properties.isASCIIHexDigit { position += 1 }
        guard let number = UInt32(string(start..<position), radix: 16), let scalar = Unicode.Scalar(number),
            current == "}"
        else { throw unexpected("the number of a character and a closing brace") }
        position += 1
        return scalar
    }

    private mutating func index() throws(ArchiveError) -> Int {
        let start = position
        while let scalar = current, ("0"..."9").contains(scalar) { position += 1 }
        guard let index = Int(string(start..<position)), current == "]" else {
            throw unexpected("a number and a closing bracket")
        }
        position += 1
        return index
    }

    private func string(_ range: Range<Int>) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text[range])
        return String(scalars)
    }

    private func unexpected(_ expected: String) -> ArchiveError {
        ArchiveError(
            .invalidPath,
            "the path \(string(0..<text.count).quotedForDisplay) needs \(expected) at character \(position + 1)",
            remedy: "write paths like root.items[2].name"
        )
    }
}
