/// Where the tool prints: results on standard output, errors and progress on standard error.
final class Console {
    let output = TextOutput(Descriptor.standardOutput)
    private let errors = TextOutput(Descriptor.standardError)
    private let progress = Progress()

    /// How results are coloured; plain unless they go to a terminal.
    let palette = Palette(isColoured: Descriptor.isTerminal(Descriptor.standardOutput))

    init() {
        Process.ignoreClosedPipes()
        let progress = progress
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
    func exit(_ status: ExitStatus) -> Never {
        output.flush()
        guard let reason = output.failure else { Process.end(status.rawValue) }
        report(.inaccessible("standard output", reason))
        Process.end(ExitStatus.couldNotRun.rawValue)
    }
}
