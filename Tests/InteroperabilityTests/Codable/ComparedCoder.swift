import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// A coder of `Codable` types whose results are compared with those of the others.
enum ComparedCoder: String, CaseIterable {
    /// Foundation's coders.
    case json, propertyList
    /// Ours: an archive of the value, a value within an archive as a property list, and a plain property list.
    case archive, field, list

    static let foundation: [ComparedCoder] = [.json, .propertyList]
    static let ours: [ComparedCoder] = [.archive, .field, .list]

    func encode(_ value: some Encodable, _ userInfo: [CodingUserInfoKey: any Sendable] = [:]) throws -> [UInt8] {
        switch self {
        case .json:
            let encoder = JSONEncoder()
            encoder.userInfo = userInfo
            return Array(try encoder.encode(value))
        case .propertyList:
            let encoder = PropertyListEncoder()
            encoder.outputFormat = .binary
            encoder.userInfo = userInfo
            return Array(try encoder.encode(value))
        case .archive:
            var encoder = KeyedArchiveEncoder()
            encoder.userInfo = userInfo
            return try encoder.encode(value)
        case .field:
            let archiver = KeyedArchiver()
            try archiver.encodeEncodable(value, forKey: "value", userInfo: userInfo)
            return try archiver.encodedBytes
        case .list:
            var encoder = PlistEncoder()
            encoder.userInfo = userInfo
            return try encoder.encode(value)
        }
    }

    func decode<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8],
        _ userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> Value? {
        switch self {
        case .json:
            let decoder = JSONDecoder()
            decoder.userInfo = userInfo
            return try decoder.decode(type, from: Data(bytes))
        case .propertyList:
            let decoder = PropertyListDecoder()
            decoder.userInfo = userInfo
            return try decoder.decode(type, from: Data(bytes))
        case .archive:
            var decoder = KeyedArchiveDecoder()
            decoder.userInfo = userInfo
            return try decoder.decode(type, from: bytes)
        case .field:
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            return try unarchiver.decodeDecodable(type, forKey: "value", userInfo: userInfo)
        case .list:
            var decoder = PlistDecoder()
            decoder.userInfo = userInfo
            return try decoder.decode(type, from: bytes)
        }
    }

    /// What becomes of a value that is encoded and decoded as a type, in words.
    func outcome<Value: Decodable>(
        of value: some Encodable,
        as type: Value.Type,
        _ words: (Value) -> String
    ) -> String {
        do {
            let bytes = try encode(value)
            do {
                return try decode(type, from: bytes).map(words) ?? "nothing"
            } catch {
                return "decoding: \(Self.kind(of: error))"
            }
        } catch {
            return "encoding: \(Self.kind(of: error))"
        }
    }

    /// The kind of an error.
    private static func kind(of error: any Error) -> String {
        switch error {
        case DecodingError.typeMismatch: "type mismatch"
        case DecodingError.valueNotFound: "value not found"
        case DecodingError.keyNotFound(let key, _): "no key \(key.stringValue)"
        case DecodingError.dataCorrupted: "data corrupted"
        case is EncodingError: "invalid value"
        default: "\(error)"
        }
    }
}
