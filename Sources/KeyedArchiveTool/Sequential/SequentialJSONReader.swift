import KeyedArchiving
import PropertyLists
import SequentialArchives

/// Makes a sequential archive of JSON as ``SequentialJSONWriter`` writes it.
struct SequentialJSONReader {
    private let document: PropertyListDictionary
    private var archive: SequentialArchive
    /// The JSON of what has an `$id`.
    private var bodies: [Int: PropertyListDictionary] = [:]
    /// What has been added to the archive, by `$id`.
    private var references: [Int: SequentialReference] = [:]
    /// What has its groups, by `$id`.
    private var filled: Set<Int> = []
    /// What was referred to before it was met, by `$id`.
    private var pending: [Int] = []
    /// The classes that have been added to the archive, by their names in `$classes`.
    private var classes: [String: SequentialReference] = [:]

    init(_ document: PropertyListDictionary, limits: Limits) throws(ArchiveError) {
        self.document = document
        let header = document[SequentialJSON.header]
        guard let order = SequentialByteOrder(rawValue: header?["byteOrder"]?.stringValue ?? "little"),
            let version = Int32(exactly: header?["systemVersion"]?.intValue ?? 1000), version >= 0
        else {
            throw Self.invalid(
                "\(SequentialJSON.header) isn't {\"byteOrder\":\"little\" or \"big\",\"systemVersion\":number}")
        }
        archive = SequentialArchive(
            header: SequentialHeader(byteOrder: order, systemVersion: version), limits: limits)
        findBodies()
    }

    /// The archive.
    mutating func makeArchive() throws(ArchiveError) -> SequentialArchive {
        let groups = try groups(document[SequentialJSON.groups])
        try archive.setGroups(groups)
        while let number = pending.popLast() {
            guard !filled.contains(number), let body = bodies[number] else { continue }
            _ = try object(body)
        }
        return archive
    }

    /// Finds what has an `$id`, wherever it is: a `$ref` may come before it.
    private mutating func findBodies() {
        var values: [PropertyList] = [.dictionary(document)]
        while let value = values.popLast() {
            if case .dictionary(let dictionary) = value {
                if let number = dictionary[SequentialJSON.identifier]?.intValue { bodies[number] = dictionary }
                values.append(contentsOf: dictionary.values)
            } else if case .array(let elements) = value {
                values.append(contentsOf: elements)
            }
        }
    }

    // MARK: - Groups and objects

    /// The groups of an object or of the top level; reading JSON has bounded how deep it nests, so this may recurse.
    private mutating func groups(_ json: PropertyList?) throws(ArchiveError) -> [SequentialGroup] {
        guard let json else { return [] }
        guard case .array(let elements) = json else {
            throw Self.invalid("\(SequentialJSON.groups) isn't a list of {types: values}")
        }
        var groups: [SequentialGroup] = []
        for element in elements {
            guard let group = element.dictionaryValue, group.count == 1, let (key, json) = group.first,
                let types = key.stringValue
            else { throw Self.invalid("a group isn't an object with one key, its types") }
            groups.append(try self.group(types, json))
        }
        return groups
    }

    private mutating func group(_ types: String, _ json: PropertyList) throws(ArchiveError) -> SequentialGroup {
        guard let list = EncodedType.list(types) else {
            throw Self.invalid("the types \(types.quoted()) of a group aren't well formed")
        }
        var values: [SequentialValue] = []
        if list.count == 1 {
            values = [try value(json, list[0], types)]
        } else {
            guard let elements = json.arrayValue, elements.count == list.count else {
                throw Self.invalid("the group \(types.quoted()) doesn't have a list of \(list.count) values")
            }
            for (type, element) in zip(list, elements) { values.append(try value(element, type, types)) }
        }
        return try SequentialGroup(types: types, values: values)
    }

    private mutating func value(
        _ json: PropertyList,
        _ type: EncodedType,
        _ types: String
    ) throws(ArchiveError) -> SequentialValue {
        switch (type, json) {
        case (.raw, _): return .bytes(try bytes(json, types))
        case (.array(let element), .array(let elements)):
            var values: [SequentialValue] = []
            for json in elements { values.append(try value(json, element, types)) }
            return .array(values)
        case (.structure(let fields), .array(let elements)) where elements.count == fields.count:
            var values: [SequentialValue] = []
            for (field, json) in zip(fields, elements) { values.append(try value(json, field, types)) }
            return .structure(values)
        case (.scalar(let code), _): return try scalar(json, code, types)
        default: throw Self.invalid("a value of the group \(types.quoted()) isn't a list of the right length")
        }
    }

