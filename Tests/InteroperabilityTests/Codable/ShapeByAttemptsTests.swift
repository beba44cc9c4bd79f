import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

/// Types that find out what a value is by trying one kind after the other, as many projects have them.
@Suite struct ShapeByAttemptsTests {
    private static let document: AttemptedValue = .dictionary([
        "null": .null, "flag": .bool(true), "integer": .int(7), "real": .double(1.5), "text": .string("a"),
        "point": .string("{1, 2}"), "digits": .string("12"),
        "list": .array([.int(1), .null, .string("x"), .array([]), .dictionary([:])]),
        "inner": .dictionary(["a": .dictionary(["b": .array([.bool(true)])]), "": .string("")]),
        "empty list": .array([]), "empty dictionary": .dictionary([:]),
    ])

    @Test func `every order of attempts finds what it finds in JSON`() throws {
        let orders = AttemptedValue.Kind.allCases.permutations
        #expect(orders.count == 5040)
        let json = try ComparedCoder.json.encode(Self.document)
        let ours = try ComparedCoder.ours.map { ($0, try $0.encode(Self.document)) }
        var differences: [String] = []
        for number in TestScale.sample(0..<orders.count, every: 97, of: "orders of attempts") {
            let userInfo = [AttemptedValue.order: orders[number]]
            let expected = try ComparedCoder.json.decode(AttemptedValue.self, from: json, userInfo)
            for (coder, bytes) in ours {
                let value = Result { try coder.decode(AttemptedValue.self, from: bytes, userInfo) }
                if (try? value.get()) != expected { differences.append("\(orders[number]) \(coder): \(value)") }
            }
        }
        #expect(differences.isEmpty, "\(differences.prefix(3).joined(separator: "\n")), \(differences.count) in all")
    }

    @Test func `every order of containers finds what it finds in JSON, and in an archive of Foundation`() throws {
        let json = try ComparedCoder.json.encode(Self.document)
        let ours = try ComparedCoder.ours.map { ($0, try $0.encode(Self.document)) }
        let foundation = try Self.foundationBytes()
        let orders = ContainedValue.Container.allCases.permutations
        #expect(orders.count == 6)
        var differences: [String] = []
        for order in orders {
            let userInfo = [AttemptedValue.order: order]
            let expected = try ComparedCoder.json.decode(ContainedValue.self, from: json, userInfo)?.value
            #expect(expected == Self.document)
            for (coder, bytes, expected) in ours.map({ ($0, $1, expected) })
                + [(.archive, foundation, Self.foundationDocument)]
            {
                let value = Result { try coder.decode(ContainedValue.self, from: bytes, userInfo)?.value }
                if (try? value.get()) != expected { differences.append("\(order) \(coder): \(value)") }
            }
        }
        #expect(differences.isEmpty, "\(differences.prefix(3).joined(separator: "\n")), \(differences.count) in all")
    }

    /// In a file of Foundation, whose collections are objects of its classes; its archiver on Linux takes 1 and true for
    /// the same object.
    private static func foundationBytes() throws -> [UInt8] {
        // One instance: Foundation's archiver on Linux ends the process now and then where two are equal.
        let null = NSNull()
        let object: NSDictionary = [
            "null": null, "flag": true, "integer": 7, "real": 1.5, "text": "a",
            "list": [2, null, "x", [], [:]],
            "empty": [:],
        ]
        return Array(try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false))
    }

    private static let foundationDocument = AttemptedValue.dictionary([
        "null": .null, "flag": .bool(true), "integer": .int(7), "real": .double(1.5), "text": .string("a"),
        "list": .array([.int(2), .null, .string("x"), .array([]), .dictionary([:])]), "empty": .dictionary([:]),
    ])

    @Test func `every order of attempts finds the same in an archive of Foundation`() throws {
        let bytes = try Self.foundationBytes()
        let orders = AttemptedValue.Kind.allCases.permutations.filter { $0.isUnambiguous }
        var differences: [String] = []
        for number in TestScale.sample(0..<orders.count, every: 41, of: "orders of attempts at Foundation's archive") {
            let userInfo = [AttemptedValue.order: orders[number]]
            let value = Result { try ComparedCoder.archive.decode(AttemptedValue.self, from: bytes, userInfo) }
            if (try? value.get()) != Self.foundationDocument { differences.append("\(orders[number]): \(value)") }
        }
        #expect(differences.isEmpty, "\(differences.prefix(3).joined(separator: "\n")), \(differences.count) in all")
    }
}

