import Foundation

// Types as people write them, for the comparison of coders.

struct Plain: Codable, Equatable {
    var text = "Ada", count = 3, share = 0.5, isOn = true
}

struct Optionals: Codable {
    var text: String?, count: Int?, nested: Plain?, list: [Int?]?, deep: Int??
}

/// Asks for its containers again for each value.
struct Repeated: Codable {
    enum Keys: String, CodingKey { case outer, list, first, second }
    var first = 1, second = 2, third = 3, fourth = 4

    init() {}

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var nested = container.nestedContainer(keyedBy: Keys.self, forKey: .outer)
        try nested.encode(first, forKey: .first)
        nested = container.nestedContainer(keyedBy: Keys.self, forKey: .outer)
        try nested.encode(second, forKey: .second)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encode(third)
        list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encode(fourth)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let nested = try container.nestedContainer(keyedBy: Keys.self, forKey: .outer)
        first = try nested.decode(Int.self, forKey: .first)
        second = try nested.decode(Int.self, forKey: .second)
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        third = try list.decode(Int.self)
        fourth = try list.decode(Int.self)
    }
}

/// Opens containers under keys that have a value already.
struct Continued: Codable {
    enum Keys: String, CodingKey { case dictionary, list, first, second }
    var first = 1, second = 2

    init() {}

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(["first": first], forKey: .dictionary)
        try container.encode([first], forKey: .list)
        var dictionary = container.nestedContainer(keyedBy: Keys.self, forKey: .dictionary)
        try dictionary.encode(second, forKey: .second)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encode(second)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let list = try container.decode([Int].self, forKey: .list)
        let dictionary = try container.decode([String: Int].self, forKey: .dictionary)
        guard list == [1, 2], dictionary == ["first": 1, "second": 2] else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "\(list), \(dictionary)"))
        }
    }
}

/// Asks its encoder for the same container again.
struct Reopened: Codable {
    enum Keys: String, CodingKey { case first, second }
    var first = "a", second = "b"

    init() {}

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(first, forKey: .first)
        container = encoder.container(keyedBy: Keys.self)
        try container.encode(second, forKey: .second)
    }

    init(from decoder: any Decoder) throws {
        first = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .first)
        second = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .second)
    }
}

/// Asks for what its superclass would have encoded.
struct SuperclassAsked: Decodable {
    let isNil: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Reopened.Keys.self)
        isNil = try container.superDecoder().singleValueContainer().decodeNil()
    }
}

/// Asks for what its superclass would have encoded under a key.
struct KeyedSuperclassAsked: Decodable {
    let isNil: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Reopened.Keys.self)
        isNil = try container.superDecoder(forKey: .second).singleValueContainer().decodeNil()
    }
}

class Animal: Codable, @unchecked Sendable {
    var name = "Rex"
    init() {}
}

/// Encodes what its superclass holds under the key for that.
final class Dog: Animal, @unchecked Sendable {
    enum Keys: String, CodingKey { case age, base }
    var age = 3
    override init() { super.init() }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(age, forKey: .age)
        try super.encode(to: container.superEncoder())
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        age = try container.decode(Int.self, forKey: .age)
        try super.init(from: container.superDecoder())
    }
}

/// Encodes what its superclass holds under a key of its own.
final class Cat: Animal, @unchecked Sendable {
    enum Keys: String, CodingKey { case lives, base }
    var lives = 9
    override init() { super.init() }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try super.encode(to: container.superEncoder(forKey: .base))
        try container.encode(lives, forKey: .lives)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        lives = try container.decode(Int.self, forKey: .lives)
        try super.init(from: container.superDecoder(forKey: .base))
    }
}

/// Encodes its fields beside those of its superclass.
final class Bird: Animal, @unchecked Sendable {
    enum Keys: String, CodingKey { case span }
    var span = 1.5
    override init() { super.init() }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(span, forKey: .span)
    }

    required init(from decoder: any Decoder) throws {
        span = try decoder.container(keyedBy: Keys.self).decode(Double.self, forKey: .span)
        try super.init(from: decoder)
    }
}

/// A list whose elements are containers and superclasses.
struct Row: Codable {
    enum Keys: String, CodingKey { case a }
    var number = 7, text = "t", inner = [1, 2]

    init() {}

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        var keyed = list.nestedContainer(keyedBy: Keys.self)
        try keyed.encode(number, forKey: .a)
        var nested = list.nestedUnkeyedContainer()
        for element in inner { try nested.encode(element) }
        var single = list.superEncoder().singleValueContainer()
        try single.encode(text)
        try list.encodeNil()
    }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        number = try list.nestedContainer(keyedBy: Keys.self).decode(Int.self, forKey: .a)
        var nested = try list.nestedUnkeyedContainer()
        inner = []
        while !nested.isAtEnd { inner.append(try nested.decode(Int.self)) }
        text = try list.superDecoder().singleValueContainer().decode(String.self)
        guard try list.decodeNil(), list.isAtEnd else { throw CocoaError(.coderReadCorrupt) }
    }
}

