import KeyedArchiving
import PropertyLists

/// Lists the classes of archives.
struct ClassesCommand: Command {
    static let name = "classes"
    static let summary = "lists the classes of archives, with their keys and what is under them"
    static let syntax = Syntax(
        flags: InputFiles.flags.union(["--nested", "--swift", "--json"]),
        options: InputFiles.options.union(InputLimits.options),
        operandCount: 1...Int.max,
        operandNames: "one FILE or more"
    )
    static let help = """
        usage: keyed-archive classes FILE… [--nested] [--swift | --json] [--recursive] [--include NAMES]
                                     [--exclude NAMES] [--jobs N] [--limits LIMITS]

        Prints the classes of all files in one list: for each its superclasses, how many objects it has in how many files,
        and for each key how many objects have it and what is under it. Classes without objects of their own aren't listed.

          --nested         looks into archives that are held in data, too
          --swift          prints the shortest list of Swift types that decodes the objects, for
                           KeyedUnarchiver.unarchivedObject(of: types, from: bytes)
          --json           prints an array with {"name":…,"chain":[…],"fallbacks":[…],"objects":…,"files":…,"keys":[{"key":…,
                           "count":…,"kinds":{…}}]} for each class, of a sequential archive with the "versions" of the
                           chain; and {"$file":…,"$error":…} for each file that fails
        \(InputFiles.help)
        \(InputLimits.help)

        """

    private let files: InputFiles
    private let form: Form
    private let opensNestedArchives: Bool
    private let limits: InputLimits

    private enum Form { case table, swift, json }

    init(_ arguments: Arguments) throws(Failure) {
        files = try InputFiles(arguments)
        form = arguments.has("--swift") ? .swift : arguments.has("--json") ? .json : .table
        if arguments.has("--swift"), arguments.has("--json") { throw .usage("--swift and --json exclude each other") }
        opensNestedArchives = arguments.has("--nested")
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        var table = ClassTable()
        var types = AllowedTypes()
        var size = 0
        var failures: [[UInt8]] = []
        var failed = ExitStatus.done
        let reported = console.collect(of: files, answer) { part in
            if let failure = part.failure {
                failures.append(failure.answer)
                size += failure.answer.count
                failed = max(failed, failure.status)
            }
            table.add(part.table)
            types.add(part.types)
            size += part.size
        }
        let status = max(reported, failed)
        do throws(ArchiveError) {
            let budget = DocumentBudget(inputSize: size, limits: limits)
            try console.output.charging(budget, isWhole: form == .json) {
                switch form {
                case .table:
                    for row in table.rows where console.output.takesMore { print(row, of: table, on: console) }
                case .swift: console.output.write(types.source)
                case .json: printJSON(table, failures, on: console)
                }
            }
        } catch {
            console.report(Failure(reason: error.shownLine, status: .negativeResult))
            return max(status, .negativeResult)
        }
        return status
    }

    /// The report on one file.
    private struct Summary {
        var table = ClassTable()
        var types = AllowedTypes()
        /// How many bytes the file has.
        var size = 0
        /// The answer for a file that failed, and the exit status of the failure.
        var failure: (answer: [UInt8], status: ExitStatus)?
    }

    /// The report on one file; in JSON there is one for a file that fails, too.
    @Sendable private func answer(_ file: InputFiles.Name, on console: Console) throws(Failure) -> Summary? {
        do throws(Failure) {
            return try summary(file, on: console)
        } catch {
            guard form == .json else { throw error }
            return Summary(failure: (LineAnswers.object(of: error, at: file.origin), error.status))
        }
    }

    @Sendable private func summary(_ file: InputFiles.Name, on console: Console) throws(Failure) -> Summary? {
        let input = InputFile(file, limits: limits, on: console)
        guard let document = try input.document(of: file) else { return nil }
        var archives = ArchiveSearch(document, includingNested: opensNestedArchives)
        var summary = Summary(size: document.size)
        do throws(ArchiveError) {
            summary.table.beginFile()
            while let found = try archives.next() {
                if form == .swift {
                    if let archive = try found.keyedArchive() { try summary.types.add(archive) }
                } else {
                    try summary.table.add(found)
                }
            }
            summary.table.endFile()
        } catch {
            throw Failure(error, in: file.text)
        }
        return summary
    }

    private func print(_ row: ClassTable.Row, of table: ClassTable, on console: Console) {
        let palette = console.palette
        let name = row.chain.first ?? row.archivedClass.name
        let chain = row.chain.dropFirst().map { " : " + shown($0) }.joined()
        let fallbacks = row.archivedClass.fallbacks.map(shown).joined(separator: ", ")
        let files = table.fileCount > 1 ? " in \(row.fileCount.counted("file"))" : ""
        console.output.write(
            palette.paint(name.escaped(limit: displayLimit), .className) + name.nameInSource
                + palette.paint(chain, .note) + (fallbacks.isEmpty ? "" : " (or \(fallbacks))")
                + ": \(row.objectCount.counted("object"))\(files)\n")
        for key in row.keys {
            let kinds = key.sortedKinds.map { kind, count in
                shown(kind.description) + (count == key.count ? "" : " × \(count)")
            }
            let count = key.count == row.objectCount ? "" : palette.paint(" (in \(key.count))", .note)
            let more = kinds.count > 12 ? ", … \(kinds.count - 12) more" : ""
            console.output.write(
                "  \(palette.paint(key.key.asName, .name))\(count): \(kinds.prefix(12).joined(separator: ", "))\(more)\n"
            )
        }
    }

    /// The name of a class, and for a mangled name also the name in the source.
    private func shown(_ name: String) -> String { name.escaped(limit: displayLimit) + name.nameInSource }

    private func printJSON(_ table: ClassTable, _ failures: [[UInt8]], on console: Console) {
        let output = console.output
        let rows = table.rows
        output.write("[")
        for (position, row) in rows.enumerated() where output.takesMore {
            output.write(position == 0 ? "\n " : ",\n ")
            print(row, on: output)
        }
        for (position, failure) in failures.enumerated() where output.takesMore {
            output.write(rows.isEmpty && position == 0 ? "\n " : ",\n ")
            output.write(failure)
        }
        output.write(rows.isEmpty && failures.isEmpty ? "]\n" : "\n]\n")
    }

    /// Prints a row as JSON; a class can have thousands of keys, which aren't gathered.
    private func print(_ row: ClassTable.Row, on output: TextOutput) {
        let names = { (names: [String]) in JSONValue.array(names.map { .text($0) }) }
        let members = JSONText.line(
            .object([
                "name": .text(row.archivedClass.name), "chain": names(row.archivedClass.hierarchy),
                "fallbacks": names(row.archivedClass.fallbacks), "objects": .integer(row.objectCount),
                "files": .integer(row.fileCount),
            ]))
        output.write("\(members.dropLast()), \"keys\": [")
        for (position, key) in row.keys.enumerated() where output.takesMore {
            if position > 0 { output.write(", ") }
            let kinds = key.sortedKinds.map {
                JSONValue.Member(key: PropertyListString($0.kind.description), value: .integer($0.count))
            }
            JSONValue.object([
                "key": .scalar(.string(key.key)), "count": .integer(key.count), "kinds": .object(kinds),
            ]).write(on: output, isCompact: true)
        }
        output.write(row.versions.isEmpty ? "]}" : "], \"versions\": \(row.versions)}")
    }
}
