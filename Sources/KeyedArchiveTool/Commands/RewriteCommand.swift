import KeyedArchiving
import PropertyLists

/// Reads an archive and writes it again.
struct RewriteCommand: Command {
    static let name = "rewrite"
    static let summary = "writes an archive again, in the same or in the other form"
    static let syntax = Syntax(options: ["--format"], operandCount: 2...2, operandNames: "IN and OUT")
    static let help = """
        usage: keyed-archive rewrite IN OUT [--format binary|xml]

        Reads the archive IN and writes it to OUT; each may be -, standard input and standard output.

          --format FORMAT  binary or xml; without it, the form of IN

        In the form of IN, the bytes of an archive that an Apple system wrote stay the same. XML does not tell 32-bit from
        64-bit reals, and has no null and no sets; an archive that holds such a value cannot be written as XML.

        The new file takes the place of OUT when it is complete: where anything fails, OUT stays as it was. IN and OUT may
        be the same file.

        """

    private let input: String
    private let output: String
    private let format: PropertyListFormat?

    init(_ arguments: Arguments) throws(Failure) {
        input = arguments.operands[0]
        output = arguments.operands[1]
        format = try arguments.value(of: "--format", as: PropertyListFormat.self)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        let archive = try InputFile(name: input).archive().archive
        let bytes: [UInt8]
        do {
            bytes = try archive.bytes(format: format)
        } catch {
            throw Failure(error, in: input)
        }
        if output == "-" {
            console.output.write(bytes)
            return .done
        }
        do {
            try File.replace(at: output, with: bytes)
        } catch {
            throw .inaccessible(output, error.reason)
        }
        return .done
    }
}
