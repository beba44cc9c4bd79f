/// Pseudo-random numbers (SplitMix64) that are the same on every machine.
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value &>> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value &>> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value &>> 31
    }

    /// A number below `bound`; 0 if `bound` is 0.
    package mutating func below(_ bound: Int) -> Int {
        bound <= 0 ? 0 : Int(next() % UInt64(bound))
    }

    /// True once in `count` times.
    package mutating func once(in count: Int) -> Bool {
        below(count) == 0
    }

    package mutating func byte() -> UInt8 {
        UInt8(truncatingIfNeeded: next())
    }

    /// One of the elements; nil if there is none.
    package mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element? {
        guard !elements.isEmpty else { return nil }
        return elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
    }
}
