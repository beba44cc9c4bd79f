import KeyedArchiving

/// Prints one value of an archive.
struct GetCommand: Command {
    static let name = "get"
    static let summary = "prints the value at a path"
    static let syntax = Syntax(
        flags: GraphOptions.flags.union(["--json", "--text", "--bytes"]),
        options: GraphOptions.options.union(InputLimits.options).union(["--format"]),
        operandCount: 2...2,
        operandNames: "FILE and PATH"
    )
    static let help = """
        usage: keyed-archive get FILE PATH [--format FORMAT] [--json] [--text] [--bytes] [--nested] [--max-depth N]
                                [--max-boxes N] [--strings N] [--dates FORM] [--raw] [--stable] [--limits LIMITS]

        Prints the value at a path such as root.items[2].name; an object is printed as its tree.

        A path starts with a top-level key, or with a key of a property list that isn't an archive. A name is a field of an
        object or a key of a dictionary, a number in brackets a position in an array or a set, and ! opens the archive held
        in data: Font!root.NSName. In a sequential archive the object that was archived is root, and its values without a name
        are $0, $1 and so on: 'root.$2'. A name with other characters than letters, digits, _, $ and - stands in quotes:
        root."NS.objects".

          --text           prints text, attributed text, URLs, numbers and dates as they are, without quotes
          --bytes          prints what is in data as it is; not to a terminal
        \(GraphForm.help)
          --json           is short for --format json
        \(GraphOptions.help)
        \(InputLimits.help)

        Exit status 1 says that there is nothing at the path.

        """

    private let file: String
    private let path: ArchivePath
    private let form: GraphForm
    /// What is printed as it is, instead of being shown.
    private let part: ContentFormat.Part?
    private let options: GraphOptions
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        file = arguments.operands[0]
        path = try ArchivePath(operand: arguments.operands[1])
        let kinds = ["--text", "--bytes", "--json", "--format"].filter {
            arguments.has($0) || arguments.text(of: $0) != nil
        }
        let isJSON = arguments.has("--json")
        part = arguments.has("--text") ? .text : arguments.has("--bytes") ? .bytes : nil
        if part != nil, kinds.count > 1 { throw .usage("\(kinds.joined(separator: " and ")) exclude each other") }
        form = try arguments.value(of: "--format", as: GraphForm.self) ?? (isJSON ? .json : .tree)
        if isJSON, form != .json { throw .usage("--json and --format \(form.rawValue) exclude each other") }
        options = try GraphOptions(arguments)
        if options.isStable, form != .tree { throw .usage("--stable is for the tree") }
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        let document = try InputFile(file, limits: limits, on: console).document()
        if let part { return try print(part, of: document, on: console) }
        return try form.printDocument(on: console) { () throws(Failure) in
            try form.show(document, of: file, at: path, options, on: console)
            return .done
        }
    }

    /// Prints what is at the path as it is.
    private func print(
        _ part: ContentFormat.Part,
        of document: Document,
        on console: Console
    ) throws(Failure) -> ExitStatus {
        let shown = ShownFile(document: document, name: file, path: path)
        if part == .bytes, console.isTerminal {
            throw .usage("standard output is a terminal, which shows no binary data; write to a file or to a pipe")
        }
        var options = options
        (options.maximumDepth, options.opensNestedArchives) = (0, false)
        let format = try shown.print(
            as: ContentFormat(part, console.output, dates: options.dates), options, on: console.output)
        guard let refused = format.refused else { return .done }
        let words = part == .text ? "--text prints text, numbers and dates" : "--bytes prints data"
        throw Failure(file: file, reason: "\(path) is \(refused); \(words)", status: .negativeResult)
    }
}
