/// Work on many things by several threads, whose results are taken in order by the thread that asked for it.
///
/// No thread is more than a few items ahead of the results taken, so that results don't pile up. Each has a large
/// stack.
final class OrderedWork<Item, Result: Sendable>: @unchecked Sendable {
    private let monitor = Monitor()
    /// Held while the next thing is waited for.
    private let source = Monitor()
    private let threadCount: Int
    private let next: () -> Item?
    private let work: @Sendable (Int, Item) -> Result
    /// How many things were begun.
    private var begun = 0
    /// Whether there are no more.
    private var isAtEnd = false
    /// Whether a thread waits for the next thing, which may take as long as people like.
    private var isAsking = false
    /// The thing whose result is waited for.
    private var turn = 0
    private var results: [Int: Result] = [:]
    private var isCancelled = false
    private var threads: [Thread] = []

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - next: Called by one thread at a time for the next thing; nil after the last.
    ///   - work: Makes the result of a thing, of which it gets the position, too.
    init(threadCount: Int, next: @escaping () -> Item?, work: @escaping @Sendable (Int, Item) -> Result) {
        self.threadCount = max(1, threadCount)
        self.next = next
        self.work = work
    }

    /// Does the work.
    ///
    /// - Parameters:
    ///   - idle: Called on the calling thread when all results were taken, before the next thing is waited for; false
    ///     ends the work early.
    ///   - take: Called with each result in order, on the calling thread; false ends the work early.
    func run(whenIdle idle: () -> Bool, take: (Int, Result) -> Bool) {
        startThreads()
        var index = 0
        while let result = result(of: index, whenIdle: idle), take(index, result) { index += 1 }
        let isWaiting = monitor.locked {
            isCancelled = true
            monitor.wake()
            return isAsking
        }
        // What nobody wants is not waited for; the threads end after it.
        for thread in threads { if isWaiting { thread.detach() } else { thread.join() } }
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
    ///
    /// - Returns: Nil after the last, or if no more is wanted.
    private func result(of index: Int, whenIdle idle: () -> Bool) -> Result? {
        let isIdle = monitor.locked {
            turn = index
            monitor.wake()
            return threads.isEmpty || begun == index && !isAtEnd
        }
        if isIdle, !idle() { return nil }
        if threads.isEmpty { return next().map { work(index, $0) } }
        return monitor.locked {
            while results[index] == nil, !isAtEnd || index < begun { monitor.wait() }
            return results.removeValue(forKey: index)
        }
    }

    private func startThreads() {
        for _ in 0..<threadCount {
            guard let thread = Thread(stackSize: Thread.largeStackSize, { self.workOff() }) else { break }
            threads.append(thread)
        }
    }

    /// Processes one item after the other, on each thread.
    private func workOff() {
        while let (index, item) = beginNext() {
            let result = work(index, item)
            monitor.locked {
                results[index] = result
                monitor.wake()
            }
        }
    }

    private func beginNext() -> (Int, Item)? {
        source.locked {
            let isWanted = monitor.locked {
                while begun > turn + 4 * threadCount, !isCancelled { monitor.wait() }
                isAsking = !isCancelled && !isAtEnd
                return isAsking
            }
            let item = isWanted ? next() : nil
            return monitor.locked {
                isAsking = false
                guard let item else {
                    isAtEnd = true
                    monitor.wake()
                    return nil
                }
                begun += 1
                return (begun - 1, item)
            }
        }
    }
}
