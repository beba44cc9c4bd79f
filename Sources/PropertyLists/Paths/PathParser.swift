/// Reads a path scalar by scalar: a mark that combines with a quote is another character than the quote.
struct PathParser {
    private let text: [Unicode.Scalar]
    private var position = 0
    /// The position of the last name; nil before the first one.
    private var nameStart: Int?
    /// Whether it only matters if the text is a path, so that errors have no remedy.
    private let isTrial: Bool

    init(_ text: String) {
        self.init(text, isTrial: false)
    }

    private init(_ text: String, isTrial: Bool) {
        self.text = Array(text.unicodeScalars)
        self.isTrial = isTrial
    }

    private var current: Unicode.Scalar? { position < text.count ? text[position] : nil }

    mutating func parse() throws(ArchiveError) -> [ArchivePath.Step] {
        // A property list may have an array or data at its top.
        var steps = current == "[" || current == "!" ? [] : [try member()]
        while let scalar = current {
            position += 1
            switch scalar {
            case ".": steps.append(try member())
            case "[": steps.append(try element())
            case "<": steps.append(.ofClass(try className()))
            case "!":
                steps.append(.nestedArchive)
                // A nested archive starts over with a top-level key; the dot before it may be left out.
                if let next = current, !".[!<".unicodeScalars.contains(next) { steps.append(try member()) }
            default:
                position -= 1
                throw unexpected("\".\", \"[\", \"<\" or \"!\"")
            }
        }
        return steps
    }

    /// A name, `*` or `**`.
    private mutating func member() throws(ArchiveError) -> ArchivePath.Step {
        guard take("*") else {
            nameStart = position
            if current != "\"" { return .key(try name()) }
            let name = try quotedName()
            // Where a name can't do without quotes, they say nothing more.
            return PathText.isPlain(name) ? .text(name) : .key(name)
        }
        return take("*") ? .descendants : .anyKey
    }

    /// Reads the content of angle brackets, after the first one.
    private mutating func className() throws(ArchiveError) -> String {
        var name = ""
        if current == "\"" {
            name = try quotedName()
        } else {
            let start = position
            while let scalar = current, scalar.isPlainInPath || scalar == "." { position += 1 }
            guard position > start else { throw unexpected("the name of a class") }
            name = string(start..<position)
        }
        guard take(">") else { throw unexpected("\">\"") }
        return name
    }

    /// Goes past a character if it comes next.
    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard current == scalar else { return false }
        position += 1
        return true
    }

    private mutating func name() throws(ArchiveError) -> String {
        let start = position
        goPastPlainCharacters()
        guard position > start else { throw unexpected("a name") }
        // Words with spaces between them are one name; a space at an end needs quotes.
        while current == " " {
            let end = position
            while current == " " { position += 1 }
            let next = position
            goPastPlainCharacters()
            guard position > next else {
                position = end
                break
            }
        }
        return string(start..<position)
    }

    private mutating func goPastPlainCharacters() {
        while let scalar = current, scalar.isPlainInPath { position += 1 }
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

    /// Reads the content of brackets, after the first one.
    private mutating func element() throws(ArchiveError) -> ArchivePath.Step {
        if take("*") {
            guard take("]") else { throw unexpected("a closing bracket") }
            return .anyElement
        }
        return .index(try index())
    }

    private mutating func index() throws(ArchiveError) -> Int {
        let start = position
        _ = take("-")
        while let scalar = current, ("0"..."9").contains(scalar) { position += 1 }
        guard let index = Int(string(start..<position)), current == "]" else {
            throw unexpected("a number or `*`, and a closing bracket")
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
            remedy: remedy
        )
    }

    /// The path with quotes around the name that has a character which needs them, if that makes it a path.
    private var remedy: String {
        let general = "write paths like root.items[2].name"
        // The next name may need quotes too: a remedy inside a remedy would nest as deep as there are names.
        guard !isTrial, let start = nameStart, start < text.count, text[start] != "\"" else { return general }
        // A name may begin with the mark of a nested archive, which means nothing after a dot.
        let inner = text[start] == "!" ? start + 1 : start
        let end = text[inner...].firstIndex { ".[<!".unicodeScalars.contains($0) } ?? text.count
        guard position <= end, position < text.count, end > start, text.count <= 1_000 else { return general }
        var path = PathText()
        path.append(key: string(start..<end), limit: .max - 1, isQuoted: true)
        let quoted = string(0..<start) + path.text + string(end..<text.count)
        var trial = PathParser(quoted, isTrial: true)
        return (try? trial.parse()) == nil ? general : "quote the name: \(quoted)"
    }
}
