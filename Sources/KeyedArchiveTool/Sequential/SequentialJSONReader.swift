import KeyedArchiving
import PropertyLists
import SequentialArchives

/// Makes a sequential archive of JSON as ``SequentialJSONWriter`` writes it.
///
/// The first value that can't be made is an error with its line, its path and a remedy.
struct SequentialJSONReader: JSONBuilding {
    let source: [UInt8]
    let budget: DocumentBudget
    /// How many objects are open around the document.
    let depth: Int
    let documentDepth: Int
    /// The path of the document.
    private let start: [ArchivePath.Step]
    /// Whether it is the graph form, in which names stand for Foundation's classes, and equal short values are one.
    let isGraph: Bool
    /// Whether derived texts are those of this version.
    private let comparesDerived: Bool
    var archive = SequentialArchive(header: .default)
    var classes = SequentialClassBuilder()
    var kinds = SequentialKinds()
    /// The objects and C strings that have an `$id`.
    var identities = JSONIdentities()
    /// The references to added objects and C strings, by `$id`.
    var references: [PropertyList: SequentialReference] = [:]
    /// The objects that have their groups, by `$id`.
    var filled: Set<PropertyList> = []
    /// The objects that were referred to before they were seen, by `$id`, with the path of the reference.
    var pending: [(id: PropertyList, path: [ArchivePath.Step])] = []
    /// Plain values that are one object each.
    var plain: [SequentialPlainValue: SequentialReference] = [:]
    /// C strings that are one object each.
    var cStrings: [[UInt8]: SequentialReference] = [:]
    /// The derived members of objects, to be compared when all objects are built.
    var derived: [(object: SequentialReference, json: JSONValue, member: String, path: [ArchivePath.Step])] = []
    /// The object whose place is looked for, and where its JSON is, with its path.
    var sought: Int?
    var place: (offset: Int, path: [ArchivePath.Step])?
    var path: [ArchivePath.Step]

    /// Creates a reader of the envelope.
    init(source: [UInt8], charging budget: DocumentBudget) {
        self.source = source
        self.budget = budget
        (depth, documentDepth, start, path) = (0, 0, [], [])
        (isGraph, comparesDerived) = (false, true)
    }

    /// Creates a reader of a document in the graph form.
    init(source: [UInt8], charging budget: DocumentBudget, inside builder: GraphBuilder) {
        self.source = source
        self.budget = budget
        (depth, documentDepth) = (builder.depth, builder.documentDepth)
        (start, path) = (builder.start, builder.path)
        (isGraph, comparesDerived) = (true, builder.comparesDerived)
    }

    // MARK: - Documents

    /// The file that JSON stands for.
    mutating func file(of document: JSONValue) throws(ArchiveError) -> [UInt8] {
        let empty = self
        try read(document)
        if let contradiction = archive.contradictions.first {
            throw try empty.located(contradiction, in: document)
        }
        try compareDerived()
        let bytes = archive.bytes()
        try budget.make(bytes.count)
        return bytes
    }

    private mutating func read(_ document: JSONValue) throws(ArchiveError) {
        let marks = GraphMark.origin.union([
            "$graph", SequentialJSON.header, SequentialJSON.root, SequentialJSON.groups, SequentialJSON.continued,
            SequentialJSON.classes,
        ])
        for member in document.members ?? [] {
            guard let name = member.key.string, marks.contains(name) else {
                throw noMember(member)
            }
        }
        archive = SequentialArchive(header: try header(document), limits: budget.remaining)
        identities = try identities(in: document)
        if let json = document[SequentialJSON.classes] { try readClasses(json) }
        if let json = document[SequentialJSON.root] {
            if document[SequentialJSON.groups] != nil {
                throw error(
                    at: document, "\"\(SequentialJSON.root)\" and \"\(SequentialJSON.groups)\" are two contents",
                    "keep one")
            }
            let root = try within(.key(SequentialJSON.root)) { reader throws(ArchiveError) in
                try reader.object(json, isElement: false)
            }
            try archive.setGroups([try SequentialGroup(types: "@", values: [root])])
        } else if let json = document[SequentialJSON.groups] {
            try archive.setGroups(try groups(json))
        }
        while let (id, path) = pending.popLast() {
            guard !filled.contains(id), let body = identities.objects[id] else { continue }
            self.path = path
            _ = try newObject(body, body.members ?? [])
        }
        path = start
        try checkContinued(identities) { references[$0] != nil }
    }

