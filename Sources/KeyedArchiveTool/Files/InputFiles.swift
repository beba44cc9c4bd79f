import PropertyLists

/// The files that a command works on: those named, and with `--recursive` those in the folders named.
struct InputFiles {
    /// A file, and how it came to be worked on.
    struct Name: Sendable {
        var path: FilePath
        /// The name that people and programs are told.
        var text: String
        /// Whether the file was found in a folder, so that it may hold anything, rather than named.
        var isFound = false
        /// At which byte of the file the document begins that is meant, if that isn't the whole file.
        var offset: Int?
        /// The error that prevented reading the place.
        var fault: SystemError?
        /// The bytes of standard input that were read already.
        var head: [UInt8] = []
        /// The line of standard input, or of a file of text, that the document is.
        var line: LinedInput.Line?
        /// The file that the line is of; nil for standard input.
        private var lineFile: String?

        /// Whether this is a line with nothing in it.
        var isBlankLine: Bool { line?.text.allSatisfy(\.isWhiteSpace) ?? false }

        var isStandardInput: Bool { text == "-" && !isFound }

        /// A file that was named, or with `@` and a number the document that begins at a byte of it; a file of that
        /// very name takes precedence.
        init(operand: String) {
            path = FilePath(operand: operand)
            text = operand
            guard let mark = operand.lastIndex(of: "@"), mark > operand.startIndex,
                let offset = Self.offset(operand[operand.index(after: mark)...]), !File.exists(path)
            else { return }
            let file = FilePath(operand: String(operand[..<mark]))
            if File.exists(file) { (path, self.offset) = (file, offset) }
        }

        /// A position in decimal digits, or in hexadecimal ones after `0x`.
        private static func offset(_ digits: Substring) -> Int? {
            guard let first = digits.utf8.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else { return nil }
            return digits.hasPrefix("0x") ? Int(digits.dropFirst(2), radix: 16) : Int(digits)
        }

        /// Whether there is a file.
        var exists: Bool { File.exists(path) }

        /// A line of standard input or of a file.
        init(_ line: LinedInput.Line, of file: Name) {
            self = file
            text = "\(file.text):\(line.number)"
            self.line = line
            lineFile = file.isStandardInput ? nil : file.text
        }

        /// Where a document of JSON says that it came from: a line by its number, a file by its name.
        var origin: [JSONValue.Member] {
            let file = line == nil ? text : lineFile
            return (file.map { [JSONValue.Member(key: "$file", value: .text($0))] } ?? [])
                + (line.map { [JSONValue.Member(key: "$line", value: .integer($0.number))] } ?? [])
        }

        /// A file that was found in a folder.
        init(found path: FilePath, fault: SystemError? = nil) {
            self.path = path
            text = path.text
            isFound = true
            self.fault = fault
        }
    }

    private let operands: [String]
    private let isRecursive: Bool
    private let included: [FilePattern]
    private let excluded: [FilePattern]
    /// How many files are worked on at a time.
    let jobs: Int
    /// How many bytes each may have.
    let limits: InputLimits
    /// Whether each line of standard input, and of files of text, is a document.
    let readsLines: Bool
    /// The field of these lines that is the document, if they are JSON.
    let field: String?

    /// Whether a file is one document, whatever lines it has.
    var areWhole = false

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

    /// Creates the files of a command line.
    ///
    /// - Parameters:
    ///   - count: How many operands before them are something else.
    ///   - maximumCount: The maximum number of them; later operands are something else.
    init(
        _ arguments: Arguments,
        droppingFirst count: Int = 0,
        maximumCount: Int = .max
    ) throws(Failure) {
        operands = Array(arguments.operands.dropFirst(count).prefix(maximumCount))
        isRecursive = arguments.has("--recursive")
        included = FilePattern.list(arguments.text(of: "--include"))
        excluded = FilePattern.list(arguments.text(of: "--exclude"))
        jobs = max(1, try arguments.count(of: "--jobs") ?? Process.processorCount)
        limits = try InputLimits(arguments)
        field = arguments.text(of: "--field")
        readsLines = field != nil || arguments.has("--lines")
    }

    /// The option that says so, as the user gave it.
    var linesOption: String { field == nil ? "--lines" : "--field" }

    /// Whether there may be more than one file.
    var areMany: Bool { operands.count > 1 || isRecursive }

    /// All files, in the order of the command line; those of a folder sorted by name.
    ///
    /// A folder that can't be read is reported when its turn comes as a file.
    func names() -> [Name] {
        let names = operands.map { Name(operand: $0) }
        guard isRecursive else { return names }
        return names.flatMap { name in
            name.text != "-" && Folder.isFolder(name.path) ? files(in: name.path) : [name]
        }
    }

    /// The files in a folder and in those in it, depth first.
    private func files(in root: FilePath) -> [Name] {
        var found: [Name] = []
        // Folders that are still to be read, by their paths from the root on.
        var open = [FilePath([])]
        while let folder = open.popLast() {
            let path = root.appending(folder)
            let entries: [Folder.Entry]
            do throws(SystemError) {
                entries = try Folder.entries(of: path)
            } catch {
                found.append(Name(found: path, fault: error))
                continue
            }
            var folders: [FilePath] = []
            for entry in entries {
                let inside = folder.appending(entry.name)
                if excluded.contains(where: { $0.matches(inside) }) { continue }
                switch entry.kind {
                case .folder: folders.append(inside)
                case .file where Replacement.isNewFile(entry.name): continue
                case .file:
                    guard included.isEmpty || included.contains(where: { $0.matches(inside) }) else { continue }
                    found.append(Name(found: root.appending(inside)))
                case .closed(let fault): found.append(Name(found: root.appending(inside), fault: fault))
                }
            }
            open.append(contentsOf: folders.reversed())
        }
        return found
    }
}
