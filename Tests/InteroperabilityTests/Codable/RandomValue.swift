import Foundation
import RandomNumbers

/// What random values are made of.
struct RandomSource {
    var numbers: SplitMix64
    /// Whether the text that stands for nil in property lists may be among texts.
    let hasNullText: Bool
    /// How many levels of containers there may be below.
    var depth = 5

    init(seed: UInt64, hasNullText: Bool) {
        numbers = SplitMix64(seed: seed)
        self.hasNullText = hasNullText
    }

    /// Up to so many values, fewer of them the deeper they are; none at the bottom.
    mutating func list<Value: RandomValue>(upTo count: Int, of type: Value.Type) -> [Value] {
        guard depth > 0 else { return [] }
        depth -= 1
        defer { depth += 1 }
        return (0..<numbers.below(count + 1)).map { _ in type.random(&self) }
    }

    mutating func pick<Value>(_ values: [Value], else other: Value) -> Value { numbers.pick(values) ?? other }
}

/// A type of which there are random values, and which tells exactly what a value is: texts by their code units, reals by
/// their bits, so that it doesn't depend on what Swift takes for equal.
protocol RandomValue: Codable {
    static func random(_ source: inout RandomSource) -> Self
    var facts: String { get }
}

// MARK: - Scalars

extension RandomValue where Self: FixedWidthInteger {
    static func random(_ source: inout RandomSource) -> Self {
        let limits: [Self] = [.min, .min + 1, 0, 1, .max / 2, .max - 1, .max]
        return source.numbers.once(in: 2)
            ? source.pick(limits, else: 0)
            : Self(truncatingIfNeeded: source.numbers.next() >> UInt64(source.numbers.below(64)))
    }

    var facts: String { "\(self)" }
}

extension Int: RandomValue {}
extension Int8: RandomValue {}
extension Int16: RandomValue {}
extension Int32: RandomValue {}
extension Int64: RandomValue {}
extension UInt: RandomValue {}
extension UInt8: RandomValue {}
extension UInt16: RandomValue {}
extension UInt32: RandomValue {}
extension UInt64: RandomValue {}

extension Double: RandomValue {
    static func random(_ source: inout RandomSource) -> Double {
        let limits = [
            0, 1, -1, 0.1, 1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi, 0x1p53, 0x1p63, -0x1p63,
        ]
        if source.numbers.once(in: 2) { return source.pick(limits, else: 0) }
        let value = Double(bitPattern: source.numbers.next())
        return value.isFinite ? value : 0.5
    }

    var facts: String { "real \(bitPattern)" }
}

extension Float: RandomValue {
    static func random(_ source: inout RandomSource) -> Float {
        let value = Float(bitPattern: UInt32(truncatingIfNeeded: source.numbers.next()))
        return value.isFinite ? value : .greatestFiniteMagnitude
    }

    var facts: String { "small real \(bitPattern)" }
}

extension Bool: RandomValue {
    static func random(_ source: inout RandomSource) -> Bool { source.numbers.once(in: 2) }

    var facts: String { "\(self)" }
}

extension String: RandomValue {
    private static let odd = [
        "", "$0", "$class", "NS.keys", "NS.objects", "\u{E9}", "e\u{301}", "\u{212B}", "\u{1F600}", "\u{FFFD}",
        "<&>\"'", " a ", "a\nb", "0", "-1", "true", "root.list[0]", String(repeating: "long", count: 200),
        String(repeating: "\u{5B57}", count: 20),
    ]

    static func random(_ source: inout RandomSource) -> String {
        if source.hasNullText, source.numbers.once(in: 12) { return "$null" }
        if source.numbers.once(in: 2) { return source.pick(odd, else: "") }
        return (0..<source.numbers.below(20)).map { _ in source.pick(["a", "b", "\u{E4}"], else: "c") }.joined()
    }

    var facts: String { "text \(Array(utf16))" }
}

extension Data: RandomValue {
    static func random(_ source: inout RandomSource) -> Data {
        Data((0..<source.numbers.below(40)).map { _ in source.numbers.byte() })
    }

    var facts: String { "data \(Array(self))" }
}

extension Date: RandomValue {
    static func random(_ source: inout RandomSource) -> Date {
        // XML has whole seconds.
        Date(timeIntervalSinceReferenceDate: Double(source.numbers.below(2_000_000_000) - 1_000_000_000))
    }

    var facts: String { "date \(timeIntervalSinceReferenceDate)" }
}

extension URL: RandomValue {
    static func random(_ source: inout RandomSource) -> URL {
        source.pick(["http://a.b/c?d=e", "file:///tmp/a%20b"].compactMap { URL(string: $0) }, else: URL(filePath: "/"))
    }

    var facts: String { "URL \(absoluteString)" }
}

extension UUID: RandomValue {
    static func random(_ source: inout RandomSource) -> UUID {
        var byte: UInt8 { source.numbers.byte() }
        return UUID(
            uuid: (byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte, byte))
    }

    var facts: String { uuidString }
}

// MARK: - Containers

extension Optional: RandomValue where Wrapped: RandomValue {
    static func random(_ source: inout RandomSource) -> Wrapped? {
        source.numbers.once(in: 3) ? nil : Wrapped.random(&source)
    }

    var facts: String { map { "some \($0.facts)" } ?? "nil" }
}

extension Array: RandomValue where Element: RandomValue {
    static func random(_ source: inout RandomSource) -> [Element] { source.list(upTo: 6, of: Element.self) }

