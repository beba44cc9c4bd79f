import KeyedArchiving
import PropertyLists

/// Validates archives.
struct CheckCommand: Command {
    static let name = "check"
    static let summary = "reports whether archives are valid"
    static let syntax = Syntax(
        flags: InputFiles.flags.union(LineAnswers.flags).union(["--strict", "--all", "--json"]),
        options: InputFiles.options.union(InputLimits.options).union(LineAnswers.options).union(["--salvage"]),
        operandCount: 1...Int.max,
        operandNames: "one FILE or more"
    )
    static let help = """
        usage: keyed-archive check FILE… [--strict] [--all] [--json] [--lines] [--field NAME] [--recursive]
                                   [--include NAMES] [--exclude NAMES] [--jobs N] [--limits LIMITS]
               keyed-archive check FILE --salvage OUT [--all] [--limits LIMITS]

        Looks at everything in each file and prints one line for it: that it is valid, or the first problem, with its place
        in the object graph and in the file, and how to fix it. Archives in data are looked at, too, also in those of
        archives. Behind that it names what is odd about the property list, such as a key twice, a date that doesn't exist
        or bytes after the end, and dictionaries of the archive that lose an entry because a key is there twice.

          --strict         also reports what can be read, but was never written by an Apple system
          --all            prints every problem, up to 100, on separate lines below that of the file
          --json           prints an array with {"file":…,"valid":…,"objects":…,"problems":[{"code":…,"problem":…,"path":…,
                           "uid":…,"byteOffset":…}]} for each file, and with "oddities" like the problems if there are any
          --lines          prints JSON with a line for each file, and for each line of one of text, with its "$line"
        \(LineAnswers.help)
          --salvage OUT    writes an archive with every object of the FILE that is intact to OUT, and prints what is lost;
                           exit status 1 says that something is
        \(InputFiles.help)
        \(InputLimits.help)

        \(LineAnswers.article)

        Exit status 1 says that a file is invalid, 2 that one could not be read.

        """

    private let files: InputFiles
    private let isStrict: Bool
    let printsAll: Bool
    private let form: ReportForm
    private let salvageOutput: String?
    let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        files = try InputFiles(arguments)
        isStrict = arguments.has("--strict")
        printsAll = arguments.has("--all")
        form = ReportForm(arguments)
        salvageOutput = arguments.text(of: "--salvage")
        limits = try InputLimits(arguments)
        guard salvageOutput != nil else { return }
        if arguments.operands.count > 1 { throw .usage("--salvage is for one FILE") }
        for flag in ["--json", "--lines", "--field", "--strict"] + InputFiles.flags.union(InputFiles.options).sorted()
        where arguments.has(flag) || arguments.text(of: flag) != nil {
            throw .usage("\(flag) and --salvage exclude each other")
        }
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        if let salvageOutput, let file = files.names().first {
            return try salvage(file, to: salvageOutput, on: console)
        }
        let queue = InputQueue(files, on: console)
        return form == .array ? console.printArray { check(queue, on: console) } : check(queue, on: console)
    }

    private func check(_ queue: InputQueue, on console: Console) -> ExitStatus {
        let answers = LineAnswers(form == .words ? .words : .json(form == .array ? .array : .lines), in: files)
        return console.forEach(of: queue, answering: answers) { file, console throws(Failure) in
            let input = InputFile(file, limits: limits, on: console)
            guard let (bytes, budget) = try input.read(file) else { return .done }
            let verdict = Verdict(of: bytes, charging: budget, isStrict: isStrict)
            if file.isFound, !verdict.isOfArchives { return .done }
            do throws(ArchiveError) {
                try console.output.charging(budget, isWhole: form != .words) {
                    report(verdict, of: file, on: console)
                }
            } catch {
                throw Failure(error, in: file.text)
            }
            return verdict.problems.isEmpty ? .done : .negativeResult
        }
    }

    private func report(_ verdict: Verdict, of name: InputFiles.Name, on console: Console) {
        let file = name.text
        if form != .words {
            console.output.write(form == .array ? "\n " : "")
            Self.json(verdict, of: name).write(on: console.output, isCompact: true)
            console.output.write(form == .array ? "" : "\n")
        } else {
            let invalid = console.palette.paint("invalid", .problem)
            let answer = verdict.problems.isEmpty ? "valid, \(verdict.content)" : invalid
            console.output.write("\(file.escaped()): \(answer)")
            report(verdict.problems, as: "", on: console)
            report(verdict.oddities, as: "odd: ", on: console)
            console.output.write("\n")
        }
    }

    /// Prints the first finding after the answer, or with `--all` each finding on a line below it.
    private func report(_ found: [ArchiveError], as kind: String, on console: Console) {
        if printsAll {
            for error in found { console.output.write("\n  \(kind)\(error.shownLine)") }
        } else if let first = found.first {
            let more = found.count == 1 ? "" : " (and \(found.count - 1) more, see --all)"
            console.output.write("\(kind.isEmpty ? ": " : "; \(kind)")\(first.shownLine)\(more)")
        }
    }
}
