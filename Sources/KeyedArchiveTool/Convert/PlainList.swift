import KeyedArchiving
import PropertyLists

/// An ordinary property list made of an archive: Foundation's classes as what they stand for, other objects as
/// dictionaries with their `$class`, each once.
struct PlainList {
    private let json: GraphJSON
    /// The objects that lie around the current place, with their paths.
    private var open: [UInt64: ArchivePath] = [:]
    /// Objects that are in the list already, with their paths.
    private var done: [UInt64: ArchivePath] = [:]
    private var path: [ArchivePath.Step] = []
    /// How many values may still be made.
    private var rest: Int

    /// How many containers may be one inside the other.
    private static let maximumDepth = 400

    init(_ json: GraphJSON, limits: InputLimits, size: Int) {
        self.json = json
        // What is shared is there once for each reference.
        rest = limits == .none ? .max : max(1 << 16, size.multipliedReportingOverflow(by: 8).partialValue)
    }

    /// The list of all top-level values; that of the root object alone if there is no other.
    mutating func list() throws(ArchiveError) -> PropertyList {
        if json.top.count == 1, let root = json.top["root"] {
            path = [.key("root")]
            return try value(root) ?? Self.null
        }
        return .dictionary(try entries(json.top))
    }

    /// What stands for nil where something has to be.
    private static let null: PropertyList = "$null"

    /// A value; nil for a reference to nil.
    private mutating func value(_ value: PropertyList) throws(ArchiveError) -> PropertyList? {
        rest -= 1
        guard rest > 0, path.count < Self.maximumDepth else {
            throw ArchiveError(
                .limitExceeded,
                rest > 0
                    ? "the list would nest deeper than \(Self.maximumDepth)"
                    : "the list would be very long, as objects in it are shared many times",
                path: ArchivePath(path),
                remedy: "convert it to json, which has each object once")
        }
        switch GraphJSON.Node(value) {
        case .scalar(.null): return nil
        case .scalar(.uid(let uid)): return .dictionary(["CF$UID": .integer(Int64(clamping: uid.rawValue))])
        case .scalar(let plain): return plain
        case .array(let elements): return .array(try list(elements))
        case .object(let body): return try object(body)
        case .reference(let number), .shared(let number, _):
            guard let body = json.bodies[number] else { return Self.null }
            // A property list can't hold a cycle.
            if let place = open[number] { return ["$cycle": .string(.init(place.description))] }
            if let place = done[number] { return ["$ref": .string(.init(place.description))] }
            let place = ArchivePath(path)
            open[number] = place
            defer { open[number] = nil }
            let list = try object(body)
            // What Foundation's classes stand for has no identity in a property list, and is there as often as it is
            // used.
            if list["$class"] != nil { done[number] = place }
            return list
        }
    }

    private mutating func object(_ body: PropertyListDictionary) throws(ArchiveError) -> PropertyList {
        if let text = body["$value"] { return try value(text) ?? Self.null }
        let fields = body.filter { $0.key.isFieldKey }
        guard let content = try content(of: body) else {
            var entries = try entries(PropertyListDictionary(fields))
            if let name = body["$class"] {
                entries = PropertyListDictionary([(key: "$class", value: name)] + Array(entries))
            }
            return .dictionary(entries)
        }
        return content
    }

    /// What an object stands for; nil if it is known by its fields only.
    private mutating func content(of body: PropertyListDictionary) throws(ArchiveError) -> PropertyList? {
        for (key, value) in body {
            switch (key.stringValue, value) {
            case ("$elements"?, .array(let elements)): return .array(try list(elements))
            case ("$entries"?, .dictionary(let entries)): return .dictionary(try self.entries(entries))
            case ("$entries"?, .array(let pairs)):
                var entries: [(key: PropertyList, value: PropertyList)] = []
                for pair in pairs where pair.arrayValue?.count == 2 {
                    let key = try pair[0].map { key throws(ArchiveError) in try self.value(key) } ?? nil
                    let value = try pair[1].map { value throws(ArchiveError) in try self.value(value) } ?? nil
                    entries.append((key?.asKey ?? Self.null, value ?? Self.null))
                }
                return .dictionary(PropertyListDictionary(entries))
            case ("$string"?, .string), ("$decimal"?, .string), ("$url"?, .string), ("$uuid"?, .string),
                ("$geometry"?, .string), ("$ranges"?, .array), ("$indexes"?, .array):
                return value
            case ("$data"?, .string): return (try? PropertyList.dictionary(["$data": value]).withoutMarks()) ?? value
            case ("$date"?, _): return (try? PropertyList.dictionary(["$date": value]).withoutMarks()) ?? value
            case ("$classRecord"?, .string): return ["$classRecord": value]
            default: continue
            }
        }
        return body["$class"]?.stringValue == "NSNull" ? Self.null : nil
    }

    private mutating func list(_ elements: PropertyListArray) throws(ArchiveError) -> PropertyListArray {
        var list: [PropertyList] = []
        for (position, element) in elements.enumerated() {
            path.append(.index(position))
            defer { path.removeLast() }
            // An element of a counted set is there as often as it counts.
            let count = element["$count"]?.intValue ?? 1
            let value = try value(element["$element"] ?? element) ?? Self.null
            rest -= max(0, count - 1)
            guard rest > 0 else { continue }
            list.append(contentsOf: repeatElement(value, count: max(0, count)))
        }
        return PropertyListArray(list)
    }

    /// Fields and entries; those that are nil are left out.
    private mutating func entries(_ fields: PropertyListDictionary) throws(ArchiveError) -> PropertyListDictionary {
        var entries: [(key: PropertyList, value: PropertyList)] = []
        for (key, field) in fields {
            path.append(.key(key.stringValue ?? key.kind))
            defer { path.removeLast() }
            if let value = try value(field) { entries.append((key, value)) }
        }
        return PropertyListDictionary(entries)
    }
}

extension PropertyList {
    /// The value as the key of a dictionary, which is text.
    fileprivate var asKey: PropertyList {
        if case .string = self { return self }
        return .string(PropertyListString(JSONText.scalar(self)))
    }
}