    var facts: String { "[\(map(\.facts).joined(separator: ", "))]" }
}

extension Set: RandomValue where Element: RandomValue {
    static func random(_ source: inout RandomSource) -> Set<Element> { Set(source.list(upTo: 6, of: Element.self)) }

    var facts: String { "set [\(map(\.facts).sorted().joined(separator: ", "))]" }
}

extension Dictionary: RandomValue where Key: RandomValue, Value: RandomValue {
    static func random(_ source: inout RandomSource) -> [Key: Value] {
        let keys = source.list(upTo: 6, of: Key.self)
        return Dictionary(keys.map { ($0, Value.random(&source)) }) { $1 }
    }

    var facts: String { "{\(map { "\($0.facts): \($1.facts)" }.sorted().joined(separator: ", "))}" }
}

// MARK: - Types of one's own

/// A structure of fields of many kinds.
struct RandomRecord: RandomValue, Hashable {
    var name: String, count: Int, share: Double, isOn: Bool, small: Int8, large: UInt64
    var note: String?, level: Int?, flag: Bool?, ratio: Float?
    var tags: [String], numbers: [Int], reals: [Double], bytes: [UInt8], gaps: [Int?]
    var texts: [String: String], grid: [[Int]], blob: Data, day: Date?

    static func random(_ source: inout RandomSource) -> RandomRecord {
        RandomRecord(
            name: .random(&source), count: .random(&source), share: .random(&source), isOn: .random(&source),
            small: .random(&source), large: .random(&source), note: .random(&source), level: .random(&source),
            flag: .random(&source), ratio: .random(&source), tags: .random(&source), numbers: .random(&source),
            reals: .random(&source), bytes: .random(&source), gaps: .random(&source), texts: .random(&source),
            grid: .random(&source), blob: .random(&source), day: .random(&source))
    }

    var facts: String {
        let fields: [any RandomValue] = [
            name, count, share, isOn, small, large, note, level, flag, ratio, tags, numbers, reals, bytes, gaps, texts,
            grid, blob, day,
        ]
        return "(\(fields.map(\.facts).joined(separator: ", ")))"
    }
}

/// Cases with payloads, which hold each other.
indirect enum RandomCase: RandomValue {
    case empty, one(Int?), labeled(name: String, record: RandomRecord?), list([RandomCase]), chain(RandomCase)

    static func random(_ source: inout RandomSource) -> RandomCase {
        switch source.numbers.below(source.depth > 0 ? 5 : 2) {
        case 0: return .empty
        case 1: return .one(.random(&source))
        case 2: return .labeled(name: .random(&source), record: .random(&source))
        case 3: return .list(.random(&source))
        default:
            source.depth -= 1
            defer { source.depth += 1 }
            return .chain(.random(&source))
        }
    }

    var facts: String {
        switch self {
        case .empty: "empty"
        case .one(let value): "one \(value.facts)"
        case .labeled(let name, let record): "labeled \(name.facts) \(record.facts)"
        case .list(let list): "list \(list.facts)"
        case .chain(let next): "chain \(next.facts)"
        }
    }
}

/// A class with a superclass that encodes itself in a container of its own, and instances that several others hold.
class RandomBase: RandomValue {
    var title: String

    required init(_ source: inout RandomSource) { title = .random(&source) }

    static func random(_ source: inout RandomSource) -> Self { Self(&source) }

    var facts: String { title.facts }
}

final class RandomNode: RandomBase {
    var value: Int?
    var children: [RandomNode]

    private enum Keys: String, CodingKey { case value, children }

    required init(_ source: inout RandomSource) {
        value = .random(&source)
        children = source.list(upTo: 2, of: RandomNode.self)
        children += children.prefix(1)
        super.init(&source)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        value = try container.decodeIfPresent(Int.self, forKey: .value)
        children = try container.decode([RandomNode].self, forKey: .children)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encodeIfPresent(value, forKey: .value)
        try container.encode(children, forKey: .children)
        try super.encode(to: container.superEncoder())
    }

    override var facts: String { "\(super.facts) \(value.facts) \(children.facts)" }
}

/// Values under keys that differ by their code units only, or look like those of archives.
struct RandomKeys: RandomValue {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private static let keys = [
        "", "$null", "$0", "$class", "NS.keys", "NS.objects", "\u{E9}", "e\u{301}", "\u{212B}", "\u{C5}", "0", "super",
    ]

    var entries: [(key: String, value: Int?)]

    init(_ entries: [(key: String, value: Int?)]) { self.entries = entries }

    static func random(_ source: inout RandomSource) -> RandomKeys {
        RandomKeys(keys.filter { _ in source.numbers.once(in: 2) }.map { ($0, .random(&source)) })
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        entries = []
        for key in container.allKeys {
            entries.append((key.stringValue, try container.decode(Int?.self, forKey: key)))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (key, value) in entries { try container.encode(value, forKey: Key(stringValue: key)) }
    }

    var facts: String { entries.map { "\($0.key.facts): \($0.value.facts)" }.sorted().joined(separator: ", ") }
}

/// Lists in lists, some of them deep.
struct RandomNest: RandomValue {
    var inner: [RandomNest]

    static func random(_ source: inout RandomSource) -> RandomNest {
        var nest = RandomNest(inner: [])
        for _ in 0..<source.numbers.below(100) {
            nest = RandomNest(inner: source.numbers.once(in: 10) ? [nest, RandomNest(inner: [])] : [nest])
        }
        return nest
    }

    var facts: String { "<\(inner.map(\.facts).joined())>" }
}
