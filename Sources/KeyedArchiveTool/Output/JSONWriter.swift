import PropertyLists

/// Writes JSON piece by piece, with commas, line breaks and indentation.
///
/// As one ``JSONValue``, a sequential archive would take many times the memory of its file.
///
/// The members of an object may come in parts, each an object or an array under its own key; naming a part opens
/// it and closes the one before.
struct JSONWriter {
    /// An object or an array that is open.
    private struct Bracket {
        var kind: Kind
        /// The key, if this is a part of the object around it.
        var part: String?
        var hasMembers = false
    }

    enum Kind {
        case object, array
    }

    private let output: TextOutput
    private var brackets: [Bracket] = []

    /// Whether all is in one line.
    private let isCompact: Bool

    init(_ output: TextOutput, isCompact: Bool = false) {
        self.output = output
        self.isCompact = isCompact
    }

    /// Whether nothing is open.
    var isAtTop: Bool { brackets.isEmpty }

    /// Writes text as it is.
    func text(_ text: String) {
        output.write(text)
    }

    /// Opens an object or an array as the value whose place was just written.
    mutating func open(_ kind: Kind) {
        output.write(kind == .object ? "{" : "[")
        brackets.append(Bracket(kind: kind))
    }

    /// Closes the innermost object or array.
    mutating func close() {
        guard let bracket = brackets.popLast() else { return }
        if bracket.hasMembers { newLine() }
        output.write(bracket.kind == .object ? "}" : "]")
    }

    /// Closes the part of the innermost object that is open, if one is.
    mutating func closeSection() {
        if brackets.last?.part != nil { close() }
    }

    /// Writes a member.
    mutating func member(_ key: String, _ value: String) {
        separate()
        output.write("\(JSONText.string(key)): \(value)")
    }

    /// Writes the key of the next value, in a part of the object or directly in it.
    mutating func key(_ key: PropertyListString, in part: String?) {
        enter(part, .object)
        separate()
        output.write(JSONText.string(key) + ": ")
    }

    /// Begins the next element: of a part of the object, or of the array that is open.
    mutating func element(in part: String) {
        if brackets.last?.kind != .array || brackets.last?.part != nil { enter(part, .array) }
        separate()
    }

    private mutating func enter(_ part: String?, _ kind: Kind) {
        guard let innermost = brackets.last, innermost.part != part || innermost.kind != kind else { return }
        closeSection()
        guard let part else { return }
        separate()
        output.write("\(JSONText.string(part)): ")
        open(kind)
        brackets[brackets.count - 1].part = part
    }

    private mutating func separate() {
        guard !brackets.isEmpty else { return }
        if brackets[brackets.count - 1].hasMembers { output.write(",") }
        brackets[brackets.count - 1].hasMembers = true
        newLine()
    }

    private func newLine() {
        guard !isCompact else { return }
        output.write("\n")
        output.write(spaces: brackets.count)
    }
}
