import KeyedArchiving
import PropertyLists

/// Prints a graph as an indented tree for people.
struct TreeFormat: GraphFormat {
    static var isForPeople: Bool { true }

    private let output: TextOutput
    private let text: TreePrinter
    private let palette: Palette
    private var indentation = 0
    private var isEmpty = true
    /// The names of objects where they aren't shown by their numbers.
    private var names: StableNames?

    /// Creates a format; strings are cut after so many Unicode scalars.
    init(
        _ console: Console,
        stringLimit: Int = displayLimit,
        dates: DateForm = .iso,
        names: StableNames? = nil
    ) {
        output = console.output
        palette = console.palette
        self.names = names
        text = TreePrinter(palette: console.palette, stringLimit: stringLimit, dates: dates)
    }

    mutating func begin(_ item: GraphItem) {
        names?.begin(item)
        guard !item.isWholeFile else { return headline(of: item) }
        line(item)
        indentation += 1
    }

    mutating func end(_ item: GraphItem) {
        names?.end(item)
        guard !item.isWholeFile else {
            if isEmpty {
                let isList = if case .list = item.content { true } else { false }
                output.write(palette.paint(isList ? "empty property list" : "no top-level keys", .note) + "\n")
            }
            return
        }
        indentation -= 1
    }

    mutating func leaf(_ item: GraphItem) {
        names?.leaf(item)
        line(item)
    }

    private func headline(of item: GraphItem) {
        guard case .archive(let facts, _) = item.content, let headline = facts.headline else { return }
        output.write("\(palette.paint(headline, .note))\n")
    }

    private mutating func line(_ item: GraphItem) {
        isEmpty = false
        output.write(spaces: 2 * indentation)
        output.write(text.label(item.label, names))
        output.write(text.item(item, names))
        output.write("\n")
    }
}

extension GraphItem {
    /// Whether this is the archive or the list of the file, which needs no separate line.
    fileprivate var isWholeFile: Bool {
        guard case .root = label else { return false }
        switch content {
        case .archive, .list: return true
        default: return false
        }
    }
}
