import KeyedArchiving

/// The forms in which a graph can be printed.
enum GraphForm: String, CaseIterable {
    case tree, json, xml, mermaid, dot, html

    /// What the help of a command says of them.
    static let help = """
          --format FORMAT  tree for people (the default); json or xml for programs; mermaid or dot (Graphviz) for a
                           diagram with a box for each object, in which collections are folded into arrows
                           html for one page with a tree to open, to search and to follow, which loads nothing
        """

    /// What is before all files, and after them.
    private var prologue: String {
        switch self {
        case .xml: XMLFormat.prologue
        case .html: HTMLPage.prologue
        default: ""
        }
    }

    private var epilogue: String {
        switch self {
        case .xml: XMLFormat.epilogue
        case .html: HTMLPage.epilogue
        default: ""
        }
    }

    /// Prints what is around all files, and them.
    func printDocument<Failure>(
        layout: JSONFormat.Layout = .single,
        on console: Console,
        _ printFiles: () throws(Failure) -> ExitStatus
    ) throws(Failure) -> ExitStatus {
        let output = console.output
        output.write(prologue)
        // The page ends also where a file fails.
        defer { output.write(epilogue) }
        switch self {
        case .json where layout == .array:
            output.write("[\n")
            output.beginList(separator: ",\n")
            let status = try printFiles()
            output.endList(with: "\n]\n", ifEmpty: "]\n")
            return status
        case .html:
            output.beginList(separator: ",")
            defer { output.endList(with: "", ifEmpty: "") }
            return try printFiles()
        default: return try printFiles()
        }
    }

    /// Prints a file, or what is at a path of it.
    func show(
        _ opened: OpenedFile,
        at path: ArchivePath? = nil,
        _ options: GraphOptions,
        layout: JSONFormat.Layout = .single,
        on console: Console
    ) throws(Failure) {
        let output = console.output
        switch self {
        case .tree:
            let names = options.isStable ? path.map { StableNames(at: $0) } ?? StableNames() : nil
            // A user who asks for one value wants all of its text.
            let limit = options.stringLimit ?? (path == nil ? displayLimit : .max)
            let format = TreeFormat(console, stringLimit: limit, dates: options.dates, names: names)
            try opened.show(path, as: format, options, on: console)
        case .json:
            let file = path == nil ? opened.file : nil
            try opened.show(path, as: JSONFormat(output, file: file, layout: layout), options, on: console)
        case .xml: try opened.show(path, as: XMLFormat(output, file: opened.file), options, on: console)
        case .mermaid: try opened.show(path, as: DiagramFormat<MermaidSyntax>(output, options), options, on: console)
        case .html: try opened.show(path, as: HTMLFormat(output, file: opened.file, options), options, on: console)
        case .dot: try opened.show(path, as: DiagramFormat<DotSyntax>(output, options), options, on: console)
        }
    }
}

extension OpenedFile {
    /// Prints the graph of the file, or of what is at a path.
    fileprivate func show(
        _ path: ArchivePath? = nil,
        as format: some GraphFormat,
        _ options: GraphOptions,
        on console: Console
    ) throws(Failure) {
        var walk = GraphWalk(format, options, of: self, output: console.output)
        do {
            if let path {
                if case .list = content { walk.options.opensNestedArchives = true }
                let found = try content.place(at: path, limits: limits)
                if let value = found.value {
                    try walk.show(value, of: found.archive)
                } else if let archive = found.archive {
                    try walk.show(archive)
                }
            } else if let archive = content.shown {
                try walk.show(archive)
            } else if case .list(let list) = content {
                try walk.show(list)
            }
        } catch {
            walk.format.endEarly(because: error)
            throw Failure(error, in: file)
        }
        guard walk.problemCount == 0 else {
            let parts = walk.problemCount == 1 ? "one part" : "\(walk.problemCount) parts"
            throw Failure(
                file: file,
                reason: "\(parts) of the archive cannot be read; see keyed-archive check",
                status: .negativeResult
            )
        }
    }
}
