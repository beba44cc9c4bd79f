extension ArchivePath: CustomStringConvertible {
    /// The path as text, as ``init(_:)-(String)`` reads it.
    ///
    /// Long names are shown whole; control characters and text-direction marks are escaped.
    public var description: String { text(namesUpTo: .max - 1) }

    /// The path as text, names shortened beyond a number of characters.
    private func text(namesUpTo limit: Int) -> String {
        var path = PathText()
        for step in steps {
            switch step {
            case .key(let key): path.append(key: key, limit: limit)
            case .text(let key): path.append(key: key, limit: limit, isQuoted: true)
            case .index(let index): path.append(index: index)
            case .nestedArchive: path.append("!")
            case .anyElement: path.append("[*]")
            case .anyKey: path.append("*", isKeyLike: true)
            case .descendants: path.append("**", isKeyLike: true)
            case .ofClass(let name):
                path.append(Self.isPlainClass(name) ? "<\(name)>" : "<\"\(name.escapedForDisplay(limit: limit))\">")
            }
        }
        return path.text
    }

    /// How many steps of a long path are printed at each end.
    private static let maximumPrintedSteps = 8

    /// How many characters of a long name are printed there.
    private static let printedCharacters = 64

    /// The path as text; of a long one, the ends, and how many steps there are; of a long name, the beginning.
    package var shortDescription: String {
        guard steps.count > 3 * Self.maximumPrintedSteps else { return text(namesUpTo: Self.printedCharacters) }
        let start = ArchivePath(Array(steps.prefix(Self.maximumPrintedSteps))).text(namesUpTo: Self.printedCharacters)
        let end = ArchivePath(Array(steps.suffix(Self.maximumPrintedSteps))).text(namesUpTo: Self.printedCharacters)
        return "\(start)…(\(steps.count) steps)….\(end)"
    }

    /// Names of classes often have a module in front.
    private static func isPlainClass(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64 && name.unicodeScalars.allSatisfy { $0.isPlainInPath || $0 == "." }
    }
}
