/// What is left of the work that one input may cause.
///
/// A budget is made for an input and has one account for each factor of ``Limits``: ``Limits/expansion``,
/// ``Limits/allocation``, ``Limits/steps`` and ``Limits/output``, each times the size of the input, and memory and
/// output at most ``Limits/memory``. Objects of a hostile list may be referred to many times, and may overlap, so that a
/// megabyte of input holds a hundred thousand strings of half a megabyte each. Code that makes something of an input
/// pays first:
///
/// - looking at an entry is one step, whatever its length;
/// - text and data cost their length each time they are returned, also if they were read before and kept, because
///   the code that gets them may go through all of them;
/// - whatever is printed costs its length.
///
/// ```swift
/// var budget = Budget(inputSize: bytes.count, limits: .untrusted)
/// try budget.allocateContainer(of: count, at: position)
/// ```
public struct Budget: Sendable {
    @usableFromInline var left: Int
    @usableFromInline var bytesLeft: Int
    @usableFromInline var stepsLeft: Int
    private var outputLeft: Int
    private let inputSize: Int
    private let factors: Factors

    private struct Factors: Sendable {
        let expansion: Int
        let allocation: Int
        let steps: Int
        let output: Int
        let memory: Int

        func values(_ inputSize: Int) -> Int { Self.product(inputSize, expansion) }
        func bytes(_ inputSize: Int) -> Int { min(Self.product(inputSize, allocation), memory) }
        func steps(_ inputSize: Int) -> Int { Self.product(inputSize, steps, base: Budget.outputBase) }
        func output(_ inputSize: Int) -> Int { min(Self.product(inputSize, output, base: Budget.outputBase), memory) }

        private static func product(_ size: Int, _ factor: Int, base: Int = 0) -> Int {
            max(0, size).addingOrMaximum(base).multipliedOrMaximum(by: max(0, factor))
        }
    }

    /// What a value in a container counts, in bytes.
    @inlinable package static var valueSize: Int { 24 }
    /// What a container counts, in bytes.
    @inlinable package static var containerSize: Int { 64 }
    /// What memory of its own counts for a string or data, in bytes, in addition to its size.
    @inlinable package static var bufferSize: Int { 32 }
    /// Strings and data up to this size need no memory of their own, and cost nothing.
    @inlinable package static var inlineSize: Int { 15 }

    /// What is added to the size of an input before steps and output are counted, in bytes: an error text or the head
    /// of an XML document is as long for every input.
    private static let outputBase = 4096

    package init(of reader: borrowing BinaryPropertyListReader) {
        self.init(inputSize: reader.bytes.count, limits: reader.limits)
    }

    /// Creates the budget for an input.
    ///
    /// - Parameters:
    ///   - inputSize: The size of the input in bytes.
    ///   - limits: The factors.
    public init(inputSize: Int, limits: Limits) {
        self.inputSize = max(0, inputSize)
        factors = Factors(
            expansion: limits.expansion,
            allocation: limits.allocation,
            steps: limits.steps,
            output: limits.output,
            memory: max(0, limits.memory)
        )
        left = factors.values(inputSize)
        bytesLeft = factors.bytes(inputSize)
        stepsLeft = factors.steps(inputSize)
        outputLeft = factors.output(inputSize)
    }

    /// The error for an account that is at most ``Limits/memory``.
    private func exceeded(_ name: String, _ factor: Int, isMemory: Bool, at position: Int?) -> ArchiveError {
        isMemory ? .limit("memory", factors.memory, at: position) : .limit(name, factor, at: position)
    }

    // MARK: Values

    /// Takes the cost of values, or of something read for the first time, from the account of ``Limits/expansion``.
    ///
    /// - Parameters:
    ///   - cost: How many values, or bytes; less than 0 exceeds every limit.
    ///   - position: Where they lie in the input, in bytes, for the error.
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if too little is left; nothing is taken then.
    @inlinable
    @inline(__always)
    public mutating func spend(_ cost: Int, at position: Int? = nil) throws(ArchiveError) {
        // Compared without a sign, a negative cost is more than any account has.
        guard UInt(bitPattern: left) >= UInt(bitPattern: cost) else { throw exceeded(at: position) }
        left &-= cost
    }

    @usableFromInline
    @inline(never)
    func exceeded(at position: Int?) -> ArchiveError {
        .limit("expansion", factors.expansion, at: position)
    }

    // MARK: Memory and content

