import Foundation
import Fuzzing
import PropertyLists
import RandomNumbers
import TestSupport

/// What the readers are compared on.
enum ComparedInputs {
    /// Lists without UIDs, since `plutil` cannot show those, in both forms.
    static func seeds() throws -> [[UInt8]] {
        let list: PropertyList = [
            "n": [true, false, 1, 256, -1, .unsignedInteger(.max)], "r": 2.5, "d": .data([1, 2, 3]), "t": .date(86_400),
            "s": "text <&> \u{E9} 日本 👋", "long": "a string of more than fifteen characters", "dict": ["a": ["b": [:]]],
        ]
        return [try BinaryPropertyListWriter().write(list), try XMLPropertyListWriter().write(list)]
    }

    /// Damaged lists, binary and XML, and XML in which whole tags and texts were changed.
    static func mutants() throws -> [[UInt8]] {
        let seeds = try seeds()
        var mutants: [[UInt8]] = []
        for number in 0..<TestScale.count(900, quick: 120) {
            var mutator = ByteMutator(SplitMix64(seed: UInt64(number)))
            mutants.append(mutator.mutant(of: [seeds[number % 2]]))
        }
        let text = String(decoding: seeds[1], as: UTF8.self)
        for number in 0..<TestScale.count(600, quick: 80) {
            var random = SplitMix64(seed: UInt64(number))
            mutants.append(Array(tokensChanged(text, &random).utf8))
        }
        return mutants
    }

    /// Trees of all kinds of values that XML and Foundation know, in both forms.
    static func trees() throws -> [[UInt8]] {
        try (0..<TestScale.count(200, quick: 40)).map { number in
            var random = SplitMix64(seed: UInt64(number))
            let tree: PropertyList = ["a": value(&random, 0), "b": value(&random, 0)]
            if number % 2 == 0 { return try BinaryPropertyListWriter().write(tree) }
            return try XMLPropertyListWriter().write(tree)
        }
    }

    /// The files of the corpus, sound and damaged.
    static func corpus() throws -> [[UInt8]] {
        try (Corpus.sample("archives") + Corpus.sample("malformed", every: 4)).map { try $0.bytes() }
    }

    // MARK: - XML by tokens

    private static let texts = [
        "0x1F", "+5", " 5 ", "1_000", "-9223372036854775808", "-9223372036854775809", "18446744073709551616", "", "nan",
        "inf", "-INF", "1e400", "1.", "0x1p3", ".5", "1,5", "infinity", "2001-02-30T00:00:00Z", "2001-02-03",
        "2001-02-03T24:00:00Z", "0000-01-01T00:00:00Z", "AQ", "AQ==", "A Q = =", "A$Q=", "&#0;", "&#xD800;",
        "&#128664;", "&foo;", "&amp", "a\r\nb", "\u{1}", "]]>", "<![CDATA[x<y]]>", "<!-- c -->", "<?pi x?>", "yes",
    ]

    private static let tags = [
        "<true/>", "<false/>", "<null/>", "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<key/>",
        "<string>", "</string>", "<integer>", "</integer>", "<real>", "</real>", "<data/>", "<date/>", "<true></true>",
        "<true>x</true>", "<dict/>", "<set/>", "<String>", "<plist>", "</plist>", "<integer a='b'>",
    ]

    private static func tokensChanged(_ text: String, _ random: inout SplitMix64) -> String {
        var tokens: [String] = []
        for part in text.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
            let pieces = part.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
            tokens.append("<" + pieces[0] + ">")
            if pieces.count > 1, !pieces[1].isEmpty { tokens.append(String(pieces[1])) }
        }
        for _ in 0...random.below(2) {
            let position = random.below(tokens.count)
            switch random.below(5) {
            case 0: tokens[position] = random.pick(texts) ?? ""
            case 1: tokens[position] = random.pick(tags) ?? ""
            case 2: tokens.insert(random.pick(tags) ?? "", at: position)
            case 3: tokens.insert(random.pick(texts) ?? "", at: position)
            default: tokens.remove(at: position)
            }
        }
        return tokens.joined()
    }

    // MARK: - Trees

    private static let strings = [
        "", "a", "\u{E9}", "日本", "a\nb", "\u{1}", "<&>", "e\u{301}", "👋", " ", "a string of more than fifteen bytes",
    ]

    private static func value(_ random: inout SplitMix64, _ depth: Int) -> PropertyList {
        switch random.below(depth < 4 ? 10 : 7) {
        case 0: return .boolean(random.once(in: 2))
        case 1: return random.pick([0, 1, -1, 255, 256, .integer(.max), .integer(.min), .unsignedInteger(.max)]) ?? 0
        case 2:
            return .double(random.pick([0, 1.5, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 0.1, 1e22]) ?? 0)
        case 3: return .data((0...random.below(60)).map { _ in random.byte() })
        case 4: return .date(Double(random.below(1 << 33)) - Double(1 << 32))
        case 5, 6: return .string(PropertyListString(random.pick(strings) ?? ""))
        case 7: return .array(PropertyListArray((0..<random.below(5)).map { _ in value(&random, depth + 1) }))
        default:
            var keys: Set<String> = []
            let entries = (0..<random.below(5)).compactMap { _ -> PropertyListDictionary.Element? in
                let key = random.pick(strings) ?? ""
                let value = value(&random, depth + 1)
                return keys.insert(key).inserted ? (key: .string(PropertyListString(key)), value: value) : nil
            }
            return .dictionary(PropertyListDictionary(entries))
        }
    }
}
