import KeyedArchiving
import PropertyLists

/// Builds archives of JSON in the graph form.
///
/// Objects are numbered as Apple's archiver numbers them: the object, its contents in the order of the JSON, its class.
/// The first value that can't be built is an error with its line, its path and a remedy.
struct GraphBuilder: JSONBuilding {
    typealias Field = ArchivedRecord.Field

    static let usualArchiver = "NSKeyedArchiver"

    let source: [UInt8]
    let budget: DocumentBudget
    /// The entries, with the places in the text of the JSON that made them.
    private var entries: [(value: PropertyList, offset: Int)] = [(.string("$null"), 0)]
    private var plainEntries: [PropertyList: UID] = [:]
    private var null: UID?
    /// The objects of the JSON that have an identity.
    private var identities = JSONIdentities()
    private var built: [PropertyList: UID] = [:]
    /// Objects whose entries are reserved, and whose contents follow once the enclosing object is made.
    private var pending: [(uid: UID, json: JSONValue, path: [ArchivePath.Step])] = []
    /// Derived members of objects, to be compared when all objects are built.
    private var derived: [(uid: UID, json: JSONValue, path: [ArchivePath.Step])] = []
    private var classes: [String: ArchivedClass] = [:]
    private var classUIDs: [ArchivedClass: UID] = [:]
    var path: [ArchivePath.Step] = []
    /// The path of the document itself, if it is in the data of another.
    private(set) var start: [ArchivePath.Step] = []
    /// How many objects are open, those around the document included.
    private(set) var depth = 0
    /// How many documents are around this one.
    private(set) var documentDepth = 0
    private(set) var isNumbered = false
    private(set) var archiver = usualArchiver
    /// Whether derived texts are those of this version.
    private(set) var comparesDerived = true

    /// How many values may lie around an object that is made where a reference leads to it first.
    private static let maximumReferenceDepth = 300

    init(source: [UInt8], charging budget: DocumentBudget) {
        self.source = source
        self.budget = budget
    }

    // MARK: - Documents

    /// The file of a document in the graph form.
    mutating func file(of document: JSONValue, format: PropertyListFormat?) throws(ArchiveError) -> [UInt8] {
        if let version = document["$graph"] {
            let number = try GraphVersion.number(version) { self.error(at: version, $0, $1, $2, "$graph") }
            comparesDerived = number == GraphVersion.current
        }
        return try content(of: document, format: format)
    }

    /// The file of a document, or of one in data, which has no version.
    fileprivate mutating func content(
        of document: JSONValue,
        format: PropertyListFormat?
    ) throws(ArchiveError) -> [UInt8] {
        guard let members = document.members else {
            throw error(at: document, "a document is an object", "write {\"root\": …}", .invalidType)
        }
        if document[SequentialJSON.header] != nil {
            var reader = SequentialJSONReader(source: source, charging: budget, inside: self)
            return try reader.file(of: document)
        }
        if let name = document["$propertyList"] { return try list(of: document, named: name, format: format) }
        // Which objects references lead to, wherever they stand.
        identities = try identities(in: document)
        // What the document says of itself, and the classes, which the objects name.
        var format = format
        var top: [JSONValue.Member] = []
        var extra: [JSONValue.Member] = []
        for member in members {
            switch member.key.string {
            case "$graph", "$continued": break
            case let name? where GraphMark.origin.contains(name): break
            case "$format":
                guard let form = member.value.text.flatMap(PropertyListFormat.init), form != .openStep else {
                    throw error(at: member.value, "it is \"xml\" or \"binary\"", "take it out", .invalidType, "$format")
                }
                format = format ?? form
            case "$archiver":
                archiver = try text(of: member.value, "$archiver")
            case "$layout":
                guard member.value.text == "numbered" else {
                    throw error(at: member.value, "it is \"numbered\"", "take it out", .invalidType, "$layout")
                }
                isNumbered = true
            case "$extra":
                guard let members = member.value.members else {
                    throw error(
                        at: member.value, "it isn't an object", "write {\"key\": VALUE}", .invalidType, "$extra")
                }
                extra = members
            case "$classes": try readClasses(member.value)
            case SequentialJSON.groups: throw unbuildable(member.value, "the top level")
            default: top.append(member)
            }
        }
        // The top level with all that it holds, and then what was put off.
        var fields: [ArchivedRecord.Field] = []
        for member in top { fields.append(try field(member)) }
        while let (uid, json, path) = pending.popLast() {
            self.path = path
            try fill(uid, of: json)
        }
        path = start
        try checkContinued(identities) { built[$0] != nil }
        return try write(fields, extra: extra, format: format)
    }

