/// Damages an input in one of the ways in which files get damaged or are forged, by a seeded generator.
struct Mutator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A pseudo-random number (SplitMix64), the same on every machine.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value &>> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value &>> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value &>> 31
    }

    /// A pseudo-random number below `bound`; 0 if `bound` is 0.
    mutating func below(_ bound: Int) -> Int {
        bound <= 0 ? 0 : Int(next() % UInt64(bound))
    }

    /// A mutant of one of the seeds: one to eight changes.
    mutating func mutant(of seeds: [[UInt8]]) -> [UInt8] {
        guard !seeds.isEmpty else { return [] }
        var bytes = seeds[below(seeds.count)]
        for _ in 0...below(8) { change(&bytes, seeds) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8], _ seeds: [[UInt8]]) {
        guard !bytes.isEmpty else {
            bytes.append(UInt8(truncatingIfNeeded: next()))
            return
        }
        let position = below(bytes.count)
        switch below(11) {
        case 0: bytes[position] ^= 1 << UInt8(below(8))
        case 1: bytes[position] = UInt8(truncatingIfNeeded: next())
        case 2: bytes[position] &+= 1
        case 3: bytes[position] &-= 1
        // Markers and limits of the binary form, and characters that mean something in XML.
        case 4: bytes[position] = Self.telling[below(Self.telling.count)]
        case 5: bytes.removeSubrange(position..<min(bytes.count, position + 1 + below(16)))
        case 6: bytes.removeLast(min(bytes.count, below(40)))
        case 7:
            bytes.insert(contentsOf: bytes[position..<min(bytes.count, position + below(32))], at: below(bytes.count))
        case 8: copy(within: &bytes, from: position)
        case 9: changeTrailer(&bytes)
        default: splice(&bytes, seeds[below(seeds.count)], at: position)
        }
    }

    private static let telling: [UInt8] = [
        0x00, 0x01, 0x08, 0x09, 0x0F, 0x10, 0x13, 0x14, 0x22, 0x23, 0x33, 0x40, 0x4F, 0x50, 0x5F, 0x60, 0x6F, 0x80,
        0x87,
        0x8F, 0xA0, 0xAF, 0xB1, 0xC1, 0xD0, 0xD1, 0xDF, 0x7F, 0xFF, 0x26, 0x3C, 0x3E, 0x2F, 0x21, 0x5B,
    ]

    private mutating func copy(within bytes: inout [UInt8], from position: Int) {
        let target = below(bytes.count)
        let count = min(1 + below(24), bytes.count - max(position, target))
        for offset in 0..<count { bytes[target + offset] = bytes[position + offset] }
    }

    private mutating func changeTrailer(_ bytes: inout [UInt8]) {
        guard bytes.count >= 32 else { return }
        bytes[bytes.count - 32 + below(32)] = below(3) == 0 ? UInt8(truncatingIfNeeded: next()) : UInt8(below(9))
    }

    private mutating func splice(_ bytes: inout [UInt8], _ other: [UInt8], at position: Int) {
        let start = below(other.count)
        let part = other[start..<min(other.count, start + below(64))]
        bytes.replaceSubrange(position..<min(bytes.count, position + part.count), with: part)
    }
}
