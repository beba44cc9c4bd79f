import KeyedArchiving
import PropertyLists

/// Reads an archive and writes it again.
struct RewriteCommand: Command {
    static let name = "rewrite"
    static let summary = "writes an archive again, in the same or in the other form"
    static let syntax = Syntax(
        options: InputLimits.options.union(["--format"]),
        operandCount: 2...2,
        operandNames: "IN and OUT"
    )
    static let help = """
        usage: keyed-archive rewrite IN OUT [--format binary|xml] [--limits LIMITS]

        Reads the archive IN and writes it to OUT; each may be -, standard input and standard output.

          --format FORMAT  binary or xml; without it, the form of IN
        \(InputLimits.help)

        In the form of IN, the bytes of an archive that an Apple system wrote stay the same. XML does not tell 32-bit from
        64-bit reals, and has no null and no sets; an archive that holds such a value cannot be written as XML.

        The new file takes the place of OUT when it is complete, with OUT's owner, group and permissions: where anything
        fails, or a signal ends the work, OUT stays as it was. IN and OUT may be the same file.

        A symbolic link stays one, and the file that it leads to is written, whether it exists or not. If OUT has other
        names (hard links), or its owner or group can't be given to a new file, OUT itself is written to, so that all its
        names show the new bytes; it gets the old ones back if that fails, but not if the system crashes. The bits that
        let a program run as its owner or group (setuid, setgid) are dropped. Access lists and extended attributes of a
        file that is replaced aren't kept.

        """

    private let input: String
    private let output: String
    private let format: PropertyListFormat?
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        input = arguments.operands[0]
        output = arguments.operands[1]
        format = try arguments.value(of: "--format", among: PropertyListFormat.ofArchives)
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        let content = try InputFile(input, limits: limits, on: console).content().content
        let bytes: [UInt8]
        do throws(ArchiveError) {
            switch content {
            case .archive(let archive): bytes = try archive.bytes(format: format)
            case .list(let list): bytes = try list.bytes(format: format)
            }
        } catch {
            throw Failure(error, in: input)
        }
        try OutputFile(output).write(bytes, on: console)
        return .done
    }
}
