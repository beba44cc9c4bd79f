import KeyedArchiving

/// Prints the resolved graph of archives.
struct DumpCommand: Command {
    static let name = "dump"
    static let summary = "prints the objects of archives as a tree, or in other forms"
    static let syntax = Syntax(
        flags: ["--nested", "--raw"],
        options: ["--format", "--max-depth"],
        operandCount: 1...Int.max,
        operandNames: "one FILE or more"
    )
    static let help = """
        usage: keyed-archive dump FILE… [--format tree] [--nested] [--max-depth N] [--raw]

        Prints what each archive holds, from its top-level keys down.

          --format FORMAT  tree: for people (the default)
          --nested         opens archives that are held in data
          --max-depth N    shows at most N objects one inside the other
          --raw            shows the fields of Foundation's classes as they are stored, not what they mean

        An object that several others refer to is printed once, as #3 Person; everywhere else stands → #3 Person. The
        number is its UID, the position in the table that keyed-archive objects prints.

        """

    enum Form: String, CaseIterable {
        case tree
    }

    private let files: [String]
    private let form: Form
    private var options = GraphOptions()

    init(_ arguments: Arguments) throws(Failure) {
        files = arguments.operands
        form = try arguments.value(of: "--format", as: Form.self) ?? .tree
        options.showsRawFields = arguments.has("--raw")
        options.opensNestedArchives = arguments.has("--nested")
        options.maximumDepth = try arguments.count(of: "--max-depth") ?? .max
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        console.forEach(files) { name throws(Failure) in
            let (archive, size) = try InputFile(name: name).archive()
            if files.count > 1 { console.output.write("\(name.escaped()):\n") }
            var options = options
            options.fileSize = size
            return try dump(archive, name, options, on: console)
        }
    }

    private func dump(
        _ archive: KeyedArchive,
        _ name: String,
        _ options: GraphOptions,
        on console: Console
    ) throws(Failure) -> ExitStatus {
        var walk = GraphWalk(TreeFormat(console), options, output: console.output)
        do {
            try walk.show(archive)
        } catch {
            throw Failure(error, in: name)
        }
        guard walk.problemCount == 0 else {
            throw Failure(
                file: name,
                reason: "parts of the archive cannot be read: \(walk.problemCount); keyed-archive check tells which",
                status: .answerIsNo
            )
        }
        return .done
    }
}
