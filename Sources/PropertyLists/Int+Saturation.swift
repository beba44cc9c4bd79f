extension Int {
    /// The sum of two numbers that aren't negative, or `.max` if it is greater.
    @inlinable
    @inline(__always)
    package func addingOrMaximum(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    /// The product of two numbers that aren't negative, or `.max` if it is greater.
    @inlinable
    @inline(__always)
    package func multipliedOrMaximum(by other: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }
}
