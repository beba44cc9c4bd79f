import KeyedArchiving
import PropertyLists

/// Prints a line for each place, `path: value`, with paths that `get` and `set` take; or only the lines that are
/// searched for.
///
/// The walk is breadth first here, so that an object stands at its shortest path, and other places refer to that.
struct PathsFormat: GraphFormat {
    static var isForPeople: Bool { true }
    static var isByPath: Bool { true }

    /// How many lines were searched for and found.
    private(set) var matchCount = 0
    /// Whether there is what would be searched for otherwise.
    private(set) var hasAlternative = false

    private let output: TextOutput
    private let text: TreePrinter
    private let palette: Palette
    /// The name that lines begin with; nil if they begin with the path.
    private let file: String?
    private let search: SearchTerm?
    private let alternative: SearchTerm?
    private let form: Form
    private let dates: DateForm
    /// The places that are shown, if that isn't a whole file.
    private let starts: Starts
    private var nextStart = 0
    private var paths = PathTable()
    /// The items that are open, the innermost last.
    private var open: [Frame] = []
    /// The archives that are being shown, each held in data of the one before.
    private var archives = [OpenArchive()]

    /// The places at which the shown graph begins.
    enum Starts {
        /// The beginning of the file.
        case file
        case path(ArchivePath)
        /// The matches of a pattern, each of which is a line by itself; their paths are made one at a time.
        case matches([ArchiveView])

        var areMatches: Bool {
            if case .matches = self { true } else { false }
        }

        fileprivate subscript(position: Int) -> ArchivePath {
            switch self {
            case .file: ArchivePath()
            case .path(let path): path
            case .matches(let views): position < views.count ? views[position].path : ArchivePath()
            }
        }
    }

    /// How lines are printed.
    enum Form {
        case words
        /// Lines of JSON about a document, which name the file.
        case jsonLines(Document, file: String)
    }

    /// An archive that is being shown.
    private struct OpenArchive {
        /// The document that it is; nil where JSON isn't wanted.
        var document: Document?
        /// What JSON says of its values; nil before the first one.
        var values: GraphValues?
        /// The places of its objects.
        var places: [UID: Int] = [:]
        /// The objects that were searched, and don't contain a match.
        var searched: Set<UID> = []
        /// Whether objects of a class are searched for, by the numbers of class records.
        var classes: [UID: Bool] = [:]

        /// What JSON says of an item.
        mutating func json(of item: GraphItem, _ dates: DateForm) throws(ArchiveError) -> JSONValue {
            guard let document else { return .scalar(.null) }
            if values == nil { values = try GraphValues(of: document.content.shown, in: document, dates: dates) }
            // A key that has no line by itself is a plain value.
            let key: PropertyList? = if case .scalar(let key) = item.content { key } else { nil }
            return try values?.json(of: item.value ?? key) ?? .scalar(.null)
        }
    }

    /// An item that has contents.
    private struct Frame {
        var place: Int
        /// Whether fields come before entries with their keys.
        var isObject = false
        /// The paths to the entries of a dictionary.
        var entryPaths: EntryPaths?
        /// How many entries of a dictionary were seen.
        var entryCount = 0
    }

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - file: The name that lines begin with.
    ///   - starts: The places at which the shown graph begins.
    ///   - search: The search term for the lines to print; nil for all lines.
    ///   - alternative: A search term of which only is said whether it is found.
    ///   - form: How lines are printed.
    init(
        _ console: Console,
        file: String?,
        starts: Starts = .file,
        search: SearchTerm? = nil,
        alternative: SearchTerm? = nil,
        stringLimit: Int = .max,
        dates: DateForm = .iso,
        form: Form = .words
    ) {
        output = console.output
        palette = console.palette
        text = TreePrinter(palette: palette, stringLimit: stringLimit, dates: dates)
        self.file = file.map(Self.fileText)
        self.form = form
        self.dates = dates
        self.search = search
        self.alternative = alternative
        self.starts = starts
    }

