/// Work on many things by several threads, whose results are taken in order by the thread that asked for it.
///
/// No thread is more than a few things ahead of what was taken, so that results don't pile up.
final class OrderedWork<Result: Sendable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private let count: Int
    private let threadCount: Int
    private let work: @Sendable (Int) -> Result
    /// The next thing that a thread begins.
    private var next = 0
    /// The thing whose result is waited for.
    private var turn = 0
    private var results: [Int: Result] = [:]
    private var isCancelled = false
    private var threads: [pthread_t] = []

    /// The size of a thread's stack, in bytes: that of a program's first thread.
    private static var stackSize: Int { 8 << 20 }

    init(count: Int, threadCount: Int, _ work: @escaping @Sendable (Int) -> Result) {
        self.count = count
        self.threadCount = max(1, min(count, threadCount))
        self.work = work
        mutex = .allocate(capacity: 1)
        changed = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        changed.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Does the work.
    ///
    /// - Parameter take: Called with each result in order, on the calling thread; false ends the work early.
    func run(_ take: (Int, Result) -> Bool) {
        startThreads()
        for index in 0..<count {
            guard let result = result(of: index), take(index, result) else { break }
        }
        locked {
            isCancelled = true
            pthread_cond_broadcast(changed)
        }
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Waits until the results of all earlier things were taken, and the one of this is waited for.
    ///
    /// - Returns: False if the work was ended before.
    func waitForTurn(of index: Int) -> Bool {
        locked {
            while turn != index, !isCancelled { pthread_cond_wait(changed, mutex) }
            return !isCancelled
        }
    }

    /// The result of a thing, once it is there; where no thread could be started, made here.
    private func result(of index: Int) -> Result? {
        if threads.isEmpty { return work(index) }
        return locked {
            turn = index
            pthread_cond_broadcast(changed)
            while results[index] == nil { pthread_cond_wait(changed, mutex) }
            return results.removeValue(forKey: index)
        }
    }

    private func startThreads() {
        guard threadCount > 1 else { return }
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, Self.stackSize)
        for _ in 0..<threadCount {
            guard let thread = Thread.start(&attributes, { self.workOff() }) else { break }
            threads.append(thread)
        }
    }

    /// What a thread does: one thing after the other.
    private func workOff() {
        while let index = beginNext() {
            let result = work(index)
            locked {
                results[index] = result
                pthread_cond_broadcast(changed)
            }
        }
    }

    private func beginNext() -> Int? {
        locked {
            while next < count, next > turn + 4 * threadCount, !isCancelled { pthread_cond_wait(changed, mutex) }
            guard next < count, !isCancelled else { return nil }
            next += 1
            return next - 1
        }
    }

    private func locked<Value>(_ body: () -> Value) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}

/// The system's call that starts a thread.
private enum Thread {
    private final class Body {
        let run: () -> Void

        init(_ run: @escaping () -> Void) {
            self.run = run
        }
    }

    /// Starts a thread; nil if the system has none left.
    static func start(_ attributes: inout pthread_attr_t, _ run: @escaping () -> Void) -> pthread_t? {
        let body = Unmanaged.passRetained(Body(run))
        #if canImport(Glibc) || canImport(Android)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                #if canImport(Glibc) || canImport(Musl) || canImport(Android)
                    guard let argument else { return nil }
                #endif
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        if status == 0 { return thread }
        body.release()
        return nil
    }
}
