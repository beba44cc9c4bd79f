/// The inputs of a command, one after the other: files, and the lines of standard input and of text files that hold
/// many documents.
///
/// One thread at a time may use it.
final class InputQueue: @unchecked Sendable {
    /// The files; standard input is one of them.
    let files: [InputFiles.Name]
    /// How many are worked on at a time.
    let jobs: Int
    /// Whether there may be more than one document.
    let areMany: Bool

    private let source: InputFiles
    private let descriptor: Int32
    private var position = 0
    /// The input whose lines are handed out, and its name.
    private var lines: (input: LinedInput, file: InputFiles.Name)?

    /// Creates the queue; if only one file is named, its kind is determined.
    init(_ source: InputFiles, on console: Console) {
        self.source = source
        descriptor = console.input
        jobs = source.jobs
        var files = source.names()
        if files.count == 1 { lines = Self.opened(&files[0], source, descriptor) }
        self.files = files
        holdsLines = lines != nil
        areMany = source.areMany || holdsLines
    }

    /// Whether all comes from the lines of one input.
    let holdsLines: Bool

    /// Whether lines of standard input may be among the documents.
    var mayHoldLines: Bool {
        holdsLines || files.count > 1 && !source.areWhole && files.contains(where: \.isStandardInput)
    }

    /// The next file or line; nil after the last.
    func next() -> InputFiles.Name? {
        while true {
            if let line = nextLine() { return line }
            guard !holdsLines, position < files.count else { return nil }
            var file = files[position]
            position += 1
            if files.count > 1 { lines = Self.opened(&file, source, descriptor) }
            if lines == nil { return file }
        }
    }

    private func nextLine() -> InputFiles.Name? {
        guard let (input, file) = lines else { return nil }
        do throws(SystemError) {
            if let line = try input.nextLine() { return InputFiles.Name(line, of: file) }
            lines = nil
            return nil
        } catch {
            lines = nil
            // Whoever reads on is told why that can't be.
            return file
        }
    }

    /// An input that holds many documents; if standard input doesn't, the bytes read from it are kept with its name.
    private static func opened(
        _ name: inout InputFiles.Name,
        _ source: InputFiles,
        _ descriptor: Int32
    ) -> (LinedInput, InputFiles.Name)? {
        guard !source.areWhole, name.fault == nil, name.offset == nil else { return nil }
        let limit = source.limits.fileSize
        guard name.isStandardInput else {
            guard let input = LinedInput(fileAt: name.path, limit: limit),
                (try? input.holdsLines(isAsked: source.readsLines)) == true
            else { return nil }
            return (input, name)
        }
        let input = LinedInput(descriptor, limit: limit)
        // Where reading fails, it does so again for whoever wants the document.
        if (try? input.holdsLines(isAsked: source.readsLines)) == true { return (input, name) }
        name.head = input.rest
        return nil
    }
}
