import KeyedArchiving
import PropertyLists
import SequentialArchives

// Objects, by what they stand for or by their groups.

extension SequentialJSONReader {
    /// Reads an object, a class or nil; a plain value represents an object of Foundation's.
    ///
    /// - Parameter isElement: Whether it is an element or a key of a collection, which is never nil.
    mutating func object(_ json: JSONValue, isElement: Bool) throws(ArchiveError) -> SequentialValue {
        try budget.make(values: 1)
        if let number = json.number {
            return .object(try plainObject(try self.number(number, type: nil, at: json), at: json))
        }
        switch json.content {
        case .scalar(.null): return isElement ? .object(try plainObject(.null, at: json)) : .null
        case .scalar(.string(let text)): return .object(try plainObject(.string(text), at: json))
        case .scalar: throw error(at: json, "it is no value of JSON", "write text or a number")
        case .array: return .object(try newObject(json, []))
        case .object(let members):
            try checkShown(json)
            if let value = try classValue(json) { return value }
            if let target = json[SequentialJSON.reference] {
                try checkAlone(json, members)
                if target.isNull {
                    guard isElement else { return .null }
                    throw nilElement(json)
                }
                // An argument that changes the reader would be evaluated on a copy of all that is built.
                let reference = try reference(to: try id(target), target)
                return .object(try checked(reference, target))
            }
            if members.count == 1, json[SequentialJSON.className]?.text == "NSNull",
                isGraph, !classes.isListed("NSNull")
            {
                return .object(try plainObject(.null, at: json))
            }
            let reference = try newObject(json, members)
            return .object(try checked(reference, json))
        }
    }

    /// Returns the reference of an `$id`, if it is an object rather than a C string.
    private func checked(_ reference: SequentialReference, _ json: JSONValue) throws(ArchiveError)
        -> SequentialReference
    {
        guard archive.cString(reference) == nil else {
            throw error(at: json, "the \"$id\" is that of a C string", "give the object another", .invalidReference)
        }
        return reference
    }

    /// The object with an `$id`, which is filled when it is seen.
    private mutating func reference(
        to id: PropertyList,
        _ json: JSONValue
    ) throws(ArchiveError) -> SequentialReference {
        if let known = references[id] { return known }
        guard let body = identities.objects[id] else { throw missing(id, json) }
        if body.isPlainEntry { return try newObject(body, body.members ?? []) }
        let members = try sorted(body.members ?? [], of: body)
        let reference = try archive.addObject(ofClass: try classReference(try label(of: members, body), body))
        references[id] = reference
        pending.append((id, path))
        return reference
    }

    /// The object that stands here.
    mutating func newObject(
        _ json: JSONValue,
        _ all: [JSONValue.Member]
    ) throws(ArchiveError) -> SequentialReference {
        let id = try json[SequentialJSON.identifier].map { (value) throws(ArchiveError) in try self.id(value) }
        if json.isPlainEntry {
            if let id, let known = references[id] { return known }
            let reference = try plainEntry(json, all, isOwn: id != nil)
            if let id {
                references[id] = reference
                filled.insert(id)
            }
            return reference
        }
        let members = try sorted(all, of: json)
        let reference: SequentialReference
        if let id, let known = references[id] {
            // What contains it may be seen after it was filled.
            guard filled.insert(id).inserted else { return known }
            reference = known
        } else {
            reference = try archive.addObject(ofClass: try classReference(try label(of: members, json), json))
            if let id {
                references[id] = reference
                filled.insert(id)
            }
        }
        if reference.number == sought { place = (json.offset, path) }
        let groups = try groups(of: members, json, reference)
        if !groups.isEmpty { try archive.setGroups(groups, of: reference) }
        if let value = json["$derived"] {
            derived.append((reference, value, members.content?.key.repaired ?? SequentialJSON.groups, path))
        }
        return reference
    }

    /// The name of the class of an object.
    private func label(of members: ObjectMembers, _ json: JSONValue) throws(ArchiveError) -> String {
        json.elements == nil ? try classLabel(of: members, json) : "NSArray"
    }

