import KeyedArchiving

/// Renames a class of a file, or a module of classes, in its place.
struct RenameCommand: Command {
    static let name = "rename"
    static let summary = "renames a class, or all classes of a module, in the file itself"
    static let syntax = Syntax(
        flags: EditOutput.flags.union(["--nested"]),
        options: EditOutput.options.union(InputLimits.options),
        operandCount: 3...3,
        operandNames: "OLD, NEW and FILE"
    )
    static let help = """
        usage: keyed-archive rename OLD NEW FILE [--nested] [--output OUT] [--backup] [--limits LIMITS]

        Renames the class OLD to NEW where the FILE names it: as the class of objects, in chains of superclasses and in
        hints of classes to use instead. With a dot at the end of both, the classes of a module are renamed, as is needed
        after a module of Swift was: rename OldModule. NewModule. FILE. Swift's mangled names are renamed, too, such as
        _TtC9OldModule6Person.

        Prints how many names were changed, unless OUT is standard output. A new name that another class has, or one of
        Foundation's classes, is said: the fields of the objects stay as they are, and may not fit, and programs may change
        the objects of an NSMutableArray, but not those of an NSArray.

          --nested         renames in keyed archives that are held in data, too; FILE may then be a property list that is
                           no archive
        \(EditOutput.help)
        \(InputLimits.help)

        Exit status 1 says that no class has the name; keyed-archive classes prints their names. See keyed-archive rewrite
        --help for how the file is replaced.

        """

    private let renaming: ClassRenaming
    private let file: String
    private let renamesNested: Bool
    private let output: EditOutput
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        renaming = try ClassRenaming(from: arguments.operands[0], to: arguments.operands[1])
        file = arguments.operands[2]
        renamesNested = arguments.has("--nested")
        output = try EditOutput(arguments)
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        var renamed = EditedFile.Renamed()
        let input = InputFile(file, limits: limits, on: console)
        try output.write(input, on: console) { edited throws(Failure) in
            renamed = try edited.rename(renaming, nested: renamesNested)
        }
        for note in renamed.notes { console.note(note, about: input) }
        if !output.isStandardOutput(for: file) {
            let names = renamed.nameCount.counted("name")
            let records = renamed.recordCount.counted("class record")
            console.output.write("\(file.escaped()): \(names) changed, in \(records)\n")
        }
        return .done
    }
}
