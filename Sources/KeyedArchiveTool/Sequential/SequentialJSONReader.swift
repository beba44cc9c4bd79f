import KeyedArchiving
import PropertyLists
import SequentialArchives

/// Makes a sequential archive of JSON as ``SequentialJSONWriter`` writes it.
///
/// The first thing that can't be made is an error with its line, its path and what to do.
struct SequentialJSONReader: JSONBuilding {
    private let document: JSONValue
    let source: [UInt8]
    private var archive: SequentialArchive
    /// The JSON of what has an `$id`.
    private var bodies: [Int: JSONValue] = [:]
    /// What has been added to the archive, by `$id`.
    private var references: [Int: SequentialReference] = [:]
    /// The object whose place is looked for, and where its JSON is, with its path.
    private var sought: Int?
    private var place: (offset: Int, path: [ArchivePath.Step])?
    /// What has its groups, by `$id`.
    private var filled: Set<Int> = []
    /// What was referred to before it was met, by `$id`, with the path of the reference.
    private var pending: [(number: Int, path: [ArchivePath.Step])] = []
    /// The members of `$classes` by their names.
    private var records: [String: JSONValue] = [:]
    /// The classes that have been added to the archive, by their names in `$classes`.
    private var classes: [String: SequentialReference] = [:]
    var path: [ArchivePath.Step] = []

    init(_ document: JSONValue, source: [UInt8], limits: Limits) throws(ArchiveError) {
        self.document = document
        self.source = source
        let header = document[SequentialJSON.header]
        guard let order = SequentialByteOrder(rawValue: header?["byteOrder"]?.text ?? "little"),
            let version = Int32(exactly: header?["systemVersion"].map { $0.intValue ?? -1 } ?? 1000), version >= 0
        else {
            let place = JSONPlace(header?.offset ?? 0, in: source)
            throw place.error(
                .invalidValue, "it isn't a byte order and a version of the system",
                path: ArchivePath([.key(SequentialJSON.header)]),
                remedy: "write {\"byteOrder\":\"little\",\"systemVersion\":1000}")
        }
        archive = SequentialArchive(
            header: SequentialHeader(byteOrder: order, systemVersion: version), limits: limits)
        for member in document[SequentialJSON.classes]?.members ?? [] { records[member.key.repaired] = member.value }
        findBodies()
    }

    /// The archive.
    mutating func makeArchive() throws(ArchiveError) -> SequentialArchive {
        if let json = document[SequentialJSON.groups] { try archive.setGroups(try groups(json)) }
        while let (number, path) = pending.popLast() {
            guard !filled.contains(number), let body = bodies[number] else { continue }
            self.path = path
            _ = try object(body)
        }
        try checkContinued()
        return archive
    }

    /// What is wrong with an object of the archive, at its JSON.
    ///
    /// The archive is made once more: the paths of all objects would take too much memory.
    func located(_ error: ArchiveError, limits: Limits) throws(ArchiveError) -> ArchiveError {
        var reader = try SequentialJSONReader(document, source: source, limits: limits)
        reader.sought = error.uid.flatMap { Int(exactly: $0.rawValue) }
        _ = try reader.makeArchive()
        guard let (offset, path) = reader.place else { return error }
        let place = JSONPlace(offset, in: source)
        return place.error(
            error.code, error.reason, path: ArchivePath(path), remedy: error.remedy ?? "correct the JSON there")
    }

    /// Refuses what stands apart and was referred to from nowhere, so that it would get lost.
    private mutating func checkContinued() throws(ArchiveError) {
        guard let list = document[SequentialJSON.continued] else { return }
        path = [.key(SequentialJSON.continued)]
        guard let elements = list.elements else { throw error(at: list, "it isn't a list", "write […]") }
        for element in elements {
            guard element[SequentialJSON.identifier]?.intValue.map({ references[$0] == nil }) ?? true else { continue }
            throw error(
                at: element, "nothing refers to it",
                "write {\"\(SequentialJSON.reference)\": 1} with its \"\(SequentialJSON.identifier)\" where it belongs, "
                    + "or take it out", .invalidReference)
        }
    }

