/// Prints the manual page, which says what the help of all commands says.
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
        return .done
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