    private func noMember(_ member: JSONValue.Member) -> ArchiveError {
        let name = member.key.repaired
        guard name.utf8.first != 0x24 else { return unknown(member) }
        return error(
            at: JSONValue(member.value.content, at: member.offset), "a typedstream has no key \(name.quoted())",
            "write the object as \"\(SequentialJSON.root)\", or values as \"\(SequentialJSON.groups)\"", .invalidKey)
    }

    private func header(_ document: JSONValue) throws(ArchiveError) -> SequentialHeader {
        let header = document[SequentialJSON.header]
        let members = ["byteOrder", "systemVersion"]
        guard header.map({ $0.members?.allSatisfy { $0.key.string.map(members.contains) == true } ?? false }) ?? true,
            let order = SequentialByteOrder(rawValue: header?["byteOrder"].map { $0.text ?? "" } ?? "little"),
            let version = Int32(exactly: header?["systemVersion"].map { $0.intValue ?? -1 } ?? 1000), version >= 0
        else {
            throw error(
                at: header ?? document, "it isn't a byte order and a version of the system",
                "write {\"byteOrder\":\"little\",\"systemVersion\":1000}", .invalidValue, SequentialJSON.header)
        }
        return SequentialHeader(byteOrder: order, systemVersion: version)
    }

    /// An error of an object of the archive, with the place of its JSON.
    ///
    /// The archive is made once more: the paths of all objects would take too much memory.
    private func located(_ error: ArchiveError, in document: JSONValue) throws(ArchiveError) -> ArchiveError {
        var reader = self
        reader.sought = error.uid.flatMap { Int(exactly: $0.rawValue) }
        try reader.read(document)
        guard let (offset, path) = reader.place else { return error }
        let place = JSONPlace(offset, in: source)
        return place.error(
            error.code, error.reason, path: ArchivePath(path), remedy: error.remedy ?? "correct the JSON there")
    }

    /// Compares the derived members in the JSON with the members derived from the archive.
    private mutating func compareDerived() throws(ArchiveError) {
        guard comparesDerived, !derived.isEmpty else { return }
        let size = source.count * SequentialEntries.sizeFactor
        var readings = try SequentialReadings(archive, Budget(inputSize: size, limits: budget.remaining))
        for (object, json, member, path) in derived {
            self.path = path
            guard let text = try readings.text(of: object) else { throw underived(json) }
            guard json.text == text else { throw changed(json, "\"\(member)\"", text) }
        }
    }

    // MARK: - Groups

    /// The groups of an object or of the top level; reading JSON has bounded how deep it nests, so this may recurse.
    mutating func groups(_ json: JSONValue) throws(ArchiveError) -> [SequentialGroup] {
        try within(.key(SequentialJSON.groups)) { reader throws(ArchiveError) in
            guard let elements = json.elements else {
                throw reader.error(at: json, "it isn't a list of groups", "write [{\"i\": 1}, {\"@\": null}]")
            }
            var groups: [SequentialGroup] = []
            for (position, element) in elements.enumerated() {
                groups.append(
                    try reader.within(.index(position)) { reader throws(ArchiveError) in try reader.group(element) })
            }
            return groups
        }
    }

    private mutating func group(_ json: JSONValue) throws(ArchiveError) -> SequentialGroup {
        guard let member = json.members?.first, json.members?.count == 1, let types = member.key.string else {
            throw error(at: json, "a group is an object with one key, its types", "write {\"i\": 1}")
        }
        guard !types.isEmpty, let list = EncodedType.list(types) else {
            throw error(
                at: json, "the types \(types.quoted()) aren't well formed", "write types such as i, @ or {?=ff}")
        }
        try budget.make(values: list.count + 1, textSize: types.utf8.count)
        let values = try within(.key(types)) { reader throws(ArchiveError) -> [SequentialValue] in
            if list.count == 1 { return [try reader.value(member.value, list[0], in: types)] }
            return try reader.values(member.value, list, in: types)
        }
        return try located(at: json) { () throws(ArchiveError) in
            do throws(ArchiveError) {
                return try SequentialGroup(types: types, values: values)
            } catch {
                // An array says its length in its type.
                guard error.code != .range, let (count, given) = Self.lengths(of: list, values) else { throw error }
                throw Self.wrongCount(of: types, count, given)
            }
        }
    }

