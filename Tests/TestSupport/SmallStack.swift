internal import Foundation

/// Stacks of a known size, most of them smaller than the one that a test runs on.
package enum SmallStack {
    /// What secondary threads of Apple systems have.
    package static let secondary = 512 << 10

    /// Enough for any test that doesn't recurse, and too little for 70,000 calls in each other.
    package static let least = 256 << 10

    /// Enough for 512 levels of any type in every build, also with the larger frames of a sanitizer.
    package static let large = 64 << 20

    /// Runs code on a thread with a stack of its own, and waits for it.
    package static func run<Outcome: Sendable>(
        size: Int = secondary,
        _ body: @escaping @Sendable () throws -> Outcome
    ) throws -> Outcome {
        let outcome = Box<Result<Outcome, any Error>>()
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            outcome.value = Result { try body() }
            isDone.signal()
        }
        thread.stackSize = size
        thread.start()
        isDone.wait()
        guard let result = outcome.value else { throw CancellationError() }
        return try result.get()
    }

    /// A value that one thread sets before the other looks at it: the semaphore is between them.
    private final class Box<Value>: @unchecked Sendable {
        var value: Value?
    }
}
