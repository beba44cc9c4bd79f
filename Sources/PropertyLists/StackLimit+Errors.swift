extension StackLimit {
    /// The error for values that nest deeper than the limit `depth`, or so deep that the stack would end.
    ///
    /// - Parameters:
    ///   - work: The operation on the values.
    ///   - depth: How deep they nest; left out where only the stack was measured.
    ///   - limit: The limit.
    @inline(never)
    package static func error(_ work: Work, depth: Int = .min, limit: Int) -> ArchiveError {
        ArchiveError(
            .limitExceeded,
            reason("values", depth: depth, limit: limit),
            remedy: remedy(work, depth: depth, limit: limit)
        )
    }
}
