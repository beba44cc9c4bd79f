internal import PropertyLists

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
            case .anyElement: text += "[*]"
            case .anyKey: text += text.isEmpty ? "*" : ".*"
            case .descendants: text += text.isEmpty ? "**" : ".**"
            case .ofClass(let name):
                text += Self.isPlainClass(name) ? "<\(name)>" : "<\"\(name.escapedForDisplay(limit: limit))\">"
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

    /// Names of classes often have a module in front.
    private static func isPlainClass(_ name: String) -> Bool {
        !name.isEmpty && name.count <= 64 && name.allSatisfy { $0.isPlainInPath || $0 == "." }
    }
}

extension Character {
    fileprivate var isPlainInPath: Bool { unicodeScalars.allSatisfy(\.isPlainInPath) }
}

extension Unicode.Scalar {
    var isPlainInPath: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "-": true
        default: false
        }
    }
}
