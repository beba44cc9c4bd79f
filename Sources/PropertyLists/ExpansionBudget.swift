/// What is left of the work that one input may cause: ``Limits/expansion`` times its size in values and text, and
/// ``Limits/allocation`` times its size in memory.
///
/// Objects of a hostile list may be referred to many times, and may overlap, so that a megabyte of input holds a
/// hundred thousand strings of half a megabyte each. Whoever walks references or copies text pays from this budget
/// first.
@usableFromInline package struct ExpansionBudget: Sendable {
    @usableFromInline var left: Int
    private var bytesLeft: Int
    private let expansion: Int
    private let allocation: Int

    /// What a value in a container counts, in bytes.
    package static let valueSize = 24
    /// What a container counts, in bytes.
    package static let containerSize = 64
    /// What memory of its own counts for a string or data, in bytes, besides its size.
    package static let bufferSize = 32
    /// Strings and data up to this size need no memory of their own.
    package static let inlineSize = 15

    package init(of reader: BinaryPropertyListReader) {
        self.init(inputSize: reader.bytes.count, limits: reader.limits)
    }

    package init(inputSize: Int, limits: Limits) {
        expansion = limits.expansion
        allocation = limits.allocation
        left = Self.product(inputSize, expansion)
        bytesLeft = Self.product(inputSize, allocation)
    }

    private static func product(_ size: Int, _ factor: Int) -> Int {
        let (product, overflow) = size.multipliedReportingOverflow(by: max(0, factor))
        return overflow ? .max : product
    }

    /// Takes the cost of something from the budget.
    ///
    /// - Parameters:
    ///   - cost: What it costs; never more than the size of the input.
    ///   - position: Where it lies in the input, for the error.
    /// - Throws: ``PropertyListError/Code/limitExceeded`` if the budget does not suffice.
    @inlinable
    @inline(__always)
    package mutating func spend(_ cost: Int, at position: Int?) throws(PropertyListError) {
        guard left >= cost else { throw exceeded(at: position) }
        left &-= cost
    }

    @usableFromInline
    @inline(never)
    func exceeded(at position: Int?) -> PropertyListError {
        .limit("expansion", expansion, at: position)
    }

    /// Takes memory from the budget.
    ///
    /// - Throws: ``PropertyListError/Code/limitExceeded`` if the budget does not suffice.
    @inline(__always)
    package mutating func allocate(_ size: Int, at position: Int?) throws(PropertyListError) {
        guard bytesLeft >= size else { throw .limit("allocation", allocation, at: position) }
        bytesLeft &-= size
    }

    /// Takes the memory of a container of values.
    @inline(__always)
    package mutating func allocateContainer(of count: Int, at position: Int?) throws(PropertyListError) {
        let (size, overflow) = count.multipliedReportingOverflow(by: Self.valueSize)
        try allocate(overflow ? .max : size, at: position)
        try allocate(Self.containerSize, at: position)
    }

    /// Takes the memory of a string or of data.
    @inline(__always)
    package mutating func allocateBuffer(of size: Int, at position: Int?) throws(PropertyListError) {
        if size > Self.inlineSize { try allocate(size &+ Self.bufferSize, at: position) }
    }

    /// Takes the memory of a string or of data if the budget suffices.
    ///
    /// - Returns: Whether it does; if not, nothing is taken.
    @inline(__always)
    mutating func allocateBufferIfPossible(of size: Int) -> Bool {
        guard size > Self.inlineSize else { return true }
        guard bytesLeft >= size &+ Self.bufferSize else { return false }
        bytesLeft &-= size &+ Self.bufferSize
        return true
    }
}
