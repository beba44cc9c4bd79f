import KeyedArchiving

/// Moves the value at a path of a file to another path, in the file itself.
struct MoveCommand: Command {
    static let name = "move"
    static let summary = "moves what is at a path to another path, in the file itself"
    static let syntax = Syntax(
        flags: EditOutput.flags,
        options: EditOutput.options.union(InputLimits.options),
        operandCount: 3...3,
        operandNames: "FILE and two PATHs"
    )
    static let help = """
        usage: keyed-archive move FILE PATH NEWPATH [--output OUT] [--backup] [--limits LIMITS]

        Takes what PATH leads to out of the file, and puts it at NEWPATH, whose positions are counted without it. If NEWPATH
        ends with a position, it goes before the element there; otherwise it takes the place of what is there. Between an
        archive and one in its data, an object moves with everything that it refers to.

        \(EditOutput.help)
        \(InputLimits.help)

        See keyed-archive get --help for paths, and keyed-archive rewrite --help for how the file is replaced.

        """

    private let file: String
    private let source: ArchivePath
    private let destination: ArchivePath
    private let output: EditOutput
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        file = arguments.operands[0]
        source = try ArchivePath(operand: arguments.operands[1])
        destination = try ArchivePath(operand: arguments.operands[2])
        output = try EditOutput(arguments)
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        try output.write(InputFile(file, limits: limits, on: console), on: console) { edited throws(Failure) in
            try edited.move(from: source, to: destination)
        }
        return .done
    }
}