    /// Finds what has an `$id`, wherever it is: a `$ref` may come before it.
    private mutating func findBodies() {
        var values = [document]
        while let value = values.popLast() {
            if let number = value[SequentialJSON.identifier]?.intValue { bodies[number] = value }
            values += value.members?.map(\.value) ?? value.elements ?? []
        }
    }

    // MARK: - Groups and objects

    /// The groups of an object or of the top level; reading JSON has bounded how deep it nests, so this may recurse.
    private mutating func groups(_ json: JSONValue) throws(ArchiveError) -> [SequentialGroup] {
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
        guard let list = EncodedType.list(types) else {
            throw error(
                at: json, "the types \(types.quoted()) aren't well formed", "write types such as i, @ or {?=ff}")
        }
        let values = try within(.key(types)) { reader throws(ArchiveError) -> [SequentialValue] in
            if list.count == 1 { return [try reader.value(member.value, list[0])] }
            return try reader.values(member.value, list)
        }
        do throws(ArchiveError) {
            return try SequentialGroup(types: types, values: values)
        } catch {
            var error = error
            let place = JSONPlace(json.offset, in: source)
            (error.path, error.line, error.column) = (ArchivePath(path), place.line, place.column)
            throw error
        }
    }

    /// A list of values, each of its type.
    private mutating func values(_ json: JSONValue, _ types: [EncodedType]) throws(ArchiveError) -> [SequentialValue] {
        guard let elements = json.elements, elements.count == types.count else {
            throw error(at: json, "it isn't a list of \(types.count.counted("value"))", "write a value for each type")
        }
        var values: [SequentialValue] = []
        for (position, element) in elements.enumerated() {
            values.append(
                try within(.index(position)) { reader throws(ArchiveError) in
                    try reader.value(element, types[position])
                })
        }
        return values
    }

    private mutating func value(_ json: JSONValue, _ type: EncodedType) throws(ArchiveError) -> SequentialValue {
        switch type {
        case .raw: return .bytes(try bytes(json))
        case .array(let element):
            return .array(try values(json, Array(repeating: element, count: json.elements?.count ?? 0)))
        case .structure(let fields): return .structure(try values(json, fields))
        case .scalar(let code): return try scalar(json, code)
        }
    }

    private mutating func scalar(_ json: JSONValue, _ code: UInt8) throws(ArchiveError) -> SequentialValue {
        let expected: String
        switch code {
        case UInt8(ascii: "!"): return .ignored
        case UInt8(ascii: "f"), UInt8(ascii: "d"):
            if let number = json.number?.doubleValue { return .real(number) }
            expected = "a number, such as 1.5"
        case _ where json.isNull: return .null
        case UInt8(ascii: "+"): return .bytes(try bytes(json))
        case UInt8(ascii: "%"): return .atom(try bytes(json))
        case UInt8(ascii: ":"): return .selector(try bytes(json))
        case UInt8(ascii: "*"): return .cString(try cString(json))
        case UInt8(ascii: "@"), UInt8(ascii: "#"):
            if let name = json[SequentialJSON.classRecord]?.text { return .class(try classReference(name, json)) }
            if json.members?.count == 1, let number = json[SequentialJSON.reference]?.intValue {
                return .object(try reference(to: number, json))
            }
            if json[SequentialJSON.className] != nil { return .object(try object(json)) }
            expected = "null, {\"$class\":\"NSObject\"}, or {\"$ref\":1}"
        default:
            switch json.content {
            case .scalar(.integer(let number)): return .integer(number)
            case .scalar(.unsignedInteger(let number)): return .unsignedInteger(number)
            default: expected = "an integer"
            }
        }
        throw error(
            at: json, "\(JSONText.short(json)) isn't of the type \(String(UnicodeScalar(code)))", "write \(expected)")
    }

    /// The object that stands here.
    private mutating func object(_ json: JSONValue) throws(ArchiveError) -> SequentialReference {
        let reference: SequentialReference
        if let number = json[SequentialJSON.identifier]?.intValue {
            reference = try self.reference(to: number, json)
            guard filled.insert(number).inserted else {
                throw error(
                    at: json, "the \"\(SequentialJSON.identifier)\" \(number) is there twice", "give one another")
            }
        } else {
            reference = try add(json)
        }
        if reference.number == sought { place = (json.offset, path) }
        if let groups = json[SequentialJSON.groups] { try archive.setGroups(try self.groups(groups), of: reference) }
        return reference
    }

