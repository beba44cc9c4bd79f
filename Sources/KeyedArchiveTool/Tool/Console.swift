/// Where the tool reads and prints: results on standard output, errors and progress on standard error.
package final class Console {
    /// The descriptor that the operand `-` stands for.
    let input: Int32
    let output: TextOutput
    private let errors: TextOutput
    private let progress: Progress

    /// How results are colored; plain unless they go to a terminal.
    let palette: Palette

    /// Creates a console of the standard streams, or of other descriptors.
    package init(input: Int32 = 0, output outputDescriptor: Int32 = 1, errors errorDescriptor: Int32 = 2) {
        self.input = input
        output = TextOutput(outputDescriptor)
        errors = TextOutput(errorDescriptor)
        palette = Palette(isColored: Descriptor.isTerminal(outputDescriptor))
        Process.letWritingFail()
        let progress = Progress(on: errorDescriptor)
        self.progress = progress
        output.willFlush = { progress.clear() }
        errors.willFlush = { progress.clear() }
    }

    /// Says on standard error why something was not done.
    func report(_ failure: Failure) {
        // What was printed before the failure comes before it on a terminal, too.
        output.flush()
        let place = failure.file.map { "\($0.escaped()): " } ?? ""
        errors.write("keyed-archive: \(place)\(failure.reason)\n")
        errors.flush()
    }

    /// Works on one file after the other; a failure is reported and does not keep the others from their turn.
    ///
    /// - Returns: The worst exit status.
    func forEach(_ files: [String], _ body: (String) throws(Failure) -> ExitStatus) -> ExitStatus {
        var worst = ExitStatus.done
        for (position, file) in files.enumerated() {
            progress.show(position, of: files.count, file)
            do {
                worst = max(worst, try body(file))
            } catch {
                report(error)
                worst = max(worst, error.status)
            }
        }
        progress.clear()
        return worst
    }

    /// Prints what is left and ends the program.
    package func exit(_ status: ExitStatus) -> Never {
        Process.end(finish(status).rawValue)
    }

    /// Prints what is left.
    ///
    /// - Returns: The exit status, which is another than the given one if printing failed.
    package func finish(_ status: ExitStatus) -> ExitStatus {
        output.flush()
        guard let reason = output.failure else { return status }
        report(.inaccessible("standard output", reason))
        return .couldNotRun
    }
}