    private mutating func scalar(
        _ json: PropertyList,
        _ code: UInt8,
        _ types: String
    ) throws(ArchiveError) -> SequentialValue {
        if code == UInt8(ascii: "!") { return .ignored }
        switch (code, json) {
        case (UInt8(ascii: "f"), _), (UInt8(ascii: "d"), _):
            guard let number = JSONValue(plain: json).number?.doubleValue else { break }
            return .real(number)
        case (_, .integer(let number)): return .integer(number)
        case (_, .unsignedInteger(let number)): return .unsignedInteger(number)
        case (_, .null): return .null
        case (UInt8(ascii: "+"), _): return .bytes(try bytes(json, types))
        case (UInt8(ascii: "%"), _): return .atom(try bytes(json, types))
        case (UInt8(ascii: ":"), _): return .selector(try bytes(json, types))
        case (UInt8(ascii: "*"), _): return .cString(try cString(json, types))
        case (_, .dictionary(let body)):
            if let name = body[SequentialJSON.classRecord]?.stringValue { return .class(try classReference(name)) }
            if body.count == 1, let number = body[SequentialJSON.reference]?.intValue {
                return .object(try reference(to: number))
            }
            if body[SequentialJSON.className] != nil { return .object(try object(body)) }
        default: break
        }
        throw Self.invalid("a value of the group \(types.quoted()) isn't of its type")
    }

    /// The object that stands here.
    private mutating func object(_ body: PropertyListDictionary) throws(ArchiveError) -> SequentialReference {
        let reference: SequentialReference
        if let number = body[SequentialJSON.identifier]?.intValue {
            reference = try self.reference(to: number)
            guard filled.insert(number).inserted else {
                throw Self.invalid("the \"\(SequentialJSON.identifier)\" \(number) is there twice")
            }
        } else {
            reference = try add(body)
        }
        let groups = try groups(body[SequentialJSON.groups])
        try archive.setGroups(groups, of: reference)
        return reference
    }

    /// The object with a number, which is filled when it is met.
    private mutating func reference(to number: Int) throws(ArchiveError) -> SequentialReference {
        if let known = references[number] { return known }
        guard let body = bodies[number] else {
            throw Self.missing(number)
        }
        let reference = try add(body)
        references[number] = reference
        pending.append(number)
        return reference
    }

    private mutating func add(_ body: PropertyListDictionary) throws(ArchiveError) -> SequentialReference {
        guard let name = body[SequentialJSON.className]?.stringValue else {
            throw Self.invalid("an object of the JSON has no \"\(SequentialJSON.className)\"")
        }
        let classReference = try classReference(name)
        return try archive.addObject(ofClass: classReference)
    }

    // MARK: - Text

    private func bytes(_ json: PropertyList, _ types: String) throws(ArchiveError) -> [UInt8] {
        if let text = json.stringValue { return Array(text.utf8) }
        if case .data(let bytes)? = try? JSONValue(plain: json).stored(in: []) { return bytes }
        throw Self.invalid("a value of the group \(types.quoted()) is neither text nor {\"$data\":base64}")
    }

    private mutating func cString(_ json: PropertyList, _ types: String) throws(ArchiveError) -> SequentialReference {
        var content = json
        var number: Int?
        if case .dictionary(let body) = json,
            let id = body[SequentialJSON.identifier]?.intValue ?? body[SequentialJSON.reference]?.intValue
        {
            if let known = references[id] { return known }
            guard let text = bodies[id]?[SequentialJSON.value] else {
                throw Self.missing(id)
            }
            (content, number) = (text, id)
        }
        let bytes = try bytes(content, types)
        let reference = try archive.addCString(bytes)
        if let number { references[number] = reference }
        return reference
    }

    // MARK: - Classes

    /// The class with a name in `$classes`, and its superclasses.
    private mutating func classReference(_ name: String) throws(ArchiveError) -> SequentialReference {
        if let known = classes[name] { return known }
        var open: [(label: String, record: PropertyList)] = []
        var openLabels: Set<String> = []
        var next: String? = name
        while let label = next, classes[label] == nil {
            guard let record = document[SequentialJSON.classes]?[label] else {
                throw ArchiveError(
                    .invalidObject, "the class \(label.quoted()) isn't in \"\(SequentialJSON.classes)\"",
                    remedy: "add it there as {\"version\":0,\"superclass\":\"NSObject\"}")
            }
            guard openLabels.insert(label).inserted else {
                throw ArchiveError(
                    .invalidObject, "the superclasses of \(label.quoted()) lead back to it",
                    remedy: "leave \"superclass\" out of the topmost of them")
            }
            open.append((label, record))
            next = record["superclass"]?.stringValue
        }
        var superclass = next.flatMap { classes[$0] }
        for (label, record) in open.reversed() {
            guard let version = Int32(exactly: record["version"]?.intValue ?? 0) else {
                throw Self.invalid("the version of the class \(label.quoted()) isn't a number of 32 bits")
            }
            let name = record["name"]?.stringValue ?? label
            let above = superclass
            superclass = try archive.addClass(name: name, version: version, superclass: above)
            classes[label] = superclass
        }
        guard let reference = classes[name] else { throw Self.invalid("the class \(name.quoted()) can't be made") }
        return reference
    }

    // MARK: - Errors

    private static func missing(_ number: Int) -> ArchiveError {
        ArchiveError(
            .invalidReference,
            "nothing has the \"\(SequentialJSON.identifier)\" \(number) that a \"\(SequentialJSON.reference)\" names",
            remedy: "give an object that number, or take the reference out")
    }

    private static func invalid(_ reason: String) -> ArchiveError {
        ArchiveError(
            .invalidValue, reason, remedy: "compare it with what keyed-archive convert --format json makes")
    }
}
