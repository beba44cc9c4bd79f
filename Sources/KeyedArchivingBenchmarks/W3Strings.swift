import Foundation
import KeyedArchiving

/// A dictionary of strings to strings; every tenth entry is not ASCII.
struct W3Strings: Workload {
    static let name = "W3"
    static let summary = "dictionary of strings"
    static let defaultSize = 200_000

    let size: Int
    let dictionary: [String: String]
    var foundationDictionary = NSDictionary()

    init(size: Int) {
        self.size = size
        var dictionary: [String: String] = [:]
        for index in 0..<size {
            if index % 10 == 0 {
                dictionary["ключ-\(index)"] = "значение номер \(index) 日本語のテキスト"
            } else {
                dictionary["key-\(index)"] = "value string number \(index) plain ascii"
            }
        }
        self.dictionary = dictionary
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
        for (key, value) in dictionary {
            copy[String(decoding: Array(key.utf8), as: UTF8.self)] = String(decoding: Array(value.utf8), as: UTF8.self)
        }
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
