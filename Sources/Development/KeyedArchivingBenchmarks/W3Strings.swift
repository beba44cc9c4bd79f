import Foundation
import KeyedArchiving

/// A dictionary of strings to strings; every tenth entry is not ASCII.
struct W3Strings: Workload {
    static let name = "W3"
    static let summary = "dictionary of strings"
    static let defaultSize = 200_000

    let size: Int
    let dictionary: [String: String]
    private let keys: TextStore
    private let values: TextStore
    var foundationDictionary = NSDictionary()

    init(size: Int) {
        self.size = size
        dictionary = Dictionary(uniqueKeysWithValues: (0..<size).map { (Self.key($0), Self.value($0)) })
        keys = TextStore((0..<size).lazy.map(Self.key))
        values = TextStore((0..<size).lazy.map(Self.value))
    }

    private static func key(_ index: Int) -> String { index % 10 == 0 ? "ключ-\(index)" : "key-\(index)" }

    private static func value(_ index: Int) -> String {
        index % 10 == 0 ? "значение номер \(index) 日本語のテキスト" : "value string number \(index) plain ascii"
    }

    func encode() throws -> [UInt8] {
        try KeyedArchiver.archivedBytes(withRootObject: dictionary)
    }

    func decode(_ bytes: [UInt8]) throws -> Int {
        try KeyedUnarchiver.unarchivedObject(of: [String: String].self, from: bytes)?.count ?? 0
    }

    func buildDirectly() -> Int {
        var copy: [String: String] = [:]
        copy.reserveCapacity(size)
        // In the order of the keys, not of their hashes, which no archive has: that would be faster.
        for index in 0..<size { copy[keys[index]] = values[index] }
        return copy.count
    }

    func furtherOperations() throws -> [(String, () throws -> Void)] {
        let archive = try encode()
        guard try decodeCodable(archive) == size else { throw WrongResult(description: "values decode wrongly") }
        return [
            ("codable object decode", { _ = try decodeCodable(archive) }),
            ("codable object encode", { _ = try encodeCodable() }),
        ]
    }

    /// Decodes the dictionary by its `Decodable` conformance.
    func decodeCodable(_ archive: [UInt8]) throws -> Int {
        try KeyedArchiveDecoder().decode([String: String].self, from: archive).count
    }

    /// Encodes the dictionary by its `Encodable` conformance.
    func encodeCodable() throws -> [UInt8] {
        try KeyedArchiveEncoder().encode(dictionary)
    }

    mutating func prepareFoundation() {
        foundationDictionary = dictionary as NSDictionary
    }

    func foundationEncode() throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: foundationDictionary, requiringSecureCoding: false)
    }

    func foundationDecode(_ data: Data) throws -> Int {
        let classes: [AnyClass] = [NSDictionary.self, NSString.self]
        return (try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? NSDictionary)?.count ?? 0
    }
}
