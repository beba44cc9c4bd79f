import Foundation
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Random values of `Codable` types, which every coder must give back as they were.
@Suite struct RandomValueTests {
    /// A way to encode and decode a value, within an array so that it may be any.
    private struct Coder: Sendable {
        let name: String
        /// Whether the text `$null` is nil to it, as to Foundation's.
        let readsNullText: Bool
        /// Whether Foundation's coder takes part, to which equivalent keys are one.
        var isShared: Bool { name.contains("Foundation") }
        let again: @Sendable (any Trip) throws -> String
    }

    /// A value that can be sent through a coder.
    private protocol Trip: Sendable {
        func send(_ encode: (any Encodable) throws -> [UInt8], _ decoder: AnyDecoder) throws -> String
    }

    private enum AnyDecoder {
        case archive(KeyedArchiveDecoder), field, list, theirs
    }

    private struct OneTrip<Value: RandomValue>: Trip, @unchecked Sendable {
        let value: Value

        func send(_ encode: (any Encodable) throws -> [UInt8], _ decoder: AnyDecoder) throws -> String {
            let bytes = try encode([value])
            let decoded: [Value]? =
                switch decoder {
                case .archive(let decoder): try decoder.decode([Value].self, from: bytes)
                case .field:
                    try KeyedUnarchiver(forReadingFrom: bytes).decodeDecodable([Value].self, forKey: "value")
                case .list: try PlistDecoder().decode([Value].self, from: bytes)
                case .theirs: try PropertyListDecoder().decode([Value].self, from: Data(bytes))
                }
            return (decoded?.first?.facts ?? "nothing") + (decoded?.count == 1 ? "" : ", and others")
        }
    }

    private static func archived(
        _ value: any Encodable,
        _ format: PropertyListFormat,
        asObjects: Bool = false
    ) throws -> [UInt8] {
        var encoder = KeyedArchiveEncoder()
        encoder.outputFormat = format
        if asObjects {
            encoder.setClassName("Record", for: RandomRecord.self)
            encoder.setClassName("Node", superclasses: ["Base", "NSObject"], for: RandomNode.self)
        }
        return try encoder.encode(value)
    }

    private static func field(_ value: any Encodable, _ format: PropertyListFormat) throws -> [UInt8] {
        let archiver = KeyedArchiver()
        archiver.outputFormat = format
        try archiver.encodeEncodable(value, forKey: "value")
        return try archiver.encodedBytes
    }

    private static func theirs(_ value: any Encodable, _ format: PropertyListSerialization.PropertyListFormat) throws
        -> [UInt8]
    {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        return Array(try encoder.encode(value))
    }

    private static let coders: [Coder] = [
        Coder(name: "archive", readsNullText: false) {
            try $0.send({ try archived($0, .binary) }, .archive(KeyedArchiveDecoder()))
        },
        Coder(name: "archive in XML", readsNullText: false) {
            try $0.send({ try archived($0, .xml) }, .archive(KeyedArchiveDecoder()))
        },
        Coder(name: "archive of objects", readsNullText: false) {
            try $0.send({ try archived($0, .binary, asObjects: true) }, .archive(KeyedArchiveDecoder()))
        },
        Coder(name: "field", readsNullText: false) { try $0.send({ try field($0, .binary) }, .field) },
        Coder(name: "field in XML", readsNullText: false) { try $0.send({ try field($0, .xml) }, .field) },
        Coder(name: "list", readsNullText: true) {
            try $0.send({ try PlistEncoder(outputFormat: .binary).encode($0) as [UInt8] }, .list)
        },
        Coder(name: "list in XML", readsNullText: true) {
            try $0.send({ try PlistEncoder(outputFormat: .xml).encode($0) as [UInt8] }, .list)
        },
        Coder(name: "list for Foundation", readsNullText: true) {
            try $0.send({ try PlistEncoder(outputFormat: .binary).encode($0) as [UInt8] }, .theirs)
        },
        Coder(name: "list in XML for Foundation", readsNullText: true) {
            try $0.send({ try PlistEncoder(outputFormat: .xml).encode($0) as [UInt8] }, .theirs)
        },
        // Foundation's binary lists make one text of equivalent ones, so that only its XML is read.
        Coder(name: "list in XML of Foundation", readsNullText: true) { try $0.send({ try theirs($0, .xml) }, .list) },
    ]

    /// A type of which random values are made.
    private struct Kind: Sendable {
        let name: String
        let hasEquivalentKeys: Bool
        let random: @Sendable (inout RandomSource) -> (trip: any Trip, facts: String)

        init<Value: RandomValue & SendableMetatype>(_ type: Value.Type) {
            name = "\(type)"
            hasEquivalentKeys = type == RandomKeys.self
            random = { source in
                let value = Value.random(&source)
                return (OneTrip(value: value), value.facts)
            }
        }
    }

    private static let kinds: [Kind] = [
        Kind(RandomRecord.self), Kind(RandomCase.self), Kind(RandomNode.self), Kind(RandomKeys.self),
        Kind(RandomNest.self), Kind([RandomRecord?].self), Kind([String: [String: RandomCase?]].self),
        Kind([Int: [Int?]].self), Kind([UInt8: String].self), Kind([Double: [Bool]].self), Kind([[String]: Int].self),
        Kind([RandomRecord: String?].self), Kind(Set<String>.self), Kind(Set<RandomRecord>.self),
        Kind(Set<Set<Int>>.self), Kind([[[String?]]?].self), Kind([Int64].self), Kind([UInt64?].self),
        Kind([Int8].self), Kind([Float].self), Kind([Double].self), Kind([String].self), Kind([String: String].self),
        Kind([String: Data].self), Kind([Date?].self), Kind([URL].self), Kind([UUID: Int].self), Kind([UInt16?].self),
        Kind([Int32].self), Kind([UInt].self),
    ]

    @Test func `ten thousand random values come back from every coder as they were`() {
        var lost: [String] = []
        for number in 0..<TestScale.count(10_000, quick: 600) {
            let kind = Self.kinds[number % Self.kinds.count]
            for hasNullText in [true, false] {
                var source = RandomSource(seed: UInt64(number), hasNullText: hasNullText)
                let (trip, facts) = kind.random(&source)
                for coder in Self.coders where coder.readsNullText != hasNullText {
                    if coder.isShared, kind.hasEquivalentKeys { continue }
                    let again = Result { try coder.again(trip) }
                    if (try? again.get()) != facts {
                        let outcome = "\(again)".prefix(300)
                        lost.append("\(number), \(coder.name), \(kind.name): \(facts.prefix(300)) as \(outcome)")
                    }
                }
            }
        }
        #expect(lost.prefix(5) == [])
    }
}