    mutating func begin(_ item: GraphItem) {
        let item = sayKey(of: item)
        let place = place(of: item.label)
        let holder = item.content.fileHolder
        var frame = Frame(place: place)
        if case .object(let object) = item.content { (frame.isObject, frame.entryPaths) = (true, object.entryPaths) }
        switch holder {
        case nil: say(item, at: place)
        case .some(nil):
            var archive = OpenArchive()
            if case .jsonLines(let document, _) = form { archive.document = document }
            archives.append(archive)
        case .some(let holder?):
            say(item, at: place)
            frame.place = paths.add(.nestedArchive, after: place)
            archives.append(OpenArchive(document: holder.document))
        }
        open.append(frame)
    }

    mutating func end(_ item: GraphItem) {
        if item.content.fileHolder != nil { archives.removeLast() }
        _ = open.popLast()
    }

    mutating func leaf(_ item: GraphItem) {
        let item = sayKey(of: item)
        let count = paths.count
        // Only what other places may refer to is kept.
        if !say(item, at: place(of: item.label)) { paths.truncate(to: count) }
    }

    // MARK: - Places

    /// The place of an item in the innermost item that is open.
    private mutating func place(of label: GraphLabel) -> Int {
        if case .continued(let uid) = label { return archives.last?.places[uid] ?? PathTable.root }
        guard let frame = open.last else {
            defer { nextStart += 1 }
            return paths.add(starts[nextStart].steps)
        }
        let holder = frame.place
        let position = frame.entryCount
        if label.isEntry { open[open.count - 1].entryCount += 1 }
        switch label {
        case .root, .continued: return holder
        case .topLevel(let name), .extra(let name), .field(let name):
            return paths.add(.key(name.repaired), after: holder)
        case .element(let position), .counted(let position, _): return paths.add(.index(position), after: holder)
        case .run(_, let position): return paths.add([.key("NSAttributes"), .index(position)], after: holder)
        case .keyAt(let position): return paths.add(frame.entryPaths?.steps(toKeyAt: position) ?? [], after: holder)
        case .valueAt(let position): return paths.add(frame.entryPaths?.steps(toValueAt: position) ?? [], after: holder)
        case .entry(let name):
            let steps = frame.entryPaths?.steps(toValueAt: position)
            return paths.add(steps ?? [.key(name.repaired)], after: holder)
        case .scalarKey(let key):
            if let entries = frame.entryPaths { return paths.add(entries.steps(toValueAt: position), after: holder) }
            let name = key.integerDigits ?? ScalarFormatter(palette: Palette(isColored: false)).text(of: key)
            return paths.add(.key(name), after: holder)
        }
    }

    // MARK: - Lines

    /// Prints a key of a dictionary that is no text, and that the path of its value doesn't have.
    ///
    /// - Returns: The item as the value of a key that has a separate line.
    private mutating func sayKey(of item: GraphItem) -> GraphItem {
        guard case .scalarKey(let key) = item.label, key.stringValue == nil, let frame = open.last,
            let entries = frame.entryPaths, !entries.namesValue(at: frame.entryCount)
        else { return item }
        let count = paths.count
        let place = paths.add(entries.steps(toKeyAt: frame.entryCount), after: frame.place)
        say(GraphItem(label: .keyAt(frame.entryCount), content: .scalar(key)), at: place)
        paths.truncate(to: count)
        var item = item
        item.label = .valueAt(frame.entryCount)
        return item
    }

