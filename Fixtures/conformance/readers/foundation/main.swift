// A reader for the conformance suite: the property lists and keyed archives of the platform's Foundation.
//
//     foundation FORMAT < FILE
//
// prints the content in the suite's tagged JSON. Status 1 is a refusal, status 3 a format that Foundation doesn't have
// or content of which its interface says nothing.
import Foundation

struct Refusal: Error { var reason: String }
struct NotApplicable: Error {}

// MARK: - JSON

func quoted(_ string: String) -> String {
    var text = "\""
    for unit in string.utf16 {
        switch unit {
        case 0x22: text += "\\\""
        case 0x5C: text += "\\\\"
        case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
        default:
            let digits = String(unit, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
    return text + "\""
}

func tagged(_ tag: String, _ json: String) -> String { "{\"\(tag)\": \(json)}" }

func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ", ") + "]" }

func hexadecimal(_ data: Data) -> String {
    data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

func real(_ value: Double) -> String { tagged("real", quoted("\(value)")) }

// MARK: - Property lists

/// The number of a UID, which Foundation tells only in the XML that it writes for one.
func uid(_ value: Any) throws -> String {
    let xml = String(
        decoding: try PropertyListSerialization.data(fromPropertyList: value, format: .xml, options: 0), as: UTF8.self)
    guard xml.contains("CF$UID"), let start = xml.range(of: "<integer>"), let end = xml.range(of: "</integer>") else {
        throw Refusal(reason: "a value of the type \(type(of: value))")
    }
    return tagged("uid", String(xml[start.upperBound..<end.lowerBound]))
}

func number(_ number: NSNumber) -> String {
    switch String(cString: number.objCType) {
    case "c": number.boolValue ? "true" : "false"
    case "f", "d": real(number.doubleValue)
    case "Q": tagged("integer", quoted("\(number.uint64Value)"))
    default: tagged("integer", quoted("\(number.int64Value)"))
    }
}

func json(_ value: Any) throws -> String {
    if type(of: value) == Bool.self, let boolean = value as? Bool { return boolean ? "true" : "false" }
    switch value {
    case let value as NSNumber: return number(value)
    case let value as Int: return tagged("integer", quoted("\(value)"))
    case let value as Double: return real(value)
    case let value as String: return quoted(value)
    case let value as Data: return tagged("data", quoted(hexadecimal(value)))
    case let value as Date: return tagged("date", quoted("\(value.timeIntervalSinceReferenceDate)"))
    case let value as [Any]: return list(try value.map(json))
    case is NSNull: return "null"
    case let value as NSSet: return tagged("set", list(try value.allObjects.map(json)))
    case let value as [AnyHashable: Any]:
        return tagged("dictionary", list(try value.map { list([try json($0.key.base), try json($0.value)]) }))
    default: return try uid(value)
    }
}

func propertyList(_ data: Data, _ expected: PropertyListSerialization.PropertyListFormat) throws -> String {
    var format = expected
    let value = try PropertyListSerialization.propertyList(from: data, options: [], format: &format)
    guard format == expected else { throw Refusal(reason: "read as format \(format.rawValue)") }
    return try json(value)
}

/// A property list, written again in its own form.
func rewritten(_ data: Data, _ format: PropertyListSerialization.PropertyListFormat) throws -> Data {
    let value = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    return try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0)
}

// MARK: - Keyed archives

/// Stands for every class that this program doesn't have; nothing tells the keys of its objects.
final class Unknown: NSObject, NSCoding {
    override init() {}
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {}
}

final class UnknownClasses: NSObject, NSKeyedUnarchiverDelegate {
    func unarchiver(
        _ unarchiver: NSKeyedUnarchiver, cannotDecodeObjectOfClassName name: String, originalClasses: [String]
    ) -> AnyClass? { Unknown.self }

    func unarchiver(_ unarchiver: NSKeyedUnarchiver, didDecode object: Any?) -> Any? { object }
    func unarchiver(_ unarchiver: NSKeyedUnarchiver, willReplace object: Any, with newObject: Any) {}
    func unarchiverWillFinish(_ unarchiver: NSKeyedUnarchiver) {}
    func unarchiverDidFinish(_ unarchiver: NSKeyedUnarchiver) {}
}

func deeper(_ object: Any?, _ depth: Int) throws -> String { try meaning(object, depth: depth) }

/// What an object of an archive means; nil is null.
func meaning(_ object: Any?, depth: Int = 0) throws -> String {
    guard let object else { return "null" }
    // A collection that holds itself has no end.
    guard depth < 2_000 else { throw NotApplicable() }
    func meaning(_ object: Any?) throws -> String { try deeper(object, depth + 1) }
    switch object {
    case is NSNull: return tagged("NSNull", "null")
    case let url as NSURL:
        let base = try url.baseURL.map { try meaning($0 as NSURL) } ?? "null"
        return tagged("NSURL", list([base, quoted(url.relativeString)]))
    case let url as URL:
        let base = try url.baseURL.map { try meaning($0) } ?? "null"
        return tagged("NSURL", list([base, quoted(url.relativeString)]))
    case let identifier as UUID: return tagged("NSUUID", quoted(identifier.uuidString))
    case let set as Set<AnyHashable>: return tagged("set", list(try set.map { try meaning($0.base) }))
    case let set as NSSet: return tagged("set", list(try set.allObjects.map { try meaning($0) }))
    case let array as [Any]: return list(try array.map { try meaning($0) })
    case let dictionary as [AnyHashable: Any]:
        return tagged(
            "dictionary", list(try dictionary.map { list([try meaning($0.key.base), try meaning($0.value)]) }))
    case let string as NSString: return quoted(string as String)
    default:
        guard
            object is NSNumber || object is String || object is Data || object is Date || object is Bool
                || object is Int || object is Double
        else { throw NotApplicable() }
        return try json(object)
    }
}

/// A scalar that stands in the place of a reference; nil for a reference.
func inlineValue(_ stored: Any?, _ key: String, _ unarchiver: NSKeyedUnarchiver) throws -> Any? {
    switch stored {
    case let stored where stored.map { type(of: $0) == Bool.self } == true: unarchiver.decodeBool(forKey: key)
    case let number as NSNumber:
        ["f", "d"].contains(String(cString: number.objCType))
            ? unarchiver.decodeDouble(forKey: key) : unarchiver.decodeInt64(forKey: key) as NSNumber
    case is Data: unarchiver.withDecodedUnsafeBytes(forKey: key) { $0.map { Data($0) } }
    default: nil
    }
}

func keyedArchive(_ data: Data) throws -> String {
    let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let delegate = UnknownClasses()
    unarchiver.delegate = delegate
    guard let outer = list as? [String: Any], let top = outer["$top"] as? [String: Any] else {
        throw Refusal(reason: "no $top")
    }
    var entries: [String] = []
    for key in top.keys.sorted() {
        // What was encoded without a key is told apart by its order only.
        guard !key.hasPrefix("$") else { throw NotApplicable() }
        let object = try inlineValue(top[key], key, unarchiver) ?? unarchiver.decodeObject(forKey: key)
        if let error = unarchiver.error { throw error }
        entries.append("[\(quoted(key)), \(try meaning(object))]")
    }
    return withExtendedLifetime(delegate) {
        tagged("meaning", tagged("dictionary", "[" + entries.joined(separator: ", ") + "]"))
    }
}

let bytes = FileHandle.standardInput.readDataToEndOfFile()
do {
    switch CommandLine.arguments.dropFirst().joined(separator: " ") {
    case "--rewrite binary": FileHandle.standardOutput.write(try rewritten(bytes, .binary))
    case "--rewrite xml": FileHandle.standardOutput.write(try rewritten(bytes, .xml))
    case "binary": print(try propertyList(bytes, .binary))
    case "xml": print(try propertyList(bytes, .xml))
    case "openstep": print(try propertyList(bytes, .openStep))
    case "keyed": print(try keyedArchive(bytes))
    default: exit(3)
    }
} catch is NotApplicable {
    exit(3)
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
