#if canImport(os)
    internal import os
#else
    internal import Synchronization
#endif

/// A value that several tasks share, which one at a time uses.
///
/// The standard library's `Mutex` where it is there on every system that the package supports; on Apple's, where it
/// came later, their lock.
final class Mutex<Value>: Sendable {
    #if canImport(os)
        private let lock: OSAllocatedUnfairLock<Value>

        init(_ value: sending Value) {
            lock = OSAllocatedUnfairLock(uncheckedState: value)
        }

        /// Uses the value; no one else does in the meantime.
        func withValue<Result>(_ body: (inout Value) -> Result) -> Result {
            lock.withLockUnchecked(body)
        }
    #else
        private let lock: Synchronization.Mutex<Value>

        init(_ value: sending Value) {
            lock = Synchronization.Mutex(value)
        }

        /// Uses the value; no one else does in the meantime.
        func withValue<Result: Sendable>(_ body: (inout sending Value) -> Result) -> Result {
            lock.withLock { body(&$0) }
        }
    #endif
}
