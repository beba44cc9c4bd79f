import KeyedArchiving

/// Prints one value of an archive.
struct GetCommand: Command {
    static let name = "get"
    static let summary = "prints the value at a path, or all that a pattern leads to"
    static let syntax = Syntax(
        flags: GraphOptions.flags.union(LineAnswers.flags).union(["--json", "--text", "--bytes"]),
        options: GraphOptions.options.union(InputLimits.options).union(LineAnswers.options).union(LineAnswers.jobs)
            .union(["--format"]),
        operandCount: 2...2,
        operandNames: "FILE and PATH",
        formats: GraphForm.allCases.map(\.rawValue)
    )
    static let help = """
        usage: keyed-archive get FILE PATH [--format FORMAT] [--json] [--text] [--bytes] [--nested] [--max-depth N]
                                [--max-boxes N] [--strings N] [--dates FORM] [--raw] [--stable] [--lines]
                                [--field NAME] [--jobs N] [--limits LIMITS]

        Prints the value at a path such as root.items[2].name; an object is printed as its tree.

        A path starts with a top-level key, or with a key of a property list that isn't an archive. A name is a field of an
        object or a key of a dictionary, a number in brackets a position in an array or a set, and ! opens the archive held
        in data: Font!root.NSName. In a sequential archive the object that was archived is root, and its values without a name
        are $0, $1 and so on: 'root.$2'. A name with other characters than letters, digits, _, $ and - stands in quotes:
        root."NS.objects".

        A pattern prints a line for each place that it leads to, PATH: VALUE, as keyed-archive find does: root.items[*].name
        for all elements, 'root.*' for all fields or entries, 'root.**' for all that can be reached, each object once,
        '**<NSColor>' for the objects of a class, '**!' for the archives in data.

          --text           prints text, attributed text, URLs, numbers and dates as they are, without quotes
          --bytes          prints what is in data as it is; not to a terminal
        \(GraphForm.help)
          --json           is short for --format json; of a pattern an array with {"$path":…,"$value":…} for each place,
                           as --max-depth 0 shows it: an object that holds others is {"$cut":id,"$class":…}
          --lines          answers each line of the FILE by a line: JSON, or what --text and --bytes print, with
                           line ends as \\n and data as base64 or hexadecimal digits
        \(LineAnswers.help)
        \(LineAnswers.jobsHelp)
        \(GraphOptions.help)
        \(InputLimits.help)

        \(LineAnswers.article)

        Exit status 1 says that there is nothing at the path.

        """

    private let files: InputFiles
    private let path: ArchivePath
    private let form: GraphForm
    /// The raw part to print, the text or the bytes; nil to print a form of the graph.
    private let part: ContentFormat.Part?
    private let options: GraphOptions
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        files = try InputFiles(arguments, maximumCount: 1)
        path = try ArchivePath(operand: arguments.operands[1])
        let kinds = ["--text", "--bytes", "--json", "--format"].filter {
            arguments.has($0) || arguments.text(of: $0) != nil
        }
        let isJSON = arguments.has("--json")
        part = arguments.has("--text") ? .text : arguments.has("--bytes") ? .bytes : nil
        if part != nil, kinds.count > 1 { throw .usage("\(kinds.joined(separator: " and ")) exclude each other") }
        let isLines = files.readsLines && part == nil
        form = try arguments.value(of: "--format", as: GraphForm.self) ?? (isJSON || isLines ? .json : .tree)
        if isJSON && form != .json || isLines && !form.isJSON {
            throw .usage("\(isJSON ? "--json" : files.linesOption) and --format \(form.rawValue) exclude each other")
        }
        options = try GraphOptions(arguments, for: part == nil ? form : nil)
        if path.isPattern, part == nil, ![.tree, .json, .paths].contains(form) {
            throw .usage("a pattern prints lines; name one of their paths for --format \(form.rawValue)")
        }
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        if part == .bytes, console.isTerminal { throw .binaryToTerminal }
        let queue = InputQueue(files, on: console)
        let layout: JSONFormat.Layout = queue.holdsLines || files.readsLines ? .lines : .single
        let answered: LineAnswers.Form =
            part == .text ? .text : part == .bytes ? .bytes : form.isJSON ? .json(layout) : .words
        if part != nil { return get(queue, as: answered, layout, on: console) }
        return try form.printDocument(on: console) { () throws(Failure) in
            get(queue, as: answered, layout, on: console)
        }
    }

    private func get(
        _ queue: InputQueue,
        as answered: LineAnswers.Form,
        _ layout: JSONFormat.Layout,
        on console: Console
    ) -> ExitStatus {
        console.forEach(of: queue, answering: LineAnswers(answered, in: files)) { file, console throws(Failure) in
            let document = try InputFile(file, limits: limits, on: console).document()
            if path.isPattern { return try printMatches(in: document, of: file, on: console) }
            guard let part else {
                return try form.show(document, of: file, at: path, options, layout: layout, on: console)
            }
            try print(part, of: ShownFile(document: document, name: file.text, path: path), on: console)
            return .done
        }
    }

    /// Prints each place that the pattern leads to, as a line or as it is.
    private func printMatches(
        in document: Document,
        of file: InputFiles.Name,
        on console: Console
    ) throws(Failure) -> ExitStatus {
        var shown = ShownFile(
            document: document, name: file.text, path: path, isAnswer: form.isJSON && file.line != nil)
        do throws(ArchiveError) {
            shown.matches = try document.content.matches(path, charging: document.budget)
        } catch {
            throw Failure(error, in: file.text)
        }
        if let part {
            try print(part, of: shown, on: console)
            return .done
        }
        if form == .json {
            return try shown.printMatches(options.dates, inOneLine: files.readsLines, on: console.output)
        }
        let format = PathsFormat(
            console, file: nil, starts: .matches(shown.matches ?? []), stringLimit: options.stringLimit ?? .max,
            dates: options.dates)
        return try shown.print(as: format, options, on: console.output).status
    }

    /// Prints the raw text or bytes of the values at the path.
    private func print(_ part: ContentFormat.Part, of shown: ShownFile, on console: Console) throws(Failure) {
        var options = options
        (options.maximumDepth, options.opensNestedArchives) = (0, false)
        let format = try shown.print(
            as: ContentFormat(part, console.output, dates: options.dates), options, on: console.output
        ).format
        guard let refused = format.refused else { return }
        let (name, kinds, other) =
            part == .text ? ("--text", "text, a number or a date", "--bytes") : ("--bytes", "data", "--text")
        let error = ArchiveError(
            .invalidType, "\(refused.shown) isn't \(kinds)", path: path,
            remedy: refused.isOtherPart ? "print it with \(other)" : "leave \(name) out")
        throw Failure(error, in: shown.name)
    }
}