    // MARK: - Plain values

    /// The object of the value under `$value`, `$data` or `$document`, without a class.
    private mutating func plainEntry(
        _ json: JSONValue,
        _ members: [JSONValue.Member],
        isOwn: Bool
    ) throws(ArchiveError) -> SequentialReference {
        guard let mark = members.first(where: { GraphMark.isPlain($0.key) }) else { throw noText(json) }
        let name = mark.key.repaired
        guard name != SequentialJSON.classRecord else {
            throw error(
                at: json, "a class has no \"\(SequentialJSON.identifier)\"",
                "write {\"\(SequentialJSON.classRecord)\": …} in each place", .invalidReference)
        }
        var allowed: Set = [name, SequentialJSON.identifier]
        if name == SequentialJSON.value { allowed.insert(SequentialJSON.type) }
        if let other = members.first(where: { $0.key.string.map(allowed.contains) != true }) {
            if other.key.isIdentical(to: "$derived") { throw underived(other.value) }
            throw error(
                at: json, "\"\(name)\" and \"\(other.key.repaired)\" are two contents", "keep one")
        }
        let type = json[SequentialJSON.type]
        let content = try within(.key(name)) { reader throws(ArchiveError) -> SequentialContent in
            if name != SequentialJSON.value { return .data(try reader.data(name, mark.value)) }
            if let text = mark.value.string, type == nil { return .string(text) }
            guard let number = mark.value.number else {
                throw reader.error(
                    at: mark.value, "it isn't text, a number, true or false", "write the value without \"$value\"",
                    .invalidType)
            }
            return try reader.number(number, type: type, at: mark.value)
        }
        return try plainObject(content, at: json, isOwn: isOwn)
    }

    /// An object of one of Foundation's classes; equal ones are one, but for long texts and data.
    private mutating func plainObject(
        _ content: SequentialContent,
        at json: JSONValue,
        isOwn: Bool = false
    ) throws(ArchiveError) -> SequentialReference {
        let value = isOwn || content.isLong ? nil : SequentialPlainValue(content)
        if let known = value.flatMap({ plain[$0] }) { return known }
        let label = content.plainClass
        let classReference = try classReference(label, json)
        guard let kind = kinds.kind(of: classReference, in: archive), kind.holds(content) else {
            throw noContent(of: label, json)
        }
        let reference = try archive.addObject(
            ofClass: classReference,
            groups: try located(at: json) { () throws(ArchiveError) in try content.groups(kind) })
        if let value { plain[value] = reference }
        return reference
    }

    /// A number of the type that JSON gives, or else that its form implies.
    private mutating func number(
        _ number: PropertyList,
        type: JSONValue?,
        at json: JSONValue
    ) throws(ArchiveError) -> SequentialContent {
        let implied: String
        switch number {
        case .boolean: implied = "c"
        case .float: implied = "f"
        case .double: implied = "d"
        case .integer(let integer): implied = Int32(exactly: integer) == nil ? "q" : "i"
        default: implied = "q"
        }
        let text = type.map { $0.text ?? "" } ?? implied
        guard let code = text.utf8.first, text.utf8.count == 1, SequentialContent.numberCodes.contains(code) else {
            throw error(at: type ?? json, "a number has no such type", "write one of c C s S i I l L q Q f d B")
        }
        let value: SequentialValue
        switch number {
        case .unsignedInteger where type == nil, .integer128: throw tooLarge(json, code)
        case .unsignedInteger(let integer): value = .unsignedInteger(integer)
        default: value = try scalar(json, code)
        }
        let types = Array(text.utf8)
        let cString: SequentialReference
        if let known = cStrings[types] { cString = known } else { cString = try newCString(types, at: json) }
        cStrings[types] = cString
        let group = try located(at: json) { () throws(ArchiveError) in
            try SequentialGroup(types: text, values: [value])
        }
        return .number(group.values[0], code: code, type: cString)
    }

