/// What a command works on, one after the other: files, and for standard input that holds many documents its lines.
///
/// It is asked by one thread at a time.
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
    /// Standard input while its lines are handed out.
    private var lines: StandardInput?

    /// Creates the queue; if standard input is all that is named, it is asked what it is.
    init(_ source: InputFiles, on console: Console) {
        self.source = source
        descriptor = console.input
        jobs = source.jobs
        var files = source.names()
        if files.count == 1, files[0].isStandardInput {
            lines = Self.opened(&files[0], source, descriptor)
        }
        self.files = files
        holdsLines = lines != nil
        areMany = source.areMany || holdsLines
    }

    /// Whether all comes from the lines of standard input.
    let holdsLines: Bool

    /// Whether lines of standard input may be among the documents.
    var mayHoldLines: Bool { holdsLines || files.count > 1 && files.contains(where: \.isStandardInput) }

    /// The next file or line; nil after the last.
    func next() -> InputFiles.Name? {
        while true {
            if let line = nextLine() { return line }
            guard !holdsLines, position < files.count else { return nil }
            var file = files[position]
            position += 1
            if file.isStandardInput, files.count > 1 { lines = Self.opened(&file, source, descriptor) }
            if lines == nil { return file }
        }
    }

    private func nextLine() -> InputFiles.Name? {
        guard let input = lines else { return nil }
        do throws(SystemError) {
            if let line = try input.nextLine() { return InputFiles.Name(line) }
            lines = nil
            return nil
        } catch {
            lines = nil
            // Whoever reads on is told why that can't be.
            return InputFiles.Name(operand: "-")
        }
    }

    /// Standard input, if it holds many documents; if not, the name gets what was read of it.
    private static func opened(
        _ name: inout InputFiles.Name,
        _ source: InputFiles,
        _ descriptor: Int32
    ) -> StandardInput? {
        let input = StandardInput(descriptor, limit: source.limits.fileSize)
        // Where reading fails, it does so again for whoever wants the document.
        if (try? input.holdsLines(isAsked: source.readsLines)) == true { return input }
        name.head = input.rest
        return nil
    }
}