    /// Takes memory, or content that is returned, from the account of ``Limits/allocation``.
    ///
    /// - Parameters:
    ///   - size: How many bytes; less than 0 exceeds every limit.
    ///   - position: Where it lies in the input, in bytes, for the error.
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if too little is left; nothing is taken then.
    @inlinable
    @inline(__always)
    public mutating func allocate(_ size: Int, at position: Int? = nil) throws(ArchiveError) {
        guard UInt(bitPattern: bytesLeft) >= UInt(bitPattern: size) else { throw allocationExceeded(at: position) }
        bytesLeft &-= size
    }

    @usableFromInline
    @inline(never)
    func allocationExceeded(at position: Int?) -> ArchiveError {
        exceeded("allocation", factors.allocation, isMemory: factors.bytes(inputSize) == factors.memory, at: position)
    }

    /// Takes the memory of some values of one size.
    ///
    /// - Parameters:
    ///   - count: How many values.
    ///   - size: What each takes, in bytes.
    ///   - position: Where they lie in the input, in bytes, for the error.
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if too little is left; nothing is taken then.
    public mutating func allocate(
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
    public mutating func allocateContainer(of count: Int, at position: Int? = nil) throws(ArchiveError) {
        try allocate(count.multipliedOrMaximum(by: Self.valueSize), at: position)
        try allocate(Self.containerSize, at: position)
    }

    /// Takes the memory of a string or of data: its size and 32 bytes, or nothing up to 15 bytes.
    ///
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if too little is left; nothing is taken then.
    @inlinable
    @inline(__always)
    public mutating func allocateBuffer(of size: Int, at position: Int? = nil) throws(ArchiveError) {
        if size > Self.inlineSize { try allocate(Self.bufferCost(of: size), at: position) }
    }

    /// What the memory of a string or of data costs.
    @inlinable
    package static func bufferCost(of size: Int) -> Int { size > inlineSize ? size &+ bufferSize : 0 }

    /// Takes the memory of a string or of data if the budget suffices.
    ///
    /// - Returns: Whether it does; if not, nothing is taken.
    @inline(__always)
    mutating func allocateBufferIfPossible(of size: Int) -> Bool {
        guard size > Self.inlineSize else { return true }
        let cost = Self.bufferCost(of: size)
        guard bytesLeft >= cost else { return false }
        bytesLeft &-= cost
        return true
    }

    // MARK: Steps

    /// Takes steps from the account of ``Limits/steps``: references followed, entries and keys looked at, texts
    /// compared (16 bytes are a step).
    ///
    /// - Parameters:
    ///   - count: How many; less than 0 exceeds every limit.
    ///   - position: Where the work is caused in the input, in bytes, for the error.
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if too few are left; nothing is taken then.
    @inlinable
    @inline(__always)
    public mutating func step(_ count: Int = 1, at position: Int? = nil) throws(ArchiveError) {
        guard UInt(bitPattern: stepsLeft) >= UInt(bitPattern: count) else { throw stepsExceeded(at: position) }
        stepsLeft &-= count
    }

    @usableFromInline
    @inline(never)
    func stepsExceeded(at position: Int?) -> ArchiveError {
        .limit("steps", factors.steps, at: position)
    }

    // MARK: Output

    /// Takes text or data that is printed, or written in a form that repeats what is shared, from the account of
    /// ``Limits/output``.
    ///
    /// - Parameters:
    ///   - size: How many bytes; less than 0 exceeds every limit.
    ///   - position: Where what is printed lies in the input, in bytes, for the error.
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if too little is left; nothing is taken then.
    public mutating func print(_ size: Int, at position: Int? = nil) throws(ArchiveError) {
        guard UInt(bitPattern: outputLeft) >= UInt(bitPattern: size) else {
            throw exceeded(
                "output", factors.output, isMemory: factors.output(inputSize) == factors.memory, at: position)
        }
        outputLeft &-= size
    }

    // MARK: Use

    /// What was taken so far, in steps from some beginning: values count one each, content one for 16 bytes.
    ///
    /// Only differences mean anything.
    @inlinable package var paidSteps: Int {
        @inline(__always) get { 0 &- left &- stepsLeft &- bytesLeft / 16 }
    }

    /// How much of each account was taken, for measuring: values, bytes of memory and content, steps, bytes of output.
    package var used: (values: Int, bytes: Int, steps: Int, output: Int) {
        (
            factors.values(inputSize) &- left,
            factors.bytes(inputSize) &- bytesLeft,
            factors.steps(inputSize) &- stepsLeft,
            factors.output(inputSize) &- outputLeft
        )
    }
}
