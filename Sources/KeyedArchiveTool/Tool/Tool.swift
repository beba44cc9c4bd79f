/// Finds the command that the first word names, and runs it.
package enum Tool {
    static var commands: [any Command.Type] {
        [
            DumpCommand.self,
            CheckCommand.self,
            ObjectsCommand.self,
            RewriteCommand.self,
            GetCommand.self,
            FindCommand.self,
            SetCommand.self,
            AppendCommand.self,
            InsertCommand.self,
            MoveCommand.self,
            RenameCommand.self,
            DeleteCommand.self,
            DiffCommand.self,
            ClassesCommand.self,
            AuditCommand.self,
            ConvertCommand.self,
            GenerateCommand.self,
            CompletionsCommand.self,
            ManualCommand.self,
        ]
    }

    /// The version that `--version` prints, the newest of CHANGELOG.md.
    static let version = "0.1.0"

    static let help = """
        usage: keyed-archive COMMAND …
               keyed-archive FILE…

        Looks inside keyed archives, the files that NSKeyedArchiver writes, and changes them. Sequential archives
        (typedstreams), which NSArchiver wrote before, are read and converted. A FILE alone is dumped.

        \(commands.map { "  " + $0.name.padded(to: 12) + $0.summary }.joined(separator: "\n"))

        Short options: -f --format, -i --ignore-case, -j --jobs, -n --nested, -o --output, -r --recursive, -t --type.

        keyed-archive help COMMAND explains a command, --version prints the version. A FILE of - is standard input, and
        FILE@BYTE is what begins at a byte of a file, such as one of those that find --archives prints: disk.img@0x4000.

        Exit status: 0 success; 1 negative result (invalid, not found); 2 could not run (bad usage, a file
        that cannot be read or written). Errors go to standard error, one line each: keyed-archive: FILE: …

        """

    /// Runs the tool with the words of a command line.
    package static func run(_ words: some Collection<String>, on console: Console) -> ExitStatus {
        guard let name = words.first else {
            console.report(.usage("which command? see keyed-archive --help"))
            return .couldNotRun
        }
        switch name {
        case "--help", "-h", "help": return explain(words.dropFirst(), on: console)
        case "--version":
            console.output.write("keyed-archive \(version)\n")
            return .done
        default: break
        }
        if let command = command(named: name) { return run(command, words.dropFirst(), on: console) }
        // A name of a file that isn't there is reported as that.
        if InputFiles.Name(operand: name).exists || name == "-" || name.contains("/")
            || name.hasPrefix("-") && words.contains(where: { InputFiles.Name(operand: $0).exists })
        {
            return run(DumpCommand.self, words, on: console)
        }
        return reportUnknown(name, on: console)
    }

    /// Prints the explanation of a command, or of the tool.
    private static func explain(_ words: some Collection<String>, on console: Console) -> ExitStatus {
        guard let name = words.first, !name.hasPrefix("-") else {
            console.output.write(help)
            return .done
        }
        guard let command = command(named: name) else { return reportUnknown(name, on: console) }
        console.output.write(command.help)
        return .done
    }

    private static func command(named name: String) -> (any Command.Type)? {
        commands.first { $0.name == name }
    }

    private static func reportUnknown(_ name: String, on console: Console) -> ExitStatus {
        let known = name.hasPrefix("-") ? ["--version", "--help"] : commands.map { $0.name }
        let nearest = Suggestion.text(for: name, among: known)
        let kind = name.hasPrefix("-") ? "option" : name.contains(".") ? "command or file" : "command"
        console.report(.usage("there is no \(kind) \(name.quoted())\(nearest); see keyed-archive --help"))
        return .couldNotRun
    }

    private static func run(
        _ command: any Command.Type,
        _ words: some Collection<String>,
        on console: Console
    ) -> ExitStatus {
        if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            console.output.write(command.help)
            return .done
        }
        do {
            let arguments = try Arguments(words, command.syntax, help: command.help)
            return try command.init(arguments).run(on: console)
        } catch {
            var failure = error
            if failure.file == nil { failure.reason += "; see keyed-archive \(command.name) --help" }
            console.report(failure)
            return failure.status
        }
    }
}

extension String {
    /// The text with spaces after it, up to a width.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
