/// Work on documents by several threads, each of which prints on a separate console.
struct FileWork<Value: Sendable> {
    private let work: OrderedWork<InputFiles.Name, Printed>
    private let console: Console

    /// A console on which a file was printed, the file's exit status, and the result of the work.
    ///
    /// It is used by one thread at a time: by the one that works on the file until that is done, then by the one that
    /// takes the result. Only while that waits for this very file may the console pass text on to the common one.
    private struct Printed: @unchecked Sendable {
        var console: Console
        var status: ExitStatus
        var value: Value?
    }

    /// The common console, and the work that says whose turn it is.
    private final class Shared: @unchecked Sendable {
        let console: Console
        weak var work: OrderedWork<InputFiles.Name, Printed>?

        init(_ console: Console) {
            self.console = console
        }
    }

    init(
        _ queue: InputQueue,
        on console: Console,
        _ body: @escaping @Sendable (InputFiles.Name, Console) throws(Failure) -> Value?
    ) {
        let shared = Shared(console)
        let count = queue.mayHoldLines ? Int.max : queue.files.count
        let work = OrderedWork(threadCount: min(count, queue.jobs), next: queue.next) { index, name in
            let own = Console(before: shared.console) { shared.work?.waitForTurn(of: index) ?? false }
            var value: Value?
            let status = own.status { () throws(Failure) in
                value = try body(name, own)
                return .done
            }
            return Printed(console: own, status: status, value: value)
        }
        shared.work = work
        self.work = work
        self.console = console
    }

    /// Does the work.
    ///
    /// - Parameter take: Called with each position, exit status and value, in order; false ends the work early.
    func run(_ take: (Int, ExitStatus, Value?) -> Bool) {
        work.run {
            // Whoever waits for an answer before going on gets it.
            console.output.flush()
            return console.output.takesMore
        } take: { position, printed in
            printed.console.pass(to: console)
            return take(position, printed.status, printed.value)
        }
    }
}
