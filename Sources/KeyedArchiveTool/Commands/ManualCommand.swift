/// Prints the manual page, which has the help of all commands.
struct ManualCommand: Command {
    static let name = "manual"
    static let summary = "prints the manual page"
    static let syntax = Syntax(operandCount: 0...0, operandNames: "none")
    static let help = """
        usage: keyed-archive manual

        Prints the manual page, in the language of man:
          keyed-archive manual | man -l -
          keyed-archive manual > ~/.local/share/man/man1/keyed-archive.1

        """

    init(_ arguments: Arguments) throws(Failure) {}

    func run(on console: Console) throws(Failure) -> ExitStatus {
        let output = console.output
        output.write(
            """
            .TH KEYED-ARCHIVE 1
            .SH NAME
            keyed-archive \\- look inside keyed archives, the files that NSKeyedArchiver writes
            .SH SYNOPSIS
            .B keyed-archive
            .I COMMAND
            \\&...
            .SH DESCRIPTION
            .nf

            """)
        output.write(Self.roff(Tool.help))
        output.write(".fi\n.SH COMMANDS\n")
        for command in Tool.commands {
            output.write(".SS \(command.name)\n.nf\n")
            output.write(Self.roff(command.help))
            output.write(".fi\n")
        }
        output.write(".SH OPTIONS\n")
        for option in Self.options { Self.write(option, on: output) }
        output.write(".SH EXIT STATUS\n")
        for (status, meaning) in Self.exitStatuses { output.write(".TP\n.B \(status)\n\(Self.roff(meaning))") }
        output.write(".SH EXAMPLES\n")
        for (line, meaning) in Self.examples {
            output.write(".TP\n.B \(Self.roff(line))\(Self.roff(meaning))")
        }
        return .done
    }

    private static let exitStatuses = [
        ("0", "Done: printed, written, equal, valid, found."),
        ("1", "The answer is no: invalid, different, not found, or a file isn't what the command needs."),
        (
            "2",
            "It could not run: bad usage, or a file that can't be read or written; of diff also files of other kinds."
        ),
    ]

    private static let examples = [
        ("keyed-archive dump family.plist", "Shows what an archive holds, as a tree."),
        ("keyed-archive get family.plist 'root.children[*].name' --text", "Prints the names of all children."),
        ("keyed-archive find Ada -r .", "Finds a text in all archives of a folder, with the paths where it stands."),
        ("keyed-archive find --archives disk.img", "Finds archives in a file of any kind."),
        ("keyed-archive dump disk.img@16384", "Shows one of them."),
        ("keyed-archive set family.plist root.name Grace --backup", "Changes a value in the file itself."),
        (
            "keyed-archive convert family.plist family.json",
            "Makes JSON of an archive, for changes; the next line makes an archive of it."
        ),
        ("keyed-archive convert family.json family.plist", "Makes an archive of that JSON."),
        ("keyed-archive diff old.plist new.plist", "Prints what differs between two archives."),
        (
            "sqlite3 chat.db 'select hex(body) from message' | keyed-archive dump - --lines",
            "Answers each row by a line."
        ),
    ]

    /// An option as several commands explain it, or one.
    private struct Option {
        var option: CommandOption
        var commands: [String]
    }

    /// The options of all commands by their names; one that commands explain in other words is there several times.
    private static var options: [Option] {
        var options: [Option] = []
        for command in Tool.commands {
            for option in CommandOption.all(of: command) {
                let known = options.firstIndex {
                    $0.option.name == option.name && $0.option.explanation == option.explanation
                }
                if let known {
                    options[known].commands.append(command.name)
                } else {
                    options.append(Option(option: option, commands: [command.name]))
                }
            }
        }
        // Those of one name stay in the order of the commands.
        return options.enumerated().sorted {
            ($0.element.option.name, $0.offset) < ($1.element.option.name, $1.offset)
        }.map(\.element)
    }

    private static func write(_ option: Option, on output: TextOutput) {
        let short = Arguments.shortName(of: option.option.name).map { "\($0), " } ?? ""
        output.write(".TP\n.B \(roff("\(short)\(option.option.name) \(option.option.valueName)".trimmed))")
        output.write(roff("(\(option.commands.joined(separator: ", ")))"))
        output.write(roff(option.option.explanation.joined(separator: "\n")))
    }

    /// Text as lines that roff prints as they are.
    private static func roff(_ text: String) -> String {
        var lines = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let escaped = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
            // A dot or a quote at the start would make it a command.
            lines += (escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" : "") + escaped + "\n"
        }
        return lines
    }
}

extension String {
    /// The text without spaces at its end.
    fileprivate var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