    /// The error for groups.
    ///
    /// - Parameter owner: The owner of the groups.
    func unbuildable(_ groups: JSONValue, _ owner: String) -> ArchiveError {
        error(
            at: groups, "\(owner) has groups here, which only typedstreams hold", "write fields in place of them",
            .unrepresentable, SequentialJSON.groups)
    }

    /// One value, as an object of a separate archive.
    ///
    /// - Parameter place: Where it goes, which errors name.
    mutating func value(of json: JSONValue, at place: ArchivePath) throws(ArchiveError) -> NewValue {
        let root = PropertyListString(KeyedArchiver.rootObjectKey)
        let archive: KeyedArchive
        do throws(ArchiveError) {
            archive = try KeyedArchive(
                content(of: .object([JSONValue.Member(key: root, value: json)]), format: .binary))
        } catch {
            var error = error
            error.path = ArchivePath(place.steps + (error.path?.steps.dropFirst() ?? []))
            throw error
        }
        switch archive.topLevelValue(forKey: KeyedArchiver.rootObjectKey) {
        case .uid(let uid)?: return .object(uid, of: archive)
        case .array?, .set?, .orderedSet?, .dictionary?, .date?:
            // Set by its path, such a value is an object of Foundation's.
            path = place.steps
            throw error(
                at: json, "a list, a dictionary or a date in the field itself isn't set by its path",
                "write it without \"$inline\" for an object, or change it in the JSON of the whole file, as "
                    + "keyed-archive convert makes it", .unrepresentable)
        case let value?: return .plain(value)
        case nil: return .plain(.null)
        }
    }

    // MARK: - Entries

    private mutating func addEntry(_ value: PropertyList, at json: JSONValue) throws(ArchiveError) -> UID {
        try budget.make(values: 1)
        entries.append((value, json.offset))
        return UID(UInt64(entries.count - 1))
    }

    /// The entry of a plain value; equal ones are one, except for long texts and data.
    mutating func addPlain(_ value: PropertyList, at json: JSONValue, isOwn: Bool = false) throws(ArchiveError) -> UID {
        let isLong: Bool
        switch value {
        case .string(let text):
            isLong = text.isLongInJSON
            // Entry 0 alone may have this text.
            if text.isIdentical(to: "$null") { return try addObject("NSMutableString", ["NS.string": value], at: json) }
        case .data(let bytes): isLong = bytes.isLongInJSON
        case .array, .set, .orderedSet, .dictionary: isLong = true
        default: isLong = false
        }
        if isLong || isOwn { return try addEntry(value, at: json) }
        if let known = plainEntries[value] { return known }
        let uid = try addEntry(value, at: json)
        plainEntries[value] = uid
        return uid
    }

    /// Adds an object of a standard class, with fields that are complete.
    mutating func addObject(
        _ className: String,
        _ fields: KeyValuePairs<PropertyListString, PropertyList>,
        at json: JSONValue
    ) throws(ArchiveError) -> UID {
        let uid = try addEntry(.null, at: json)
        try finish(
            uid, fields.map { ArchivedRecord.Field($0.key, $0.value) },
            try classUID(of: ArchivedClass(standardNamed: className), at: json))
        return uid
    }

    /// A place for an object whose content follows.
    mutating func addPlace(at json: JSONValue) throws(ArchiveError) -> UID { try addEntry(.null, at: json) }

    /// Gives an object its fields.
    mutating func finish(_ uid: UID, _ fields: [ArchivedRecord.Field], _ classUID: UID) throws(ArchiveError) {
        let keys = fields.map(\.key) + [PropertyListString("$class")]
        let values = fields.map(\.value) + [.uid(classUID)]
        let order = ArchiveLayout.orderOfKeys(keys)
        entries[Int(uid.rawValue)].value = .dictionary(
            PropertyListDictionary(order.map { (.string(keys[$0]), values[$0]) }))
    }

