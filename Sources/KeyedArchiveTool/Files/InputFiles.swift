/// The files that a command works on: those named, and with `--recursive` those in the folders named.
struct InputFiles {
    /// A file, and how it came to be worked on.
    struct Name: Sendable {
        var path: String
        /// Whether the file was found in a folder, so that it may hold anything, rather than named.
        var isFound = false
    }

    private let operands: [String]
    private let isRecursive: Bool
    private let included: [FilePattern]
    private let excluded: [FilePattern]
    /// How many files are worked on at a time.
    let jobs: Int

    /// The flags of the command line that are read here.
    static let flags: Set = ["--recursive"]
    /// The options of the command line that are read here.
    static let options: Set = ["--include", "--exclude", "--jobs"]
    /// Their explanation.
    static let help = """
          --recursive      reads what is in a FILE that is a folder, and in folders in it; files that hold no archive are
                           passed over, and links to folders aren't followed
          --include NAMES  of what is in folders, reads only files with these names, such as '*.nib,*.plist'; a pattern
                           with a slash is compared with the path from the folder on, where ** stands for any folders
          --exclude NAMES  passes over files and folders with these names
          --jobs N         works on N files at a time; without it, on as many as there are processors
        """

    init(_ arguments: Arguments) throws(Failure) {
        operands = arguments.operands
        isRecursive = arguments.has("--recursive")
        included = FilePattern.list(arguments.text(of: "--include"))
        excluded = FilePattern.list(arguments.text(of: "--exclude"))
        jobs = max(1, try arguments.count(of: "--jobs") ?? Process.processorCount)
    }

    /// Whether there may be more than one file.
    var areMany: Bool { operands.count > 1 || isRecursive }

    /// All files, in the order of the command line; those of a folder sorted by name.
    ///
    /// A folder that can't be read is reported when its turn comes as a file.
    func names() -> [Name] {
        guard isRecursive else { return operands.map { Name(path: $0) } }
        return operands.flatMap { operand in
            guard operand != "-", Folder.isFolder(operand) else { return [Name(path: operand)] }
            return files(in: operand)
        }
    }

    /// The files in a folder and in those in it, depth first.
    private func files(in folder: String) -> [Name] {
        var found: [Name] = []
        let root = folder.hasSuffix("/") ? folder : folder + "/"
        var open = [""]
        while let place = open.popLast() {
            let path = place.isEmpty ? folder : root + place
            guard let entries = try? Folder.entries(of: path) else {
                found.append(Name(path: path))
                continue
            }
            var folders: [String] = []
            for entry in entries {
                let inside = place.isEmpty ? entry.name : "\(place)/\(entry.name)"
                if excluded.contains(where: { $0.matches(inside) }) { continue }
                if entry.isFolder {
                    folders.append(inside)
                } else if included.isEmpty || included.contains(where: { $0.matches(inside) }) {
                    found.append(Name(path: root + inside, isFound: true))
                }
            }
            open.append(contentsOf: folders.reversed())
        }
        return found
    }
}
