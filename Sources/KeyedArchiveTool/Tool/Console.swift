/// Where the tool reads and prints: results on standard output, errors and progress on standard error.
package final class Console {
    /// The descriptor that the operand `-` stands for.
    let input: Int32
    let output: TextOutput
    private let errors: TextOutput
    private let progress: Progress

    /// Whether results go to a terminal.
    let isTerminal: Bool
    /// How results are colored; plain unless they go to a terminal.
    let palette: Palette

    /// Creates a console of the standard streams, or of other descriptors.
    package init(input: Int32 = 0, output outputDescriptor: Int32 = 1, errors errorDescriptor: Int32 = 2) {
        self.input = input
        output = TextOutput(outputDescriptor)
        errors = TextOutput(errorDescriptor)
        isTerminal = Descriptor.isTerminal(outputDescriptor)
        palette = Palette(isColored: isTerminal)
        Process.prepareStreams()
        let progress = Progress(on: errorDescriptor)
        self.progress = progress
        output.willFlush = { progress.clear() }
        errors.willFlush = { progress.clear() }
    }

    /// Creates a console whose output waits until its turn on another one has come.
    init(before other: Console, waitForTurn: @escaping () -> Bool) {
        input = other.input
        output = TextOutput(before: other.output, waitForTurn: waitForTurn)
        errors = TextOutput(before: other.errors, waitForTurn: waitForTurn)
        isTerminal = other.isTerminal
        palette = other.palette
        progress = Progress(on: nil)
    }

    /// Passes the printed text on, now that its turn has come on another console.
    func pass(to other: Console) {
        output.pass()
        guard errors.count > 0 else { return }
        // What was printed before a failure comes before it on a terminal, too.
        other.output.flush()
        errors.pass()
        other.errors.flush()
    }

    /// Says on standard error why something was not done.
    func report(_ failure: Failure) {
        // What was printed before the failure comes before it on a terminal, too.
        output.flush()
        let place = failure.file.map { "\($0.escaped()): " } ?? ""
        errors.write("keyed-archive: \(place)\(failure.reason)\n")
        errors.flush()
    }

    /// Says something about a file on standard error that doesn't keep the command from its work.
    func note(_ text: String, about file: InputFile) {
        output.flush()
        errors.write("keyed-archive: \(file.name.escaped()): \(text)\n")
        errors.flush()
    }

    /// Processes files, several at a time; their outputs are printed in the order of the files.
    ///
    /// A failure is reported, and the other files are processed nevertheless.
    ///
    /// - Returns: The worst exit status.
    func forEach(
        of files: InputFiles,
        _ body: @escaping @Sendable (InputFiles.Name, Console) throws(Failure) -> ExitStatus
    ) -> ExitStatus {
        forEach(of: InputQueue(files, on: self), answering: nil, body)
    }

    /// Processes documents, several at a time; their outputs are printed in the order of the documents.
    ///
    /// - Parameter answers: The form of answers to lines of standard input; nil if blank lines have no answer.
    /// - Returns: The worst exit status.
    func forEach(
        of queue: InputQueue,
        answering answers: LineAnswers?,
        _ body: @escaping @Sendable (InputFiles.Name, Console) throws(Failure) -> ExitStatus
    ) -> ExitStatus {
        var worst = ExitStatus.done
        let failed = collect(
            of: queue,
            { name, console throws(Failure) in
                if let answers { return try answers.answer(name, on: console, body) }
                return name.isBlankLine ? .done : try body(name, console)
            }
        ) { worst = max(worst, $0) }
        return max(worst, failed)
    }

    /// Processes files, several at a time, and passes on the results in the order of the files.
    ///
    /// - Returns: The worst exit status of those that failed.
    func collect<Value: Sendable>(
        of files: InputFiles,
        _ body: @escaping @Sendable (InputFiles.Name, Console) throws(Failure) -> Value?,
        take: (Value) -> Void
    ) -> ExitStatus {
        // What isn't a document says nothing here.
        collect(
            of: InputQueue(files, on: self),
            { name, console throws(Failure) in name.isBlankLine ? nil : try body(name, console) }, take: take)
    }

    /// Processes documents, several at a time, and passes on the results in the order of the documents.
    ///
    /// - Returns: The worst exit status of those that failed.
    func collect<Value: Sendable>(
        of queue: InputQueue,
        _ body: @escaping @Sendable (InputFiles.Name, Console) throws(Failure) -> Value?,
        take: (Value) -> Void
    ) -> ExitStatus {
        let names = queue.files
        var worst = ExitStatus.done
        guard queue.mayHoldLines || names.count > 1 && queue.jobs > 1 else {
            var position = 0
            while let name = queue.next() {
                show(names, at: position)
                position += 1
                output.beginItem()
                let status = status { () throws(Failure) in
                    if let value = try body(name, self) { take(value) }
                    return .done
                }
                worst = max(worst, status)
            }
            progress.clear()
            return worst
        }
        let work = FileWork(queue, on: self, body)
        show(names, at: 0)
        work.run { position, status, value in
            worst = max(worst, status)
            if let value { take(value) }
            show(names, at: position + 1)
            return output.takesMore
        }
        progress.clear()
        return worst
    }

    private func show(_ names: [InputFiles.Name], at position: Int) {
        if names.indices.contains(position) { progress.show(position, of: names.count, names[position].text) }
    }

    /// Does work on a file, and reports its failure.
    func status(of body: () throws(Failure) -> ExitStatus) -> ExitStatus {
        do {
            return try body()
        } catch {
            report(error)
            return error.status
        }
    }

    /// Prints the buffered output and ends the program.
    package func exit(_ status: ExitStatus) -> Never {
        Process.end(finish(status).rawValue)
    }

    /// Prints the buffered output.
    ///
    /// - Returns: The exit status, which is another than the given one if printing failed.
    package func finish(_ status: ExitStatus) -> ExitStatus {
        output.flush()
        guard let reason = output.failure else { return status }
        report(.inaccessible("standard output", reason))
        return .couldNotRun
    }
}
