/// Where an edited file goes: in its own place, or to another.
struct EditOutput {
    private let output: String?
    private let keepsBackup: Bool

    static let flags: Set = ["--backup"]
    static let options: Set = ["--output"]
    static let help = """
          --output OUT     writes to OUT, which may be - for standard output, and leaves FILE as it is
          --backup         keeps the file as it was under its name with .bak after it
        """

    init(_ arguments: Arguments) throws(Failure) {
        output = arguments.text(of: "--output")
        keepsBackup = arguments.has("--backup")
        if keepsBackup, output != nil { throw .usage("--backup is for a file that is edited in its place") }
    }

    /// Reads a file to be edited.
    func edited(_ input: InputFile) throws(Failure) -> EditedFile {
        try EditedFile(input, isReplaced: output == nil && input.name != "-")
    }

    /// Writes the bytes of an edited file.
    func write(_ bytes: [UInt8], insteadOf file: EditedFile, on console: Console) throws(Failure) {
        // What comes from standard input goes to standard output.
        let target = output ?? file.name
        if target != "-" {
            if output == nil, bytes == file.original { return }
            if keepsBackup { try backUp(file) }
        }
        try OutputFile(target).write(bytes, on: console)
    }

    private func backUp(_ file: EditedFile) throws(Failure) {
        let name = file.name + ".bak"
        do {
            try File.replace(at: name, with: file.original, permissionsOf: file.name)
        } catch {
            throw .inaccessible(name, error.reason)
        }
    }
}

/// A file that a command writes; `-` is standard output.
struct OutputFile {
    private let name: String

    init(_ name: String) {
        self.name = name
    }

    /// Puts bytes in the place of the file, all or nothing.
    func write(_ bytes: [UInt8], on console: Console) throws(Failure) {
        if name == "-" { return console.output.write(bytes) }
        do {
            try File.replace(at: name, with: bytes)
        } catch {
            let place = name.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            if error.isOfFolder {
                throw .inaccessible(name, "it is a folder; name a file in it")
            } else if !place.isEmpty, !Folder.isFolder(place) {
                throw .inaccessible(name, "there is no folder \(place.quoted(limit: 1024))")
            }
            throw .inaccessible(name, error.reason)
        }
    }
}
