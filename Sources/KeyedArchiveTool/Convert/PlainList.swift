import PropertyLists

/// The plain form of an archive, for programs that know nothing of archives: Foundation's objects as the values that
/// they represent, other objects as dictionaries of their fields, without classes.
///
/// It is made of the JSON of the graph form.
struct PlainList {
    private let document: JSONValue
    /// The budget for the list.
    private let budget: DocumentBudget
    /// The objects that have a number in the JSON, by number.
    private var bodies: [PropertyList: JSONValue] = [:]
    /// The objects that lie around the current place, with their paths.
    private var open: [PropertyList: PathLink] = [:]
    /// Objects that are in the list already, with their paths.
    private var done: [PropertyList: PathLink] = [:]
    /// The current place.
    private var place: PathLink?
    /// How many values lie around the current one, with those that no step of a path leads into, as bases of URLs.
    private var depth = 0

    /// How many values may be one inside the other; a collection of Foundation's is two, an object and its elements.
    private static let maximumDepth = 800

    init(_ document: JSONValue, charging budget: DocumentBudget) {
        self.document = document
        self.budget = budget
        var pending = [document]
        while let json = pending.popLast() {
            if let id = json["$id"] { bodies[id.propertyList] = json }
            switch json.content {
            case .scalar: break
            case .array(let elements): pending += elements
            case .object(let members):
                pending += members.lazy.filter { !$0.key.isIdentical(to: "$document") }.map(\.value)
            }
        }
    }

    /// The plain form of a value alone, which the JSON is of.
    mutating func value(at path: ArchivePath) throws(ArchiveError) -> JSONValue {
        for step in path.steps { place = PathLink(step, after: place) }
        return try value(document)
    }

    /// The list of all top-level values; that of the root object alone if there is no other.
    mutating func list() throws(ArchiveError) -> JSONValue {
        let top = (document.members ?? []).filter { $0.key.string.map(GraphMark.document.contains) != true }
        if top.count == 1, let root = top.first, root.key.isIdentical(to: "root") {
            place = PathLink(.key("root"), after: place)
            return try value(root.value)
        }
        return try object(top, mayBeUnkeyed: document["$propertyList"] == nil)
    }

    // MARK: - What it takes

    private func charge(values count: Int, textSize: Int = 0) throws(ArchiveError) {
        do throws(ArchiveError) {
            try budget.make(values: count, textSize: textSize)
        } catch {
            throw tooLarge("the list would be very long, as objects in it are shared many times")
        }
    }

    private func tooLarge(_ reason: String) -> ArchiveError {
        ArchiveError(
            .limitExceeded, reason, path: place?.path ?? ArchivePath(),
            remedy: "convert it with --format json, which has each object once")
    }

    // MARK: - Values

    private mutating func value(_ json: JSONValue) throws(ArchiveError) -> JSONValue {
        guard depth < Self.maximumDepth else {
            throw tooLarge("the list would nest deeper than \(Self.maximumDepth) values")
        }
        depth += 1
        defer { depth -= 1 }
        try charge(values: 1)
        switch json.content {
        case .scalar(.string(let text)):
            try charge(values: 0, textSize: text.utf16.count)
            return json
        case .scalar: return json
        case .array(let elements): return try list(elements)
        case .object(let members):
            if let number = json.number { return .scalar(number) }
            if let target = json["$ref"] { return try reference(to: target.propertyList) }
            guard let id = json["$id"] else {
                return try object(members, mayBeUnkeyed: !Self.isDictionary(members))
            }
            return try body(json, id.propertyList)
        }
    }

    private mutating func reference(to id: PropertyList) throws(ArchiveError) -> JSONValue {
        guard let body = bodies[id] else { return .scalar(.null) }
        return try self.body(body, id)
    }

    /// An object that several places refer to: repeated, if it is a value of Foundation's.
    private mutating func body(_ json: JSONValue, _ id: PropertyList) throws(ArchiveError) -> JSONValue {
        if let place = open[id] ?? done[id] {
            try charge(values: 2, textSize: place.textSize)
            return .marked("$ref", .text(place.path.description))
        }
        open[id] = place
        defer { open.removeValue(forKey: id) }
        let members = json.members ?? []
        let value = try object(members, mayBeUnkeyed: !Self.isDictionary(members))
        if !Self.isFoundationValue(members) { done[id] = place }
        return value
    }

    /// Whether an object is a value of Foundation's.
    private static func isFoundationValue(_ members: [JSONValue.Member]) -> Bool {
        isDictionary(members)
            || members.contains {
                $0.key.isIdentical(to: "$value") || $0.key.string.map { GraphMark.contents[$0] != nil } == true
            }
    }

