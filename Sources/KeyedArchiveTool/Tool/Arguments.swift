/// The options that a command takes, and the number of its operands.
struct Syntax {
    /// Options without a value, such as `--strict`.
    var flags: Set<String> = []
    /// Options with a value, such as `--format`.
    var options: Set<String> = []
    /// How many operands there may be.
    var operandCount: ClosedRange<Int>
    /// The operands as the help names them.
    var operandNames: String
    /// The values of `--format`, for commands that have that option.
    var formats: [String] = []
}

/// The arguments of a command, sorted into options and operands.
///
/// Some options have a short name: `-r` for `--recursive`. `--name value` and `--name=value` mean the same. Everything
/// after `--` is an operand, and so are `-` and words that start as a negative number does.
struct Arguments {
    private(set) var operands: [String] = []
    private var flags: Set<String> = []
    private var values: [String: String] = [:]

    /// The options that have a short name, too.
    private static let longNames = [
        "-f": "--format", "-i": "--ignore-case", "-j": "--jobs", "-n": "--nested", "-o": "--output",
        "-r": "--recursive", "-t": "--type",
    ]

    /// The short name of an option; nil if it has none.
    static func shortName(of option: String) -> String? { longNames.first { $0.value == option }?.key }

    /// Sorts the words of a command line.
    ///
    /// - Parameter help: The explanation of the command, which names the values of options.
    /// - Throws: ``Failure/usage(_:)`` if they do not fit the syntax.
    init(_ words: some Sequence<String>, _ syntax: Syntax, help: String = "") throws(Failure) {
        var words = words.makeIterator()
        while let word = words.next() {
            if word == "--" {
                while let operand = words.next() { operands.append(operand) }
            } else if word.hasPrefix("-"), word != "-", !word.isNegativeNumber {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                var name = parts.first.map(String.init) ?? word
                if let long = Self.longNames[name], syntax.flags.union(syntax.options).contains(long) { name = long }
                let attached = parts.count > 1 ? String(parts[1]) : nil
                if syntax.options.contains(name) {
                    guard let value = attached ?? words.next() else {
                        throw .usage(
                            "\(name) needs a value\(Self.valueName(of: name, in: help).map { ": \($0)" } ?? "")")
                    }
                    guard values.updateValue(value, forKey: name) == nil else { throw .usage("\(name) is given twice") }
                } else if syntax.flags.contains(name) {
                    guard attached == nil else { throw .usage("\(name) takes no value") }
                    flags.insert(name)
                } else {
                    let known = syntax.flags.union(syntax.options).map { String($0.drop { $0 == "-" }) }
                    let nearest = Suggestion.nearest(to: String(name.drop { $0 == "-" }), among: known)
                    throw .usage(
                        "there is no option \(name.quoted())" + (nearest.map { "; did you mean --\($0)?" } ?? ""))
                }
            } else {
                operands.append(word)
            }
        }
        guard syntax.operandCount.contains(operands.count) else {
            let given = operands.isEmpty ? "none is" : operands.count == 1 ? "1 is" : "\(operands.count) are"
            let expected =
                syntax.operandCount == 0...0 ? "there are no operands" : "the operands are \(syntax.operandNames)"
            throw .usage("\(expected); \(given) given")
        }
    }

    /// The name of an option's value in the help.
    private static func valueName(of option: String, in help: String) -> String? {
        for line in help.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count > 1, words[0] == option { return String(words[1]) }
        }
        return nil
    }

    /// Whether a flag is given.
    func has(_ flag: String) -> Bool {
        flags.contains(flag)
    }

    /// The value of an option, or nil if the option is not given.
    func text(of option: String) -> String? {
        values[option]
    }

    /// The value of an option as one of the cases of a type, or nil if the option is not given.
    func value<Choice: CaseIterable & RawRepresentable<String>>(
        of option: String,
        as type: Choice.Type
    ) throws(Failure) -> Choice? {
        try value(of: option, among: Array(Choice.allCases))
    }

    /// The value of an option as one of some choices, or nil if the option is not given.
    func value<Choice: RawRepresentable<String>>(
        of option: String,
        among choices: [Choice]
    ) throws(Failure) -> Choice? {
        guard let text = values[option] else { return nil }
        guard let choice = choices.first(where: { $0.rawValue == text }) else {
            let choices = choices.map(\.rawValue).joined(separator: ", ")
            throw .usage("\(option) is one of \(choices), not \(text.quoted())")
        }
        return choice
    }

    /// The value of an option as a number of at least 0, or nil if the option is not given.
    func count(of option: String) throws(Failure) -> Int? {
        guard let text = values[option] else { return nil }
        guard let count = Int(text), count >= 0 else {
            throw .usage("\(option) is a number of at least 0, not \(text.quoted())")
        }
        return count
    }
}

extension String {
    /// Whether the text starts with a minus sign and a digit, as no option does.
    fileprivate var isNegativeNumber: Bool {
        let start = utf8.prefix(3).filter { $0 != UInt8(ascii: ".") }
        return start.count > 1 && start[0] == UInt8(ascii: "-") && UInt8(ascii: "0")...UInt8(ascii: "9") ~= start[1]
    }
}
