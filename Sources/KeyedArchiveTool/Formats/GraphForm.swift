import KeyedArchiving

/// The forms in which a graph can be printed.
enum GraphForm: String, CaseIterable {
    case tree, json, plain, paths, xml, mermaid, dot, html

    /// Whether the form is JSON.
    var isJSON: Bool { self == .json || self == .plain }

    /// The help text about the forms.
    static let help = """
          --format FORMAT  tree for people (the default); json or xml for programs; mermaid or dot (Graphviz) for a
                           diagram with a box for each object, in which collections are folded into arrows
                           plain for JSON that says nothing of archives: {"name":"Ada"}; it loses the classes, the
                           runs of attributed text, the widths of numbers, and whether dates and data were text
                           paths for a line for each place, path: value, also in archives held in data; an object is
                           shown at its shortest path, and at others as → path
                           html for one page with a tree to open, to search and to follow, which loads nothing
        """

    /// The texts before all files, and after them.
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

    /// Prints all files, and the text before and after them.
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
        case .json where layout == .array, .plain where layout == .array:
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

    /// Prints a file, or the value at a path of it.
    ///
    /// - Returns: Whether all parts could be read, if the answer to a line is the only report of it.
    func show(
        _ document: Document,
        of name: InputFiles.Name,
        at path: ArchivePath? = nil,
        _ options: GraphOptions,
        layout: JSONFormat.Layout = .single,
        on console: Console
    ) throws(Failure) -> ExitStatus {
        let (output, file) = (console.output, name.text)
        let shown = ShownFile(document: document, name: file, path: path, isAnswer: isJSON && name.line != nil)
        switch self {
        case .tree:
            let names = options.isStable ? path.map { StableNames(at: $0) } ?? StableNames() : nil
            // A user who asks for one value wants all of its text.
            let limit = options.stringLimit ?? (path == nil ? displayLimit : .max)
            let format = TreeFormat(console, stringLimit: limit, dates: options.dates, names: names)
            try shown.print(as: format, options, on: output)
        case .json:
            return try shown.printJSON(options, from: name.origin, layout, on: output)
        case .plain: return try shown.printPlain(options, layout, on: output)
        case .paths:
            let format = PathsFormat(
                console, file: layout == .array ? file : nil, starts: path.map { .path($0) } ?? .file,
                stringLimit: options.stringLimit ?? .max, dates: options.dates)
            try shown.print(as: format, options, on: output)
        case .xml:
            try shown.print(
                as: XMLFormat(output, file: file, dates: options.wantedDates ?? .seconds), options, on: output)
        case .mermaid: try shown.print(as: DiagramFormat<MermaidSyntax>(output, options), options, on: output)
        case .html: try shown.print(as: HTMLFormat(output, file: file, options), options, on: output)
        case .dot: try shown.print(as: DiagramFormat<DotSyntax>(output, options), options, on: output)
        }
        return .done
    }
}

/// A file that is printed as a graph, or the value at a path of it.
struct ShownFile {
    let document: Document
    let name: String
    var path: ArchivePath?
    /// Whether the output is the answer to a line, which is the only report of unreadable parts.
    var isAnswer = false
    /// The places that a pattern leads to; only their own values are shown.
    var matches: [ArchiveView]?

    /// Prints it.
    ///
    /// - Returns: The format as it is at the end, and whether all could be read.
    @discardableResult
    func print<Format: GraphFormat>(
        as format: Format,
        _ options: GraphOptions,
        on output: TextOutput
    ) throws(Failure) -> (format: Format, status: ExitStatus) {
        var walk = GraphWalk(format, options, output: output)
        if Format.isByPath { walk.options.opensNestedArchives = true }
        do throws(ArchiveError) {
            try output.charging(document.budget) { () throws(ArchiveError) in
                try show(in: &walk)
                walk.format.finish()
            }
        } catch {
            walk.format.endEarly(because: error)
            throw Failure(error, in: name)
        }
        return (walk.format, try report(walk.unshown))
    }

    /// Says that parts couldn't be read.
    ///
    /// - Returns: Whether all could be, where the answer to a line says the rest.
    private func report(_ unshown: UnshownParts) throws(Failure) -> ExitStatus {
        guard let (reason, remedy) = unshown.words else { return .done }
        if isAnswer { return .negativeResult }
        throw Failure(file: name, reason: "\(reason); \(remedy)", status: .negativeResult)
    }

    /// Prints the graph form of JSON.
    ///
    /// - Returns: Whether all parts could be read, for a line; other output throws an error for unreadable parts.
    func printJSON(
        _ options: GraphOptions,
        from origin: [JSONValue.Member],
        _ layout: JSONFormat.Layout,
        on output: TextOutput
    ) throws(Failure) -> ExitStatus {
        try printJSON(options, layout, on: output) { writer throws(ArchiveError) in
            if let path { return try writer.value(at: path, of: document) }
            return try writer.document(document, from: origin)
        }
    }

    /// Prints plain JSON.
    ///
    /// - Returns: Whether all could be read, as ``printJSON(_:from:_:on:)`` does.
    fileprivate func printPlain(
        _ options: GraphOptions,
        _ layout: JSONFormat.Layout,
        on output: TextOutput
    ) throws(Failure) -> ExitStatus {
        try printJSON(options, layout, showsReadings: true, on: output) { writer throws(ArchiveError) in
            let json: JSONValue
            if let path {
                var plain = PlainList(try writer.value(at: path, of: document), charging: document.budget)
                json = try plain.value(at: path)
            } else {
                var plain = PlainList(try writer.document(document), charging: document.budget)
                json = try plain.list()
            }
            return json.plainJSON(options.dates)
        }
    }