    /// Whether JSON with such members is a dictionary, rather than an object with fields.
    private static func isDictionary(_ members: [JSONValue.Member]) -> Bool {
        let name = members.first { $0.key.isIdentical(to: "$class") }?.value.text
        return name.map { ["NSDictionary", "NSMutableDictionary"].contains($0) } ?? true
    }

    /// The plain form of the members of an object.
    ///
    /// - Parameter mayBeUnkeyed: Whether values may be there that were encoded without keys; else their names are keys
    ///   like any other.
    private mutating func object(
        _ members: [JSONValue.Member],
        mayBeUnkeyed: Bool
    ) throws(ArchiveError) -> JSONValue {
        var mayBeUnkeyed = mayBeUnkeyed
        var fields: [JSONValue.Member] = []
        for member in members {
            guard let mark = member.key.string, mark.hasPrefix("$"), !mark.hasPrefix("$$") else {
                fields.append(member)
                continue
            }
            if let content = try content(mark, member.value, of: members) { return content }
            switch mark {
            case "$fields":
                fields +=
                    member.value.members
                    ?? (member.value.elements ?? []).compactMap { pair in
                        guard let pair = pair.elements, pair.count == 2, let key = pair[0].string else { return nil }
                        return JSONValue.Member(key: ObjectForm.escaped(key), value: pair[1])
                    }
            case "$entries":
                mayBeUnkeyed = false
                fields += member.value.members ?? []
            case "$class" where members.count == 1 && member.value.text == "NSNull": return .scalar(.null)
            default: break
            }
        }
        return try entries(fields, mayBeUnkeyed: mayBeUnkeyed)
    }

    /// The plain form of the value that a mark gives for an object; nil if the object is given by its fields.
    private mutating func content(
        _ mark: String,
        _ json: JSONValue,
        of members: [JSONValue.Member]
    ) throws(ArchiveError) -> JSONValue? {
        switch mark {
        case "$value", "$inline", "$elements", "$ranges", "$indexes", "$range", "$set", "$orderedSet":
            return try value(json)
        case "$string", "$uuid", "$point", "$size", "$rect", "$classRecord", "$ascii": return try value(json)
        case "$url":
            let base = members.first { $0.key.isIdentical(to: "$base") }?.value
            guard let text = json.text, let base, let whole = try value(base).text else { return try value(json) }
            try charge(values: 0, textSize: text.utf16.count + whole.utf16.count)
            return .text(URLReference(text).resolved(against: URLReference(whole)).text)
        case "$data", "$bytes":
            try charge(values: 1, textSize: json.string?.utf16.count ?? 0)
            return .scalar(.data(json.text.flatMap { JSONText.bytes(base64: $0) } ?? []))
        case "$document":
            // Its objects have their own numbers.
            var inner = PlainList(json, charging: budget)
            inner.place = PathLink(.nestedArchive, after: place)
            inner.depth = depth
            return try inner.list()
        case "$date": return json.seconds.map { .scalar(.date($0)) }
        case "$decimal":
            guard let text = json.text else { return nil }
            if text == "NaN" { return .scalar(.double(.nan)) }
            if let integer = PropertyList(integer: text) { return .scalar(integer) }
            guard let real = Double(text), real.description == text else { return json }
            return .scalar(.double(real))
        case "$counts":
            return try list(
                (json.elements ?? []).compactMap { pair in
                    guard let pair = pair.elements, pair.count == 2 else { return nil }
                    return .object(["element": pair[0], "count": pair[1]])
                })
        case "$entries":
            guard let pairs = json.elements else { return nil }
            return try self.pairs(pairs.compactMap { $0.elements.flatMap { $0.count == 2 ? ($0[0], $0[1]) : nil } })
        case "$runs":
            let runs = json.elements ?? []
            let units = runs.flatMap { $0["$text"]?.string?.utf16 ?? [] }
            try charge(values: 1, textSize: units.count)
            return .scalar(.string(PropertyListString(utf16: units)))
        case SequentialJSON.groups where !members.contains { $0.key.isIdentical(to: "$derived") }:
            return try groups(json)
        case "$derived":
            // The parts of other objects say more.
            let name = members.first { $0.key.isIdentical(to: "$class") }?.value.text
            guard let text = json.text, name.map(ObjectSummary.isMade(ofClassNamed:)) != true else { return nil }
            return .text(text.hasPrefix("#") ? String(text.prefix { $0 != " " }) : text)
        case "$problem", "$cut": return .scalar(.null)
        default: return nil
        }
    }

    private mutating func list(_ elements: [JSONValue]) throws(ArchiveError) -> JSONValue {
        var list: [JSONValue] = []
        let outer = place
        defer { place = outer }
        for (position, element) in elements.enumerated() {
            place = PathLink(.index(position), after: outer)
            list.append(try value(element))
        }
        return .array(list)
    }

