import KeyedArchiving
import PropertyLists

/// Compares two files.
struct DiffCommand: Command {
    static let name = "diff"
    static let summary = "compares two archives by what they hold"
    static let syntax = Syntax(
        flags: ["--json"],
        options: InputLimits.options.union(["--max-changes", "--dates"]),
        operandCount: 2...2,
        operandNames: "the old FILE and the new FILE"
    )
    static let help = """
        usage: keyed-archive diff OLD NEW [--json] [--max-changes N] [--dates FORM] [--limits LIMITS]

        Compares what two archives hold, and prints a line for each place that differs: - for what only OLD has, + for
        what only NEW has, ~ for what has another value, = for objects that are the same but shared otherwise. How
        objects are numbered, the order of keys and the form of the files make no difference. Archives in data are
        compared as archives. Long texts are shown from where they differ, and a key of a dictionary that isn't text stands
        behind the path of its value. Two plain property lists are compared likewise, and two sequential archives, with the
        versions of their classes.

          --max-changes N  prints at most N places (default 1000)
          --dates FORM     shows dates as iso, local or seconds; see keyed-archive dump --help
          --json           prints an array with {"kind":…,"path":…,"oldPath":…,"old":…,"new":…} for each place: kind is
                           added, removed, value, objectClass or sharing; path is that in NEW; oldPath stands where the
                           one in OLD is another; values are as those of keyed-archive dump --format json, an object
                           that holds others as {"$cut":id,"$class":…}; keys that aren't text are "oldKey" and "newKey",
                           the classes of objects of other classes "oldClasses" and "newClasses". A class of sequential
                           archives whose version differs is {"kind":"classVersion","class":…,"old":…,"new":…}. Where
                           there are more places than --max-changes, the last element is {"kind":"more"}
        \(InputLimits.help)

        Exit status: 0 the same, 1 different, 2 a file can't be read.

        """

    private let files: [String]
    private let printsJSON: Bool
    private let maximumCount: Int
    private let dates: DateForm
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        files = arguments.operands
        printsJSON = arguments.has("--json")
        maximumCount = try arguments.count(of: "--max-changes") ?? 1000
        dates = try arguments.value(of: "--dates", as: DateForm.self) ?? .iso
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        do throws(Failure) {
            return try compare(on: console)
        } catch {
            // Status 1 says that the files differ.
            var failure = error
            failure.status = .couldNotRun
            throw failure
        }
    }

    private func compare(on console: Console) throws(Failure) -> ExitStatus {
        let old = try ComparedFile(InputFile(files[0], limits: limits, on: console))
        let new = try ComparedFile(InputFile(files[1], limits: limits, on: console))
        guard old.isPlainList == new.isPlainList else {
            let (list, archive) = old.isPlainList ? (files[0], files[1]) : (files[1], files[0])
            throw .inaccessible(
                list,
                "it is a plain property list and \(archive.quoted(limit: .max - 1)) an archive; keyed-archive convert --format plain makes a "
                    + "property list of that")
        }
        var comparison = Comparison(
            limit: maximumCount,
            chargedTo: Budget(inputSize: old.document.readSize + new.document.readSize, limits: limits.limits))
        let versions = ClassVersionChange.all(from: old.document.sequential, to: new.document.sequential)
        do throws(ArchiveError) {
            try comparison.compare(
                Comparison.Side(archive: old.archive, document: old.document),
                Comparison.Side(archive: new.archive, document: new.document))
            // What is printed is about both files.
            let budget = DocumentBudget(inputSize: old.document.size + new.document.size, limits: limits)
            try console.output.charging(budget, isWhole: printsJSON) { () throws(ArchiveError) in
                var values = ComparedValues(comparison.sides, dates)
                for (position, change) in comparison.changes.enumerated() where console.output.takesMore {
                    let printed = PrintedChange(change, in: old, new)
                    if printsJSON { console.output.write(position == 0 ? "[\n " : ",\n ") }
                    if printsJSON {
                        try printed.json(&values).write(on: console.output, isCompact: true)
                    } else {
                        console.output.write(try printed.line(console.palette, dates, charging: budget) + "\n")
                    }
                }
                for (position, change) in versions.enumerated() where console.output.takesMore {
                    let isFirst = comparison.changes.isEmpty && position == 0
                    if printsJSON { console.output.write(isFirst ? "[\n " : ",\n ") }
                    if printsJSON {
                        change.json.write(on: console.output, isCompact: true)
                    } else {
                        console.output.write(change.line(console.palette) + "\n")
                    }
                }
            }
        } catch {
            throw Failure(error, in: files[comparison.isReadingOld ? 0 : 1])
        }
        let isSame = comparison.changes.isEmpty && comparison.isComplete && versions.isEmpty
        let isEmpty = comparison.changes.isEmpty && versions.isEmpty
        if !comparison.isComplete {
            let more = isEmpty ? "[\n {\"kind\": \"more\"}" : ",\n {\"kind\": \"more\"}"
            console.output.write(printsJSON ? more : "… and more; see --max-changes\n")
        }
        if printsJSON { console.output.write(isEmpty && comparison.isComplete ? "[]\n" : "\n]\n") }
        return isSame ? .done : .negativeResult
    }
}

