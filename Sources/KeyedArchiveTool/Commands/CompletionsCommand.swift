/// Prints the script with which a shell completes the words of a command line.
struct CompletionsCommand: Command {
    static let name = "completions"
    static let summary = "prints completions for bash, zsh or fish"
    static let syntax = Syntax(operandCount: 1...1, operandNames: "bash, zsh or fish")
    static let help = """
        usage: keyed-archive completions bash|zsh|fish

        Prints a script by which a shell completes commands, options and their values.

          bash  keyed-archive completions bash > ~/.local/share/bash-completion/completions/keyed-archive
          zsh   keyed-archive completions zsh > ~/.zfunc/_keyed-archive   (a folder of $fpath, before compinit)
          fish  keyed-archive completions fish > ~/.config/fish/completions/keyed-archive.fish

        """

    private enum Shell: String, CaseIterable { case bash, zsh, fish }

    private let shell: Shell

    init(_ arguments: Arguments) throws(Failure) {
        guard let shell = Shell(rawValue: arguments.operands[0]) else {
            throw .usage("the shell is one of bash, zsh, fish, not \(arguments.operands[0].quoted())")
        }
        self.shell = shell
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        switch shell {
        case .bash: console.output.write(Self.bash)
        case .zsh: console.output.write(Self.zsh)
        case .fish: console.output.write(Self.fish)
        }
        return .done
    }

    private static var names: String { Tool.commands.map { $0.name }.joined(separator: " ") }

    private static var bash: String {
        var cases = ""
        for command in Tool.commands {
            let options = CommandOption.all(of: command)
            for option in options where !option.choices.isEmpty {
                let patterns = option.names.map { "\(command.name):\($0)" }.joined(separator: "|")
                cases += "    \(patterns)) words=\"\(option.choices.joined(separator: " "))\" ;;\n"
            }
            let words = options.flatMap(\.names).joined(separator: " ")
            cases += "    \(command.name):*) words=\"\(words)\" ;;\n"
        }
        return """
            _keyed_archive() {
              local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words=""
              COMPREPLY=()
              if [ "$COMP_CWORD" -eq 1 ]; then
                COMPREPLY=($(compgen -W "\(names) help" -- "$current"))
                return
              fi
              case "${COMP_WORDS[1]}:$previous" in
                completions:*) words="bash zsh fish" ;;
                help:*) words="\(names)" ;;
            \(cases)  esac
              case "$current:$words" in
                -*:*|*:[a-z]*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
                *) COMPREPLY=($(compgen -f -- "$current")) ;;
              esac
            }
            complete -o filenames -F _keyed_archive keyed-archive

            """
    }

    private static var zsh: String {
        var cases = ""
        for command in Tool.commands {
            let options = CommandOption.all(of: command).map { option in
                let value = option.choices.isEmpty ? "value:" : "value:(\(option.choices.joined(separator: " ")))"
                // Brackets end what is said of an option.
                let summary = quoted(option.summary, escaping: "[]\\:")
                let rest = "[\(summary)]\(option.takesValue ? ":\(value)" : "")'"
                let names = option.names
                guard names.count > 1 else { return "      '\(names[0])\(rest)" }
                return "      '(\(names.joined(separator: " ")))'{\(names.joined(separator: ","))}'\(rest)"
            }
            let operands = command.name == name ? "'*:shell:(bash zsh fish)'" : "'*:file:_files'"
            cases += "    \(command.name)) _arguments \\\n"
            cases += (options + ["      \(operands)"]).joined(separator: " \\\n") + " ;;\n"
        }
        let commands = Tool.commands.map { "    '\($0.name):\(quoted($0.summary, escaping: "\\"))'" }
            .joined(separator: "\n")
        return """
            #compdef keyed-archive
            local -a commands
            commands=(
            \(commands)
            )
            if (( CURRENT == 2 )); then
              _describe command commands
            else
              local command=$words[2]
              shift words
              (( CURRENT-- ))
              case $command in
                help) _describe command commands ;;
            \(cases)  esac
            fi

            """
    }

    private static var fish: String {
        var text = "complete -c keyed-archive -n __fish_use_subcommand -f\n"
        for command in Tool.commands {
            text +=
                "complete -c keyed-archive -n __fish_use_subcommand -a \(command.name) -d '\(fishText(command.summary))'\n"
            let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
            for option in CommandOption.all(of: command) {
                let value = option.takesValue ? " -r" : ""
                let choices = option.choices.isEmpty ? "" : " -f -a '\(option.choices.joined(separator: " "))'"
                let short = option.shortName.map { " -s \($0.dropFirst())" } ?? ""
                text +=
                    "complete -c keyed-archive \(condition)\(short) -l \(option.name.dropFirst(2))\(value)\(choices)"
                    + " -d '\(fishText(option.summary))'\n"
            }
        }
        for (command, words) in [("completions", "bash zsh fish"), ("help", names)] {
            text += "complete -c keyed-archive -n '__fish_seen_subcommand_from \(command)' -f -a '\(words)'\n"
        }
        return text
    }

    /// A text within single quotes of zsh, in which some characters are escaped by a backslash.
    private static func quoted(_ text: String, escaping special: String) -> String {
        text.reduce(into: "") { result, character in
            if special.contains(character) { result += "\\" }
            // A quote ends the text, and begins it again.
            result += character == "'" ? "'\\''" : String(character)
        }
    }

    /// A text within single quotes of fish.
    private static func fishText(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }
}
