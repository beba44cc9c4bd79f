import KeyedArchiving

/// Prints the resolved graph of archives.
struct DumpCommand: Command {
    static let name = "dump"
    static let summary = "prints what archives hold as a tree or as JSON"
    static let syntax = Syntax(
        flags: GraphOptions.flags,
        options: GraphOptions.options.union(["--format"]),
        operandCount: 1...Int.max,
        operandNames: "one FILE or more"
    )
    static let help = """
        usage: keyed-archive dump FILE… [--format tree|json] [--nested] [--max-depth N] [--raw]

        Prints what each archive holds, from its top-level keys down.

          --format FORMAT  tree for people (the default), or json for programs
        \(GraphOptions.help)

        In the tree, an object that several others refer to stands once, as #3 Person, and elsewhere as → #3 Person. The
        number is its UID, its place in the table of keyed-archive objects. A chain of objects that nests very deep goes
        on at the left margin. Strings and data are shortened, and characters that a terminal does not show are escaped.

        \(JSONFormat.help)
        """

    /// The forms in which a graph can be printed.
    enum Form: String, CaseIterable {
        case tree, json
    }

    private let files: [String]
    private let form: Form
    private let options: GraphOptions

    init(_ arguments: Arguments) throws(Failure) {
        files = arguments.operands
        form = try arguments.value(of: "--format", as: Form.self) ?? .tree
        options = try GraphOptions(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        console.forEach(files) { name throws(Failure) in
            let opened = try InputFile(name: name).archive()
            switch form {
            case .tree:
                if files.count > 1 { console.output.write("\(name.escaped()):\n") }
                try opened.show(as: TreeFormat(console), options, on: console)
            case .json:
                try opened.show(as: JSONFormat(console.output, file: name), options, on: console)
            }
            return .done
        }
    }
}
