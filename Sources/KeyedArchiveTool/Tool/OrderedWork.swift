/// Work on many things by several threads, whose results are taken in order by the thread that asked for it.
///
/// No thread is more than a few things ahead of what was taken, so that results don't pile up.
final class OrderedWork<Result: Sendable>: @unchecked Sendable {
    private let monitor = Monitor()
    private let count: Int
    private let threadCount: Int
    private let work: @Sendable (Int) -> Result
    /// The next thing that a thread begins.
    private var next = 0
    /// The thing whose result is waited for.
    private var turn = 0
    private var results: [Int: Result] = [:]
    private var isCancelled = false
    private var threads: [Thread] = []

    init(count: Int, threadCount: Int, _ work: @escaping @Sendable (Int) -> Result) {
        self.count = count
        self.threadCount = max(1, min(count, threadCount))
        self.work = work
    }

    /// Does the work.
    ///
    /// - Parameter take: Called with each result in order, on the calling thread; false ends the work early.
    func run(_ take: (Int, Result) -> Bool) {
        startThreads()
        for index in 0..<count {
            guard let result = result(of: index), take(index, result) else { break }
        }
        monitor.locked {
            isCancelled = true
            monitor.wake()
        }
        for thread in threads { thread.join() }
    }

    /// Waits until the results of all earlier things were taken, and the one of this is waited for.
    ///
    /// - Returns: False if the work was ended before.
    func waitForTurn(of index: Int) -> Bool {
        monitor.locked {
            while turn != index, !isCancelled { monitor.wait() }
            return !isCancelled
        }
    }

    /// The result of a thing, once it is there; where no thread could be started, made here.
    private func result(of index: Int) -> Result? {
        if threads.isEmpty { return work(index) }
        return monitor.locked {
            turn = index
            monitor.wake()
            while results[index] == nil { monitor.wait() }
            return results.removeValue(forKey: index)
        }
    }

    private func startThreads() {
        guard threadCount > 1 else { return }
        for _ in 0..<threadCount {
            guard let thread = Thread({ self.workOff() }) else { break }
            threads.append(thread)
        }
    }

    /// What a thread does: one thing after the other.
    private func workOff() {
        while let index = beginNext() {
            let result = work(index)
            monitor.locked {
                results[index] = result
                monitor.wake()
            }
        }
    }

    private func beginNext() -> Int? {
        monitor.locked {
            while next < count, next > turn + 4 * threadCount, !isCancelled { monitor.wait() }
            guard next < count, !isCancelled else { return nil }
            next += 1
            return next - 1
        }
    }
}
