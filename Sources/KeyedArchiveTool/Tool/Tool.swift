/// Finds the command that the first word names, and runs it.
package enum Tool {
    static var commands: [any Command.Type] {
        [
            DumpCommand.self,
            CheckCommand.self,
            ObjectsCommand.self,
            RewriteCommand.self,
            GetCommand.self,
            SetCommand.self,
            DeleteCommand.self,
            DiffCommand.self,
            ClassesCommand.self,
            AuditCommand.self,
            ConvertCommand.self,
        ]
    }

    static let help = """
        usage: keyed-archive COMMAND …

        Looks inside keyed archives, the files that NSKeyedArchiver writes.

        \(commands.map { "  " + $0.name.padded(to: 9) + $0.summary }.joined(separator: "\n"))

        keyed-archive COMMAND --help explains a command. A FILE of - is standard input.

        Exit status: 0 success; 1 negative result (invalid, not found); 2 could not run (bad usage, a file
        that cannot be read or written). Errors go to standard error, one line each: keyed-archive: FILE: …

        """

    /// Runs the tool with the words of a command line.
    package static func run(_ words: some Collection<String>, on console: Console) -> ExitStatus {
        guard let name = words.first else {
            console.report(.usage("which command? see keyed-archive --help"))
            return .couldNotRun
        }
        if name == "--help" || name == "-h" || name == "help" {
            console.output.write(help)
            return .done
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            console.report(.usage("there is no command \(name.quoted()); see keyed-archive --help"))
            return .couldNotRun
        }
        return run(command, words.dropFirst(), on: console)
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
            let arguments = try Arguments(words, command.syntax)
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
