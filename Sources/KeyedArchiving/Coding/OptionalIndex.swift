/// An index into a table, or none, in one word: an optional integer takes two.
struct OptionalIndex: BitwiseCopyable, Equatable {
    /// The index; below 0 for none.
    private let rawValue: Int

    @inline(__always)
    init(_ index: Int) {
        rawValue = index
    }

    static var none: Self { Self(-1) }

    /// The index, if there is one.
    @inline(__always)
    var value: Int? { rawValue < 0 ? nil : rawValue }
}
