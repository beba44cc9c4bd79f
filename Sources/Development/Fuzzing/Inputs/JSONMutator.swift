import RandomNumbers

/// Damages JSON so that most of it can still be read: a value is replaced, repeated, nested or left out.
struct JSONMutator {
    private var random: SplitMix64

    init(_ random: SplitMix64) {
        self.random = random
    }

    /// A mutant of one of the seeds; a tenth of them have bytes damaged as well.
    mutating func mutant(of seeds: [JSONSeed]) -> [UInt8] {
        guard let one = random.pick(seeds), let other = random.pick(seeds) else { return [] }
        var seed = one.bytes.count < other.bytes.count ? one : other
        for _ in 0...random.below(4) { seed = JSONSeed(changed(seed, seeds)) }
        guard random.once(in: 10) else { return seed.bytes }
        var mutator = ByteMutator(random)
        return mutator.mutant(of: [seed.bytes])
    }

    private mutating func changed(_ seed: JSONSeed, _ seeds: [JSONSeed]) -> [UInt8] {
        guard let place = random.pick(seed.values) else { return Array("[]".utf8) }
        var bytes = seed.bytes
        switch random.below(8) {
        case 0, 1: bytes.replaceSubrange(place, with: Array((random.pick(Self.telling) ?? "null").utf8))
        case 2, 3:
            // Another value, of this seed or of another one.
            let source = random.once(in: 2) ? seed : random.pick(seeds) ?? seed
            guard let value = random.pick(source.values) else { return bytes }
            bytes.replaceSubrange(place, with: source.bytes[value].prefix(4096))
        case 4:
            // Many of them in a row.
            let element = Array(bytes[place].prefix(256))
            let row = [[UInt8]](repeating: element, count: 1 + random.below(20)).joined(separator: [0x2C])
            bytes.replaceSubrange(place, with: [0x5B] + row + [0x5D])
        case 5:
            // Deeper than it was.
            let depth = 1 + random.below(random.once(in: 20) ? 2000 : 20)
            let (open, close): ([UInt8], [UInt8]) =
                random.once(in: 2) ? ([0x5B], [0x5D]) : (Array(#"{"a":"#.utf8), [0x7D])
            let value = Array(bytes[place])
            let opened = [[UInt8]](repeating: open, count: depth).joined()
            let closed = [[UInt8]](repeating: close, count: depth).joined()
            bytes.replaceSubrange(place, with: Array(opened) + value + Array(closed))
        case 6: bytes.replaceSubrange(place, with: Array("{\"$ref\":\(random.below(12))}".utf8))
        default:
            // A name for another: keys are texts, too.
            let names = seed.values.filter { bytes[$0.lowerBound] == 0x22 }
            guard let name = random.pick(names) else { return bytes }
            bytes.replaceSubrange(name, with: Array((random.pick(Self.names) ?? "\"a\"").utf8))
        }
        return bytes
    }

    /// Values at the limits of numbers, of forms that stand for something else, and of the wrong kind.
    private static let telling = [
        "null", "true", "0", "-1", "1.5", "1e400", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "\"\"",
        "\"$null\"", "[]", "{}", "[null]", #"{"$ref":0}"#, #"{"$ref":-1}"#, #"{"$ref":18446744073709551615}"#,
        #"{"$id":1,"$class":"NSArray","$elements":[{"$ref":1}]}"#, #"{"$data":"AQI="}"#, #"{"$data":"!"}"#,
        #"{"$date":1e300}"#, #"{"$date":"2026-02-30"}"#, #"{"$real":"nan"}"#, #"{"CF$UID":4294967296}"#,
        #"{"$class":"A"}"#, #"{"$class":"A","$fields":[["a",1],["a",2]]}"#,
        #"{"$class":"NSCountedSet","$counts":[["a",-1]]}"#,
        #"{"$runs":[{"$text":"a"}],"$class":"NSAttributedString"}"#, #"{"$ranges":[[0,9223372036854775807]]}"#,
        #"{"$decimal":"1e127"}"#, #"{"$inline":[1]}"#, #"{"$bytes":"AQI="}"#, #"{"$document":{"root":1}}"#, "1.0",
        #"{"$set":[1,1]}"#, #"{"$value":{"$value":1}}"#, "\"\\ud800\"",
    ]

    private static let names = [
        "\"$class\"", "\"$id\"", "\"$ref\"", "\"$top\"", "\"$objects\"", "\"$elements\"", "\"$entries\"", "\"$value\"",
        "\"$string\"", "\"$data\"", "\"$date\"", "\"$graph\"", "\"$continued\"", "\"$derived\"", "\"$typedstream\"",
        "\"$groups\"", "\"$classes\"",
        "\"NS.objects\"", "\"NS.keys\"", "\"root\"", "\"\"",
    ]
}

/// JSON with the places of the values in it.
struct JSONSeed: Sendable {
    let bytes: [UInt8]

    /// Where values and names stand, each with all that is in it.
    let values: [Range<Int>]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        values = Self.values(in: bytes)
    }

    /// Finds values by their brackets, quotes and separators; damaged JSON has some as well.
    private static func values(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var open: [Int] = []
        var position = 0
        while position < bytes.count {
            let start = position
            switch bytes[position] {
            case 0x5B, 0x7B:
                open.append(position)
                position += 1
            case 0x5D, 0x7D:
                position += 1
                if let start = open.popLast() { found.append(start..<position) }
            case 0x22:
                position += 1
                while position < bytes.count, bytes[position] != 0x22 { position += bytes[position] == 0x5C ? 2 : 1 }
                position = min(position + 1, bytes.count)
                found.append(start..<position)
            case 0x2B, 0x2D, 0x30...0x39, 0x61...0x7A:
                while position < bytes.count, ![0x2C, 0x5D, 0x7D, 0x20, 0x0A, 0x0D].contains(bytes[position]) {
                    position += 1
                }
                found.append(start..<position)
            default: position += 1
            }
        }
        return found
    }
}
