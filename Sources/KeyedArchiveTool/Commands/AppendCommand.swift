import KeyedArchiving

/// Adds elements to a list of a file in its place.
struct AppendCommand: Command {
    static let name = "append"
    static let summary = "adds elements at the end of an array or a set, in the file itself"
    static let syntax = Syntax(
        flags: EditOutput.flags.union(EditedValue.flags),
        options: EditOutput.options.union(EditedValue.options).union(InputLimits.options),
        operandCount: 3...Int.max,
        operandNames: "FILE, PATH and one VALUE or more"
    )
    static let help = """
        usage: keyed-archive append FILE PATH VALUE… [--type TYPE | --json] [--output OUT] [--backup] [--limits LIMITS]

        Adds each VALUE after the elements of the array or the set that PATH leads to: append family.plist names Ada.

        \(EditedValue.help)
        \(EditOutput.help)
        \(InputLimits.help)

        See keyed-archive get --help for paths, and keyed-archive rewrite --help for how the file is replaced.

        """

    private let file: String
    private let path: ArchivePath
    private let texts: [String]
    private let value: EditedValue
    private let output: EditOutput
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        file = arguments.operands[0]
        path = try ArchivePath(operand: arguments.operands[1])
        texts = Array(arguments.operands.dropFirst(2))
        value = try EditedValue(arguments)
        output = try EditOutput(arguments)
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        try output.write(InputFile(file, limits: limits, on: console), on: console) { edited throws(Failure) in
            for text in texts {
                try edited.append(try value.value(of: text, at: path, in: edited, replacing: nil), to: path)
            }
        }
        return .done
    }
}
