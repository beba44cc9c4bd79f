/// What one execution may take.
enum Bounds {
    /// How long, in seconds; most take less than a thousandth of one.
    static let seconds: UInt32 = 30

    /// How much memory beyond what the process had before, in bytes.
    ///
    /// A group of entry points together: trees, decoded objects, text in several forms. The constant stands for what
    /// the allocator takes in advance, and for the error of the measurement.
    static func memory(forInputOf size: Int) -> Int {
        (16 << 20) + 256 * size
    }

    /// How much memory a process may take at all.
    static let processMemory = 4 << 30

    /// How many executions a process does before another takes over.
    ///
    /// Cycles of objects that were cut short by an error stay in memory, as they do in every Swift program.
    static let executionsPerProcess = 250_000
}
