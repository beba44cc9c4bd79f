/// An option of a command, as completions and the manual know it: from its syntax and its help.
struct CommandOption {
    var name: String
    var takesValue: Bool
    /// The first line of its explanation; empty if the help has none.
    var summary: String
    /// The values that it takes, if these are words of a list.
    var choices: [String]

    /// The options of a command, in the order of their names.
    static func all(of command: any Command.Type) -> [CommandOption] {
        let syntax = command.syntax
        var summaries: [String: String] = [:]
        for line in command.help.split(separator: "\n") where line.hasPrefix("  --") {
            let words = line.drop { $0 == " " }
            let name = String(words.prefix { $0 != " " })
            // The explanation stands behind two spaces at least.
            guard let gap = words.firstRange(of: "  ") else { continue }
            summaries[name] = summaries[name] ?? String(words[gap.upperBound...].drop { $0 == " " })
        }
        return syntax.flags.union(syntax.options).sorted().map { name in
            CommandOption(
                name: name, takesValue: syntax.options.contains(name), summary: summaries[name] ?? "",
                choices: syntax.options.contains(name) ? choices(of: name, command.help) : [])
        }
    }

    private static func choices(of option: String, _ help: String) -> [String] {
        switch option {
        case "--limits": return InputLimits.allCases.map(\.rawValue)
        case "--dates": return DateForm.allCases.map(\.rawValue)
        case "--format":
            // The usage lists them, unless there are many.
            guard let place = help.firstRange(of: "[--format ") else { return [] }
            let words = help[place.upperBound...].prefix { $0 != "]" }
            guard words.contains("|") else { return GraphForm.allCases.map(\.rawValue) }
            return words.split(separator: "|").map(String.init)
        default: return []
        }
    }
}
