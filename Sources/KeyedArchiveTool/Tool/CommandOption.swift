/// An option of a command, as completions and the manual know it: from its syntax and its help.
struct CommandOption {
    var name: String
    var takesValue: Bool
    /// The first line of its explanation; empty if the help has none.
    var summary: String
    /// The name of its value in the help; empty if it takes none.
    var valueName: String
    /// Its whole explanation as lines.
    var explanation: [String]
    /// The values that it takes, if these are words of a list.
    var choices: [String]

    /// Its short name; nil if it has none.
    var shortName: String? { Arguments.shortName(of: name) }

    /// Its names, the short one first.
    var names: [String] { (shortName.map { [$0] } ?? []) + [name] }

    /// The options of a command, in the order of their names.
    static func all(of command: any Command.Type) -> [CommandOption] {
        let syntax = command.syntax
        var explanations: [String: (value: String, lines: [String])] = [:]
        var name: String?
        for line in command.help.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("  --") {
                let words = line.drop { $0 == " " }
                // The explanation stands behind two spaces at least.
                guard let gap = words.firstRange(of: "  ") else { continue }
                let option = words[..<gap.lowerBound].split(separator: " ", maxSplits: 1).map(String.init)
                name = explanations[option[0]] == nil ? option[0] : nil
                let text = String(words[gap.upperBound...].drop { $0 == " " })
                if let name { explanations[name] = (option.count > 1 ? option[1] : "", [text]) }
            } else if let name, line.hasPrefix("      ") {
                explanations[name]?.lines.append(String(line.drop { $0 == " " }))
            } else {
                name = nil
            }
        }
        return syntax.flags.union(syntax.options).sorted().map { name in
            let explanation = explanations[name]
            return CommandOption(
                name: name, takesValue: syntax.options.contains(name), summary: explanation?.lines.first ?? "",
                valueName: explanation?.value ?? "", explanation: explanation?.lines ?? [],
                choices: syntax.options.contains(name) ? choices(of: name, syntax) : [])
        }
    }

    private static func choices(of option: String, _ syntax: Syntax) -> [String] {
        switch option {
        case "--limits": return InputLimits.allCases.map(\.rawValue)
        case "--dates": return DateForm.allCases.map(\.rawValue)
        case "--type": return ValueType.allCases.map(\.rawValue)
        case "--format": return syntax.formats
        default: return []
        }
    }
}
