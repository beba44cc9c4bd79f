import KeyedArchiving

/// Prints the places at which something stands in archives.
struct FindCommand: Command {
    static let name = "find"
    static let summary = "prints where a text, a number, a date or a class stands, and where archives are in any file"
    static let syntax = Syntax(
        flags: InputFiles.flags.union(["--regex", "--ignore-case", "--json", "--archives"]),
        options: InputFiles.options.union(InputLimits.options)
            .union(["--number", "--date", "--class", "--strings", "--dates"]),
        operandCount: 1...Int.max,
        operandNames: "TEXT and one FILE or more, or with --number, --date, --class or --archives one FILE or more"
    )
    static let help = """
        usage: keyed-archive find TEXT FILE… [--regex] [--ignore-case] [--json] [--strings N] [--dates FORM]
                                  [--recursive] [--include NAMES] [--exclude NAMES] [--jobs N] [--limits LIMITS]
               keyed-archive find --number N | --date DATE | --class NAME FILE… [--strings N] …
               keyed-archive find --archives FILE… [--json] [--recursive] …

        Prints a line for each place at which TEXT is a part of a text, an attributed text, a URL or a dictionary's key:

          FILE: PATH: VALUE

        The PATH is one that keyed-archive get and set take, also into archives held in data, which are always searched.
        Neither FILE nor PATH has a colon in it, so that cut -d: takes the line apart: a name of a file that has one
        stands in quotes, and the colon in it is \\u{3A}. An object stands at its shortest path.

          --regex          TEXT is a regular expression: . [a-z] [^…] \\d \\w \\s \\b ^ $ ( ) | * + ? {m,n}; the time that
                           it takes grows with the text only
          --ignore-case    takes small and capital letters as the same; short: -i
          --number N       finds numbers of any kind that are equal to N
          --date DATE      finds dates that begin so in ISO form and in UTC: 2026, 2026-09, 2026-09-01T12
          --class NAME     finds objects of a class and of those below it
          --archives       finds archives in files of any kind: behind a prefix, in text as base64 or hexadecimal digits,
                           in databases and memory dumps; see below
          --json           prints a line of JSON for each place, {"$file":…,"$path":…,"$value":…}, with values as
                           keyed-archive dump --format json --max-depth 0 shows them: an object that holds others is
                           {"$cut":id,"$class":…}; {"$file":…,"$error":…} for a FILE that fails
          --strings N      shows up to N characters of each text
          --dates FORM     shows dates as iso, local or seconds; see keyed-archive dump --help
        \(InputFiles.help)
        \(InputLimits.help)

        --archives prints a line for each keyed or sequential archive, in the order of the file, those in data of others
        too:

          FILE@BYTE: SIZE, KIND: CLASSES

        FILE@BYTE is what other commands take as a FILE; with --json the line is {"$file":…,"$offset":…,"$size":…,
        "$kind":…,"$code":…,"$classes":[…]}. A file may be larger than memory, each archive as large as a FILE may be. An
        archive in text is found where the text begins with it, and none is found that isn't whole. In an SQLite database
        an archive may go on in other pages, but its first seven bytes stand in one. Where a sequential archive ends
        isn't written in it: its size goes to the end of the last object that other bytes follow.

        Files with what is found: keyed-archive find Ada -r . | cut -d: -f1 | sort -u

        Exit status 1 says that nothing was found, 2 that a file couldn't be read, whatever was found in others.

        """

