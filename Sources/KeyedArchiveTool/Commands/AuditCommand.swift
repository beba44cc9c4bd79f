import KeyedArchiving
import PropertyLists

/// Prints the facts to check before decoding untrusted archives.
struct AuditCommand: Command {
    static let name = "audit"
    static let summary = "says what to know about untrusted archives before decoding them"
    static let syntax = Syntax(
        flags: InputFiles.flags.union(["--json", "--lines"]),
        options: InputFiles.options.union(InputLimits.options),
        operandCount: 1...Int.max,
        operandNames: "one FILE or more"
    )
    static let help = """
        usage: keyed-archive audit FILE… [--json] [--lines] [--recursive] [--include NAMES] [--exclude NAMES]
                                   [--jobs N] [--limits LIMITS]

        Prints for each archive its size, the cycles among its objects, how many objects it would be without sharing,
        unreachable objects, what the file has that Apple's writer doesn't write, dictionaries that lose an entry because
        a key is there twice, odd classes, archives held in data, and the limits that it needs. keyed-archive check
        reports what is wrong with its objects.

          --json           prints an array with an object for each archive
          --lines          prints JSON with a line for each archive
        \(InputFiles.help)
        \(InputLimits.help)

        """

    private let files: InputFiles
    private let form: ReportForm
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        files = try InputFiles(arguments)
        form = ReportForm(arguments)
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        form == .array ? console.printArray { audit(on: console) } : audit(on: console)
    }

    private func audit(on console: Console) -> ExitStatus {
        let answers = LineAnswers(form == .words ? .words : .json(form == .array ? .array : .lines), in: files)
        return console.forEach(of: InputQueue(files, on: console), answering: answers) {
            file, console throws(Failure) in
            let input = InputFile(file, limits: limits, on: console)
            guard let document = try input.document(of: file) else { return .done }
            do throws(ArchiveError) {
                try console.output.charging(document.budget, isWhole: form != .words) { () throws(ArchiveError) in
                    try audit(document, of: file, on: console)
                }
            } catch {
                throw Failure(error, in: file.text)
            }
            return .done
        }
    }

    private func audit(_ document: Document, of file: InputFiles.Name, on console: Console) throws(ArchiveError) {
        var archives = ArchiveSearch(document, includingNested: false)
        var isFirst = true
        while let archive = try archives.next() {
            guard let report = try AuditReport(of: archive, in: file) else { continue }
            switch form {
            case .array:
                console.output.write(isFirst ? "\n " : ",\n ")
                report.json.write(on: console.output, isCompact: true)
            case .lines:
                report.json.write(on: console.output, isCompact: true)
                console.output.write("\n")
            case .words: console.output.write(report.text(console.palette))
            }
            isFirst = false
        }
    }
}
