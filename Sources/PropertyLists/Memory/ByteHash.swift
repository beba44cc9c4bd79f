/// A hash of bytes with a secret, for tables whose keys may come from a hostile input.
///
/// An attacker who knows a hash can make keys that collide, which turns a table into a list. Here sixteen bytes at a
/// time are combined with numbers that nobody outside the process knows and multiplied to 128 bits, the two halves of
/// which are folded: every bit of the product depends on the secret, so that keys that collide in one process do not in
/// another. The order of a table never shows in a property list.
///
/// A second product follows the last: with one alone, numbers in a row fall on a few slots of a table in one process of
/// twenty, whose secret happens to be close to a simple fraction of 2⁶⁴.
///
/// A number takes two multiplications, and sixteen bytes more take one more.
struct ByteHash: BitwiseCopyable {
    private let first: UInt64
    private let second: UInt64

    /// The hash of this process.
    static let shared = random()

    /// A hash with a new secret.
    static func random() -> ByteHash {
        ByteHash(first: .random(in: 0 ... .max), second: .random(in: 0 ... .max))
    }

    /// The hash of a part of a table, 32 bits of which the upper ones are mixed best.
    @inline(__always)
    func hash(_ range: Range<Int>, of table: borrowing GrowingTable<UInt8>) -> UInt32 {
        let size = range.upperBound &- range.lowerBound
        let seed = second ^ UInt64(truncatingIfNeeded: size)
        if size <= 8 { return finished(Self.product(first ^ table.word(range), seed)) }
        var position = range.lowerBound
        var hash = seed
        while range.upperBound &- position > 16 {
            hash = Self.product(first ^ table.word(at: position), hash ^ table.word(at: position &+ 8))
            position &+= 16
        }
        // The last 16 bytes, of which some may have been hashed before; of fewer than 16, the first 8 and the last 8.
        let next = max(range.lowerBound, range.upperBound &- 16)
        let last = range.upperBound &- 8
        return finished(Self.product(first ^ table.word(at: next), hash ^ table.word(at: last)))
    }

    /// The halves of a product of 128 bits, one folded over the other.
    @inline(__always)
    private static func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        return high ^ low
    }

    /// The upper half of one more product.
    @inline(__always)
    private func finished(_ hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: Self.product(hash ^ second, first) &>> 32)
    }
}