    private let files: InputFiles
    /// The search term; nil for a search for archives.
    private let term: SearchTerm?
    /// The number that TEXT is, with its digits: a hint says where only that is found; nil for other terms.
    private let number: (term: SearchTerm, text: String)?
    private let printsJSON: Bool
    private let options: GraphOptions
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        let criteria = ["--number", "--date", "--class", "--archives"].filter {
            arguments.text(of: $0) != nil || arguments.has($0)
        }
        guard criteria.count <= 1 else { throw .usage("\(criteria.joined(separator: " and ")) exclude each other") }
        let isText = criteria.isEmpty
        let ignoresCase = arguments.has("--ignore-case")
        if !isText, arguments.has("--regex") || ignoresCase {
            throw .usage("--regex and --ignore-case are for TEXT, not for \(criteria[0])")
        }
        guard !isText || arguments.operands.count > 1 else {
            throw .usage("the operands are TEXT and FILE; 1 is given")
        }
        var files = try InputFiles(arguments, droppingFirst: isText ? 1 : 0)
        files.areWhole = arguments.has("--archives")
        self.files = files
        let text = arguments.operands.first ?? ""
        let isNumber = isText && !arguments.has("--regex") && text.contains(where: \.isNumber)
        number = isNumber ? (try? SearchTerm(number: text)).map { (term: $0, text: text) } : nil
        if arguments.has("--archives") {
            term = nil
        } else if let number = arguments.text(of: "--number") {
            term = try SearchTerm(number: number)
        } else if let date = arguments.text(of: "--date") {
            term = try SearchTerm(date: date)
        } else if let name = arguments.text(of: "--class") {
            term = .ofClass(name)
        } else if arguments.has("--regex") {
            term = .pattern(try LinearPattern(arguments.operands[0], ignoringCase: ignoresCase))
        } else {
            term = .text(TextSearch(arguments.operands[0], ignoringCase: ignoresCase))
        }
        printsJSON = arguments.has("--json")
        for option in ["--strings", "--dates"] where term == nil && arguments.text(of: option) != nil {
            throw .usage("--archives prints no values; leave \(option) out")
        }
        options = try GraphOptions(arguments, for: printsJSON ? .json : .paths)
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        var matchCount = 0
        var hasNumber = false
        var worst = ExitStatus.done
        let answers = LineAnswers(printsJSON ? .json(.lines) : .words, in: files)
        let status = console.collect(of: files) { file, console throws(Failure) in
            var found = (count: 0, hasNumber: false)
            let status = try answers.answerFile(file, on: console) { file, console throws(Failure) in
                found = try find(file, on: console)
                return .done
            }
            return (count: found.count, hasNumber: found.hasNumber, status: status)
        } take: {
            matchCount += $0.count
            hasNumber = hasNumber || $0.hasNumber
            worst = max(worst, $0.status)
        }
        if let number, matchCount == 0, hasNumber {
            let reason = "no text has \(number.text) in it, but there is the number; find it by --number \(number.text)"
            console.report(Failure(reason: reason, status: .negativeResult))
        }
        // What couldn't be read may hold what is searched for.
        if max(status, worst) > .done { return .couldNotRun }
        return matchCount > 0 ? .done : .negativeResult
    }

    /// Prints the matches of one file.
    ///
    /// - Returns: How many there are, and whether the number is there that the text is.
    private func find(
        _ file: InputFiles.Name,
        on console: Console
    ) throws(Failure) -> (count: Int, hasNumber: Bool) {
        let input = InputFile(file, limits: limits, on: console)
        guard let term else { return (try findArchives(file, input, on: console), false) }
        guard let document = try input.document(of: file) else { return (0, false) }
        let format = PathsFormat(
            console, file: file.text, search: term, alternative: number?.term, stringLimit: options.stringLimit ?? .max,
            dates: options.dates,
            form: printsJSON ? .jsonLines(document, file: file.text) : .words)
        let shown = ShownFile(document: document, name: file.text)
        let printed = try shown.print(as: format, options, on: console.output).format
        return (printed.matchCount, printed.hasAlternative)
    }

    /// Prints the archives in a file of any kind.
    ///
    /// - Returns: How many there are.
    private func findArchives(_ file: InputFiles.Name, _ input: InputFile, on console: Console) throws(Failure) -> Int {
        if let fault = file.fault { throw .inaccessible(file.text, fault.reason) }
        return try input.withSource { source throws(Failure) in
            let budget = DocumentBudget(inputSize: source.count, limits: limits)
            do throws(ScanFailure) {
                let found = try FoundArchive.all(in: source, charging: budget)
                do throws(ArchiveError) {
                    try console.output.charging(budget, isWhole: printsJSON) {
                        for archive in found where console.output.takesMore {
                            guard printsJSON else {
                                console.output.write(archive.line(in: file.text, console.palette))
                                continue
                            }
                            archive.json(in: file.text).write(on: console.output, isCompact: true)
                            console.output.write("\n")
                        }
                    }
                } catch {
                    throw .limit(error)
                }
                return found.count
            } catch {
                throw error.inFile(file.text)
            }
        }
    }
}
