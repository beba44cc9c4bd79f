import KeyedArchiving
import PropertyLists

/// An ordinary property list made of an archive: Foundation's classes as what they stand for, other objects as
/// dictionaries with their `$class`, each once.
struct PlainList {
    private let json: GraphJSON
    /// What the list is charged to.
    private let budget: DocumentBudget
    /// What was charged so far.
    private var cost = 0
    /// The objects that lie around the current place, with their paths.
    private var open: [UInt64: PathLink?] = [:]
    /// Objects that are in the list already, with their paths.
    private var done: [UInt64: PathLink?] = [:]
    /// The current place.
    private var place: PathLink?

    /// How many containers may be one inside the other.
    private static let maximumDepth = 400

    init(_ json: GraphJSON, charging budget: DocumentBudget) {
        self.json = json
        self.budget = budget
    }

    /// The list of all top-level values; that of the root object alone if there is no other.
    mutating func list() throws(ArchiveError) -> PropertyList {
        if json.top.count == 1, let root = json.top["root"] {
            place = PathLink(.key("root"), after: nil)
            return try value(root) ?? Self.null
        }
        return .dictionary(try entries(json.top))
    }

    /// Pays for values that are made, and for their texts.
    private mutating func charge(values count: Int, textSize: Int = 0) throws(ArchiveError) {
        try charge(count.multipliedOrMaximum(by: DocumentBudget.valueCost).addingOrMaximum(textSize))
    }

    private mutating func charge(_ size: Int) throws(ArchiveError) {
        do throws(ArchiveError) {
            try budget.make(size)
        } catch {
            throw tooLarge("the list would be very long, as objects in it are shared many times")
        }
        cost += size
    }

    private func tooLarge(_ reason: String) -> ArchiveError {
        ArchiveError(
            .limitExceeded, reason, path: place?.path ?? ArchivePath(),
            remedy: "convert it to json, which has each object once")
    }

    /// The path of an object as text, in an object with a mark.
    private mutating func link(_ mark: String, to place: PathLink?) throws(ArchiveError) -> PropertyList {
        try charge(DocumentBudget.containerCost)
        try charge(values: 2, textSize: place?.textSize ?? 0)
        let path = place?.path ?? ArchivePath()
        return .dictionary([.string(PropertyListString(mark)): .string(PropertyListString(path.description))])
    }

    /// What stands for nil where something has to be.
    private static let null: PropertyList = "$null"

    /// A value; nil for a reference to nil.
    private mutating func value(_ value: PropertyList) throws(ArchiveError) -> PropertyList? {
        guard place?.length ?? 0 < Self.maximumDepth else {
            throw tooLarge("the list would nest deeper than \(Self.maximumDepth)")
        }
        try charge(values: 1, textSize: value.textSize)
        switch GraphJSON.Node(value) {
        case .scalar(.null): return nil
        case .scalar(.uid(let uid)): return .dictionary(["CF$UID": .integer(Int64(clamping: uid.rawValue))])
        case .scalar(let plain):
            // Data in a mark isn't a text of the value itself.
            if case .data(let bytes) = plain { try charge(bytes.count) }
            return plain
        case .array(let elements): return .array(try list(elements))
        case .object(let body): return try object(body)
        case .reference(let number), .shared(let number, _):
            guard let body = json.bodies[number] else { return Self.null }
            // A property list can't hold a cycle.
            if let place = open[number] { return try link("$cycle", to: place) }
            if let place = done[number] { return try link("$ref", to: place) }
            open[number] = .some(place)
            defer { open.removeValue(forKey: number) }
            let list = try object(body)
            // What Foundation's classes stand for has no identity in a property list, and is there as often as it is
            // used.
            if list["$class"] != nil { done[number] = .some(place) }
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
                    try charge(values: 2)
                    let key = try pair[0].map { key throws(ArchiveError) in try self.value(key) } ?? nil
                    let value = try pair[1].map { value throws(ArchiveError) in try self.value(value) } ?? nil
                    entries.append((key?.asKey ?? Self.null, value ?? Self.null))
                }
                return .dictionary(PropertyListDictionary(entries))
            case ("$string"?, .string), ("$decimal"?, .string), ("$url"?, .string), ("$uuid"?, .string),
                ("$geometry"?, .string), ("$ranges"?, .array), ("$indexes"?, .array):
                try charge(values: 1, textSize: value.textSize)
                return value
            case ("$data"?, .string):
                try charge(values: 1, textSize: value.textSize)
                return (try? PropertyList.dictionary(["$data": value]).withoutMarks()) ?? value
            case ("$date"?, _): return (try? PropertyList.dictionary(["$date": value]).withoutMarks()) ?? value
            case ("$classRecord"?, .string): return ["$classRecord": value]
            default: continue
            }
        }
        return body["$class"]?.stringValue == "NSNull" ? Self.null : nil
    }

    private mutating func list(_ elements: PropertyListArray) throws(ArchiveError) -> PropertyListArray {
        try charge(DocumentBudget.containerCost)
        var list: [PropertyList] = []
        let outer = place
        defer { place = outer }
        for (position, element) in elements.enumerated() {
            place = PathLink(.index(position), after: outer)
            // An element of a counted set is there as often as it counts.
            let count = element["$count"]?.intValue ?? 1
            guard count >= 1 else {
                throw ArchiveError(
                    .invalidValue, "an element of a counted set is there \(count) times", path: place?.path,
                    remedy: "set its count to 1 or more")
            }
            let before = cost
            let value = try value(element["$element"] ?? element) ?? Self.null
            if count > 1 { try charge((count - 1).multipliedOrMaximum(by: cost - before)) }
            list.append(contentsOf: repeatElement(value, count: count))
        }
        return PropertyListArray(list)
    }

    /// Fields and entries; those that are nil are left out.
    private mutating func entries(_ fields: PropertyListDictionary) throws(ArchiveError) -> PropertyListDictionary {
        try charge(DocumentBudget.containerCost)
        var entries: [(key: PropertyList, value: PropertyList)] = []
        let outer = place
        defer { place = outer }
        for (key, field) in fields {
            place = PathLink(.key(key.stringValue ?? key.kind), after: outer)
            try charge(values: 1, textSize: key.textSize)
            if let value = try value(field) { entries.append((key, value)) }
        }
        return PropertyListDictionary(entries)
    }
}

extension PropertyList {
    /// How many bytes the text of a value takes.
    fileprivate var textSize: Int { stringValue?.utf8.count ?? 0 }

    /// The value as the key of a dictionary, which is text.
    fileprivate var asKey: PropertyList {
        if case .string = self { return self }
        return .string(PropertyListString(JSONText.scalar(self)))
    }
}
