/// What is left of the work that one binary property list may cause: ``Limits/expansion`` times its size.
///
/// Objects of a hostile list may be referred to many times, and may overlap, so that a megabyte of input holds a hundred
/// thousand strings of half a megabyte each. Whoever walks references or copies text pays from this budget first.
struct ExpansionBudget {
    private var left: Int
    private let limit: Int

    init(of reader: BinaryPropertyListReader) {
        limit = reader.limits.expansion
        let (product, overflow) = reader.bytes.count.multipliedReportingOverflow(by: limit)
        left = overflow ? .max : product
    }

    /// Takes the cost of something from the budget.
    ///
    /// - Parameters:
    ///   - cost: What it costs; never more than the size of the input.
    ///   - position: Where it lies in the input, for the error.
    /// - Throws: ``PropertyListError/Code/limitExceeded`` if the budget does not suffice.
    @inline(__always)
    mutating func spend(_ cost: Int, at position: Int) throws(PropertyListError) {
        guard left >= cost else { throw .limit("expansion", limit, at: position) }
        left &-= cost
    }
}
