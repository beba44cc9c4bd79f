package import PropertyLists

extension Limits {
    /// The limits that count an input as large as it is.
    package var exact: Limits {
        var limits = self
        limits.allowance = 0
        return limits
    }

    /// Limits with a multiple for each account, which count an input as large as it is.
    package static func exact(
        expansion: Int = 16,
        allocation: Int = 384,
        steps: Int = 256,
        output: Int = 256,
        memory: Int = .max
    ) -> Limits {
        var limits = Limits(expansion: expansion, output: output, memory: memory, allowance: 0)
        (limits.allocation, limits.steps) = (allocation, steps)
        return limits
    }
}