/// A change as it is printed.
private struct PrintedChange {
    private let change: Comparison.Change
    private let path: ArchivePath
    /// The path in the old file, if it is another.
    private let otherOldPath: ArchivePath?
    /// Whether paths say all keys, as those of plain property lists do.
    private let saysKey: Bool

    init(_ change: Comparison.Change, in old: ComparedFile, _ new: ComparedFile) {
        self.change = change
        let (oldPath, newPath) = (old.path(of: change.oldPath), new.path(of: change.newPath))
        path = newPath ?? oldPath ?? ArchivePath()
        otherOldPath = newPath != nil && oldPath != path ? oldPath : nil
        saysKey = new.isPlainList
    }

    func line(_ palette: Palette, _ dates: DateForm, charging budget: DocumentBudget) throws(ArchiveError) -> String {
        let place = palette.paint(path.description.escaped(), .name) + key(palette, dates)
        let from = otherOldPath.map { palette.paint(" (was \($0.description.escaped()))", .note) } ?? ""
        let text = try ChangeText(change, palette, dates, charging: budget)
        return switch change.kind {
        case .added: "\(palette.paint("+", .string)) \(place): \(text.new)"
        case .removed: "\(palette.paint("-", .problem)) \(place): \(text.old)"
        case .value, .objectClass: "\(palette.paint("~", .number)) \(place)\(from): \(text.old) → \(text.new)"
        case .sharing: "\(palette.paint("=", .number)) \(place)\(from): \(text.new), shared otherwise"
        }
    }

    /// The key of a dictionary's entry that the path doesn't say.
    private func key(_ palette: Palette, _ dates: DateForm) -> String {
        guard !saysKey, let key = change.newKey ?? change.oldKey else { return "" }
        let printer = TreePrinter(palette: palette, stringLimit: displayLimit, dates: dates)
        return " (\(printer.item(GraphItem(label: .root, content: key.content))))"
    }

    func json(_ values: inout ComparedValues) throws(ArchiveError) -> JSONValue {
        var members = [
            JSONValue.Member(key: "kind", value: .text(change.kind.rawValue)),
            JSONValue.Member(key: "path", value: .text(path.description)),
        ]
        if let otherOldPath { members.append(JSONValue.Member(key: "oldPath", value: .text(otherOldPath.description))) }
        let parts: [(PropertyListString, Comparison.Found?, ComparedValues.File, ArchivePath?)] = [
            ("oldKey", saysKey ? nil : change.oldKey, .old, nil), ("newKey", saysKey ? nil : change.newKey, .new, nil),
            ("old", change.old, .old, otherOldPath ?? path), ("new", change.new, .new, path),
        ]
        for case (let key, let found?, let file, let place) in parts {
            let json = try values.json(of: found, in: file, of: change.side, at: place)
            members.append(JSONValue.Member(key: key, value: json))
        }
        // The names alone may be the same.
        let classes: [(PropertyListString, Comparison.Found?)] = [
            ("oldClasses", change.old), ("newClasses", change.new),
        ]
        for (key, found) in classes where change.kind == .objectClass {
            guard case .object(let object)? = found?.content else { continue }
            let names = object.archivedClass.hierarchy.map { JSONValue.text($0) }
            members.append(JSONValue.Member(key: key, value: .array(names)))
        }
        return .object(members)
    }
}

/// Makes JSON of what differs.
private struct ComparedValues {
    /// One of the two files that are compared.
    enum File { case old, new }

    private struct Source: Hashable {
        let side: Int
        let file: File
    }

    private let sides: [(old: Comparison.Side, new: Comparison.Side)]
    private let dates: DateForm
    /// The values of each archive or list, once one of them was shown.
    private var values: [Source: GraphValues] = [:]

    init(_ sides: [(old: Comparison.Side, new: Comparison.Side)], _ dates: DateForm) {
        (self.sides, self.dates) = (sides, dates)
    }

    /// The JSON of what is in a file; of a plain list, its value at the path.
    mutating func json(
        of found: Comparison.Found,
        in file: File,
        of side: Int,
        at path: ArchivePath?
    ) throws(ArchiveError) -> JSONValue {
        if case .problem(let error) = found.content { return .marked("$problem", .text(error.shownLine)) }
        let document = file == .old ? sides[side].old.document : sides[side].new.document
        let source = Source(side: side, file: file)
        var shown: GraphValues
        // Taken out, so that it changes in place.
        if let known = values.removeValue(forKey: source) {
            shown = known
        } else {
            shown = try GraphValues(of: document.content.shown, in: document, dates: dates)
        }
        defer { values[source] = shown }
        // How plain values are stored makes no difference.
        guard case .uid = found.value else { return try shown.json(ofPlain: found.value) }
        guard document.list != nil, let path else { return try shown.json(of: found.value) }
        return try shown.json(of: document.place(at: path).value)
    }
}
