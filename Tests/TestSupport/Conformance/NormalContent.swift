/// JSON that is no content of the conformance suite.
struct MalformedContent: Error, CustomStringConvertible {
    var reason: String
    var description: String { reason }
}

/// Turns contents into texts that are equal if the contents are: entries and members have no order, labels of objects
/// say nothing, and a number is the same in any notation.
struct NormalContent {
    /// The objects of a graph by their labels.
    private let objects: [String: TaggedJSON]
    /// The numbers that stand for labels, in the order in which objects are seen.
    private var numbers: [String: Int] = [:]

    private init(objects: [String: TaggedJSON] = [:]) { self.objects = objects }

    /// The text of a content; nil if it says nothing that can be compared.
    static func text(of content: TaggedJSON, _ format: String) throws -> String? {
        switch format {
        case "keyed":
            guard let graph = try content.parts["graph"]?.parts else { return nil }
            var normal = NormalContent(objects: try graph.part("objects").parts)
            return try normal.entries(try graph.part("top").elements)
        case "typedstream":
            let parts = try content.parts
            var normal = NormalContent(objects: try parts.part("objects").parts)
            let groups = try normal.groups(try parts.part("groups").elements)
            return "\(try parts.part("order").text) \(try parts.part("system").text) \(groups)"
        default:
            var normal = NormalContent()
            return try normal.value(content)
        }
    }

    private mutating func value(_ json: TaggedJSON) throws -> String {
        switch json {
        case .null: return "null"
        case .boolean(let value): return "boolean \(value)"
        case .integer(let value): return "integer \(value)"
        case .string(let text): return "string " + text.utf16Digits
        case .array(let elements): return try list("array", elements)
        case .object(let parts):
            guard parts.count == 1, let (tag, content) = parts.first else {
                throw MalformedContent(reason: "not one tag but \(parts.keys.sorted())")
            }
            return try tagged(tag, content)
        }
    }

    private mutating func tagged(_ tag: String, _ content: TaggedJSON) throws -> String {
        switch tag {
        case "integer", "uid", "data", "atom", "selector", "cString": "\(tag) \(try content.text)"
        case "real": "real " + (try Self.real(try content.text))
        case "date": "date " + (try Self.seconds(try content.text))
        case "utf16": "string " + (try content.text.filter { $0 != " " })
        case "dictionary": "dictionary " + (try entries(try content.elements))
        case "set": "set \(try content.elements.map { try value($0) }.sorted())"
        case "orderedSet", "array", "struct": try list(tag, try content.elements)
        case "ignored": tag
        case "class": "class \(try Self.names(content))"
        case "object": try object(try content.text)
        default: throw MalformedContent(reason: "an unknown tag: \(tag)")
        }
    }

    private mutating func list(_ kind: String, _ elements: [TaggedJSON]) throws -> String {
        "\(kind) [" + (try elements.map { try value($0) }.joined(separator: ", ")) + "]"
    }

    /// Entries in the order of their keys; objects are numbered in that order.
    private mutating func entries(_ entries: [TaggedJSON]) throws -> String {
        var keyed: [(key: String, value: TaggedJSON)] = []
        for entry in entries {
            let pair = try entry.elements
            guard pair.count == 2 else { throw MalformedContent(reason: "an entry of \(pair.count) parts") }
            keyed.append((try value(pair[0]), pair[1]))
        }
        keyed.sort { $0.key < $1.key }
        return "[" + (try keyed.map { "\($0.key): \(try value($0.value))" }.joined(separator: ", ")) + "]"
    }

    private mutating func object(_ label: String) throws -> String {
        if let number = numbers[label] { return "object \(number)" }
        guard let parts = try objects[label]?.parts else {
            throw MalformedContent(reason: "no object has the label \(label)")
        }
        let number = numbers.count
        numbers[label] = number
        guard let fields = parts["fields"] else {
            let names = try Self.names(try parts.part("classes"))
            return "object \(number) \(names) \(try groups(try parts.part("groups").elements))"
        }
        let names = try ["classes", "hints"].map { try parts[$0]?.elements.map { try $0.text } ?? [] }
        return "object \(number) \(try parts.part("class").text) \(names) \(try entries(try fields.elements))"
    }

    private mutating func groups(_ groups: [TaggedJSON]) throws -> String {
        let texts = try groups.map { group in
            let parts = try group.parts
            return try list(try parts.part("types").text, try parts.part("values").elements)
        }
        return texts.joined(separator: "; ")
    }

    /// A class chain: names with versions.
    private static func names(_ chain: TaggedJSON) throws -> [[String]] {
        try chain.elements.map { try $0.elements.map { try $0.text } }
    }
}

// MARK: - Numbers

extension NormalContent {
    private static func real(_ text: String) throws -> String {
        guard let value = Double(text) else { throw MalformedContent(reason: "no real: \(text)") }
        return value.isNaN ? "nan" : String(value.bitPattern, radix: 16)
    }

    /// The milliseconds since 2001 of a date, which is in ISO 8601 or in seconds since 2001.
    private static func seconds(_ text: String) throws -> String {
        guard let value = Double(text) ?? isoSeconds(text) else { throw MalformedContent(reason: "no date: \(text)") }
        return abs(value) < 1e15 ? "\((value * 1_000).rounded())" : "\(value)"
    }

    /// The seconds since 2001 of a date such as `2001-01-01T00:00:00.5Z`.
    private static func isoSeconds(_ text: String) -> Double? {
        let parts = text.dropLast().split(separator: "T")
        guard text.hasSuffix("Z"), parts.count == 2 else { return nil }
        let day = parts[0].split(separator: "-").compactMap { Int($0) }
        let time = parts[1].split(separator: ":").compactMap { Double($0) }
        guard day.count == 3, time.count == 3 else { return nil }
        // Years begin in March here, so that a leap day is the last of its year.
        let year = day[1] > 2 ? day[0] : day[0] - 1
        let month = day[1] > 2 ? day[1] : day[1] + 12
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * (month - 3) + 2) / 5 + day[2] - 730_792
        return Double(days) * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    }
}

extension String {
    /// The UTF-16 code units, four digits for each.
    fileprivate var utf16Digits: String {
        utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }.hexadecimal
    }
}

// MARK: - Parts of JSON

extension TaggedJSON {
    /// The text of a string or of an integer.
    fileprivate var text: String {
        get throws {
            switch self {
            case .string(let text): text
            case .integer(let value): String(value)
            default: throw MalformedContent(reason: "neither a string nor an integer: \(self)")
            }
        }
    }

    fileprivate var elements: [TaggedJSON] {
        get throws {
            guard case .array(let elements) = self else { throw MalformedContent(reason: "no array: \(self)") }
            return elements
        }
    }

    fileprivate var parts: [String: TaggedJSON] {
        get throws {
            guard case .object(let parts) = self else { throw MalformedContent(reason: "no object: \(self)") }
            return parts
        }
    }
}

extension [String: TaggedJSON] {
    fileprivate func part(_ name: String) throws -> TaggedJSON {
        guard let part = self[name] else { throw MalformedContent(reason: "no \(name)") }
        return part
    }
}
