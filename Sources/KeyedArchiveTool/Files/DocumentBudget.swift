import KeyedArchiving
import PropertyLists

/// The budget for one input document, from reading it to the last byte printed of it.
///
/// A file, all documents opened in its data, and all values and text made of them share one budget. Memory that is kept
/// and text that is repeated are charged here. A single call of the library has separate bounds in proportion to its
/// input; its temporary memory is free again when it returns, so that such peaks don't add up.
final class DocumentBudget {
    let limits: InputLimits
    private var budget: Budget
    private var outputLeft: Int

    /// The cost of opening data, for each byte: the byte itself, and the tables by which it is read.
    static let openingCost = 16
    /// The cost of a value of JSON or of a property list, in bytes, without its text.
    static let valueCost = 40
    /// The cost of an array or a dictionary, in bytes, without its values.
    static let containerCost = 64

    /// Creates the budget of a document that is read from so many bytes.
    init(inputSize: Int, limits: InputLimits) {
        self.limits = limits
        budget = Budget(inputSize: inputSize, limits: limits.limits)
        outputLeft = min(limits.outputSize(ofInputSize: inputSize), limits.limits.memory)
    }

    /// Takes memory for values, text and copies that are kept.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError/Code/limitExceeded`` if too little is left.
    func make(_ size: Int) throws(ArchiveError) {
        try budget.allocate(size)
    }

    /// Takes memory for values, with the bytes of their texts.
    func make(values count: Int, textSize: Int = 0) throws(ArchiveError) {
        try make(count.multipliedOrMaximum(by: Self.valueCost).addingOrMaximum(textSize))
    }

    /// Takes steps: looks at values, comparisons of 16 bytes.
    func step(_ count: Int = 1) throws(ArchiveError) {
        try budget.step(count)
    }

    /// Takes bytes of output.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError/Code/limitExceeded`` if too little is left.
    func print(_ size: Int) throws(ArchiveError) {
        guard size <= outputLeft else { throw .limit("output", limits.outputFactor) }
        outputLeft -= size
    }

    /// The limits for a call of the library, which may use the remaining memory.
    var remaining: Limits {
        var limits = limits.limits
        limits.memory = min(limits.memory, budget.unusedMemory)
        return limits
    }
}
