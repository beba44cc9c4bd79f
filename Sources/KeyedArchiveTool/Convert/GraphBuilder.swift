import KeyedArchiving
import PropertyLists

/// Makes entries of an archive from JSON: objects of any class, collections and plain values.
struct GraphBuilder {
    /// What had a number before: entries of the archive.
    private let known: [UInt64: PropertyListDictionary]
    /// What has a number now.
    private let bodies: [UInt64: PropertyListDictionary]
    private var uids: [UInt64: UID] = [:]
    /// Entries to which a further reference was made.
    private(set) var referenced: Set<UID> = []
    /// Entries that have their places, and get their content when all around them is made.
    private var pending: [(uid: UID, body: PropertyListDictionary)] = []
    /// How many values lie around the one that is being made.
    private var depth = 0
    private let budget: DocumentBudget
    private var classes: [String: ArchivedClass]?

    /// How many values may lie around an object that is made at once; others wait, so that chains of references don't
    /// exhaust the stack.
    private static let maximumDepth = 64

    init(
        known: [UInt64: PropertyListDictionary],
        new bodies: [UInt64: PropertyListDictionary],
        charging budget: DocumentBudget
    ) {
        self.known = known
        self.bodies = bodies
        self.budget = budget
    }

    /// The value that JSON stands for; what isn't a plain value becomes entries, and a reference to them.
    mutating func value(of json: PropertyList, in archive: inout KeyedArchive) throws(ArchiveError) -> PropertyList {
        let value = try nestedValue(of: json, in: &archive)
        while let (uid, body) = pending.popLast() {
            try archive.replaceEntry(at: uid, with: try entry(of: body, in: &archive))
        }
        return value
    }

    /// A value, around which others are being made; reading JSON has bounded how deep it nests, so this may recurse.
    private mutating func nestedValue(
        of json: PropertyList,
        in archive: inout KeyedArchive
    ) throws(ArchiveError) -> PropertyList {
        depth += 1
        defer { depth -= 1 }
        try budget.make(values: 1)
        switch GraphJSON.Node(json) {
        case .scalar(.dictionary), .scalar(.set), .scalar(.orderedSet): throw GraphEdits.unchangeable("a set")
        case .scalar(let value): return value
        case .reference(let number), .shared(let number, _): return .uid(try uid(of: number, in: &archive))
        case .array(let elements):
            return .uid(try add(["$class": "NSArray", "$elements": .array(elements)], to: &archive))
        case .object(let body):
            guard body["$class"] == nil else { return .uid(try add(body, to: &archive)) }
            guard body.keys.allSatisfy(\.isFieldKey) else { throw GraphEdits.unchangeable("a value of this form") }
            return .uid(try add(["$class": "NSDictionary", "$entries": .dictionary(body)], to: &archive))
        }
    }

    /// The entry with a number: one that is in the archive, or a new one.
    private mutating func uid(of number: UInt64, in archive: inout KeyedArchive) throws(ArchiveError) -> UID {
        if known[number] != nil {
            referenced.insert(UID(number))
            return UID(number)
        }
        if let uid = uids[number] {
            referenced.insert(uid)
            return uid
        }
        guard let body = bodies[number] else {
            guard number < UInt64(archive.objectCount), number > 0 else {
                throw ArchiveError(
                    .invalidReference, "nothing has the \"$id\" \(number) that a \"$ref\" names",
                    remedy: "give an object that number, or take the reference out")
            }
            referenced.insert(UID(number))
            return UID(number)
        }
        // What it holds may refer back to it.
        let uid = archive.add(.null)
        uids[number] = uid
        guard depth < Self.maximumDepth else {
            pending.append((uid, body))
            return uid
        }
        try archive.replaceEntry(at: uid, with: try entry(of: body, in: &archive))
        return uid
    }

    private mutating func add(
        _ body: PropertyListDictionary,
        to archive: inout KeyedArchive
    ) throws(ArchiveError) -> UID {
        archive.add(try entry(of: body, in: &archive))
    }

