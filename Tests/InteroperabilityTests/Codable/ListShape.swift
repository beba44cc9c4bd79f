import Foundation
import KeyedArchivingFoundation
import PropertyLists

/// What the two coders of property lists, Foundation's and ours, make of one thing, in words.
struct ListOutcomes {
    let theirs: String
    let ours: String

    /// What decoding becomes: the value, or the kind of error with its coding path.
    init<Value: Decodable>(decoding type: Value.Type, from data: Data) {
        theirs = Self.words { "\(try PropertyListDecoder().decode(type, from: data))" }
        ours = Self.words { "\(try PlistDecoder().decode(type, from: data))" }
    }

    /// What encoding becomes: the tree of the list, or the kind of error.
    init(encoding value: some Encodable, as format: PropertyListFormat) {
        theirs = Self.words {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format == .xml ? .xml : .binary
            return try Self.tree(of: encoder.encode(value))
        }
        ours = Self.words { try Self.tree(of: try PlistEncoder(outputFormat: format).encode(value)) }
    }

    /// The values of a list with the keys of dictionaries in order; reals by their value, as XML has one size of them.
    private static func tree(of data: Data) throws -> String {
        let list =
            try PropertyListFormat(detecting: Array(data)) == .binary
            ? BinaryPropertyListReader(Array(data)).tree() : XMLPropertyListReader().read(Array(data))
        return words(list)
    }

    private static func words(_ list: PropertyList) -> String {
        switch list {
        case .array(let elements): return "[\(elements.map(words).joined(separator: ", "))]"
        case .dictionary(let entries):
            return "{\(entries.map { "\(words($0.key)): \(words($0.value))" }.sorted().joined(separator: ", "))}"
        default: return "\(list.kind) \(list)"
        }
    }

    private static func words(_ body: () throws -> String) -> String {
        do {
            return try body()
        } catch {
            return words(error)
        }
    }

    static func words(_ error: any Error) -> String {
        switch error {
        case DecodingError.typeMismatch(_, let context): "type mismatch\(path(context.codingPath))"
        case DecodingError.valueNotFound(_, let context): "value not found\(path(context.codingPath))"
        case DecodingError.keyNotFound(let key, let context):
            "no key \(key.stringValue)\(path(context.codingPath))"
        case DecodingError.dataCorrupted(let context): "data corrupted\(path(context.codingPath))"
        case EncodingError.invalidValue(_, let context): "invalid value\(path(context.codingPath))"
        default: "\(error)"
        }
    }

    static func path(_ keys: [any CodingKey]) -> String {
        keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    }
}

/// XML around a value.
func xmlList(_ value: String) -> Data {
    Data("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\(value)</plist>".utf8)
}