    private mutating func data(_ mark: String, _ json: JSONValue) throws(ArchiveError) -> [UInt8] {
        mark == "$document" ? try GraphBuilder.document(json, inside: self, depth: depth) : try bytes(json)
    }

    // MARK: - Content

    /// The groups of an object: those of the value that it represents, and others.
    private mutating func groups(
        of members: ObjectMembers,
        _ json: JSONValue,
        _ reference: SequentialReference
    ) throws(ArchiveError) -> [SequentialGroup] {
        let classReference = archive.object(reference)?.classReference
        let kind = classReference.flatMap { kinds.kind(of: $0, in: archive) }
        let label = try label(of: members, json)
        if let fields = members.fields { throw noContent(of: label, fields, "$fields") }
        var content: SequentialContent?
        if let elements = json.elements {
            content = .elements(try self.elements(elements))
        } else if SequentialJSON.dictionaryClasses.contains(label) {
            try checkEntries(members)
            if members.content == nil, !members.others.isEmpty || (isGraph && members.groups == nil) {
                content = .entries(try entries(members.others))
            }
        } else if let other = members.others.first {
            throw noContent(of: label, JSONValue(other.value.content, at: other.offset), other.key.repaired)
        }
        if let member = members.content {
            guard GraphMark.sequential.contains(member.key.repaired) else {
                throw noContent(of: label, member.value, member.key.repaired)
            }
            content = try within(.key(member.key.repaired)) { reader throws(ArchiveError) in
                try reader.content(member, members.base, kind)
            }
        }
        var groups: [SequentialGroup] = []
        if let content {
            guard let kind, kind.holds(content) else {
                guard let member = members.content else { throw noContent(of: label, json) }
                // No superclasses would make one of Foundation's classes another.
                let isFoundations = kind == nil && label.utf8.starts(with: "NS".utf8)
                throw isFoundations
                    ? noContent(of: label, member.value, member.key.repaired) : noKind(label, member, "groups")
            }
            let place = members.content?.value ?? json
            groups = try located(at: place) { () throws(ArchiveError) in try content.groups(kind) }
        }
        if let json = members.groups { groups += try self.groups(json) }
        return groups
    }

    private func noContent(of label: String, _ json: JSONValue, _ step: String? = nil) -> ArchiveError {
        let reason = "in a typedstream \(label) has groups"
        let remedy = "give \"\(SequentialJSON.groups)\""
        guard let step else { return error(at: json, reason, remedy, .invalidType) }
        return error(at: json, reason, remedy, .invalidType, step)
    }

    private mutating func content(
        _ member: JSONValue.Member,
        _ base: JSONValue?,
        _ kind: SequentialKind?
    ) throws(ArchiveError) -> SequentialContent {
        let json = member.value
        switch member.key.string {
        case "$elements": return .elements(try elements(try list(json)))
        case "$entries":
            if let members = json.members { return .entries(try entries(members)) }
            return .entries(try pairs(try list(json)))
        case "$string":
            guard let text = json.string else { throw noText(json) }
            guard case .attributedString? = kind else { return .string(text) }
            return try runs(text.utf16.isEmpty ? [] : [JSONRun(text: text)], kind, at: json)
        case "$data", "$document": return .data(try data(member.key.repaired, json))
        case "$date":
            guard let seconds = json.seconds else { throw noDate(json) }
            return .date(seconds)
        case "$url":
            guard let text = json.string else { throw noText(json) }
            var reference = SequentialValue.null
            if let base {
                reference = try within(.key("$base")) { reader throws(ArchiveError) in
                    try reader.object(base, isElement: false)
                }
            }
            return .url(text: .object(try plainObject(.string(text), at: json)), base: reference)
        case "$decimal":
            guard let text = json.text, DecimalText(text) != nil else { throw noDecimal(json) }
            return .decimal(text)
        default: return try runs(try self.runs(try list(json)), kind, at: json)
        }
    }

