/// A hash of words and of bytes with a secret, for tables whose keys may come from a hostile input.
///
/// An attacker who knows a hash can make keys that collide, which turns a table into a list. Here two words at a time
/// are combined with numbers that aren't known outside the process and multiplied to 128 bits, the two halves of which
/// are folded: every bit of the product depends on the secret, so that keys that collide in one process do not in
/// another. The order of a table never shows in a property list.
///
/// A second product follows the last: with one alone, consecutive numbers fall on a few slots of a table in one process of
/// twenty, whose secret happens to be close to a simple fraction of 2⁶⁴.
@frozen @usableFromInline package struct HashSeed: BitwiseCopyable, Sendable {
    @usableFromInline let first: UInt64
    @usableFromInline let second: UInt64

    @inlinable
    init(first: UInt64, second: UInt64) {
        self.first = first
        self.second = second
    }

    /// The seed of this process.
    package static let shared = random()

    /// A seed with a new secret.
    package static func random() -> HashSeed {
        HashSeed(first: .random(in: 0 ... .max), second: .random(in: 0 ... .max))
    }

    /// 2⁶⁴ divided by the golden ratio: the upper bits of its products with numbers at equal distances are spread most
    /// evenly.
    @inlinable
    package static var factor: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    /// The hash of two words: 32 bits, all of them mixed.
    @inlinable
    @inline(__always)
    package func hash(_ word: UInt64, _ other: UInt64 = 0) -> UInt32 {
        finished(Self.mix(first ^ word, second ^ other))
    }

    /// The hash of a part of a table.
    @inline(__always)
    func hash(_ range: Range<Int>, of table: borrowing GrowingTable<UInt8>) -> UInt32 {
        let size = range.upperBound &- range.lowerBound
        if size <= 8 { return hash(table.word(range), UInt64(truncatingIfNeeded: size)) }
        return hash(size) { table.word(at: range.lowerBound &+ $0) }
    }

    /// The hash of a text.
    package func hash(_ text: String) -> UInt32 {
        let known = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe hash(UnsafeRawBufferPointer($0)) }
        if let known { return known }
        var text = text
        return text.withUTF8 { unsafe hash(UnsafeRawBufferPointer($0)) }
    }

    @inline(__always)
    private func hash(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        if bytes.count <= 8 { return hash(unsafe bytes.shortWord, UInt64(bytes.count)) }
        return hash(bytes.count) { unsafe bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self) }
    }

    /// The hash of more than eight bytes, which are read as words at their offsets.
    @inline(__always)
    func hash(_ size: Int, word: (Int) -> UInt64) -> UInt32 {
        var position = 0
        var mixed = second ^ UInt64(truncatingIfNeeded: size)
        while size &- position > 16 {
            mixed = Self.mix(first ^ word(position), mixed ^ word(position &+ 8))
            position &+= 16
        }
        // The last 16 bytes, of which some may have been hashed before; of fewer than 16, the first 8 and the last 8.
        return finished(Self.mix(first ^ word(max(0, size &- 16)), mixed ^ word(size &- 8)))
    }

    /// The halves of a product of 128 bits, one folded over the other.
    @inlinable
    @inline(__always)
    static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        return high ^ low
    }

    /// The upper half of one more product.
    @inlinable
    @inline(__always)
    func finished(_ mixed: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: Self.mix(mixed ^ second, first) &>> 32)
    }
}