enum Payload: Codable, Sendable {
    case none, one(Int), two(String, Double), labeled(name: String, age: Int), nested(Plain)
    indirect case chain(Payload)
}

enum TextCase: String, Codable { case first, second }
enum NumberCase: Int, Codable { case one = 1, two }

@propertyWrapper struct Clamped: Codable {
    var wrappedValue: Int

    init(wrappedValue: Int) { self.wrappedValue = min(wrappedValue, 10) }

    init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try decoder.singleValueContainer().decode(Int.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

struct Wrapped: Codable { @Clamped var level = 20 }

/// A value in a single-value container, whatever it is.
struct Single<Value: Codable & Sendable>: Codable, Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Single: Equatable where Value: Equatable {}
extension Single: Hashable where Value: Hashable {}

/// Single values of each kind in fields.
struct Singles: Codable {
    var number = Single(1), list = Single([1, 2]), table = Single(["a": 1]), plain = Single(Plain())
    var none = Single<Int?>(nil), inner = Single(Single("a")), missing: Single<Int>?
}

/// Single values in cases.
enum SinglePayload: Codable, Sendable { case one(Single<[Int]>), two(Single<String>, Single<Int?>) }

/// Asks for the encoder of a superclass twice, or for that and a container under its key.
struct RepeatedSuperclass: Encodable, Sendable {
    enum Way: String, CaseIterable, Sendable {
        case unnamed = "without a key", named = "under a key", unnamedThenNested = "without a key, then a container"
        case namedThenNested = "under a key, then a container", nestedThenNamed = "a container, then under a key"
    }
    enum Keys: String, CodingKey { case `super`, base, first, second }
    let way: Way

    /// Whether Foundation's coders keep what was encoded last alone.
    var losesInFoundation: Bool { way != .unnamedThenNested && way != .namedThenNested }

    init(_ way: Way) { self.way = way }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        // The coders of Foundation write what such an encoder was given when it is released.
        for key in [Keys.first, .second] {
            switch (way, key) {
            case (.unnamed, _), (.unnamedThenNested, .first): try Self.encode(key, to: container.superEncoder())
            case (.named, _), (.namedThenNested, .first), (.nestedThenNamed, .second):
                try Self.encode(key, to: container.superEncoder(forKey: .base))
            default:
                let outer = way == .unnamedThenNested ? Keys.super : .base
                var nested = container.nestedContainer(keyedBy: Keys.self, forKey: outer)
                try nested.encode(1, forKey: key)
            }
        }
    }

    private static func encode(_ key: Keys, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(1, forKey: key)
    }
}

/// Keys that mean something to archives.
struct OddKeys: Codable {
    enum CodingKeys: String, CodingKey {
        case classKey = "$class", keys = "NS.keys", objects = "NS.objects", null = "$null", zero = "$0", empty = ""
        case dollar = "$", combining = "$\u{301}a", other = "größe"
    }
    var classKey = 1, keys = 2, objects = 3, null = 4, zero = 5, empty = 6, dollar = 7, combining = 8, other = 9
}

/// The same keys, none of which need be there.
struct OptionalOddKeys: Codable {
    enum CodingKeys: String, CodingKey {
        case classKey = "$class", classes = "$classes", keys = "NS.keys", objects = "NS.objects"
        case numbered = "NS.object.0", zero = "$0", name = "$classname"
    }
    var classKey: String?, classes: [String]?, keys: [String]?, objects: [Int]?, numbered: Int?, zero: Int?
    var name: String?
}

struct Reals: Codable { var double = 0.0, float: Float = 0 }
struct WholeNumbers: Codable {
    static var some: WholeNumbers { WholeNumbers(int: 1, small: 2, unsigned: 3) }

    var int: Int, small: Int8, unsigned: UInt64
}

struct Key: Hashable, Codable, CodingKeyRepresentable {
    var name: String
    init(_ name: String) { self.name = name }
    init?(codingKey: some CodingKey) { name = codingKey.stringValue }
    var codingKey: any CodingKey { AnyKey(name) }

    struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}

struct PlainKey: Hashable, Codable { var x = 1 }

struct FoundationValues: Codable {
    var date = Date(timeIntervalSinceReferenceDate: 12.5), data = Data([1, 2, 3])
    var url = URL(string: "https://example.com/a?b#c"),
        uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7))
    var decimal = Decimal(string: "12.25")
}
