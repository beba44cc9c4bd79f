import PropertyLists

// Property lists that are no archives.

extension GraphBuilder {
    /// The file of a property list: the value of a document that says of which form it is.
    mutating func list(
        of document: JSONValue,
        named name: JSONValue,
        format: PropertyListFormat?
    ) throws(ArchiveError) -> [UInt8] {
        guard let form = name.text.flatMap(PropertyListFormat.init) else {
            throw error(
                at: name, "\(JSONText.short(name)) is no form of property lists",
                "write \"binary\", \"xml\" or \"openStep\"", .invalidType, "$propertyList")
        }
        let aside = GraphMark.origin.union(["$graph", "$propertyList"])
        let members = (document.members ?? []).filter { $0.key.string.map(aside.contains) != true }
        let value: PropertyList
        if members.count == 1, let only = members.first, ["$elements", "$value"].contains(only.key.string) {
            value = try within(.key(only.key.repaired)) { builder throws(ArchiveError) in
                try builder.listValue(only.value)
            }
        } else {
            value = try listValue(JSONValue(.object(members), at: document.offset))
        }
        return try Self.bytes(of: value, format: format ?? form, charging: budget)
    }

    /// The file of a property list.
    static func bytes(
        of value: PropertyList,
        format: PropertyListFormat,
        charging budget: DocumentBudget
    ) throws(ArchiveError) -> [UInt8] {
        switch format {
        case .binary: try BinaryPropertyListWriter().write(value)
        case .xml: try XMLPropertyListWriter(limits: budget.remaining).write(value)
        case .openStep:
            try OpenStepPropertyListWriter(dialect: value.openStepDialect, limits: budget.remaining).write(value)
        }
    }

    /// A value of a property list.
    mutating func listValue(_ json: JSONValue) throws(ArchiveError) -> PropertyList {
        try budget.make(values: 1)
        if let number = json.number { return number }
        switch json.content {
        case .scalar(.null):
            throw error(at: json, "a property list has no null", "take it out", .unrepresentable)
        case .scalar(let value): return value
        case .array(let elements): return .array(try listElements(elements))
        case .object(let members):
            // By code units, as names are escaped: a mark may be combined with what follows.
            guard members.count == 1, let mark = members.first, let name = mark.key.string, name.utf8.first == 0x24,
                name.utf8.dropFirst().first != 0x24
            else { return .dictionary(try listEntries(members)) }
            return try within(.key(name)) { builder throws(ArchiveError) in try builder.listValue(mark) }
        }
    }

    private mutating func listValue(_ mark: JSONValue.Member) throws(ArchiveError) -> PropertyList {
        let json = mark.value
        switch mark.key.string {
        case "$data": return .data(try bytes(json))
        case "$document": return .data(try document(json))
        case "$date":
            guard let seconds = json.seconds else { throw noDate(json) }
            return .date(seconds)
        case "$uid":
            guard let uid = json.uid else {
                throw error(at: json, "it isn't a number of an object", "write an integer of 0 or more", .invalidType)
            }
            return .uid(uid)
        case "$set": return .set(try listElements(try list(json)))
        case "$orderedSet": return .orderedSet(try listElements(try list(json)))
        case "$entries":
            return .dictionary(
                try entries(of: json) { builder, key throws(ArchiveError) in
                    try builder.listValue(key)
                } value: { builder, value throws(ArchiveError) in
                    try builder.listValue(value)
                })
        default: throw unknown(mark)
        }
    }

    private mutating func listElements(_ elements: [JSONValue]) throws(ArchiveError) -> PropertyListArray {
        var values: [PropertyList] = []
        for (position, element) in elements.enumerated() {
            values.append(
                try within(.index(position)) { builder throws(ArchiveError) in try builder.listValue(element) })
        }
        return PropertyListArray(values)
    }

    private mutating func listEntries(_ members: [JSONValue.Member]) throws(ArchiveError) -> PropertyListDictionary {
        var entries: [(key: PropertyList, value: PropertyList)] = []
        for member in members {
            let key = try unescaped(member)
            let value = try within(.key(key.repaired)) { builder throws(ArchiveError) in
                try builder.listValue(member.value)
            }
            entries.append((.string(key), value))
        }
        return PropertyListDictionary(entries)
    }
}