    /// Prints a place, if its line is wanted.
    ///
    /// - Returns: Whether the place is kept, as other places may refer to it.
    @discardableResult
    private mutating func say(_ item: GraphItem, at place: Int) -> Bool {
        let innermost = archives.count - 1
        var isKept = false
        var textUID: UID?
        switch item.repeatLabel {
        // What stands for itself is said wherever it is seen.
        case _ where starts.areMatches: break
        case .none, .cut: break
        case .first(let uid), .later(let uid):
            // What was put off had its line where it was.
            if case .continued = item.label { return true }
            if let known = archives[innermost].places[uid] {
                refer(from: place, to: known)
                return false
            }
            archives[innermost].places[uid] = place
            isKept = true
            textUID = uid
        case .repeated(let uid):
            // Text is found wherever it stands.
            if search == nil, let known = archives[innermost].places[uid] {
                refer(from: place, to: known)
                return false
            }
            textUID = uid
        case .again(let uid), .cycle(let uid):
            refer(from: place, to: archives[innermost].places[uid] ?? PathTable.root)
            return false
        }
        if let search {
            // What many places refer to is searched once.
            let isKeyOnly = textUID.map { archives[innermost].searched.contains($0) } ?? false
            let cost = search.cost(of: item, inKeyOnly: isKeyOnly)
            guard output.takes({ budget throws(ArchiveError) in try budget.step(cost) }),
                search.matches(item, inKeyOnly: isKeyOnly, knowing: &archives[innermost].classes)
            else {
                if let alternative, !hasAlternative {
                    hasAlternative = alternative.matches(
                        item, inKeyOnly: isKeyOnly, knowing: &archives[innermost].classes)
                }
                if let textUID { archives[innermost].searched.insert(textUID) }
                return isKept
            }
            matchCount += 1
        }
        switch form {
        case .words: line(place, text.content(item.content))
        case .jsonLines(_, let file): jsonLine(place, item, file: file)
        }
        return isKept
    }

    /// Prints that an object stands at another place.
    private func refer(from place: Int, to known: Int) {
        guard search == nil, take(known) else { return }
        line(place, palette.paint("→ ", .note) + Self.pathText(paths.path(known)))
    }

    private func line(_ place: Int, _ value: String) {
        guard take(place) else { return }
        if let file { output.write(file + ": ") }
        output.write(palette.paint(Self.pathText(paths.path(place)), .name) + ": " + value + "\n")
    }

    private mutating func jsonLine(_ place: Int, _ item: GraphItem, file: String) {
        guard take(place) else { return }
        var value = JSONValue.scalar(.null)
        guard output.takes({ _ throws(ArchiveError) in value = try archives[archives.count - 1].json(of: item, dates) })
        else { return }
        let members: [JSONValue.Member] = [
            JSONValue.Member(key: "$file", value: .text(file)),
            JSONValue.Member(key: "$path", value: .text(Self.pathText(paths.path(place)))),
            JSONValue.Member(key: "$value", value: value),
        ]
        // Where the output ends, it ends after a whole line.
        let text = TextOutput.kept()
        JSONValue.object(members).write(on: text, isCompact: true)
        text.write("\n")
        output.write(text.keptBytes())
    }

    /// Charges the text of a path; false if the budget doesn't suffice.
    private func take(_ place: Int) -> Bool {
        let cost = 1 + paths.length(of: place) + paths.textSize(of: place) / 16
        return output.takes { budget throws(ArchiveError) in try budget.step(cost) }
    }

    // MARK: - Text without colons

    /// A path as `get` reads it, in which no colon stands.
    static func pathText(_ path: ArchivePath) -> String { withoutColons(path.description) }

    /// The name of a file, in quotes if it could be taken for something else.
    static func fileText(_ name: String) -> String {
        let isPlain = !name.hasPrefix("\"") && !name.contains(":") && name == name.escaped(limit: .max - 1)
        return isPlain ? name : withoutColons(name.quoted(limit: .max - 1))
    }

    /// Text in which colons within quotes, as all of them are, are written by their number.
    private static func withoutColons(_ text: String) -> String {
        text.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\u{3A}")
    }
}

extension GraphLabel {
    /// Whether this is the value of a dictionary's key.
    fileprivate var isEntry: Bool {
        switch self {
        case .entry, .scalarKey, .valueAt: true
        default: false
        }
    }
}
