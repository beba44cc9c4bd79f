internal import Foundation
package import Testing

/// A bound on how long the processor works for a test.
///
/// Testing's own limit of time counts from when a test is started, also while it waits for the tests that were started
/// before it.
package struct WorkLimit: TestTrait, SuiteTrait, TestScoping {
    let limit: Duration

    /// Each test of a suite has the bound for itself.
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let (thread, began) = (pthread_self(), WorkTime.now)
        try await function()
        // A test that waits for another may go on in another thread, whose time says nothing.
        guard pthread_equal(thread, pthread_self()) != 0 else { return }
        let time = WorkTime.now - began
        if time > limit { Issue.record("the processor worked for \(time), more than \(limit)") }
    }
}

extension Trait where Self == WorkLimit {
    /// Bounds how long the processor works for a test that doesn't wait.
    package static func workLimit(_ limit: Duration) -> Self { Self(limit: limit) }
}
