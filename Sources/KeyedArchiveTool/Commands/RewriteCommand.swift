import KeyedArchiving
import PropertyLists
import SequentialArchives

/// Reads an archive and writes it again.
struct RewriteCommand: Command {
    static let name = "rewrite"
    static let summary = "writes an archive again, in the same or in the other form"
    static let syntax = Syntax(
        options: InputLimits.options.union(["--format"]),
        operandCount: 2...2,
        operandNames: "IN and OUT",
        formats: PropertyListFormat.ofArchives.map(\.rawValue)
    )
    static let help = """
        usage: keyed-archive rewrite IN OUT [--format binary|xml] [--limits LIMITS]

        Reads the archive IN and writes it to OUT; each may be -, standard input and standard output.

          --format FORMAT  binary or xml; without it, the form of IN
        \(InputLimits.help)

        A sequential archive (a typedstream, which NSArchiver writes) is written as NSArchiver writes it.

        In the form of IN, the bytes of an archive that an Apple system wrote stay the same. XML does not tell 32-bit from
        64-bit reals, and has no null and no sets; an archive that holds such a value cannot be written as XML. Control
        characters and carriage returns are written as Apple's systems write them: these read them, other XML parsers refuse
        the former and change the latter. The dates of XML property lists have whole seconds. Standard error says where that
        matters.

        The new file takes the place of OUT when it is complete, with OUT's owner, group and permissions: where anything
        fails, or a signal ends the work, OUT stays as it was. IN and OUT may be the same file. Until then the new file is
        .NAME.keyed-archive beside OUT, where it also keeps other edits waiting, so that of several at a time none is lost;
        what a command left there that was killed is used by the next one. A change that another program makes meanwhile
        is reported, and stays.

        A symbolic link stays one, and the file that it leads to is replaced, whether it exists or not. An OUT that has
        other names (hard links), or an owner or group that can't be given to a new file, isn't replaced: name another
        file. The bits that let a program run as its owner or group (setuid, setgid) are dropped. Access lists and extended
        attributes aren't kept.

        """

    private let input: String
    private let output: String
    private let format: PropertyListFormat?
    private let limits: InputLimits

    init(_ arguments: Arguments) throws(Failure) {
        input = arguments.operands[0]
        output = arguments.operands[1]
        if let form = arguments.text(of: "--format"), ["json", "plain"].contains(form) {
            throw .usage("--format is binary or xml here; keyed-archive convert writes \(form)")
        }
        format = try arguments.value(of: "--format", among: PropertyListFormat.ofArchives)
        limits = try InputLimits(arguments)
    }

    func run(on console: Console) throws(Failure) -> ExitStatus {
        let file = InputFile(input, limits: limits, on: console)
        var note: String?
        try OutputFile(output).write(on: console, from: file) { () throws(Failure) in
            let written = try rewritten(file)
            note = written.loss?.note
            return written.bytes
        }
        if let note { console.report(Failure(file: output, reason: note, status: .done)) }
        return .done
    }

    /// The archive, written again, and the losses of writing it as XML.
    private func rewritten(_ file: InputFile) throws(Failure) -> (bytes: [UInt8], loss: XMLLoss?) {
        let (stored, budget) = try file.read()
        if let archive = try file.sequentialArchive(in: stored) {
            guard format == nil else { throw Failure(Conversion.sequential, in: input) }
            return (try rewritten(archive), nil)
        }
        let content = try file.document(stored, charging: budget).content
        do throws(ArchiveError) {
            let bytes: [UInt8]
            switch content {
            case .archive(let archive): bytes = try archive.bytes(format: format)
            case .sequential: return (stored, nil)
            case .list(let list): bytes = try list.bytes(format: format)
            }
            return (bytes, XMLLoss(in: bytes, writtenOf: stored, limits: budget.remaining))
        } catch {
            throw Failure(error, in: input)
        }
    }

    /// A sequential archive encoded anew from its contents, rather than copied from the bytes that were read.
    private func rewritten(_ archive: SequentialArchive) throws(Failure) -> [UInt8] {
        var archive = archive
        do throws(ArchiveError) {
            try archive.setGroups(archive.groups)
        } catch {
            throw Failure(error, in: input)
        }
        return archive.bytes()
    }
}
