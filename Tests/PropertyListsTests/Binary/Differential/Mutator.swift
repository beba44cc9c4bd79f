import RandomNumbers

/// Damages small files in a way that is the same in each run.
struct Mutator {
    private var generator: SplitMix64

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// A copy of `bytes` with one or two changes.
    mutating func mutant(of bytes: [UInt8]) -> [UInt8] {
        var mutant = bytes
        for _ in 0...below(2) { change(&mutant) }
        return mutant
    }

    /// The bytes that mean most in the format: small numbers, markers, and the edges of ranges.
    private static let notable: [UInt8] =
        [0x00, 0x01, 0x02, 0x07, 0x08, 0x09, 0x0F, 0x10, 0x13, 0x14, 0x15, 0x22, 0x33, 0x7F, 0x80, 0xFE, 0xFF]
        + [0x4F, 0x5F, 0x61, 0x6F, 0x83, 0x8F, 0xA1, 0xB1, 0xC1, 0xD1, 0xDF]

    private mutating func change(_ bytes: inout [UInt8]) {
        let position = below(bytes.count)
        switch below(16) {
        case 0...5: bytes[position] = Self.notable[below(Self.notable.count)]
        case 6...8: bytes[position] ^= 1 << UInt8(below(8))
        case 9...11: bytes[position] = bytes[position] &+ (below(2) == 0 ? 1 : 255)
        case 12, 13: bytes[position] = bytes[below(bytes.count)]
        case 14: bytes.remove(at: position)
        default: bytes.insert(Self.notable[below(Self.notable.count)], at: position)
        }
    }

    /// A number from 0 to `bound` - 1.
    private mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &generator)
    }
}
