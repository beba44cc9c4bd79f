/// One command of the tool, such as `dump`.
protocol Command: Sendable {
    /// The word that selects the command.
    static var name: String { get }

    /// A summary of the command in a few words, for the list of commands.
    static var summary: String { get }

    /// The text that `--help` prints; its first line begins with `usage:`.
    static var help: String { get }

    /// The options that the command takes, and the number of its operands.
    static var syntax: Syntax { get }

    /// Creates the command from its arguments.
    ///
    /// - Throws: ``Failure/usage(_:)``.
    init(_ arguments: Arguments) throws(Failure)

    /// Does the work.
    func run(on console: Console) throws(Failure) -> ExitStatus
}
