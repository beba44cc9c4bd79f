import PropertyLists
import TestSupport
import Testing

/// What errors of coders of property lists say to do is done, and then the value is encoded or decoded.
@Suite struct PlistCoderRemedyTests {
    // MARK: Decoding

    private static func decode<Value: Decodable>(_ type: Value.Type, _ list: PropertyList) throws -> Value {
        try PlistDecoder().decode(type, from: list)
    }

    private struct Misspelled: Decodable {
        var nmae: String
    }

    private struct Person: Decodable {
        var name: String
    }

    private struct Nameless: Decodable {
        var name: String?
    }

    /// Takes two elements, whether or not they are there.
    private struct Pair: Decodable {
        var values: [Int] = []
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            for _ in 0..<2 { values.append(try container.decode(Int.self)) }
        }
    }

    private struct Elements: Decodable {
        var values: [Int] = []
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd { values.append(try container.decode(Int.self)) }
        }
    }

    @Test func `what errors of decoding say cures them`() {
        let half = PropertyListString(utf16: [0xD800])
        let numbered = HandmadeList([0xD1, 1, 2], [0x10, 7], [0x09]).bytes
        expectCures {
            Cure("a key that isn't there", says: "there is only \"name\"") {
                try Self.decode(Misspelled.self, ["name": "Ada"])
            } cured: {
                try Self.decode(Person.self, ["name": "Ada"]).name == "Ada"
            }
            Cure("nil", says: "use `decodeIfPresent` or an optional type if the value may be nil") {
                try Self.decode(Person.self, ["name": "$null"])
            } cured: {
                try Self.decode(Nameless.self, ["name": "$null"]).name == nil
            }
            Cure("a text for a number", says: "decode it with a type for what is there") {
                try Self.decode([Int].self, ["Ada"])
            } cured: {
                try Self.decode([String].self, ["Ada"]) == ["Ada"]
            }
            Cure("a wide number", says: "decode it with a wider type and check it") {
                try Self.decode([Int8].self, [300])
            } cured: {
                try Self.decode([Int].self, [300]) == [300]
            }
            Cure("a fraction", says: "decode it with a wider type and check it") {
                try Self.decode([Int].self, [0.5])
            } cured: {
                try Self.decode([Double].self, [0.5]) == [0.5]
            }
            Cure("more than there is", says: "check `isAtEnd` before decoding another") {
                try Self.decode(Pair.self, [1])
            } cured: {
                try Self.decode(Elements.self, [1]).values == [1]
            }
            Cure("half a character", says: "decode it as a PropertyListString, which keeps the code units") {
                try Self.decode([String].self, [.string(half)])
            } cured: {
                try Self.decode([PropertyList].self, [.string(half)]) == [.string(half)]
            }
            Cure("a number for a key", says: "decode the dictionary as a PropertyList, which keeps every key") {
                try PlistDecoder().decode([String: Bool].self, from: numbered)
            } cured: {
                try PlistDecoder().decode(PropertyList.self, from: numbered) == [7: true]
            }
            Cure("half a character for a key", says: "decode the dictionary as a PropertyList, which keeps every key") {
                try Self.decode([String: Bool].self, [.string(half): true])
            } cured: {
                try Self.decode(PropertyList.self, [.string(half): true]) == [.string(half): true]
            }
            Cure("deep lists", says: "raise `Limits.depth`") {
                try PlistDecoder(limits: Limits(depth: 2)).decode([[[Int]]].self, from: [[[1]]] as PropertyList)
            } cured: {
                try PlistDecoder(limits: Limits(depth: 4)).decode([[[Int]]].self, from: [[[1]]] as PropertyList) == [
                    [[1]]
                ]
            }
        }
    }

    // MARK: Encoding

    /// Encodes as a test says.
    private struct Custom: Encodable {
        var content: (any Encoder) throws -> Void
        init(_ content: @escaping (any Encoder) throws -> Void) { self.content = content }
        func encode(to encoder: any Encoder) throws { try content(encoder) }
    }

    private enum Key: CodingKey {
        case value
    }

    @Test func `what errors of encoding say cures them`() {
        expectCures {
            Cure("nil", says: "encode an array or a dictionary that holds it") {
                try PlistEncoder().propertyList(encoding: String?.none)
            } cured: {
                let list = try PlistEncoder().propertyList(encoding: [String?.none])
                return try Self.decode([String?].self, list) == [nil]
            }
            Cure("a number as a file", says: "encode an array of it") {
                try PlistEncoder().encode(5)
            } cured: {
                try PlistDecoder().decode([Int].self, from: PlistEncoder().encode([5])) == [5]
            }
            Cure("a UID in OpenStep text", says: "write a binary property list") {
                try PlistEncoder(outputFormat: .openStep).encode([UID(1)])
            } cured: {
                try PlistDecoder().decode([UID].self, from: PlistEncoder().encode([UID(1)])) == [1]
            }
            Cure("two kinds of containers", says: "ask for one kind of container in its `encode(to:)`") {
                try PlistEncoder().encode(
                    Custom {
                        var keyed = $0.container(keyedBy: Key.self)
                        try keyed.encode(1, forKey: .value)
                        var list = $0.unkeyedContainer()
                        try list.encode(2)
                    })
            } cured: {
                let list = try PlistEncoder().propertyList(
                    encoding: Custom {
                        var keyed = $0.container(keyedBy: Key.self)
                        try keyed.encode(1, forKey: .value)
                    })
                return list == ["value": 1]
            }
            Cure("nothing", says: "ask for a container in its `encode(to:)`, even for an empty one") {
                try PlistEncoder().encode(Custom { _ in })
            } cured: {
                try PlistEncoder().propertyList(encoding: Custom { _ = $0.unkeyedContainer() }) == []
            }
            Cure("deep lists", says: "raise `Limits.depth`") {
                try PlistEncoder(limits: Limits(depth: 2)).encode([[[1]]])
            } cured: {
                try !PlistEncoder(limits: Limits(depth: 4)).encode([[[1]]]).isEmpty
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func `a number that is too large for an archive is encoded as a text or as bytes`() {
        expectCures {
            Cure("the largest number", says: "encode it as a text or as bytes") {
                try PlistEncoder().encode([UInt128.max])
            } cured: {
                let text = "\(UInt128.max)"
                let bytes: PropertyList = .data(Array(repeating: 0xFF, count: 16))
                return try PlistEncoder().propertyList(encoding: [text]) == .array([.string(PropertyListString(text))])
                    && PlistEncoder().propertyList(encoding: [bytes]) == .array([bytes])
            }
        }
    }
}