    mutating func nullUID(at json: JSONValue) throws(ArchiveError) -> UID {
        if let null { return null }
        let uid = try addObject("NSNull", [:], at: json)
        null = uid
        return uid
    }

    mutating func classUID(of archivedClass: ArchivedClass, at json: JSONValue) throws(ArchiveError) -> UID {
        if let known = classUIDs[archivedClass] { return known }
        func text(_ text: String) -> PropertyList { .string(PropertyListString(text)) }
        func names(_ names: [String]) -> PropertyList { .array(PropertyListArray(names.map(text))) }
        var record: [(PropertyListString, PropertyList)] = [("$classname", text(archivedClass.name))]
        if !archivedClass.hierarchy.isEmpty { record.append(("$classes", names(archivedClass.hierarchy))) }
        if !archivedClass.fallbacks.isEmpty { record.append(("$classhints", names(archivedClass.fallbacks))) }
        let order = ArchiveLayout.orderOfKeys(record.map(\.0))
        let uid = try addEntry(
            .dictionary(PropertyListDictionary(order.map { (.string(record[$0].0), record[$0].1) })), at: json)
        classUIDs[archivedClass] = uid
        return uid
    }

    // MARK: - Values

    /// A field of an object, or a top-level value, with its key without the escape.
    mutating func field(_ member: JSONValue.Member) throws(ArchiveError) -> ArchivedRecord.Field {
        let key = try unescaped(member)
        let value = try within(.key(key.repaired)) { builder throws(ArchiveError) in
            try builder.fieldValue(member.value, key: key)
        }
        return ArchivedRecord.Field(key, value)
    }

    /// The value of a field.
    mutating func fieldValue(_ json: JSONValue, key: PropertyListString) throws(ArchiveError) -> PropertyList {
        try budget.make(values: 1)
        if case .scalar(.null) = json.content { return .uid(.null) }
        if let number = json.number { return number }
        if let members = json.members, let mark = members.first(where: { GraphMark.isInField($0.key) }) {
            guard members.count == 1 else { throw twoContents(json, mark, members) }
            let name = mark.key.repaired
            return try within(.key(name)) { builder throws(ArchiveError) in
                switch name {
                case "$inline": try builder.inline(mark.value)
                case "$ascii": try builder.ascii(mark.value)
                default: .data(try builder.bytes(mark.value))
                }
            }
        }
        if let members = json.members, members.count == 1, let member = members.first,
            member.key.isIdentical(to: "$ref"),
            case .scalar(.null) = member.value.content
        {
            return .uid(.null)
        }
        return .uid(try reference(json))
    }

