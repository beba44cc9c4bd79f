import Foundation
import KeyedArchivingFoundation
import PropertyLists

/// Decodes an input as a plain property list of types that try much, and encodes the result in each form.
enum PlistCalls {
    static func exerciseAll(_ bytes: [UInt8]) throws(FuzzFailure) {
        var decoder = PlistDecoder(limits: .untrusted)
        decoder.userInfo = [:]
        var format = PropertyListFormat.binary
        if let value = try? decoder.decode(AnyCodable.self, from: bytes, format: &format) {
            try exchange(value, PropertyListFormat.allCases + [format])
        }
        _ = try? decoder.decode([String: PropertyList].self, from: bytes)
        _ = try? decoder.decode(PropertyList.self, from: bytes)
        _ = try? decoder.decode([Fields].self, from: Data(bytes))
        _ = try? decoder.decode(Fields.self, from: Data(bytes), format: &format)
        let numbers: [Any] = bytes.prefix(64).map { $0 }
        let object: [String: Any] = ["data": Data(bytes.prefix(64)), "list": numbers, "object": NSNumber(value: 1)]
        _ = try? PropertyList(object, limits: .untrusted)
    }

    static func exerciseAll(_ tree: PropertyList) {
        decode(tree, PlistDecoder(limits: .untrusted))
        exchangeAsJSON(tree)
    }

    /// Gives a tree of few values to a coder that doesn't know property lists, and takes it back.
    private static func exchangeAsJSON(_ tree: PropertyList) {
        var count = 0
        let isLarge = tree.containsValue { _ in
            count += 1
            return count > 1000
        }
        guard !isLarge, let data = try? JSONEncoder().encode([tree]) else { return }
        _ = try? JSONDecoder().decode([PropertyList].self, from: data)
        _ = try? JSONDecoder().decode([UID].self, from: data)
    }

    private static func decode(_ tree: PropertyList, _ decoder: PlistDecoder) {
        _ = try? decoder.decode(AnyCodable.self, from: tree)
        _ = try? decoder.decode([String: Fields].self, from: tree)
        _ = try? decoder.decode([UID].self, from: tree)
    }

    /// Encodes a value, and decodes it again.
    private static func exchange(_ value: AnyCodable, _ formats: [PropertyListFormat]) throws(FuzzFailure) {
        for format in formats {
            var encoder = PlistEncoder(outputFormat: format, limits: .untrusted)
            encoder.userInfo = [:]
            guard let bytes: [UInt8] = try? encoder.encode(value) else { continue }
            guard (try? PlistDecoder(limits: .unlimited).decode(AnyCodable.self, from: bytes)) != nil else {
                throw FuzzFailure("a value in a property list that was written cannot be decoded")
            }
        }
        let data: Data? = try? PlistEncoder(outputFormat: .xml, limits: .untrusted).encode(value)
        _ = (data?.count, try? PlistEncoder(limits: .untrusted).propertyList(encoding: value).kind)
    }

    /// Fields of many kinds; those that aren't there or aren't of the kind are left out.
    private struct Fields: Decodable {
        enum CodingKeys: String, CodingKey {
            case name, list, next, date, data
        }

        var name: String?
        var next: [Fields]?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decodeIfPresent(String.self, forKey: .name)
            next = try? container.decode([Fields].self, forKey: .next)
            _ = (try? container.decode(Date.self, forKey: .date), try? container.decode(Data.self, forKey: .data))
            _ = (try? container.decode([[Int]].self, forKey: .list), try? container.decode(Int8.self, forKey: .list))
            _ = (try? container.decode([Double].self, forKey: .list), try? container.decode(UID.self, forKey: .data))
            _ = (try? container.decode([Int: Bool].self, forKey: .next), container.allKeys.count)
            var list = try? container.nestedUnkeyedContainer(forKey: .list)
            while let isAtEnd = list?.isAtEnd, !isAtEnd, (try? list?.decode(UInt16.self)) != nil {}
            _ = try? container.superDecoder().singleValueContainer().decodeNil()
        }
    }
}
