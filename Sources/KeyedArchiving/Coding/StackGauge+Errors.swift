internal import PropertyLists

extension StackGauge {
    /// The error for values that nest so deep that the stack would end.
    @inline(never)
    package static func error(_ what: String, limit: Int, _ verb: String) -> ArchiveError {
        ArchiveError(
            .limitExceeded,
            reason(what, limit: limit),
            remedy: "\(verb) them on a thread with a larger stack"
        )
    }
}
