/// Random factors of a hash of two words.
///
/// What is hashed can come from a hostile archive that is decoded and encoded again, and a fixed hash could be made to
/// collide, which turns a table into a list. Multiplying by odd numbers that nobody outside the process knows leaves
/// nothing to aim at. The order of a table never shows in an archive.
struct HashSeed: BitwiseCopyable {
    private let first: UInt64
    private let second: UInt64

    /// The factors of this process.
    static let shared = HashSeed(first: .random(in: 0 ... .max) | 1, second: .random(in: 0 ... .max) | 1)

    /// The hash of two words, 32 bits.
    ///
    /// A product carries upwards only, so that what differs in the upper bytes alone, as the ends of strings and most
    /// reals do, would leave the lower bits of the hash as they are. Folding the upper half down before a second
    /// product lets every bit reach them.
    @inline(__always)
    func hash(_ word: UInt64, _ other: UInt64) -> UInt32 {
        let sum = word &* first &+ other &* second
        return UInt32(truncatingIfNeeded: ((sum ^ sum &>> 32) &* first) &>> 32)
    }
}
