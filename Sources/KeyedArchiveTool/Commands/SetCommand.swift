import KeyedArchiving
import PropertyLists

/// Sets values of a file in its place.
struct SetCommand: Command {
    static let name = "set"
    static let summary = "sets the value at a path, in the file itself"
    static let syntax = Syntax(
        flags: EditOutput.flags.union(["--json", "--everywhere", "--reflow"]),
        options: EditOutput.options.union(InputLimits.options).union(["--type"]),
        operandCount: 3...Int.max,
        operandNames: "FILE, and a PATH and a VALUE for each edit"
    )
    static let help = """
        usage: keyed-archive set FILE PATH VALUE [PATH VALUE]… [--type TYPE | --json] [--everywhere] [--reflow]
                                 [--output OUT] [--backup] [--limits LIMITS]

        Sets what a path leads to, and writes the file in its place. The edits are made one after the other; if one of
        them can't be, the file stays as it was. FILE may be a plain property list, too, whose paths start with its
        keys, and ! opens an archive in its data: 'Colors.Text!root.NSRGB'.

        A pattern, as keyed-archive get takes it, sets everything that it leads to, and how many values were set is
        printed: set family.plist 'root.children[*].name' Byron. A pattern with ** reaches each object once, so what several
        places share is set in one of them, or with --everywhere in all.

        A VALUE is of the kind of what is at the path. Where nothing is, true and false are booleans, what looks like a
        number is one, digits that a number doesn't keep (007, +5, 1e5) need --type, and everything else is text; --type
        string makes text of a number.

          --type TYPE      the kind of the VALUEs: string, integer, real, boolean, date (2001-02-03T04:05:06Z, or seconds
                           since 2001), data (base64), hex (data in hexadecimal digits), uid (#3, the object with that
                           number), nil (whatever VALUE is)
        \(EditedValue.setHelp)
          --everywhere     changes an object that others refer to, too, for all of them; without it, only this place;
                           an object on the way there changes for all in either case
          --reflow         the runs of an attributed string follow its text, as in 'root.NSString': what is equal at the
                           beginning and the end keeps its runs, what is between takes the run before it; without it, a
                           text of several runs is only replaced by one that is as long
        \(EditOutput.help)
        \(InputLimits.help)

        In a sequential archive (a typedstream) a value is replaced by one of its own type: texts, numbers, dates and data,
        values without a name such as 'root.$2', and objects by others of the archive or by nil. For everything else edit
        the JSON of keyed-archive convert.

        An OpenStep property list (text without XML) has text and data only, unless it is in GNUstep's form: a number, a
        boolean or a date that is set in it is written as text, which a note says.

        The last step of a path may be a key that isn't there yet. See keyed-archive get --help for paths, and
        keyed-archive rewrite --help for how the file is replaced.

        """

    private let file: String
    private let edits: [(path: ArchivePath, text: String)]
    private let value: EditedValue
    private let changesEverywhere: Bool
    private let reflows: Bool
    private let output: EditOutput
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        let words = arguments.operands.dropFirst()
        guard words.count.isMultiple(of: 2) else {
            throw .usage("the path \(words.last?.quoted() ?? "") has no VALUE")
        }
        file = arguments.operands[0]
        var edits: [(path: ArchivePath, text: String)] = []
        for position in stride(from: 1, to: arguments.operands.count, by: 2) {
            edits.append((try ArchivePath(operand: arguments.operands[position]), arguments.operands[position + 1]))
        }
        self.edits = edits
        value = try EditedValue(arguments)
        changesEverywhere = arguments.has("--everywhere")
        reflows = arguments.has("--reflow")
        output = try EditOutput(arguments)
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        var count = 0
        try output.write(InputFile(file, limits: limits, on: console), on: console) { edited throws(Failure) in
            for (path, text) in edits {
                guard path.isPattern else {
                    let value = try newValue(of: text, at: path, in: edited)
                    try edited.set(value, at: path, everywhere: changesEverywhere, reflow: reflows)
                    count += 1
                    continue
                }
                count += try edited.setAll(at: path, everywhere: changesEverywhere, reflow: reflows) {
                    view, file throws(Failure) in
                    try value.value(of: text, at: view.path, in: file, replacing: view)
                }
            }
        }
        if edits.contains(where: \.path.isPattern), !output.isStandardOutput(for: file) {
            console.output.write("\(file.escaped()): \(count.counted("value")) set\n")
        }
        return .done
    }

    /// The value of a word; the view of the old value ends here, so that the edit makes no copy for it.
    private func newValue(of text: String, at path: ArchivePath, in edited: EditedFile) throws(Failure) -> NewValue {
        try value.value(of: text, at: path, in: edited, replacing: edited.view(at: path))
    }
}

extension ArchivePath {
    /// The path that an operand names.
    init(operand: String) throws(Failure) {
        do {
            try self.init(operand)
        } catch {
            throw .usage(error.description)
        }
    }
}
