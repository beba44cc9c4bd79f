import KeyedArchiving
import PropertyLists

/// Pays for what is printed of one file from the budget of that file.
struct OutputMeter {
    private let output: TextOutput
    private var paidCount: Int

    /// Begins to count what `output` takes.
    init(_ output: TextOutput) {
        self.output = output
        paidCount = output.count
    }

    /// Pays for what was printed since the last time.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError/Code/limitExceeded`` if it is more than is left.
    mutating func pay(from budget: inout Budget) throws(ArchiveError) {
        let count = output.count - paidCount
        try budget.print(count)
        paidCount = output.count
    }
}