    private func printJSON(
        _ options: GraphOptions,
        _ layout: JSONFormat.Layout,
        showsReadings: Bool = false,
        on output: TextOutput,
        making json: (inout GraphWriter) throws(ArchiveError) -> JSONValue
    ) throws(Failure) -> ExitStatus {
        var writer = GraphWriter(
            options, opening: options.opensNestedArchives ? .readable : .never, showsReadings: showsReadings)
        do throws(ArchiveError) {
            // Values nest within bounds, for which not every thread has stack.
            try Thread.withLargeStack { () throws(ArchiveError) in
                let json = try json(&writer)
                try output.charging(document.budget, isWhole: true) { () throws(ArchiveError) in
                    json.write(on: output, isCompact: layout == .lines)
                    if layout != .array { output.write("\n") }
                }
            }
        } catch {
            throw Failure(error, in: name)
        }
        return try report(writer.unshown)
    }

    /// Prints an array with an object for each match, a line each or all in one line.
    ///
    /// - Returns: Whether all could be read, for a line; what is printed otherwise fails if it couldn't.
    func printMatches(_ dates: DateForm, inOneLine: Bool, on output: TextOutput) throws(Failure) -> ExitStatus {
        var unshown = UnshownParts()
        var count = 0
        defer { output.write(count == 0 ? "[]\n" : inOneLine ? "]\n" : "\n]\n") }
        do throws(ArchiveError) {
            try output.charging(document.budget) { () throws(ArchiveError) in
                for (archive, views) in runs(of: matches ?? []) {
                    var values = try GraphValues(of: archive, in: document, dates: dates)
                    for view in views where output.takesMore {
                        let path = PathsFormat.pathText(view.path)
                        try document.budget.step(1 + path.utf8.count / 16)
                        let value = try values.json(of: view.uid.map(PropertyList.uid) ?? view.value)
                        // Where the output ends, it ends after a whole element.
                        let text = TextOutput.kept()
                        text.write(count == 0 ? inOneLine ? "[" : "[\n " : inOneLine ? ", " : ",\n ")
                        JSONValue.object(["$path": .text(path), "$value": value]).write(on: text, isCompact: true)
                        output.write(text.keptBytes())
                        if output.takesMore { count += 1 }
                    }
                    unshown += values.unshown
                }
            }
        } catch {
            throw Failure(error, in: name)
        }
        return try report(unshown)
    }

    private func show<Format>(in walk: inout GraphWalk<Format>) throws(ArchiveError) {
        if let matches { return try show(matches, in: &walk) }
        guard let path else { return try walk.show(document) }
        if case .list = document.content { walk.options.opensNestedArchives = true }
        let found = try document.place(at: path)
        if let value = found.value {
            try walk.show(value, of: found.archive, in: found.document)
        } else if let archive = found.archive {
            try walk.show(archive, in: found.document)
        } else {
            try walk.show(found.document)
        }
    }

    /// Shows the matches of a pattern; successive matches in one archive together.
    private func show<Format>(_ matches: [ArchiveView], in walk: inout GraphWalk<Format>) throws(ArchiveError) {
        (walk.options.maximumDepth, walk.options.opensNestedArchives) = (0, false)
        for (archive, views) in runs(of: matches) {
            if views.first?.isTopLevel == true, let archive {
                walk.sayLeaf(GraphItem(label: .root, content: .archive(archive.facts, holder: nil)))
            } else {
                let values = views.map { view in view.uid.map(PropertyList.uid) ?? view.value ?? .null }
                try walk.show(values, of: archive, in: document)
            }
        }
    }

    /// The matches of a pattern in one archive that follow each other, or a whole archive.
    private func runs(of matches: [ArchiveView]) -> [(archive: ShownArchive?, views: ArraySlice<ArchiveView>)] {
        // Without ! in the pattern all are in the document itself, and their paths needn't be looked at.
        let areNested = path?.steps.contains(.nestedArchive) ?? true
        func holder(_ view: ArchiveView) -> ArraySlice<ArchivePath.Step> {
            areNested ? view.path.steps.stepsToArchive : []
        }
        var runs: [(archive: ShownArchive?, views: ArraySlice<ArchiveView>)] = []
        var rest = matches[...]
        while let first = rest.first {
            let firstHolder = holder(first)
            let archive = firstHolder.isEmpty ? document.content.shown : first.archive.map { .keyed($0) }
            let isWhole = first.isTopLevel && archive != nil
            let end = rest.dropFirst().firstIndex { isWhole || $0.isTopLevel || holder($0) != firstHolder }
            runs.append((archive, rest[..<(end ?? rest.endIndex)]))
            rest = rest[(end ?? rest.endIndex)...]
        }
        return runs
    }
}

extension ArchiveView {
    /// Whether the view is of an archive as a whole.
    fileprivate var isTopLevel: Bool { uid == nil && value == nil }
}

extension [ArchivePath.Step] {
    /// The steps into the innermost archive on a path.
    fileprivate var stepsToArchive: ArraySlice<ArchivePath.Step> {
        self[..<(lastIndex(of: .nestedArchive).map { $0 + 1 } ?? 0)]
    }
}
