import PropertyLists

/// A thread of the system.
struct Thread {
    /// The size of a thread's stack, in bytes: that of a program's first thread on Linux.
    private static var stackSize: Int { 8 << 20 }
    /// Enough for values that nest as deep as limits allow, in every build; unused stack takes no memory.
    static var largeStackSize: Int { 64 << 20 }

    /// Does work on a thread with a large stack, and waits for it; on this thread if it has one, or if there can be no other.
    static func withLargeStack<Value, Failure: Error>(
        _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if StackLimit.hasLeft(UInt(largeStackSize / 4 * 3)) { return try work() }
        let result: Result<Value, Failure>? = withoutActuallyEscaping(work) { work in
            var result: Result<Value, Failure>?
            let thread = Thread(stackSize: largeStackSize) {
                do throws(Failure) {
                    result = .success(try work())
                } catch {
                    result = .failure(error)
                }
            }
            thread?.join()
            return result
        }
        guard let result else { return try work() }
        return try result.get()
    }

    private final class Body {
        let run: () -> Void

        init(_ run: @escaping () -> Void) {
            self.run = run
        }
    }

    private let thread: pthread_t

    /// Starts a thread; nil if the system has none left.
    init?(stackSize: Int = Self.stackSize, _ run: @escaping () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackSize)
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
        #if canImport(Glibc) || canImport(Android)
            let started: pthread_t? = thread
        #else
            let started = thread
        #endif
        guard status == 0, let started else {
            body.release()
            return nil
        }
        self.thread = started
    }

    /// Waits until the thread has ended; called once, unless ``detach()`` is.
    func join() {
        pthread_join(thread, nil)
    }

    /// Lets the thread end by itself, without anybody waiting for it; called once.
    func detach() {
        pthread_detach(thread)
    }
}
