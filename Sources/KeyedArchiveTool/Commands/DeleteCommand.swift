import KeyedArchiving

/// Takes values out of a file in its place.
struct DeleteCommand: Command {
    static let name = "delete"
    static let summary = "takes away what is at a path, in the file itself"
    static let syntax = Syntax(
        flags: EditOutput.flags,
        options: EditOutput.options.union(InputLimits.options),
        operandCount: 2...Int.max,
        operandNames: "FILE and one PATH or more"
    )
    static let help = """
        usage: keyed-archive delete FILE PATH… [--output OUT] [--backup] [--limits LIMITS]

        Takes away what each path leads to: a field, an entry of a dictionary, an element, a top-level key. Objects that
        nothing refers to anymore go with it. The paths are followed one after the other, so that elements after one
        that was deleted have moved up; if one of them leads nowhere, the file stays as it was.

        FILE may be a plain property list, too, whose paths start with its keys, and ! opens an archive in its data. Of a
        sequential archive (a typedstream) elements of arrays and sets and entries of dictionaries are deleted, as its
        other values have no names: set an object to nil instead.

        \(EditOutput.help)
        \(InputLimits.help)

        See keyed-archive get --help for paths, and keyed-archive rewrite --help for how the file is replaced.

        """

    private let file: String
    private let paths: [ArchivePath]
    private let output: EditOutput
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        file = arguments.operands[0]
        var paths: [ArchivePath] = []
        for operand in arguments.operands.dropFirst() { paths.append(try ArchivePath(operand: operand)) }
        self.paths = paths
        output = try EditOutput(arguments)
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        try output.write(InputFile(file, limits: limits, on: console), on: console) { edited throws(Failure) in
            for path in paths { try edited.remove(at: path) }
        }
        return .done
    }
}
