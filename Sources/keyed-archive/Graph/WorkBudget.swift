import KeyedArchiving
import PropertyLists

/// How much work one file may still cause, so that a small hostile file does not keep the tool busy for hours.
///
/// Files can refer many times to one long array or string of the container. Those that Apple's writer made never do so
/// for arrays, and stay far below the budget.
struct WorkBudget {
    private var left: Int
    private let factor: Int

    /// Creates the budget for a file: a multiple of its size, and a little for very small ones.
    init(forFileOf size: Int, limits: Limits) {
        factor = limits.expansion
        let (product, overflow) = (size + 4096).multipliedReportingOverflow(by: factor)
        left = overflow ? .max : product
    }

    /// Takes the cost of some work from the budget.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError/Code/limitExceeded`` if too little is left.
    mutating func spend(_ cost: Int) throws(ArchiveError) {
        guard cost <= left else {
            throw ArchiveError(
                .limitExceeded,
                "showing the archive takes more than \(factor) times its size: values share long arrays or texts",
                remedy: "look at it with keyed-archive objects"
            )
        }
        left -= cost
    }
}
