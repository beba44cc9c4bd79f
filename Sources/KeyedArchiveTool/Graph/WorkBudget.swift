import KeyedArchiving
import PropertyLists

/// How much work one file may still cause, so that a small hostile file does not keep the tool busy for hours.
///
/// A file can refer many times to one long array or text. Those that Apple's writer made do so only for short texts,
/// and stay far below the budget.
struct WorkBudget {
    private let fileSize: Int
    private var left: Int

    /// How much work each byte of a file may cause.
    private static let factor = 16

    /// What each value costs, besides its text.
    private static let valueCost = 4

    /// From how many bytes on a text costs more: it should stand in the file as often as it is shown.
    private static let longText = 1024

    /// Whether some work was refused.
    private(set) var isExhausted = false

    /// Creates the budget for a file, with a little extra for very small ones.
    init(forFileOf size: Int) {
        fileSize = size + 4096
        let (product, overflow) = fileSize.multipliedReportingOverflow(by: Self.factor)
        left = overflow ? .max : product
    }

    /// Takes the cost of some work from the budget.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError/Code/limitExceeded`` if too little is left.
    mutating func spend(_ cost: Int) throws(ArchiveError) {
        guard cost <= left else {
            isExhausted = true
            throw ArchiveError(
                .limitExceeded,
                "showing all of it would take more than \(Self.factor) times the size of the file",
                remedy: "the file refers many times to the same long array or text, as if made to do harm"
            )
        }
        left -= cost
    }

    /// Takes the cost of one value that is shown with some bytes of text.
    mutating func spend(onValueWith textSize: Int) throws(ArchiveError) {
        try spend(Self.valueCost)
        try spend(onText: textSize)
    }

    /// Takes the cost of a text, or of data.
    mutating func spend(onText size: Int) throws(ArchiveError) {
        try spend(size < Self.longText ? size / 16 : size / 2)
    }

    /// Takes the cost of values that were read.
    mutating func spend(onValues count: Int) throws(ArchiveError) {
        try spend(Self.valueCost * count)
    }

    /// Takes the cost of a failure; finding out that something is too large was as much work as the limit allows.
    mutating func spend(on error: ArchiveError) throws(ArchiveError) {
        if error.code == .limitExceeded { try spend(fileSize) }
    }
}