    /// The object with a number, which is filled when it is met.
    private mutating func reference(to number: Int, _ json: JSONValue) throws(ArchiveError) -> SequentialReference {
        if let known = references[number] { return known }
        guard let body = bodies[number] else { throw missing(number, json) }
        let reference = try add(body)
        references[number] = reference
        pending.append((number, path))
        return reference
    }

    private mutating func add(_ json: JSONValue) throws(ArchiveError) -> SequentialReference {
        guard let name = json[SequentialJSON.className]?.text else {
            throw error(
                at: json, "the object has no \"\(SequentialJSON.className)\"", "write the name of its class there")
        }
        return try archive.addObject(ofClass: try classReference(name, json))
    }

    private func missing(_ number: Int, _ json: JSONValue) -> ArchiveError {
        error(
            at: json, "nothing has the \"\(SequentialJSON.identifier)\" \(number)",
            "give an object that number, or take the reference out", .invalidReference)
    }

    // MARK: - Text

    private func bytes(_ json: JSONValue) throws(ArchiveError) -> [UInt8] {
        if let text = json.text { return Array(text.utf8) }
        if json.members != nil, case .data(let bytes)? = try? json.stored(in: source) { return bytes }
        throw error(at: json, "\(JSONText.short(json)) is neither text nor data", "write text, or {\"$data\":base64}")
    }

    private mutating func cString(_ json: JSONValue) throws(ArchiveError) -> SequentialReference {
        guard let id = json[SequentialJSON.identifier]?.intValue ?? json[SequentialJSON.reference]?.intValue else {
            return try archive.addCString(try bytes(json))
        }
        if let known = references[id] { return known }
        guard let text = bodies[id]?[SequentialJSON.value] else { throw missing(id, json) }
        let reference = try archive.addCString(try bytes(text))
        references[id] = reference
        return reference
    }

    // MARK: - Classes

    /// The class with a name in `$classes`, and its superclasses.
    ///
    /// - Parameter json: What names the class.
    private mutating func classReference(_ name: String, _ json: JSONValue) throws(ArchiveError) -> SequentialReference
    {
        if let known = classes[name] { return known }
        // The class and the superclasses that aren't there yet, the topmost last.
        var open: [(label: String, record: JSONValue)] = []
        var openLabels: Set<String> = []
        var next: String? = name
        while let label = next, classes[label] == nil {
            guard let record = records[label] else {
                throw error(
                    at: open.last?.record ?? json, "the class \(label.quoted()) isn't in \"\(SequentialJSON.classes)\"",
                    "add it there as {\"version\":0,\"superclass\":\"NSObject\"}")
            }
            guard openLabels.insert(label).inserted else {
                throw error(
                    at: record, "the superclasses of \(label.quoted()) lead back to it",
                    "leave \"superclass\" out of the topmost of them")
            }
            open.append((label, record))
            next = record["superclass"]?.text
        }
        // Each is added after its superclass.
        var superclass = next.flatMap { classes[$0] }
        for (label, record) in open.reversed() {
            guard let version = Int32(exactly: record["version"].map { $0.intValue ?? .max } ?? 0) else {
                throw error(
                    at: record, "the version of the class \(label.quoted()) isn't a number of 32 bits",
                    "write \"version\": 0")
            }
            let above = superclass
            superclass = try archive.addClass(name: record["name"]?.text ?? label, version: version, superclass: above)
            classes[label] = superclass
        }
        guard let reference = classes[name] else {
            throw error(at: json, "the class \(name.quoted()) can't be made", "give it another name")
        }
        return reference
    }
}

extension JSONValue {
    /// The integer, if it is one that an `Int` holds.
    fileprivate var intValue: Int? { if case .scalar(let value) = content { value.intValue } else { nil } }

    fileprivate var isNull: Bool { if case .scalar(.null) = content { true } else { false } }
}
