import PropertyLists
import TestSupport

extension HostileInput {
    /// Rows 44 to 56: containers and what they hold.
    static let graphRows: [HostileInput] = cycleRows + depthRows + sharingRows + countRows + keyRows

    private static let cycleRows: [HostileInput] = [
        HostileInput(44, "an array holds itself", object: [0xA1, 0], .refused(.invalidReference, at: 8)),
        HostileInput(
            44, "two arrays hold each other", HandmadeList([0xA1, 1], [0xA1, 0]), .refused(.invalidReference, at: 8)),
        HostileInput(44, "a cycle of 10,000 arrays, deeper than the limit", .refused(.limitExceeded, at: 8 + 512 * 3)) {
            cycle(of: 10_000)
        },
        HostileInput(
            44, "a cycle of 10,000 arrays, without a limit", .refused(.invalidReference, at: 8), limits: .unlimited
        ) {
            cycle(of: 10_000)
        },
        HostileInput(
            45, "a dictionary is its own value", HandmadeList([0xD1, 1, 0], [0x51, 0x61]),
            .refused(.invalidReference, at: 8)),
        HostileInput(
            45, "a dictionary is its own key", HandmadeList([0xD1, 0, 1], [0x51, 0x61]), .refused(.invalidKey, at: 8)),
        HostileInput(46, "a set holds itself", object: [0xC1, 0], .refused(.invalidReference, at: 8)),
        HostileInput(46, "an ordered set holds itself", object: [0xB1, 0], .refused(.invalidReference, at: 8)),
    ]

    private static let depthRows: [HostileInput] =
        [512].map { depth in HostileInput(47, "\(depth) levels", .ok) { HandmadeList.nestedArrays(depth) } }
        + [513, 600, 100_000].map { depth in
            HostileInput(47, "\(depth) levels", .refused(.limitExceeded, at: 8 + 512 * 5)) {
                HandmadeList.nestedArrays(depth)
            }
        } + [
            HostileInput(47, "a million levels", .refused(.limitExceeded, at: 8 + 512 * 5)) {
                HandmadeList.nestedArrays(TestScale.count(1_000_000, quick: 200_000))
            }
        ]

    private static let sharingRows: [HostileInput] = [
        // The budget of 16 times the size is used up when one of the innermost arrays is opened again.
        HostileInput(49, "a graph that doubles at each of 6 levels", .ok) { doubling(6) },
        HostileInput(49, "a graph that doubles at each of 30 levels", .refused(.limitExceeded, at: 8 + 29 * 3)) {
            doubling(30)
        },
        HostileInput(49, "a graph that doubles at each of 64 levels", .refused(.limitExceeded, at: 8 + 62 * 3)) {
            doubling(64)
        },
        HostileInput(50, "an array refers to one object a million times", .ok) { crowd(0xA0) },
        HostileInput(50, "a set refers to one object a million times", .strictly(.duplicateKey, at: 15)) {
            crowd(0xC0)
        },
    ]

    private static let countRows: [HostileInput] = [
        count("of an array that is one more than there is", 0xAF, 11, row: 51),
        count("of an array of 2³¹ − 1", 0xAF, (1 << 31) - 1, row: 51),
        count("of an array of 2⁶³", 0xAF, 1 << 63, row: 51),
        count("of a set of 2⁶⁴ − 1", 0xCF, .max, row: 51),
        count("of a dictionary that is one more than there is", 0xDF, 6, row: 52),
        count("of a dictionary whose references wrap to 2 bytes", 0xDF, (1 << 63) + 1, row: 52),
    ]