    private func ascii(_ json: JSONValue) throws(ArchiveError) -> PropertyList {
        guard let text = json.text, text.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw error(at: json, "it isn't text of ASCII alone", "write {\"$bytes\": BASE64}", .invalidData)
        }
        return .data(Array(text.utf8))
    }

    /// A value that is in the field itself.
    private mutating func inline(_ json: JSONValue) throws(ArchiveError) -> PropertyList {
        try budget.make(values: 1)
        switch json.content {
        case .scalar(.null): return .null
        case .scalar(let value): return value
        case .array(let elements): return .array(try inlineElements(elements))
        case .object(let members):
            if let number = json.number { return number }
            if members.count == 1, let member = members.first {
                switch member.key.string {
                case "$date":
                    guard let seconds = member.value.seconds else { throw noDate(member.value) }
                    return .date(seconds)
                case "$data", "$bytes": return .data(try bytes(member.value))
                case "$inline": return try inline(member.value)
                case "$set": return .set(try inlineElements(list(member.value)))
                case "$orderedSet": return .orderedSet(try inlineElements(list(member.value)))
                case "$entries":
                    return .dictionary(
                        try entries(of: member.value) { builder, key throws(ArchiveError) in
                            try builder.inlineElement(key)
                        } value: { builder, value throws(ArchiveError) in
                            try builder.fieldValue(value, key: "")
                        })
                default: break
                }
            }
            var entries: [(key: PropertyList, value: PropertyList)] = []
            for member in members {
                let field = try field(member)
                entries.append((.string(field.key), field.value))
            }
            return .dictionary(PropertyListDictionary(entries))
        }
    }

    private mutating func inlineElements(_ elements: [JSONValue]) throws(ArchiveError) -> PropertyListArray {
        var values: [PropertyList] = []
        for (position, element) in elements.enumerated() {
            values.append(
                try within(.index(position)) { builder throws(ArchiveError) in try builder.inlineElement(element) })
        }
        return PropertyListArray(values)
    }

    /// An element of a list in a field: a reference, unless it is in the list itself.
    private mutating func inlineElement(_ json: JSONValue) throws(ArchiveError) -> PropertyList {
        guard let member = json.members?.first, json.members?.count == 1 else { return .uid(try reference(json)) }
        switch member.key.string {
        case "$inline": return try inline(member.value)
        case "$bytes": return .data(try bytes(member.value))
        case "$ref": if case .scalar(.null) = member.value.content { return .uid(.null) }
        default: break
        }
        return .uid(try reference(json))
    }

    /// The entries of a dictionary that is written as a list of pairs.
    mutating func entries(
        of json: JSONValue,
        key makeKey: (inout GraphBuilder, JSONValue) throws(ArchiveError) -> PropertyList,
        value makeValue: (inout GraphBuilder, JSONValue) throws(ArchiveError) -> PropertyList
    ) throws(ArchiveError) -> PropertyListDictionary {
        var entries: [(key: PropertyList, value: PropertyList)] = []
        var seen: Set<PropertyList> = []
        for element in try list(json) {
            let (key, value) = try pair(element)
            let stored = try makeKey(&self, key)
            guard seen.insert(stored).inserted else {
                throw error(at: key, "the dictionary has equal keys", "keep one", .duplicateKey)
            }
            entries.append((stored, try makeValue(&self, value)))
        }
        return PropertyListDictionary(entries)
    }

    /// The reference to a value that is an entry, as the elements of collections are.
    mutating func reference(_ json: JSONValue) throws(ArchiveError) -> UID {
        try budget.make(values: 1)
        if let number = json.number { return try addPlain(number, at: json) }
        switch json.content {
        case .scalar(.null): return try nullUID(at: json)
        case .scalar(let value): return try addPlain(value, at: json)
        case .array:
            let uid = try addPlace(at: json)
            try fill(uid, of: json)
            return uid
        case .object(let members):
            if let mark = members.first(where: { GraphMark.isInField($0.key) }) {
                throw error(
                    at: json, "an element is always a separate object",
                    "write the value without \"\(mark.key.repaired)\"", .invalidValue)
            }
            try checkShown(json)
            if let target = json["$ref"] { return try follow(target, in: json, members) }
            guard let id = json["$id"] else { return try entry(json, members) }
            let key = try self.id(id)
            if let known = built[key] { return known }
            let uid = try entry(json, members, isOwn: true, id: key)
            built[key] = uid
            return uid
        }
    }

    private mutating func follow(
        _ target: JSONValue,
        in json: JSONValue,
        _ members: [JSONValue.Member]
    ) throws(ArchiveError) -> UID {
        try checkAlone(json, members)
        if case .scalar(.null) = target.content { throw nilElement(json) }
        let id = try id(target)
        if let known = built[id] { return known }
        guard let object = identities.objects[id] else { throw missing(id, target) }
        guard depth < Self.maximumReferenceDepth || object.isPlainEntry else {
            let uid = try addPlace(at: object)
            built[id] = uid
            pending.append((uid, object, path))
            return uid
        }
        return try reference(object)
    }

    /// The entry that an object of JSON makes.
    private mutating func entry(
        _ json: JSONValue,
        _ members: [JSONValue.Member],
        isOwn: Bool = false,
        id: PropertyList? = nil
    ) throws(ArchiveError) -> UID {
        // An archive has one NSNull.
        if members.count == 1, json["$class"]?.text == "NSNull", classes["NSNull"] == nil {
            return try nullUID(at: json)
        }
        let content = members.filter { !$0.key.isIdentical(to: "$id") }
        if json.isPlainEntry, let mark = content.first(where: { GraphMark.isPlain($0.key) }) {
            if let other = content.first(where: { $0.key != mark.key && !$0.key.isIdentical(to: "$derived") }) {
                throw error(
                    at: json, "\"\(mark.key.repaired)\" and \"\(other.key.repaired)\" are two contents", "keep one")
            }
            let name = mark.key.repaired
            let uid = try within(.key(name)) { builder throws(ArchiveError) in
                switch name {
                case "$classRecord":
                    guard let label = mark.value.text else { throw builder.noText(mark.value) }
                    return try builder.classUID(of: builder.archivedClass(labeled: label), at: mark.value)
                case "$data": return try builder.addPlain(.data(try builder.bytes(mark.value)), at: json, isOwn: isOwn)
                case "$document":
                    return try builder.addPlain(.data(try builder.document(mark.value)), at: json, isOwn: isOwn)
                default: return try builder.addPlain(try builder.plain(mark.value), at: json, isOwn: isOwn)
                }
            }
            if let derived = json["$derived"] { throw underived(derived) }
            return uid
        }
        let uid = try addPlace(at: json)
        if let id { built[id] = uid }
        try fill(uid, of: json)
        return uid
    }

    /// The value of `$value`: a text, a number or a date.
    private func plain(_ json: JSONValue) throws(ArchiveError) -> PropertyList {
        if let number = json.number { return number }
        if let text = json.string { return .string(text) }
        if let members = json.members, members.count == 1, let member = members.first {
            if member.key.isIdentical(to: "$date") {
                guard let seconds = member.value.seconds else { throw noDate(member.value) }
                return .date(seconds)
            }
        }
        throw error(
            at: json, "it isn't text, a number, true, false or a date", "write the value without \"$value\"",
            .invalidType)
    }

    /// The bytes of a document in data.
    mutating func document(_ json: JSONValue) throws(ArchiveError) -> [UInt8] {
        try Self.document(json, inside: self, depth: depth)
    }

    /// The bytes of a document in data of another.
    ///
    /// - Parameter depth: How many objects are open.
    static func document(
        _ json: JSONValue,
        inside outer: some JSONBuilding,
        depth: Int
    ) throws(ArchiveError) -> [UInt8] {
        let budget = outer.budget
        guard outer.documentDepth < budget.remaining.nestedArchives else {
            throw .limit("nestedArchives", budget.remaining.nestedArchives)
        }
        var inner = GraphBuilder(source: outer.source, charging: budget)
        (inner.path, inner.start) = (outer.path, outer.path)
        (inner.depth, inner.documentDepth) = (depth, outer.documentDepth + 1)
        let bytes = try inner.content(of: json, format: nil)
        try budget.make(bytes.count)
        return bytes
    }

    /// Makes the content of an object that has its place.
    private mutating func fill(_ uid: UID, of json: JSONValue) throws(ArchiveError) {
        depth += 1
        defer { depth -= 1 }
        let (fields, archivedClass) = try objectContent(of: json)
        try finish(uid, fields, try classUID(of: archivedClass, at: json))
        if comparesDerived, let value = json["$derived"] { derived.append((uid, value, path)) }
    }

    // MARK: - Classes

    func archivedClass(labeled label: String) -> ArchivedClass {
        classes[label] ?? ArchivedClass(standardNamed: label)
    }

    private mutating func readClasses(_ json: JSONValue) throws(ArchiveError) {
        guard let members = json.members else {
            throw error(
                at: json, "it isn't an object", "write {\"Name\": [\"Superclass\", \"NSObject\"]}", .invalidType,
                "$classes")
        }
        for member in members {
            let label = member.key.repaired
            classes[label] = try within(.key("$classes")) { builder throws(ArchiveError) in
                try builder.within(.key(label)) { builder throws(ArchiveError) in
                    try builder.archivedClass(member.value, label)
                }
            }
        }
    }

    private func archivedClass(_ json: JSONValue, _ label: String) throws(ArchiveError) -> ArchivedClass {
        guard let members = json.members else {
            return ArchivedClass(name: label, hierarchy: try chain(json, after: label))
        }
        var archivedClass = ArchivedClass(name: label, hierarchy: [label, "NSObject"])
        if let name = json["name"] { archivedClass.name = try text(of: name, "name") }
        archivedClass.hierarchy = [archivedClass.name, "NSObject"]
        for member in members {
            switch member.key.string {
            case "name", "version": break
            case "superclasses": archivedClass.hierarchy = try chain(member.value, after: archivedClass.name)
            case "chain": archivedClass.hierarchy = try names(member.value)
            case "hints": archivedClass.fallbacks = try names(member.value)
            default:
                throw error(
                    at: member.value, "a class has \"superclasses\" or \"chain\", \"hints\", \"name\", \"version\"",
                    "take \"\(member.key.repaired)\" out", .invalidKey)
            }
        }
        return archivedClass
    }

    private func chain(_ json: JSONValue, after name: String) throws(ArchiveError) -> [String] {
        if case .scalar(.null) = json.content { return [] }
        let superclasses = try names(json)
        if let itself = json.elements?.first(where: { $0.text == name }) {
            throw error(
                at: itself, "\(name.quoted()) is none of its superclasses", "leave the class itself out",
                .invalidClassRecord)
        }
        return [name] + superclasses
    }

    // MARK: - The file

    private mutating func write(
        _ top: [ArchivedRecord.Field],
        extra: [JSONValue.Member],
        format: PropertyListFormat?
    ) throws(ArchiveError) -> [UInt8] {
        let order = ArchiveLayout.orderOfKeys(top.map(\.key))
        var outer: [(key: PropertyList, value: PropertyList)] = [
            ("$version", 100_000), ("$archiver", .string(PropertyListString(archiver))),
            ("$top", .dictionary(PropertyListDictionary(order.map { (.string(top[$0].key), top[$0].value) }))),
            ("$objects", .array(PropertyListArray(entries.map(\.value)))),
        ]
        for member in extra {
            outer.append((.string(member.key), try member.value.stored(in: source)))
        }
        let bytes = try BinaryPropertyListWriter().write(.dictionary(PropertyListDictionary(outer)))
        try budget.make(bytes.count.multipliedOrMaximum(by: 2))
        let archive = try KeyedArchive(bytes, limits: budget.remaining)
        if let problem = archive.problems(strict: false, limit: 1).first { throw located(problem) }
        try compareDerived(in: archive)
        return format == .xml ? try archive.bytes(format: .xml) : bytes
    }

    /// A problem of the archive, with the place of the JSON that made the entry.
    private func located(_ problem: ArchiveError) -> ArchiveError {
        var problem = problem
        let number = problem.uid.flatMap { Int(exactly: $0.rawValue) }.flatMap {
            entries.indices.contains($0) ? $0 : nil
        }
        if let number {
            let place = JSONPlace(entries[number].offset, in: source)
            (problem.line, problem.column) = (place.line, place.column)
        }
        problem.byteOffset = nil
        problem.uid = nil
        if problem.remedy == nil || problem.remedy == ArchiveError.damageRemedy {
            problem.remedy = number.flatMap(remedy(ofEntry:)) ?? "correct the JSON there"
        }
        return problem
    }

    /// The remedy of giving the content of an object of Foundation's instead of its fields; nil for other objects.
    private func remedy(ofEntry number: Int) -> String? {
        guard case .dictionary(let fields) = entries[number].value, case .uid(let uid)? = fields["$class"],
            let archivedClass = classUIDs.first(where: { $0.value == uid })?.key,
            let example = FoundationFamily(inShortForm: archivedClass).flatMap(GraphMark.example)
        else { return nil }
        return "give its content as \(example)"
    }

    /// Compares the derived members in the JSON with the members derived from the archive.
    private mutating func compareDerived(in archive: KeyedArchive) throws(ArchiveError) {
        guard !derived.isEmpty else { return }
        var forms = try ObjectForms(
            KeyedEntries(archive), showsRawFields: false, Budget(inputSize: source.count, limits: budget.remaining))
        for (uid, json, path) in derived {
            self.path = path
            guard case .object(let record) = try forms.entry(at: uid),
                let text = try forms.derivedText(of: record)
            else { throw underived(json) }
            guard json.text != text else { continue }
            throw changed(json, try forms.derivingField(of: record), text)
        }
    }
}
