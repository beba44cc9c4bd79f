/// A path as text, such as `$objects[3].name`, in the form that every path of the package is printed and read in.
package struct PathText {
    /// What was appended.
    package private(set) var text = ""

    package init() {}

    /// Appends a step to a key, in quotes unless it has plain characters only.
    ///
    /// - Parameter limit: How many characters of the key are shown.
    package mutating func append(key: String, limit: Int) {
        if !text.isEmpty { text += "." }
        text += Self.isPlain(key) ? key : "\"\(key.escapedForDisplay(limit: limit))\""
    }

    /// Appends a step to an element.
    package mutating func append(index: Int) { text += "[\(index)]" }

    /// Appends a step of another kind.
    ///
    /// - Parameter isKeyLike: Whether a dot comes before it.
    package mutating func append(_ step: String, isKeyLike: Bool = false) {
        if isKeyLike, !text.isEmpty { text += "." }
        text += step
    }

    /// Whether a key needs no quotes.
    private static func isPlain(_ key: String) -> Bool {
        !key.isEmpty && key.utf8.count <= 64 && key.unicodeScalars.allSatisfy { $0.isPlainInPath }
    }
}

extension Unicode.Scalar {
    /// Whether a character of a key needs no quotes in a path.
    package var isPlainInPath: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "-": true
        default: false
        }
    }
}
