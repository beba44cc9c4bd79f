import KeyedArchiving
import PropertyLists

/// Prints the resolved graph of archives.
struct DumpCommand: Command {
    static let name = "dump"
    static let summary = "prints what archives hold as a tree, JSON, XML or a diagram"
    static let syntax = Syntax(
        flags: GraphOptions.flags.union(InputFiles.flags).union(LineAnswers.flags).union(["--json"]),
        options: GraphOptions.options.union(InputFiles.options).union(InputLimits.options)
            .union(LineAnswers.options).union(["--format"]),
        operandCount: 1...Int.max,
        operandNames: "one FILE or more",
        formats: GraphForm.allCases.map(\.rawValue)
    )
    static let help = """
        usage: keyed-archive dump FILE… [--format FORMAT] [--nested] [--max-depth N] [--max-boxes N] [--strings N]
                                 [--dates FORM] [--raw] [--stable] [--json] [--lines] [--field NAME]
                                 [--recursive] [--include NAMES] [--exclude NAMES] [--jobs N] [--limits LIMITS]

        Prints what each archive holds, from its top-level keys down. A FILE may be any property list: binary, XML or
        OpenStep text, or one of these written in hexadecimal digits or base64. A sequential archive (a typedstream, which
        NSArchiver writes) is shown alike: Foundation's objects by their values, all others with their values in the
        order in which they were encoded, as fields $0, $1 and so on after the types ($types).

        \(GraphForm.help)
          --json           is short for --format json
          --lines          prints JSON with one line for each file, and for each line of one of text
        \(LineAnswers.help)
        \(GraphOptions.help)
        \(InputFiles.help)
        \(InputLimits.help)

        \(LineAnswers.article)

        In the tree, an object that several others refer to stands once, where its shortest path leads, as #3 Person,
        and elsewhere as → #3 Person. The number is its UID, its place in the table of keyed-archive objects. A chain of
        objects that nests very deep goes on at the left margin. Strings and data are shortened, and characters that a
        terminal does not show are escaped. With --stable an object stands where it is seen first.

        With --stable, git shows changes of archives as text:
          echo '*.plist diff=keyed-archive' >> .gitattributes
          git config diff.keyed-archive.textconv 'sh -c '\\''keyed-archive dump --stable "$0" 2>/dev/null || cat "$0"'\\'

        \(JSONFormat.help)
        \(XMLFormat.help)
        """

    private let files: InputFiles
    private let form: GraphForm
    private let printsLines: Bool
    private let options: GraphOptions
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        files = try InputFiles(arguments)
        printsLines = files.readsLines
        let isJSON = printsLines || arguments.has("--json")
        form = try arguments.value(of: "--format", as: GraphForm.self) ?? (isJSON ? .json : .tree)
        if isJSON, form != .json, arguments.has("--json") || !form.isJSON {
            throw .usage(
                "\(printsLines ? files.linesOption : "--json") and --format \(form.rawValue) exclude each other")
        }
        options = try GraphOptions(arguments, for: form)
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        let queue = InputQueue(files, on: console)
        let layout: JSONFormat.Layout = printsLines ? .lines : queue.areMany ? .array : .single
        return try form.printDocument(layout: layout, on: console) { () throws(Failure) in
            let answers = LineAnswers(form.isJSON ? .json(layout) : .words, in: files)
            return console.forEach(of: queue, answering: answers) { file, console throws(Failure) in
                let input = InputFile(file, limits: limits, on: console)
                guard let document = try input.document(of: file) else { return .done }
                if form == .tree, layout == .array { console.output.write("\(file.text.escaped()):\n") }
                return try form.show(document, of: file, options, layout: layout, on: console)
            }
        }
    }
}