    private static let keyRows: [HostileInput] =
        [
            ("an integer", [0x10, 0x07]), ("a boolean", [0x09]), ("data", [0x41, 0]), ("a UID", [0x80, 1]),
            ("null", [0x00]),
        ].map { name, key in
            HostileInput(53, "a key is \(name)", HandmadeList([0xD1, 1, 1], key), .strictly(.invalidKey, at: 11))
        }
        + [("a dictionary", [0xD0]), ("an array", [0xA0])].map { name, key in
            HostileInput(53, "a key is \(name)", HandmadeList([0xD1, 1, 1], key), .refused(.invalidKey, at: 11))
        } + [
            HostileInput(
                54, "the same key twice", HandmadeList([0xD2, 1, 1, 2, 2], [0x51, 0x61], [0x09]),
                .strictly(.duplicateKey, at: 10)),
            HostileInput(
                54, "the same text as two keys",
                HandmadeList([0xD2, 1, 2, 3, 3], [0x51, 0x61], [0x51, 0x61], [0x09]),
                .strictly(.duplicateKey, at: 10)),
            HostileInput(
                54, "the same member twice", HandmadeList([0xC2, 1, 2], [0x10, 7], [0x10, 7]),
                .strictly(.duplicateKey, at: 10)),
            HostileInput(55, "20,000 keys that differ only in the order of their accents", .ok) {
                collidingKeys(TestScale.count(20_000, quick: 2000))
            },
            HostileInput(56, "keys with a meaning elsewhere", .ok) {
                dictionary(["__proto__", "$class", "$objects", "", "CF$UID", "..", "%s%n"])
            },
            HostileInput(56, "a key of 64 KiB", .ok) { dictionary([String(repeating: "k", count: 65_536)]) },
        ]

    private static func cycle(of count: Int) -> [UInt8] {
        HandmadeList(objects: (1...count).map { container(0xA0, [$0 % count], width: 2) }).spoiled { list in
            list.referenceSize = 2
            list.offsetSize = 2
        }.bytes
    }

    private static func doubling(_ levels: Int) -> [UInt8] {
        HandmadeList(objects: (1...levels).map { container(0xA0, [$0, $0]) } + [[0x09]]).bytes
    }

    private static func crowd(_ kind: UInt8) -> [UInt8] {
        let count = TestScale.count(1_000_000, quick: 100_000)
        return HandmadeList(marker(kind, count: count) + Array(repeating: 1, count: count), [0x09]).spoiled {
            $0.offsetSize = 4
        }.bytes
    }

    /// An object of 10 references after a count that is wrong.
    private static func count(_ name: String, _ marker: UInt8, _ count: UInt64, row: Int) -> HostileInput {
        let object = [marker, 0x13] + bigEndian(count, 8) + Array(repeating: 1, count: 10)
        return HostileInput(row, "a count \(name)", HandmadeList(object), .refused(.invalidLength, at: 8))
    }

    /// A dictionary with the given keys, all with the value `true`.
    private static func dictionary(_ keys: [String]) -> [UInt8] {
        let references = Array(1...keys.count) + Array(repeating: keys.count + 1, count: keys.count)
        let strings = keys.map { marker(0x50, count: $0.utf8.count) + Array($0.utf8) }
        return HandmadeList(objects: [container(0xD0, references)] + strings + [[0x09]])
            .spoiled { $0.offsetSize = 4 }.bytes
    }

    /// A dictionary whose keys are the letter a with the same accents in many orders.
    ///
    /// Swift's strings call them all equal, so they have one and the same hash there.
    private static func collidingKeys(_ count: Int) -> [UInt8] {
        // Marks of pairwise different combining classes may be in any order.
        let marks: [UInt16] = [0x301, 0x323, 0x327, 0x334, 0x345, 0x31B, 0x5B0, 0x5B1]
        let keys = permutations(of: marks).prefix(count).map { marks in
            marker(0x60, count: 9) + [0x00, 0x61] + marks.flatMap { bigEndian(UInt64($0), 2) }
        }
        let references = Array(1...count) + Array(repeating: count + 1, count: count)
        return HandmadeList(objects: [container(0xD0, references, width: 2)] + keys + [[0x09]]).spoiled { list in
            list.referenceSize = 2
            list.offsetSize = 4
        }.bytes
    }

    private static func permutations(of marks: [UInt16]) -> [[UInt16]] {
        guard let first = marks.first else { return [[]] }
        return permutations(of: Array(marks.dropFirst())).flatMap { rest in
            (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
        }
    }
}
