import KeyedArchiving

/// Prints the resolved graph of archives.
struct DumpCommand: Command {
    static let name = "dump"
    static let summary = "prints what archives hold as a tree, JSON, XML or a diagram"
    static let syntax = Syntax(
        flags: GraphOptions.flags.union(InputFiles.flags).union(["--lines", "--json"]),
        options: GraphOptions.options.union(InputFiles.options).union(InputLimits.options).union(["--format"]),
        operandCount: 1...Int.max,
        operandNames: "one FILE or more"
    )
    static let help = """
        usage: keyed-archive dump FILE… [--format FORMAT] [--nested] [--max-depth N] [--strings N] [--dates FORM]
                                 [--raw] [--stable] [--json] [--lines] [--recursive] [--include NAMES]
                                 [--exclude NAMES] [--jobs N] [--limits LIMITS]

        Prints what each archive holds, from its top-level keys down. A FILE may be any property list: binary, XML or
        OpenStep text, or one of these written in hexadecimal digits or base64.

          --format FORMAT  tree for people (the default); json or xml for programs; mermaid or dot (Graphviz) for a
                           diagram with a box for each object
          --json           is short for --format json
          --lines          prints JSON with one line for each file
        \(GraphOptions.help)
        \(InputFiles.help)
        \(InputLimits.help)

        In the tree, an object that several others refer to stands once, as #3 Person, and elsewhere as → #3 Person. The
        number is its UID, its place in the table of keyed-archive objects. A chain of objects that nests very deep goes
        on at the left margin. Strings and data are shortened, and characters that a terminal does not show are escaped.

        With --stable, git shows changes of archives as text:
          echo '*.plist diff=keyed-archive' >> .gitattributes
          git config diff.keyed-archive.textconv 'sh -c '\\''keyed-archive dump --stable "$0" 2>/dev/null || cat "$0"'\\'

        \(JSONFormat.help)
        \(XMLFormat.help)
        """

    /// The forms in which a graph can be printed.
    enum Form: String, CaseIterable {
        case tree, json, xml, mermaid, dot
    }

    private let files: InputFiles
    private let form: Form
    private let printsLines: Bool
    private let options: GraphOptions
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        files = try InputFiles(arguments)
        printsLines = arguments.has("--lines")
        let isJSON = printsLines || arguments.has("--json")
        form = try arguments.value(of: "--format", as: Form.self) ?? (isJSON ? .json : .tree)
        if isJSON, form != .json { throw .usage("\(printsLines ? "--lines" : "--json") is for --format json") }
        options = try GraphOptions(arguments)
        if options.isStable, form != .tree { throw .usage("--stable is for the tree") }
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        let printsArray = form == .json && files.areMany && !printsLines
        if form == .xml { console.output.write(XMLFormat.prologue) }
        if printsArray {
            console.output.write("[\n")
            console.output.beginList(separator: ",\n")
        }
        let status = console.forEach(of: files) { file, console throws(Failure) in
            let opened = try InputFile(file.path, limits: limits, on: console).content(of: file)
            if let opened { try dump(opened, on: console) }
            return .done
        }
        if form == .xml { console.output.write(XMLFormat.epilogue) }
        if printsArray { console.output.endList(with: "\n]\n", ifEmpty: "]\n") }
        return status
    }

    private func dump(_ opened: OpenedFile, on console: Console) throws(Failure) {
        switch form {
        case .tree:
            if files.areMany { console.output.write("\(opened.file.escaped()):\n") }
            let format = TreeFormat(
                console, stringLimit: options.stringLimit ?? displayLimit, dates: options.dates,
                names: options.isStable ? StableNames() : nil)
            try opened.show(as: format, options, on: console)
        case .json:
            let layout: JSONFormat.Layout = printsLines ? .lines : files.areMany ? .array : .single
            try opened.show(as: JSONFormat(console.output, file: opened.file, layout: layout), options, on: console)
        case .xml: try opened.show(as: XMLFormat(console.output, file: opened.file), options, on: console)
        case .mermaid: try opened.show(as: DiagramFormat<MermaidSyntax>(console.output), options, on: console)
        case .dot: try opened.show(as: DiagramFormat<DotSyntax>(console.output), options, on: console)
        }
    }
}