    /// The values of groups, without their types.
    private mutating func groups(_ json: JSONValue) throws(ArchiveError) -> JSONValue {
        var list: [JSONValue] = []
        let outer = place
        defer { place = outer }
        for group in (json.elements ?? []).compactMap(\.members?.first) {
            let isOne = group.key.string.flatMap { EncodedType.list($0)?.count } == 1
            for json in isOne ? [group.value] : group.value.elements ?? [] {
                place = PathLink(.key("$\(list.count)"), after: outer)
                list.append(try value(json))
            }
        }
        return .array(list)
    }

    /// Fields and entries; values without a key alone are a list.
    private mutating func entries(
        _ members: [JSONValue.Member],
        mayBeUnkeyed: Bool
    ) throws(ArchiveError) -> JSONValue {
        let isUnkeyed =
            mayBeUnkeyed && !members.isEmpty
            && members.allSatisfy {
                $0.key.string.map { $0.hasPrefix("$$") && Int($0.dropFirst(2)) != nil } == true
            }
        if isUnkeyed { return try list(members.map(\.value)) }
        var entries: [JSONValue.Member] = []
        let outer = place
        defer { place = outer }
        for member in members {
            let units = member.key.utf16
            let key =
                units.starts(with: [0x24, 0x24]) ? PropertyListString(utf16: Array(units.dropFirst())) : member.key
            place = PathLink(.key(key.repaired), after: outer)
            try charge(values: 1, textSize: units.count)
            entries.append(JSONValue.Member(key: key, value: try value(member.value)))
        }
        return .object(entries)
    }

    /// The entries of a dictionary whose keys aren't all text: under their names if each key has another, or a list.
    private mutating func pairs(_ pairs: [(key: JSONValue, value: JSONValue)]) throws(ArchiveError) -> JSONValue {
        let outer = place
        defer { place = outer }
        var keys: [JSONValue] = []
        for (position, pair) in pairs.enumerated() {
            place = PathLink(.key("key"), after: PathLink(.index(position), after: outer))
            keys.append(try value(pair.key))
        }
        let names = keys.compactMap(Self.name)
        if names.count == pairs.count, Set(names).count == names.count {
            var entries: [JSONValue.Member] = []
            for (name, pair) in zip(names, pairs) {
                place = PathLink(.key(name.repaired), after: outer)
                entries.append(JSONValue.Member(key: name, value: try value(pair.value)))
            }
            return .object(entries)
        }
        var plain: [JSONValue] = []
        for (position, (key, pair)) in zip(keys, pairs).enumerated() {
            place = PathLink(.key("value"), after: PathLink(.index(position), after: outer))
            plain.append(.object(["key": key, "value": try value(pair.value)]))
        }
        return .array(plain)
    }

    private static func name(_ key: JSONValue) -> PropertyListString? {
        guard case .scalar(let value) = key.content else { return nil }
        switch value {
        case .string(let text): return text
        case .date(let seconds): return PropertyListString(DateText.shown(seconds))
        case .null, .data: return nil
        default: return PropertyListString(JSONText.scalar(value))
        }
    }
}

extension JSONValue {
    /// The plain form as a property list: nil values are left out, and NSNull in lists is the text `$null`.
    var plainPropertyList: PropertyList {
        switch content {
        case .scalar(.null): "$null"
        case .scalar(let value): value
        case .array(let elements): .array(PropertyListArray(elements.map(\.plainPropertyList)))
        case .object(let members):
            .dictionary(
                PropertyListDictionary(
                    members.lazy.filter { !$0.value.isNull }.map {
                        (.string($0.key), $0.value.plainPropertyList)
                    }))
        }
    }

    /// The plain form as JSON: dates as text, or as seconds, data in base64, null for numbers that JSON lacks.
    func plainJSON(_ dates: DateForm = .iso) -> JSONValue {
        switch content {
        case .scalar(.date(let seconds)) where !seconds.isFinite: .scalar(.null)
        case .scalar(.date(let seconds)):
            dates == .seconds ? .number(.double(seconds)) : .text(dates.text(of: seconds))
        case .scalar(.data(let bytes)): .text(JSONText.base64Text(bytes))
        case .scalar(.float(let value)):
            value.isFinite ? .scalar(.double(Double(value.description) ?? Double(value))) : .scalar(.null)
        case .scalar(.double(let value)): value.isFinite ? self : .scalar(.null)
        case .scalar: self
        case .array(let elements): .array(elements.map { $0.plainJSON(dates) })
        case .object(let members):
            .object(members.map { Member(key: $0.key, value: $0.value.plainJSON(dates)) })
        }
    }
}
