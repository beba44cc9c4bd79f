/// Whether the task that works was cancelled, which long work asks now and then.
package enum Cancellation {
    /// The error if the task was cancelled.
    ///
    /// In Embedded Swift, where there may be no tasks, nothing is asked.
    package static var error: ArchiveError? {
        #if hasFeature(Embedded)
            return nil
        #else
            guard Task.isCancelled else { return nil }
            return ArchiveError(
                .cancelled, "the task was cancelled before the work was done",
                remedy: "begin again in a task that has more time")
        #endif
    }

    /// Throws if the task was cancelled.
    @inline(never)
    package static func check() throws(ArchiveError) {
        if let error { throw error }
    }

    /// Throws at every 4,096th of many steps if the task was cancelled.
    @inline(__always)
    package static func check(atStep number: Int) throws(ArchiveError) {
        if number & 4095 == 4095 { try check() }
    }
}