/// A value that asks its decoder for one container after the other, in an order that the coder is told.
struct ContainedValue: Decodable, Sendable {
    enum Container: CaseIterable, Sendable { case keyed, unkeyed, single }

    var value: AttemptedValue

    init(from decoder: any Decoder) throws {
        for container in decoder.userInfo[AttemptedValue.order] as? [Container] ?? [] {
            guard let value = try Self.value(in: container, of: decoder) else { continue }
            self.value = value
            return
        }
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no container"))
    }

    private static func value(in container: Container, of decoder: any Decoder) throws -> AttemptedValue? {
        switch container {
        case .keyed:
            guard let keyed = try? decoder.container(keyedBy: Key.AnyKey.self) else { return nil }
            var entries: [String: AttemptedValue] = [:]
            for key in keyed.allKeys { entries[key.stringValue] = try keyed.decode(Self.self, forKey: key).value }
            return .dictionary(entries)
        case .unkeyed:
            guard var unkeyed = try? decoder.unkeyedContainer() else { return nil }
            var elements: [AttemptedValue] = []
            while !unkeyed.isAtEnd { elements.append(try unkeyed.decode(Self.self).value) }
            return .array(elements)
        case .single:
            guard let single = try? decoder.singleValueContainer() else { return nil }
            if single.decodeNil() { return .null }
            if let value = try? single.decode(Bool.self) { return .bool(value) }
            if let value = try? single.decode(Int.self) { return .int(value) }
            if let value = try? single.decode(Double.self) { return .double(value) }
            return (try? single.decode(String.self)).map { .string($0) }
        }
    }
}

/// A value of any of seven kinds, which are tried in an order that the coder is told.
enum AttemptedValue: Equatable, Sendable {
    case null, bool(Bool), int(Int), double(Double), string(String)
    case array([AttemptedValue]), dictionary([String: AttemptedValue])

    enum Kind: CaseIterable, Sendable { case null, bool, int, double, string, array, dictionary }

    /// The order of attempts.
    static let order = CodingUserInfoKey(rawValue: "order").unsafelyUnwrapped
}

extension AttemptedValue: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        for kind in decoder.userInfo[Self.order] as? [Kind] ?? Kind.allCases {
            switch kind {
            case .null: if container.decodeNil() { self = .null; return }
            case .bool: if let value = try? container.decode(Bool.self) { self = .bool(value); return }
            case .int: if let value = try? container.decode(Int.self) { self = .int(value); return }
            case .double: if let value = try? container.decode(Double.self) { self = .double(value); return }
            case .string: if let value = try? container.decode(String.self) { self = .string(value); return }
            case .array: if let value = try? container.decode([Self].self) { self = .array(value); return }
            case .dictionary:
                if let value = try? container.decode([String: Self].self) { self = .dictionary(value); return }
            }
        }
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no kind of value")
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .dictionary(let value): try container.encode(value)
        }
    }
}

extension [AttemptedValue.Kind] {
    /// Whether whole numbers are tried as integers first, so that each value is of one kind only.
    fileprivate var isUnambiguous: Bool {
        guard let int = firstIndex(of: .int), let double = firstIndex(of: .double) else { return false }
        return int < double
    }
}

extension Array {
    /// The elements in every order.
    fileprivate var permutations: [[Element]] {
        guard let last else { return [[]] }
        return Array(dropLast()).permutations.flatMap { rest in
            (0...rest.count).map { position in rest[..<position] + [last] + rest[position...] }
        }
    }
}
