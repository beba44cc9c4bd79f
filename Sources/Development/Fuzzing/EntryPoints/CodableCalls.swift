import Foundation
import KeyedArchivingFoundation

/// Decodes by `Decodable` conformances from archives of whatever classes, and encodes the result.
enum CodableCalls {
    static func exerciseAll(_ bytes: [UInt8]) {
        var decoder = KeyedArchiveDecoder(registry: .foundation, limits: .untrusted)
        decoder.keyStrategy = strategies[bytes.count % strategies.count]
        encode(try? decoder.decode(AnyCodable.self, from: bytes))
        encode(try? decoder.decode(Fields.self, from: bytes))
        encode(try? decoder.decode(ArchivedFont.self, from: bytes))
        encode(try? decoder.decode(ArchivedFont.UIKitTraits.self, from: bytes))
        encode(try? decoder.decode(ArchivedColor.self, from: bytes))
        encode(try? decoder.decode(ArchivedColorSpace.self, from: bytes))
        encode(try? decoder.decode(ColorComponents.self, from: bytes))
        encode(try? decoder.decode(ColorComponents.Custom.self, from: bytes))
        _ = try? decoder.decode([String: Node].self, from: Data(bytes))
        _ = try? decoder.decode([Int: [Double]].self, from: Data(bytes), at: ArchivePath([.key("root")]))
        _ = try? decoder.decode([String].self, from: Data(bytes), at: "root")
        decoder.expectClassNames(["Person", "NSArray"], for: Fields.self)
        _ = try? decoder.decode([Fields].self, from: bytes, at: ArchivePath([.key("root"), .index(0)]))
        guard let archive = try? KeyedArchive(bytes, limits: .untrusted) else { return }
        for place in ["root", "root[0]", "root.name", "root!root"] {
            encode(try? decoder.decode(AnyCodable.self, from: archive, at: place))
        }
        _ = try? decoder.decode([Node].self, from: archive, at: ArchivePath([.key("root")]))
    }

    private static let strategies: [KeyedArchiveDecoder.KeyStrategy] = [
        .useStoredKeys, .strippingPrefixes(["NS.", "NS", "_"]), .custom { $0.lowercased() },
    ]

    private static func encode(_ value: (some Encodable)?) {
        guard let value else { return }
        var encoder = KeyedArchiveEncoder(limits: .untrusted)
        encoder.setClassName("Fields", for: Fields.self)
        let bytes: [UInt8]? = try? encoder.encode(value)
        encoder.outputFormat = .xml
        let data: Data? = try? encoder.encode(value)
        _ = (bytes?.count, data?.count)
    }

    /// Fields of every kind; those that aren't there or aren't of the kind are left out.
    private struct Fields: Codable {
        enum CodingKeys: String, CodingKey {
            case name, next, children, kind = "$class", chain = "$classes", objects = "NS.objects", time = "NS.time"
        }

        var kind: String?
        var chain: [String]?
        var name: String?
        var children: [Fields]?
        var objects: [Fields]?
        var byName: [String: Fields]?
        var values: Values?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            kind = try? container.decode(String.self, forKey: .kind)
            chain = try? container.decode([String].self, forKey: .chain)
            name = try container.decodeIfPresent(String.self, forKey: .name)
            children = try? container.decode([Fields].self, forKey: .children)
            objects = try? container.decode([Fields].self, forKey: .objects)
            _ = (try? container.decode(Int8.self, forKey: .time), try? container.decodeNil(forKey: .next))
            _ = try? container.nestedUnkeyedContainer(forKey: .objects).count
            _ = try? container.nestedContainer(keyedBy: CodingKeys.self, forKey: .next).allKeys
            byName = try? [String: Fields](from: container.superDecoder())
            values = try? Values(from: decoder)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(kind, forKey: .kind)
            try container.encode(name, forKey: .name)
            try container.encode(children, forKey: .children)
            try values?.encode(to: container.superEncoder())
        }
    }

    /// A value as everything that it may stand for.
    private struct Values: Codable {
        var date: Date?
        var url: URL?
        var uuid: UUID?
        var decimal: Decimal?
        var indexes: IndexSet?
        var rect: CGRect?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            date = try? container.decode(Date.self)
            url = try? container.decode(URL.self)
            uuid = try? container.decode(UUID.self)
            decimal = try? container.decode(Decimal.self)
            indexes = try? container.decode(IndexSet.self)
            rect = try? container.decode(CGRect.self)
            _ = (
                try? container.decode(Data.self), try? container.decode([UInt8].self),
                try? container.decode([[Float]].self)
            )
        }
    }

    /// Objects that may refer to each other in a cycle.
    private final class Node: SharedDecodable {
        var next: Node?
        var children: [Node]?
    }
}
