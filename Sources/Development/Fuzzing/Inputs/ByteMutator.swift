package import RandomNumbers

/// Damages an input in one of the ways in which files get damaged or are forged, without looking at what it means.
package struct ByteMutator {
    private var random: SplitMix64

    package init(_ random: SplitMix64) {
        self.random = random
    }

    /// A mutant of one of the seeds: one change in half of them, up to eight in the others.
    package mutating func mutant(of seeds: [[UInt8]]) -> [UInt8] {
        guard let one = random.pick(seeds), let other = random.pick(seeds) else { return [] }
        // The smaller of two: small inputs are quicker, and a change to them hits more.
        var bytes = one.count < other.count ? one : other
        for _ in 0...(random.once(in: 2) ? 0 : random.below(8)) { change(&bytes, seeds) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8], _ seeds: [[UInt8]]) {
        guard !bytes.isEmpty else {
            bytes.append(random.byte())
            return
        }
        let position = random.below(bytes.count)
        switch random.below(11) {
        case 0: bytes[position] ^= 1 << UInt8(random.below(8))
        case 1: bytes[position] = random.byte()
        case 2: bytes[position] &+= 1
        case 3: bytes[position] &-= 1
        case 4: bytes[position] = random.pick(Self.telling) ?? 0
        case 5: bytes.removeSubrange(position..<min(bytes.count, position + 1 + random.below(16)))
        case 6: bytes.removeLast(min(bytes.count, random.below(40)))
        case 7:
            let part = bytes[position..<min(bytes.count, position + random.below(32))]
            bytes.insert(contentsOf: part, at: random.below(bytes.count))
        case 8: copy(within: &bytes, from: position)
        case 9: changeTrailer(&bytes)
        default: splice(&bytes, random.pick(seeds) ?? [], at: position)
        }
    }

    /// Markers and limits of the binary form, and characters that mean something in XML.
    private static let telling: [UInt8] = [
        0x00, 0x01, 0x08, 0x09, 0x0F, 0x10, 0x13, 0x14, 0x22, 0x23, 0x33, 0x40, 0x4F, 0x50, 0x5F, 0x60, 0x6F, 0x80,
        0x87, 0x8F, 0xA0, 0xAF, 0xB1, 0xC1, 0xD0, 0xD1, 0xDF, 0x7F, 0xFF, 0x26, 0x3C, 0x3E, 0x2F, 0x21, 0x5B,
    ]

    private mutating func copy(within bytes: inout [UInt8], from position: Int) {
        let target = random.below(bytes.count)
        let count = min(1 + random.below(24), bytes.count - max(position, target))
        for offset in 0..<count { bytes[target + offset] = bytes[position + offset] }
    }

    private mutating func changeTrailer(_ bytes: inout [UInt8]) {
        guard bytes.count >= 32 else { return }
        bytes[bytes.count - 32 + random.below(32)] = random.once(in: 3) ? random.byte() : UInt8(random.below(9))
    }

    private mutating func splice(_ bytes: inout [UInt8], _ other: [UInt8], at position: Int) {
        let start = random.below(other.count)
        let part = other[start..<min(other.count, start + random.below(64))]
        bytes.replaceSubrange(position..<min(bytes.count, position + part.count), with: part)
    }
}