    private mutating func elements(_ elements: [JSONValue]) throws(ArchiveError) -> [SequentialValue] {
        var values: [SequentialValue] = []
        for (position, element) in elements.enumerated() {
            values.append(
                try within(.index(position)) { reader throws(ArchiveError) in
                    try reader.object(element, isElement: true)
                })
        }
        return values
    }

    /// The entries of a dictionary, of which each member is one.
    private mutating func entries(_ members: [JSONValue.Member]) throws(ArchiveError) -> [SequentialValue] {
        var entries: [SequentialValue] = []
        for member in members {
            let key = try unescaped(member)
            let place = JSONValue(.scalar(.string(key)), at: member.offset)
            entries.append(.object(try plainObject(.string(key), at: place)))
            entries.append(
                try within(.key(key.repaired)) { reader throws(ArchiveError) in
                    try reader.object(member.value, isElement: true)
                })
        }
        return entries
    }

    /// The entries of a dictionary that is written as a list of pairs.
    private mutating func pairs(_ pairs: [JSONValue]) throws(ArchiveError) -> [SequentialValue] {
        var entries: [SequentialValue] = []
        var seen: Set<SequentialPlainValue> = []
        for (position, json) in pairs.enumerated() {
            let (key, value) = try pair(json)
            let both = try within(.index(position)) { reader throws(ArchiveError) in
                try reader.elements([key, value])
            }
            if case .object(let reference) = both[0] {
                let value = plainValue(of: reference) ?? .object(reference)
                try budget.step(value.size / 16)
                guard seen.insert(value).inserted else { throw equalKeys(key) }
            }
            entries += both
        }
        return entries
    }

    /// The plain value of a key: equal keys may be separate objects, as long texts are.
    private mutating func plainValue(of reference: SequentialReference) -> SequentialPlainValue? {
        guard let object: SequentialObject = archive.object(reference), let classReference = object.classReference,
            let kind = kinds.kind(of: classReference, in: archive),
            let content = SequentialContent(of: object, kind, in: archive),
            classes.reference(to: content.plainClass) == classReference
        else { return nil }
        return SequentialPlainValue(content)
    }

    private mutating func runs(
        _ runs: [JSONRun],
        _ kind: SequentialKind?,
        at json: JSONValue
    ) throws(ArchiveError) -> SequentialContent {
        let text = PropertyListString(utf16: runs.flatMap(\.text.utf16))
        let whole: SequentialReference
        if kind == .attributedString(isMutable: true) {
            let mutable = try classReference("NSMutableString", json)
            let kind = kinds.kind(of: mutable, in: archive) ?? .string(isOld: false)
            whole = try archive.addObject(
                ofClass: mutable,
                groups: try located(at: json) { () throws(ArchiveError) in
                    try SequentialContent.string(text).groups(kind)
                })
        } else {
            whole = try plainObject(.string(text), at: json)
        }
        var built: [(length: Int, attributes: SequentialValue)] = []
        for (number, run) in runs.enumerated() {
            let attributes = try within(.index(number)) { reader throws(ArchiveError) in
                try reader.within(.key("$attributes")) { reader throws(ArchiveError) in
                    try reader.object(run.attributes ?? JSONValue(.object([]), at: json.offset), isElement: true)
                }
            }
            built.append((run.text.utf16.count, attributes))
        }
        return .runs(text: .object(whole), built)
    }
}

extension SequentialContent {
    /// The class of an object that JSON shows without it.
    fileprivate var plainClass: String {
        switch self {
        case .number: "NSNumber"
        case .data: "NSData"
        case .null: "NSNull"
        default: "NSString"
        }
    }
}

extension SequentialKind {
    /// Whether objects of the class may stand for something.
    fileprivate func holds(_ content: SequentialContent) -> Bool {
        switch (self, content) {
        case (.null, .null), (.string, .string), (.number, .number), (.data, .data), (.date, .date), (.url, .url),
            (.decimal, .decimal), (.array, .elements), (.set, .elements), (.dictionary, .entries),
            (.attributedString, .runs):
            true
        default: false
        }
    }
}