    /// The value of a call, whose error gets a place.
    func located<Value>(
        at json: JSONValue,
        _ make: () throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value {
        do throws(ArchiveError) {
            return try make()
        } catch {
            throw self.error(at: json, error.reason, error.remedy ?? "correct the JSON there", error.code)
        }
    }

    private static func wrongCount(of types: String, _ count: Int, _ given: Int) -> ArchiveError {
        ArchiveError(
            .invalidValue,
            "the group \(types.quoted()) takes \(count.counted("value")), \(given) \(given == 1 ? "is" : "are") given",
            remedy: "give a value for each type, or change the types")
    }

    /// How many values the first array or structure takes that has another number of them, and how many it has.
    private static func lengths(of types: [EncodedType], _ values: [SequentialValue]) -> (Int, Int)? {
        for (type, value) in zip(types, values) {
            switch (type, value) {
            case (.raw(let count), .bytes(let bytes)) where bytes.count != count: return (count, bytes.count)
            case (.array(let element, let count), .array(let parts)):
                if parts.count != count { return (count, parts.count) }
                let inner = lengths(of: Array(repeating: element, count: count), parts)
                if let inner { return inner }
            case (.structure(let fields), .structure(let parts)):
                if let inner = lengths(of: fields, parts) { return inner }
            default: continue
            }
        }
        return nil
    }

    /// A list of values, each of its type.
    private mutating func values(
        _ json: JSONValue,
        _ types: [EncodedType],
        in group: String
    ) throws(ArchiveError) -> [SequentialValue] {
        let elements = try list(json)
        guard elements.count == types.count else {
            throw try located(at: json) { () throws(ArchiveError) -> ArchiveError in
                throw Self.wrongCount(of: group, types.count, elements.count)
            }
        }
        var values: [SequentialValue] = []
        for (position, element) in elements.enumerated() {
            values.append(
                try within(.index(position)) { reader throws(ArchiveError) in
                    try reader.value(element, types[position], in: group)
                })
        }
        return values
    }

    private mutating func value(
        _ json: JSONValue,
        _ type: EncodedType,
        in group: String
    ) throws(ArchiveError) -> SequentialValue {
        switch type {
        case .raw: return .bytes(try rawBytes(json))
        case .array(let element, _):
            return .array(
                try values(json, Array(repeating: element, count: json.elements?.count ?? 0), in: group))
        case .structure(let fields): return .structure(try values(json, fields, in: group))
        case .scalar(let code): return try scalar(json, code)
        }
    }

    mutating func scalar(_ json: JSONValue, _ code: UInt8) throws(ArchiveError) -> SequentialValue {
        let expected: String
        switch code {
        case UInt8(ascii: "!"):
            if json.isNull { return .ignored }
            expected = "null: nothing is stored there"
        case UInt8(ascii: "f"), UInt8(ascii: "d"):
            if let number = json.number?.doubleValue { return .real(number) }
            expected = "a number, such as 1.5"
        case UInt8(ascii: "@"): return try object(json, isElement: false)
        case _ where json.isNull: return .null
        case UInt8(ascii: "+"): return .bytes(try rawBytes(json))
        case UInt8(ascii: "%"): return .atom(try rawBytes(json))
        case UInt8(ascii: ":"): return .selector(try rawBytes(json))
        case UInt8(ascii: "*"): return .cString(try cString(json))
        case UInt8(ascii: "#"):
            if let value = try classValue(json) { return value }
            expected = "null, or {\"$classRecord\":\"NSObject\"}"
        default:
            switch json.number {
            case .integer(let number)?: return .integer(number)
            case .unsignedInteger(let number)?: return .unsignedInteger(number)
            case .boolean(let value)?: return .integer(value ? 1 : 0)
            case .integer128?: throw tooLarge(json, code)
            default: expected = "an integer"
            }
        }
        throw error(
            at: json, "\(JSONText.short(json)) isn't of the type \(String(UnicodeScalar(code)))", "write \(expected)")
    }

    func tooLarge(_ json: JSONValue, _ code: UInt8) -> ArchiveError {
        error(
            at: json, "\(JSONText.short(json)) doesn't fit the type \(String(UnicodeScalar(code)))",
            "64 bits without a sign are the most: write the number as \"$value\" beside \"$type\":\"Q\"", .range)
    }

    /// The class that a value is; nil for other values.
    mutating func classValue(_ json: JSONValue) throws(ArchiveError) -> SequentialValue? {
        guard let members = json.members, let label = json[SequentialJSON.classRecord] else { return nil }
        guard members.count == 1 else { throw twoContents(json, members[0], members) }
        guard let name = label.text else { throw noText(label) }
        return .class(try classReference(name, label))
    }

    private func rawBytes(_ json: JSONValue) throws(ArchiveError) -> [UInt8] {
        if let text = json.text { return Array(text.utf8) }
        if let members = json.members, members.count == 1, let data = json["$data"] { return try bytes(data) }
        throw error(at: json, "\(JSONText.short(json)) is neither text nor data", "write text, or {\"$data\":base64}")
    }

    private mutating func cString(_ json: JSONValue) throws(ArchiveError) -> SequentialReference {
        if let target = json[SequentialJSON.reference] {
            try checkAlone(json, json.members ?? [])
            let id = try self.id(target)
            guard let body = identities.objects[id] else { throw missing(id, target) }
            return try cString(body, id)
        }
        if let number = json[SequentialJSON.identifier] { return try cString(json, try id(number)) }
        let bytes = try rawBytes(json)
        guard isGraph, !bytes.isLongInJSON else { return try newCString(bytes, at: json) }
        if let known = cStrings[bytes] { return known }
        let reference = try newCString(bytes, at: json)
        cStrings[bytes] = reference
        return reference
    }

    /// The C string that has an `$id`.
    private mutating func cString(_ json: JSONValue, _ id: PropertyList) throws(ArchiveError) -> SequentialReference {
        if let known = references[id], archive.cString(known) != nil { return known }
        guard references[id] == nil, let value = json[SequentialJSON.value], json.members?.count == 2 else {
            throw error(
                at: json, "the \"$id\" isn't that of a C string", "write {\"$id\":1,\"$value\":\"text\"}",
                .invalidReference)
        }
        let reference = try newCString(try rawBytes(value), at: json)
        references[id] = reference
        filled.insert(id)
        return reference
    }

    mutating func newCString(_ bytes: [UInt8], at json: JSONValue) throws(ArchiveError) -> SequentialReference {
        try budget.make(values: 1, textSize: bytes.count)
        do throws(ArchiveError) {
            return try archive.addCString(bytes)
        } catch {
            throw self.error(at: json, error.reason, error.remedy ?? "", error.code)
        }
    }

    // MARK: - Classes

    private mutating func readClasses(_ json: JSONValue) throws(ArchiveError) {
        guard let members = json.members else {
            throw error(
                at: json, "it isn't an object", "write {\"Name\": [\"Superclass\", \"NSObject\"]}", .invalidType,
                SequentialJSON.classes)
        }
        for member in members {
            let label = member.key.repaired
            try within(.key(SequentialJSON.classes)) { reader throws(ArchiveError) in
                try reader.within(.key(label)) { reader throws(ArchiveError) in
                    try reader.readClass(member.value, label)
                }
            }
        }
    }

    private mutating func readClass(_ json: JSONValue, _ label: String) throws(ArchiveError) {
        var record = SequentialClassBuilder.Record(
            name: label, version: isGraph ? nil : 0, offset: json.offset)
        var superclasses: [String] = []
        var isSaid = !isGraph
        if isGraph, json.members == nil {
            isSaid = true
            superclasses = json.isNull ? [] : try names(json)
        } else if json.members == nil {
            throw error(at: json, "it isn't an object", "write {\"version\":0,\"superclass\":\"NSObject\"}")
        }
        for member in json.members ?? [] {
            let value = member.value
            switch member.key.string {
            case "name": record.name = try text(of: value, "name")
            case "version":
                guard let version = value.intValue.flatMap({ Int32(exactly: $0) }) else {
                    throw error(
                        at: value, "the version of the class \(label.quoted()) isn't a number of 32 bits",
                        "write \"version\": 0")
                }
                record.version = version
            case "superclass" where !isGraph: superclasses = [try text(of: value, "superclass")]
            case "superclasses" where isGraph:
                isSaid = true
                superclasses = value.isNull ? [] : try names(value)
            default:
                let known = isGraph ? "superclasses" : "superclass"
                throw error(
                    at: value, "a class of a typedstream has \"\(known)\", \"name\", \"version\"",
                    "take \"\(member.key.repaired)\" out", .invalidKey)
            }
        }
        classes.add(record, label)
        guard isSaid else { return }
        if let other = classes.declare(label, superclasses, isWhole: isGraph) {
            throw error(
                at: json, "the superclasses of \(other.quoted()) are others elsewhere in \"$classes\"",
                "make them the same, or give one of the two classes another label and a \"name\"")
        }
    }

    /// The class with a name, and its superclasses.
    ///
    /// - Parameter json: The JSON that names the class.
    mutating func classReference(
        _ name: String,
        _ json: JSONValue
    ) throws(ArchiveError) -> SequentialReference {
        do throws(ArchiveError) {
            return try classes.reference(to: name, in: &archive, isStandard: isGraph, charging: budget)
        } catch {
            guard let remedy = error.remedy, !error.endsWork else { throw error }
            throw self.error(
                at: JSONValue(json.content, at: error.byteOffset ?? json.offset), error.reason, remedy, error.code)
        }
    }
}

extension JSONValue {
    /// The integer, if it is one that an `Int` holds.
    fileprivate var intValue: Int? { if case .scalar(let value) = content { value.intValue } else { nil } }
}
