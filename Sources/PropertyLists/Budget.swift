/// The remaining work that one input may cause.
///
/// A budget is made for an input and has four parts: values, memory and steps, which ``Limits/expansion`` bounds, and
/// output, which ``Limits/output`` bounds; memory and output are at most ``Limits/memory``. Objects of a hostile list
/// may be referred to many times, and may overlap, so that a megabyte of input holds a hundred thousand strings of half
/// a megabyte each. Code that makes values or text from an input charges the budget first:
///
/// - reading an entry is one step, regardless of its length;
/// - text and data cost their length each time they are returned, also if they were read before and kept, because
///   the code that gets them may go through all of them;
/// - printed text costs its length.
@usableFromInline
package struct Budget: Sendable {
    // What is left of the slices that were handed out last.
    @usableFromInline var left: Int
    @usableFromInline var bytesLeft: Int
    @usableFromInline var stepsLeft: Int
    private var outputLeft: Int
    /// The remaining amounts of the parts that weren't handed out.
    @usableFromInline var reserve: Amounts
    private let inputSize: Int
    private let factors: Factors

    /// An amount of each part.
    @usableFromInline struct Amounts: Sendable {
        @usableFromInline var values: Int
        @usableFromInline var bytes: Int
        @usableFromInline var steps: Int
        var output: Int

        /// The first slices of the parts, which are taken from here.
        mutating func takeFirstSlices() -> Amounts {
            let first = Amounts(
                values: min(values, Budget.slice), bytes: min(bytes, Budget.byteSlice),
                steps: min(steps, Budget.slice), output: min(output, Budget.byteSlice))
            values -= first.values
            bytes -= first.bytes
            steps -= first.steps
            output -= first.output
            return first
        }
    }

    private struct Factors: Sendable {
        let expansion: Int
        let allocation: Int
        let steps: Int
        let output: Int
        let memory: Int
        let allowance: Int

        init(_ limits: Limits) {
            expansion = limits.expansion
            allocation = limits.allocation
            steps = limits.steps
            output = limits.output
            memory = max(0, limits.memory)
            allowance = max(0, limits.allowance)
        }

        /// The initial amounts of the parts.
        func amounts(_ inputSize: Int) -> Amounts {
            Amounts(
                values: Self.product(inputSize, expansion, base: allowance),
                bytes: min(Self.product(inputSize, allocation, base: allowance), memory),
                steps: Self.product(
                    inputSize, steps, base: max(min(allowance, Budget.mostAllowanceForSteps), Budget.outputBase)),
                output: min(Self.product(inputSize, output, base: Budget.outputBase), memory)
            )
        }

        private static func product(_ size: Int, _ factor: Int, base: Int) -> Int {
            max(0, size).addingOrMaximum(base).multipliedOrMaximum(by: max(0, factor))
        }
    }

    /// How many values or steps are handed out at once; then it is asked whether the task was cancelled.
    private static let slice = 65_536
    /// How many bytes of memory or output are handed out at once.
    private static let byteSlice = 1 << 20

    /// The charge for a value in a container, in bytes.
    @inlinable package static var valueSize: Int { 24 }
    /// The charge for a container, in bytes.
    @inlinable package static var containerSize: Int { 64 }
    /// The charge for the separate buffer of a string or data, in bytes, in addition to its size.
    @inlinable package static var bufferSize: Int { 32 }
    /// Strings and data up to this size need no separate memory, and cost nothing.
    @inlinable package static var inlineSize: Int { 15 }

    /// The number of bytes added to the size of an input for the limits on steps and output: an error text or the head
    /// of an XML document is as long for every input.
    private static let outputBase = 4096

    /// The most of the allowance that counts for steps, in bytes: content shared in a small input may take memory, but
    /// not much processor time.
    private static let mostAllowanceForSteps = 64 << 10

    package init(of reader: borrowing BinaryPropertyListReader) {
        self.init(inputSize: reader.bytes.count, limits: reader.limits)
    }

    /// Creates the budget for an input.
    ///
    /// - Parameters:
    ///   - inputSize: The size of the input in bytes.
    ///   - limits: The multiples of the size, and the bound in bytes.
    package init(inputSize: Int, limits: Limits) {
        self.inputSize = max(0, inputSize)
        factors = Factors(limits)
        reserve = factors.amounts(inputSize)
        let first = reserve.takeFirstSlices()
        (left, bytesLeft, stepsLeft, outputLeft) = (first.values, first.bytes, first.steps, first.output)
    }

    /// Hands out more of a part.
    ///
    /// - Returns: Whether that is enough; if not, nothing is taken.
    /// - Throws: ``ArchiveError/Code/cancelled`` if the task was cancelled.
    private static func refill(
        _ left: inout Int,
        from reserve: inout Int,
        for cost: Int,
        slice: Int
    ) throws(ArchiveError) -> Bool {
        guard cost >= 0, cost - left <= reserve else { return false }
        try Cancellation.check()
        let more = min(reserve, max(slice, cost - left), Int.max - left)
        left += more
        reserve -= more
        return true
    }

    /// A budget without bounds, which only asks now and then whether the task was cancelled.
    static var unbounded: Budget { Budget(inputSize: 0, limits: .unlimited) }

    // MARK: Values

    /// Takes the cost of values, or of something read for the first time, from the part of values.
    ///
    /// - Parameters:
    ///   - cost: How many values, or bytes; less than 0 exceeds every limit.
    ///   - position: Where they lie in the input, in bytes, for the error.
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if too little is left; nothing is taken then.
    @inlinable
    @inline(__always)
    package mutating func spend(_ cost: Int, at position: Int? = nil) throws(ArchiveError) {
        // Compared without a sign, a negative cost is more than any part has.
        if UInt(bitPattern: left) < UInt(bitPattern: cost) { try refillValues(for: cost, at: position) }
        left &-= cost
    }

    @usableFromInline
    @inline(never)
    mutating func refillValues(for cost: Int, at position: Int?) throws(ArchiveError) {
        guard try !Self.refill(&left, from: &reserve.values, for: cost, slice: Self.slice) else { return }
        throw .limit("expansion", factors.expansion, at: position)
    }

    // MARK: Memory and content

    /// Takes memory, or content that is returned, from the part of memory.
    ///
    /// - Parameters:
    ///   - size: How many bytes; less than 0 exceeds every limit.
    ///   - position: Where it lies in the input, in bytes, for the error.
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if too little is left; nothing is taken then.
    @inlinable
    @inline(__always)
    package mutating func allocate(_ size: Int, at position: Int? = nil) throws(ArchiveError) {
        if UInt(bitPattern: bytesLeft) < UInt(bitPattern: size) { try refillBytes(for: size, at: position) }
        bytesLeft &-= size
    }

    @usableFromInline
    @inline(never)
    mutating func refillBytes(for size: Int, at position: Int?) throws(ArchiveError) {
        guard try !Self.refill(&bytesLeft, from: &reserve.bytes, for: size, slice: Self.byteSlice) else { return }
        if factors.amounts(inputSize).bytes == factors.memory, factors.memory < .max {
            throw .limit("memory", factors.memory, at: position)
        }
        throw .limit("expansion", factors.expansion, exceededBy: "memory", at: position)
    }

    /// Gives back memory that was taken for something that isn't kept.
    package mutating func giveBackMemory(_ size: Int) {
        reserve.bytes = reserve.bytes.addingOrMaximum(max(0, size))
    }

    /// Takes the memory of some values of one size.
    ///
    /// - Parameters:
    ///   - count: How many values.
    ///   - size: The memory of each, in bytes.
    ///   - position: Where they lie in the input, in bytes, for the error.
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if too little is left; nothing is taken then.
    package mutating func allocate(
        _ count: Int,
        of size: Int,
        at position: Int? = nil
    ) throws(ArchiveError) {
        try allocate(count < 0 ? .max : count.multipliedOrMaximum(by: size), at: position)
    }

    /// Takes the memory of a container of values: 24 bytes for each and 64 for the container.
    ///
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if too little is left.
    @inline(__always)
    package mutating func allocateContainer(of count: Int, at position: Int? = nil) throws(ArchiveError) {
        try allocate(count.multipliedOrMaximum(by: Self.valueSize), at: position)
        try allocate(Self.containerSize, at: position)
    }

    /// Takes the values and the memory of elements of a collection that is decoded.
    ///
    /// - Parameter size: The memory of each, in bytes; it counts at least as much as a value.
    package mutating func chargeElements(_ count: Int, of size: Int) throws(ArchiveError) {
        try spend(count, at: nil)
        try allocate(count, of: max(size, Self.valueSize), at: nil)
        try allocate(Self.containerSize, at: nil)
    }

    /// Takes the memory of a string or of data: its size and 32 bytes, or nothing up to 15 bytes.
    ///
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if too little is left; nothing is taken then.
    @inlinable
    @inline(__always)
    package mutating func allocateBuffer(of size: Int, at position: Int? = nil) throws(ArchiveError) {
        if size > Self.inlineSize { try allocate(Self.bufferCost(of: size), at: position) }
    }

    /// The charge for the memory of a string or of data, in bytes.
    @inlinable
    package static func bufferCost(of size: Int) -> Int { size > inlineSize ? size &+ bufferSize : 0 }

    /// Takes the memory of a string or of data if the budget suffices.
    ///
    /// - Returns: Whether it does; if not, nothing is taken.
    @inline(__always)
    mutating func allocateBufferIfPossible(of size: Int) -> Bool {
        guard size > Self.inlineSize else { return true }
        return (try? allocate(Self.bufferCost(of: size))) != nil
    }

    // MARK: Steps

    /// Takes steps from their part: references followed, entries and keys looked at, texts
    /// compared (16 bytes are a step).
    ///
    /// - Parameters:
    ///   - count: How many; less than 0 exceeds every limit.
    ///   - position: Where the work is caused in the input, in bytes, for the error.
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if too few are left; nothing is taken then.
    @inlinable
    @inline(__always)
    package mutating func step(_ count: Int = 1, at position: Int? = nil) throws(ArchiveError) {
        if UInt(bitPattern: stepsLeft) < UInt(bitPattern: count) { try refillSteps(for: count, at: position) }
        stepsLeft &-= count
    }

    @usableFromInline
    @inline(never)
    mutating func refillSteps(for count: Int, at position: Int?) throws(ArchiveError) {
        guard try !Self.refill(&stepsLeft, from: &reserve.steps, for: count, slice: Self.slice) else { return }
        throw .limit("expansion", factors.expansion, exceededBy: "steps", at: position)
    }

    // MARK: Output

    /// Charges text or data that is printed, or written in a form that repeats shared content, to the part of
    /// ``Limits/output``.
    ///
    /// - Parameters:
    ///   - size: How many bytes; less than 0 exceeds every limit.
    ///   - position: The offset in the input of the printed content, in bytes, for the error.
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if too little is left; nothing is taken then.
    package mutating func print(_ size: Int, at position: Int? = nil) throws(ArchiveError) {
        if UInt(bitPattern: outputLeft) < UInt(bitPattern: size),
            try !Self.refill(&outputLeft, from: &reserve.output, for: size, slice: Self.byteSlice)
        {
            if factors.amounts(inputSize).output == factors.memory, factors.memory < .max {
                throw .limit("memory", factors.memory, at: position)
            }
            throw .limit("output", factors.output, at: position)
        }
        outputLeft &-= size
    }

    // MARK: Use

    /// The amount charged so far, in steps from an arbitrary origin: values count one each, content one for 16 bytes.
    ///
    /// Only differences of it are meaningful.
    @inlinable package var chargedSteps: Int {
        @inline(__always) get {
            0 &- left &- reserve.values &- stepsLeft &- reserve.steps &- (bytesLeft &+ reserve.bytes) / 16
        }
    }

    /// The remaining budget for memory, in bytes.
    package var unusedMemory: Int { bytesLeft + reserve.bytes }

    /// How much of each part was taken, for measuring: values, bytes of memory and content, steps, bytes of output.
    package var used: (values: Int, bytes: Int, steps: Int, output: Int) {
        let all = factors.amounts(inputSize)
        return (
            all.values - left - reserve.values,
            all.bytes - bytesLeft - reserve.bytes,
            all.steps - stepsLeft - reserve.steps,
            all.output - outputLeft - reserve.output
        )
    }
}
