import KeyedArchiving
import PropertyLists

/// Says what to know about archives from elsewhere before decoding them.
struct AuditCommand: Command {
    static let name = "audit"
    static let summary = "says what to know about archives of strangers before decoding them"
    static let syntax = Syntax(
        flags: InputFiles.flags.union(["--json"]),
        options: InputFiles.options.union(InputLimits.options),
        operandCount: 1...Int.max,
        operandNames: "one FILE or more"
    )
    static let help = """
        usage: keyed-archive audit FILE… [--json] [--recursive] [--include NAMES] [--exclude NAMES] [--jobs N]
                                   [--limits LIMITS]

        Prints for each archive its size, the cycles among its objects, how many objects it would be without sharing,
        objects that nothing leads to, what the file has that Apple's writer doesn't write, odd classes, archives held in
        data, and the limits that it needs. What is wrong with its objects is what keyed-archive check says.

          --json           prints an array with an object for each archive
        \(InputFiles.help)
        \(InputLimits.help)

        """

    private let files: InputFiles
    private let printsJSON: Bool
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        files = try InputFiles(arguments)
        printsJSON = arguments.has("--json")
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        guard printsJSON else { return audit(on: console) }
        return console.printArray { audit(on: console) }
    }

    private func audit(on console: Console) -> ExitStatus {
        console.forEach(of: files) { file, console throws(Failure) in
            let input = InputFile(file.path, limits: limits, on: console)
            guard let opened = try input.content(of: file) else { return .done }
            var isFirst = true
            for (path, archive) in try opened.archives(includingNested: false) {
                let audit: ArchiveAudit
                do throws(ArchiveError) {
                    audit = try archive.audit()
                } catch {
                    throw Failure(error, in: file.path)
                }
                let report = AuditReport(audit, file: file.path, path: path)
                if printsJSON {
                    console.output.write((isFirst ? "\n " : ",\n ") + report.json)
                } else {
                    console.output.write(report.text(console.palette))
                }
                isFirst = false
            }
            return .done
        }
    }
}
