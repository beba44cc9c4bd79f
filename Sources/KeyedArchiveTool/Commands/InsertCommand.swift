import KeyedArchiving

/// Puts a value before an element of a list of a file, in its place.
struct InsertCommand: Command {
    static let name = "insert"
    static let summary = "puts a value before an element of an array or a set, in the file itself"
    static let syntax = Syntax(
        flags: EditOutput.flags.union(EditedValue.flags),
        options: EditOutput.options.union(EditedValue.options).union(InputLimits.options),
        operandCount: 3...3,
        operandNames: "FILE, PATH and VALUE"
    )
    static let help = """
        usage: keyed-archive insert FILE PATH VALUE [--type TYPE | --json] [--output OUT] [--backup] [--limits LIMITS]

        Puts VALUE before the element that PATH leads to: insert family.plist 'names[0]' Ada.

        \(EditedValue.help)
        \(EditOutput.help)
        \(InputLimits.help)

        See keyed-archive get --help for paths, and keyed-archive rewrite --help for how the file is replaced.

        """

    private let file: String
    private let path: ArchivePath
    private let text: String
    private let value: EditedValue
    private let output: EditOutput
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        file = arguments.operands[0]
        path = try ArchivePath(operand: arguments.operands[1])
        text = arguments.operands[2]
        value = try EditedValue(arguments)
        output = try EditOutput(arguments)
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        try output.write(InputFile(file, limits: limits, on: console), on: console) { edited throws(Failure) in
            try edited.insert(try value.value(of: text, at: path, in: edited, replacing: nil), at: path)
        }
        return .done
    }
}
