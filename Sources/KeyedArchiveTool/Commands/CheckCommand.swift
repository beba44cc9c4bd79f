import KeyedArchiving
import PropertyLists

/// Validates archives.
struct CheckCommand: Command {
    static let name = "check"
    static let summary = "reports whether archives are valid"
    static let syntax = Syntax(
        flags: InputFiles.flags.union(["--strict", "--all"]),
        options: InputFiles.options.union(InputLimits.options),
        operandCount: 1...Int.max,
        operandNames: "one FILE or more"
    )
    static let help = """
        usage: keyed-archive check FILE… [--strict] [--all] [--recursive] [--include NAMES] [--exclude NAMES] [--jobs N]
                                  [--limits LIMITS]

        Looks at everything in each file and prints one line for it: that it is valid, or the first problem, with its place
        in the object graph and in the file, and how to fix it. Of a property list that is no archive, the archives in its
        data are looked at.

          --strict         also reports what can be read, but was never written by an Apple system
          --all            prints every problem, up to 100, on lines of their own below that of the file
        \(InputFiles.help)
        \(InputLimits.help)

        Exit status 1 says that a file is invalid, 2 that one could not be read.

        """

    private let files: InputFiles
    private let isStrict: Bool
    private let printsAll: Bool
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        files = try InputFiles(arguments)
        isStrict = arguments.has("--strict")
        printsAll = arguments.has("--all")
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        console.forEach(of: files) { file, console throws(Failure) in
            let input = InputFile(file.path, limits: limits, on: console)
            guard let bytes = try input.bytes(of: file) else { return .done }
            let verdict = Verdict(of: bytes, limits: limits, isStrict: isStrict)
            if file.isFound, !verdict.isOfArchives { return .done }
            let place = file.path.escaped()
            if verdict.problems.isEmpty {
                console.output.write("\(place): valid, \(verdict.content)\n")
            } else {
                report(verdict.problems, of: place, on: console)
            }
            return verdict.problems.isEmpty ? .done : .negativeResult
        }
    }

    private func report(_ problems: [ArchiveError], of place: String, on console: Console) {
        let invalid = console.palette.paint("invalid", .problem)
        if printsAll {
            console.output.write("\(place): \(invalid)\n")
            for problem in problems { console.output.write("  \(problem.line)\n") }
        } else if let first = problems.first {
            let more = problems.count == 1 ? "" : " (and \(problems.count - 1) more, see --all)"
            console.output.write("\(place): \(invalid): \(first.line)\(more)\n")
        }
    }
}