    private mutating func entry(
        of body: PropertyListDictionary,
        in archive: inout KeyedArchive
    ) throws(ArchiveError) -> ArchiveEntry {
        if let text = body["$value"] { return .value(try nestedValue(of: text, in: &archive)) }
        guard let name = body["$class"]?.stringValue else {
            throw ArchiveError(
                .invalidObject, "an object of the JSON has no \"$class\"",
                remedy: "add it: \"$class\": \"NAME\"")
        }
        var fields: [ArchivedField] = []
        for (key, json) in body {
            guard case .string(let text) = key, !["$class", "$id"].contains(text.string) else { continue }
            if key.isFieldKey {
                fields.append(ArchivedField(text, try nestedValue(of: json, in: &archive)))
            } else {
                fields += try self.fields(of: text.repaired, json, in: &archive)
            }
        }
        let classUID = try archive.uid(of: try archivedClass(named: name, in: archive))
        return .object(ArchivedRecord(classUID: classUID, fields: fields))
    }

    /// The fields in which an object of Foundation's keeps what a mark says.
    private mutating func fields(
        of mark: String,
        _ json: PropertyList,
        in archive: inout KeyedArchive
    ) throws(ArchiveError) -> [ArchivedField] {
        switch (mark, json) {
        case ("$elements", .array(let elements)):
            return [ArchivedField("NS.objects", try references(to: elements, in: &archive))]
        case ("$entries", .dictionary(let entries)):
            return [
                ArchivedField("NS.keys", try references(to: entries.keys, in: &archive)),
                ArchivedField("NS.objects", try references(to: entries.values, in: &archive)),
            ]
        case ("$entries", .array(let pairs)):
            guard pairs.allSatisfy({ $0.arrayValue?.count == 2 }) else { break }
            return [
                ArchivedField("NS.keys", try references(to: pairs.compactMap { $0[0] }, in: &archive)),
                ArchivedField("NS.objects", try references(to: pairs.compactMap { $0[1] }, in: &archive)),
            ]
        case ("$string", .string): return [ArchivedField(PropertyListString(StringFields.string), json)]
        case ("$data", .string):
            if case .scalar(let data) = GraphJSON.Node(.dictionary(["$data": json])) {
                return [ArchivedField(PropertyListString(DataFields.data), data)]
            }
        case ("$date", _):
            if let seconds = json.doubleValue {
                return [ArchivedField(PropertyListString(DateFields.time), .double(seconds))]
            }
        case ("$url", .string):
            return [
                ArchivedField(PropertyListString(URLFields.base), .uid(.null)),
                ArchivedField(PropertyListString(URLFields.text), json),
            ]
        case ("$uuid", .string(let text)):
            if let bytes = [UInt8](hexadecimal: text.repaired.filter { $0 != "-" }), bytes.count == 16 {
                return [ArchivedField(PropertyListString(UUIDFields.bytes), .data(bytes))]
            }
        default: break
        }
        throw ArchiveError(
            .unrepresentable, "an object can't be made of a \(mark.quoted()) like this",
            remedy: "give it the form that keyed-archive convert --format json writes")
    }

    private mutating func references(
        to values: some Sequence<PropertyList>,
        in archive: inout KeyedArchive
    ) throws(ArchiveError) -> PropertyList {
        var references: [PropertyList] = []
        for json in values {
            switch try nestedValue(of: json, in: &archive) {
            case .uid(let uid): references.append(.uid(uid))
            case .null: throw ArchiveError(.unrepresentable, "a collection can't hold null", remedy: "take it out")
            case .date(let seconds):
                references.append(.uid(try add(["$class": "NSDate", "$date": .double(seconds)], to: &archive)))
            case let plain: references.append(.uid(archive.add(.value(plain))))
            }
        }
        return .array(PropertyListArray(references))
    }

    // MARK: - Classes

    private mutating func archivedClass(
        named name: String,
        in archive: KeyedArchive
    ) throws(ArchiveError) -> ArchivedClass {
        if classes == nil {
            classes = [:]
            for summary in try archive.classSummary where classes?[summary.archivedClass.name] == nil {
                classes?[summary.archivedClass.name] = summary.archivedClass
            }
        }
        if let known = classes?[name] { return known }
        var hierarchy = [name]
        // Foundation's mutable classes inherit from those that aren't.
        if name.hasPrefix("NSMutable") { hierarchy.append("NS" + name.dropFirst("NSMutable".count)) }
        let made = ArchivedClass(name: name, hierarchy: name == "NSObject" ? hierarchy : hierarchy + ["NSObject"])
        classes?[name] = made
        return made
    }
}
