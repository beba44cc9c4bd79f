/// Where an edited file goes: in its own place, or to another.
struct EditOutput {
    private let output: String?
    private let keepsBackup: Bool

    static let flags: Set = ["--backup"]
    static let options: Set = ["--output"]
    static let help = """
          --output OUT     writes to OUT, which may be - for standard output, and leaves FILE as it is
          --backup         keeps the file as it was under its name with .bak after it; a link of that name is replaced
        """

    init(_ arguments: Arguments) throws(Failure) {
        output = arguments.text(of: "--output")
        keepsBackup = arguments.has("--backup")
        if keepsBackup, output != nil { throw .usage("--backup is for a file that is edited in its place") }
    }

    /// Whether the edited file goes to standard output.
    func isStandardOutput(for input: String) -> Bool { (output ?? input) == "-" }

    /// Reads a file, edits it and writes it; of several edits at a time, each sees the results of those before it.
    func write(
        _ input: InputFile,
        on console: Console,
        _ edit: (EditedFile) throws(Failure) -> Void
    ) throws(Failure) {
        let isReplaced = output == nil && input.name != "-"
        // What comes from standard input goes to standard output.
        let target = OutputFile(
            output ?? input.name, remedy: isReplaced ? "name another file with --output" : "name another file")
        var note: String?
        try target.write(on: console, from: input) { () throws(Failure) in
            let file = try EditedFile(input, isReplaced: isReplaced)
            try file.batch(edit)
            let bytes = try file.bytes()
            note = file.note
            guard isReplaced else { return bytes }
            if bytes == file.original { return nil }
            if keepsBackup { try OutputFile(file.name + ".bak").write(backup: file.original, of: input.path) }
            return bytes
        }
        if let note { console.note(note, about: input) }
    }
}
