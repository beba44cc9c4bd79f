/// A path as text, such as `$objects[3].name`, in the form that every path of the package is printed and read in.
package struct PathText {
    /// The text that was appended.
    package private(set) var text = ""

    package init() {}

    /// Appends a step to a key, in quotes unless it has plain characters only.
    ///
    /// - Parameters:
    ///   - limit: How many characters of the key are shown.
    ///   - isQuoted: Whether it is in quotes also if it has plain characters only.
    package mutating func append(key: String, limit: Int, isQuoted: Bool = false) {
        appendDot()
        text += !isQuoted && Self.isPlain(key) ? key : "\"\(key.escapedForDisplay(limit: limit))\""
    }

    /// Appends a step to an element.
    package mutating func append(index: Int) { text += "[\(index)]" }

    /// Appends a step of another kind.
    ///
    /// - Parameter isKeyLike: Whether a dot comes before it, as before a key.
    package mutating func append(_ step: String, isKeyLike: Bool = false) {
        if isKeyLike { appendDot() }
        text += step
    }

    /// Appends the dot before a key; none is at the beginning, nor behind the `!` of data that hold an archive.
    private mutating func appendDot() {
        if let last = text.utf8.last, last != UInt8(ascii: "!") { text += "." }
    }

    /// Whether a key needs no quotes.
    ///
    /// One that begins with a mark has them, as the mark would be drawn on the dot before it.
    package static func isPlain(_ key: String) -> Bool {
        guard let first = key.unicodeScalars.first, !first.isMark, key.utf8.count <= 64 else { return false }
        return key.unicodeScalars.allSatisfy { $0.isPlainInPath }
    }
}

extension Unicode.Scalar {
    /// Whether a character of a key needs no quotes in a path.
    package var isPlainInPath: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "-": return true
        case "\u{0}"..."\u{7F}": return false
        default: break
        }
        // Some letters are drawn as nothing.
        if properties.isDefaultIgnorableCodePoint { return false }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .nonspacingMark, .spacingMark, .enclosingMark:
            return true
        default: return false
        }
    }

    /// Whether the character is drawn on the one before it.
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
