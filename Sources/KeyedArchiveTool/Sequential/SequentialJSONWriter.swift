import KeyedArchiving
import PropertyLists
import SequentialArchives

/// Writes all that a sequential archive holds as JSON: its header, groups, objects and classes.
///
/// ``SequentialJSONReader`` reads it. In the envelope, an object is written where it is seen first, as its groups. In
/// the graph form, it is written at its shortest path, as the value that it represents if its groups follow from that.
/// An object that several places refer to has an `$id`, its number in the file, and the other places have a `$ref`.
/// Very deeply nested objects are put at the end, under `$continued`.
struct SequentialJSONWriter<Sink: JSONSink> {
    private let archive: SequentialArchive
    private let classes: SequentialClassNames
    private(set) var sink: Sink
    /// How many values of the archive refer to each object and C string; nil for the graph form, which has other counts.
    private let references: ReferenceCounts?
    /// The state of the graph form; nil for the envelope.
    private(set) var graph: SequentialGraph?
    /// The numbers of the objects and C strings that have been written, or that are in ``continued``.
    private var written: Set<Int> = []
    /// The objects to write under `$continued`, and how many objects lie around each.
    private var continued: [(object: SequentialObject, distance: Int)] = []
    private var continuedNumbers: Set<Int> = []

    /// How many arrays and objects of JSON lie one inside the other before an object is left to ``continued``.
    private static var maximumDepth: Int { 120 }

    /// A place in the JSON.
    private struct Place {
        /// How many arrays and objects of JSON lie around it.
        var depth: Int
        /// How many objects of the archive lie around it.
        var distance: Int
        /// Whether it is an element or a key of a collection, which is never nil.
        var isElement = false

        /// The place of a part.
        func inside(by levels: Int = 1) -> Place { Place(depth: depth + levels, distance: distance) }

        /// The place of an element or a key of a collection.
        func element(by levels: Int) -> Place { Place(depth: depth + levels, distance: distance, isElement: true) }
    }

    init(
        _ archive: SequentialArchive,
        _ classes: SequentialClassNames,
        on sink: Sink,
        graph: SequentialGraph? = nil
    ) {
        self.archive = archive
        self.classes = classes
        self.sink = sink
        self.graph = graph
        references = graph == nil ? ReferenceCounts(in: archive) : nil
    }

    // MARK: - Documents

    /// Writes an archive as the envelope has it.
    mutating func writeEnvelope() throws(ArchiveError) {
        try sink.open(.object)
        try sink.member(SequentialJSON.header, header)
        try writeGroups(archive.groups[...], at: Place(depth: 1, distance: 0))
        try writeContinued()
        try sink.key(PropertyListString(SequentialJSON.classes))
        try sink.open(.object)
        for record in archive.classes {
            var members = [JSONValue.Member(key: "version", value: .integer(record.version))]
            if let superclass = record.superclass {
                members.append(JSONValue.Member(key: "superclass", value: .text(classes[superclass])))
            }
            let label = classes[record.reference]
            if label != record.name { members.append(JSONValue.Member(key: "name", value: .text(record.name))) }
            try sink.member(label, .object(members))
        }
        try sink.close()
        try sink.close()
    }

    /// Writes an archive as the graph form has it.
    mutating func writeGraph() throws(ArchiveError) {
        let groups = archive.groups
        try graph?.forms.survey(groups.flatMap(\.values))
        try sink.open(.object)
        if graph?.isKeyed != true { try sink.member(SequentialJSON.header, header) }
        let place = Place(depth: 1, distance: 0)
        if groups.count == 1, let first = groups.first, first.types == "@", let root = first.first {
            try sink.key(PropertyListString(SequentialJSON.root))
            try writeRoot(root, at: place)
        } else {
            try writeGroups(groups[...], at: place)
        }
        try writeContinued()
        let records = try classes.members(isKeyed: graph?.isKeyed == true)
        if !records.isEmpty { try sink.member(SequentialJSON.classes, .object(records)) }
        try sink.close()
    }

    /// Writes the root of an archive; a number in a field of a keyed archive would be no object.
    private mutating func writeRoot(_ root: SequentialValue, at place: Place) throws(ArchiveError) {
        if graph?.isKeyed == true, case .object(let reference) = root,
            case .number(let number, let code, _)? = try graph?.forms.plainContent(of: reference)
        {
            return try sink.value(.marked(SequentialJSON.value, Self.json(of: number, code, isKeyed: true)))
        }
        try write(root, at: place, isFloat: false)
    }

    /// Writes what a value of an entry shows, with the objects that nest deeper.
    private mutating func write(entryValue value: PropertyList) throws(ArchiveError) {
        let references = references(in: value)
        let isDeep = graph?.writer.options.maximumDepth != 0
        try graph?.forms.survey(references, isDeep: isDeep)
        try sink.open(.object)
        try sink.key(PropertyListString(SequentialJSON.value))
        try writeEntryValue(value, at: Place(depth: 0, distance: 0))
        try writeContinued()
        try sink.close()
    }

    private var header: JSONValue {
        let header = archive.header
        return .object([
            "byteOrder": .text(header.byteOrder.rawValue), "systemVersion": .integer(header.systemVersion),
        ])
    }

    /// Writes the objects that nest too deep; they may leave others to the end of the list.
    private mutating func writeContinued() throws(ArchiveError) {
        guard !continued.isEmpty else { return }
        try sink.key(PropertyListString(SequentialJSON.continued))
        try sink.open(.array)
        var next = 0
        while next < continued.count {
            try sink.element()
            let (object, distance) = continued[next]
            try write(object, try graph?.forms.form(of: object), at: Place(depth: 2, distance: distance))
            next += 1
        }
        try sink.close()
    }

    // MARK: - Values of entries

    /// The references in a value of an entry.
    private func references(in value: PropertyList) -> [SequentialValue] {
        switch value {
        case .uid(let uid):
            let reference = SequentialReference(uid)
            if archive.cString(reference) != nil { return [.cString(reference)] }
            return archive.classRecord(reference) == nil ? [.object(reference)] : []
        case .array(let elements): return elements.flatMap(references)
        default: return []
        }
    }

    private mutating func writeEntryValue(_ value: PropertyList, at place: Place) throws(ArchiveError) {
        switch value {
        case .uid(let uid):
            let reference = SequentialReference(uid)
            if archive.classRecord(reference) != nil {
                return try write(.class(reference), at: place, isFloat: false)
            }
            let references = references(in: value)
            try write(references.first ?? .null, at: place, isFloat: false)
        case .array(let elements):
            try sink.open(.array)
            for element in elements {
                try sink.element()
                try writeEntryValue(element, at: place.inside())
            }
            try sink.close()
        case .data(let bytes): try sink.value(.marked("$data", .text(JSONText.base64Text(bytes))))
        default: try sink.value(.number(value))
        }
    }

    // MARK: - Groups

    /// Writes the member `$groups` of the open object; the depth is bounded, so this may recurse.
    private mutating func writeGroups(_ groups: ArraySlice<SequentialGroup>, at place: Place) throws(ArchiveError) {
        try sink.key(PropertyListString(SequentialJSON.groups))
        try sink.open(.array)
        for group in groups {
            try sink.element()
            guard let types = String(validating: group.typeBytes, as: UTF8.self) else {
                throw ArchiveError(
                    .unrepresentable, "a type string isn't text, which JSON can't hold",
                    remedy: SequentialJSON.bytesRemedy)
            }
            let isFloat = !group.typeBytes.contains(UInt8(ascii: "d"))
            if group.values.contains(where: \.holdsObjects) {
                try sink.open(.object)
                try sink.key(PropertyListString(types))
                if group.count == 1 {
                    try write(group[0], at: place.inside(by: 2), isFloat: isFloat)
                } else {
                    try write(group.values, at: place.inside(by: 2), isFloat: isFloat)
                }
                try sink.close()
            } else {
                let values = try json(of: group.values, isFloat: isFloat)
                try sink.value(.marked(types, group.count == 1 ? values[0] : .array(values)))
            }
        }
        try sink.close()
    }

    private mutating func write(
        _ values: [SequentialValue],
        at place: Place,
        isFloat: Bool
    ) throws(ArchiveError) {
        try sink.open(.array)
        for value in values {
            try sink.element()
            try write(value, at: place.inside(), isFloat: isFloat)
        }
        try sink.close()
    }

    private mutating func write(_ value: SequentialValue, at place: Place, isFloat: Bool) throws(ArchiveError) {
        switch value {
        case .object(let reference): try write(objectAt: reference, at: place)
        case .array(let parts), .structure(let parts): try write(parts, at: place, isFloat: isFloat)
        default: try sink.value(try json(of: value, isFloat: isFloat))
        }
    }

    // MARK: - Objects

    /// Writes an object, or a reference to it.
    private mutating func write(objectAt reference: SequentialReference, at place: Place) throws(ArchiveError) {
        let number = reference.number
        if let content = try graph?.forms.plainContent(of: reference) {
            return try write(content, of: reference, at: place)
        }
        guard let object: SequentialObject = archive.object(reference) else { return try sink.value(.scalar(.null)) }
        let isHere = graph?.forms.standsAt(distance: place.distance, reference) ?? true
        guard isHere, !written.contains(number) else { return try sink.value(Self.json(of: reference)) }
        let form = try graph?.forms.form(of: object)
        let holdsObjects = form?.references.contains(where: \.holdsObjects) ?? true
        if let graph, place.distance >= graph.writer.options.maximumDepth, holdsObjects {
            return try writeCut(object, form)
        }
        let maximumDepth = graph == nil ? Self.maximumDepth : SequentialGraph.maximumDepth
        guard place.depth > maximumDepth, holdsObjects else { return try write(object, form, at: place) }
        written.insert(number)
        continuedNumbers.insert(number)
        continued.append((object, place.distance))
        try sink.value(Self.json(of: reference))
    }

    private mutating func write(
        _ object: SequentialObject,
        _ form: SequentialForm?,
        at place: Place
    ) throws(ArchiveError) {
        let number = object.reference.number
        written.insert(number)
        let isShared = graph?.forms.isShared(object.reference) ?? isShared(object.reference)
        let hasID = isShared || continuedNumbers.contains(number)
        let label = object.classReference.map { classes[$0] } ?? ""
        let inner = Place(depth: place.depth, distance: place.distance + 1)
        let groups = form?.groups ?? object.groups[...]
        if !hasID, label == "NSArray", groups.isEmpty, case .elements(let elements)? = form?.content {
            return try write(elements: elements, at: inner)
        }
        try sink.open(.object)
        if hasID { try sink.member(SequentialJSON.identifier, .integer(number)) }
        if form?.content?.impliedClass != label { try sink.member(SequentialJSON.className, .text(label)) }
        if let content = form?.content {
            try write(content, of: object, label, isAlone: groups.isEmpty, at: inner.inside())
        }
        // A dictionary without members would have no entries.
        let isDictionary = graph != nil && form?.content == nil && SequentialJSON.dictionaryClasses.contains(label)
        if !groups.isEmpty || isDictionary { try writeGroups(groups, at: inner.inside()) }
        if graph != nil, form?.content == nil, let text = try graph?.derivedText(of: object.reference) {
            try sink.member("$derived", .text(text))
        }
        try sink.close()
    }

    /// Writes an object without the objects that it holds: its class, and what it says of itself.
    private mutating func writeCut(_ object: SequentialObject, _ form: SequentialForm?) throws(ArchiveError) {
        try sink.open(.object)
        try sink.member("$cut", .integer(object.reference.number))
        if let label = object.classReference.map({ classes[$0] }) {
            try sink.member(SequentialJSON.className, .text(label))
        }
        switch form?.content {
        case .url(let text, _):
            if let text = try graph?.forms.wholeText(text, .url) { try sink.member("$url", .scalar(.string(text))) }
        case .runs(let text, _):
            if let text = try graph?.forms.wholeText(text, of: object) {
                try sink.member("$string", .scalar(.string(text)))
            }
        case nil:
            if let text = try graph?.derivedText(of: object.reference) { try sink.member("$derived", .text(text)) }
        default: break
        }
        try sink.close()
    }

    /// Writes the members that say what an object stands for.
    ///
    /// - Parameter isAlone: Whether no groups follow.
    private mutating func write(
        _ content: SequentialContent,
        of object: SequentialObject,
        _ label: String,
        isAlone: Bool,
        at place: Place
    ) throws(ArchiveError) {
        switch content {
        case .null, .number: break
        case .string(let text): try sink.member("$string", .scalar(.string(text)))
        case .data(let bytes): try sink.member(dataMember(bytes))
        case .date(let seconds):
            try sink.member("$date", .date(seconds, graph?.writer.options.dates ?? .iso))
        case .decimal(let text): try sink.member("$decimal", .text(text))
        case .url(let text, let base):
            guard let text = try graph?.forms.wholeText(text, .url) else { break }
            try sink.member("$url", .scalar(.string(text)))
            guard base != .null else { break }
            try sink.key("$base")
            try write(base, at: place, isFloat: false)
        case .elements(let elements):
            try sink.key("$elements")
            try write(elements: elements, at: place)
        case .entries(let entries):
            // What a class below adds to them would be read as entries, and groups alone as all groups.
            let isPlain = SequentialJSON.dictionaryClasses.contains(label) && (isAlone || !entries.isEmpty)
            try write(entries: entries, isPlain: isPlain, at: place)
        case .runs(let text, let runs): try write(runs: runs, of: text, object, at: place)
        }
    }

    private mutating func write(elements: [SequentialValue], at place: Place) throws(ArchiveError) {
        try sink.open(.array)
        for element in elements {
            try sink.element()
            try write(element, at: place.element(by: 1), isFloat: false)
        }
        try sink.close()
    }

    private mutating func write(
        entries: [SequentialValue],
        isPlain: Bool,
        at place: Place
    ) throws(ArchiveError) {
        let values = stride(from: 1, to: entries.count, by: 2)
        guard case .texts(let names)? = try graph?.forms.names(of: entries) else {
            try sink.key("$entries")
            try sink.open(.array)
            for position in values {
                try sink.element()
                try write(elements: Array(entries[position - 1...position]), at: place.inside())
            }
            return try sink.close()
        }
        if !isPlain {
            try sink.key("$entries")
            try sink.open(.object)
        }
        for (name, position) in zip(names, values) {
            try sink.key(name)
            try write(entries[position], at: place.element(by: isPlain ? 0 : 1), isFloat: false)
        }
        if !isPlain { try sink.close() }
    }

    private mutating func write(
        runs: [(length: Int, attributes: SequentialValue)],
        of text: SequentialValue,
        _ object: SequentialObject,
        at place: Place
    ) throws(ArchiveError) {
        let units = try graph?.forms.wholeText(text, of: object)?.utf16 ?? []
        try sink.key("$runs")
        try sink.open(.array)
        var position = 0
        for run in runs {
            let end = min(units.count, position.addingOrMaximum(run.length))
            try sink.element()
            try sink.open(.object)
            try sink.member("$text", .scalar(.string(PropertyListString(utf16: Array(units[position..<end])))))
            if try graph?.forms.isOwnEmptyDictionary(run.attributes) == false {
                try sink.key("$attributes")
                try write(run.attributes, at: place.element(by: 2), isFloat: false)
            }
            try sink.close()
            position = end
        }
        try sink.close()
    }

    /// Writes an object that is shown without its class.
    private mutating func write(
        _ content: SequentialContent,
        of reference: SequentialReference,
        at place: Place
    ) throws(ArchiveError) {
        // Of long ones each is apart from equal ones.
        let hasID = content.isLong && graph?.forms.isShared(reference) == true
        if hasID {
            let isHere = graph?.forms.standsAt(distance: place.distance, reference) == true
            guard isHere, written.insert(reference.number).inserted else {
                return try sink.value(Self.json(of: reference))
            }
        }
        var member: JSONValue.Member?
        switch content {
        case .string(let text) where !hasID: return try sink.value(.scalar(.string(text)))
        case .string(let text): member = JSONValue.Member(key: "$value", value: .scalar(.string(text)))
        case .number(let number, let code, _):
            return try sink.value(Self.json(of: number, code, isKeyed: graph?.isKeyed == true))
        case .data(let bytes): member = try dataMember(bytes)
        default:
            return try sink.value(place.isElement ? .scalar(.null) : .marked(SequentialJSON.className, .text("NSNull")))
        }
        let id = JSONValue.Member(key: PropertyListString(SequentialJSON.identifier), value: .integer(reference.number))
        try sink.value(.object((hasID ? [id] : []) + (member.map { [$0] } ?? [])))
    }

    private mutating func dataMember(_ bytes: [UInt8]) throws(ArchiveError) -> JSONValue.Member {
        if let document = try graph?.opened(bytes) { return JSONValue.Member(key: "$document", value: document) }
        return JSONValue.Member(key: "$data", value: .text(JSONText.base64Text(bytes)))
    }

    // MARK: - Values

    /// A number; one of another type than its text implies has its type beside it.
    private static func json(of value: SequentialValue, _ code: UInt8, isKeyed: Bool) -> JSONValue {
        let number: JSONValue
        switch value {
        case .integer(let integer):
            number = .integer(integer)
            let isLarge = Int32(exactly: integer) == nil
            if isKeyed || code == UInt8(ascii: isLarge ? "q" : "i") { return number }
        case .unsignedInteger(let integer): number = .integer(integer)
        case .real(let real) where code == UInt8(ascii: "f"): return .number(.float(Float(real)))
        case .real(let real): return .number(.double(real))
        default: number = .scalar(.null)
        }
        if isKeyed { return number }
        return .object([SequentialJSON.value: number, SequentialJSON.type: .text(String(UnicodeScalar(code)))])
    }

    private mutating func json(of values: [SequentialValue], isFloat: Bool) throws(ArchiveError) -> [JSONValue] {
        var list: [JSONValue] = []
        list.reserveCapacity(values.count)
        for value in values { list.append(try json(of: value, isFloat: isFloat)) }
        return list
    }

    /// A value without objects; types nest within bounds, so this may recurse.
    private mutating func json(of value: SequentialValue, isFloat: Bool) throws(ArchiveError) -> JSONValue {
        switch value {
        case .integer(let value): return .integer(value)
        case .unsignedInteger(let value): return .integer(value)
        case .real(let value):
            let short = isFloat && value.isFinite ? Double(Float(value).description) : nil
            return .number(.double(short ?? value))
        case .bytes(let bytes), .atom(let bytes), .selector(let bytes): return Self.json(of: bytes)
        case .class(let reference): return .marked(SequentialJSON.classRecord, .text(classes[reference]))
        case .cString(let reference): return json(ofCString: reference)
        case .array(let parts), .structure(let parts): return .array(try json(of: parts, isFloat: isFloat))
        case .object, .null, .ignored: return .scalar(.null)
        }
    }

    private mutating func json(ofCString reference: SequentialReference) -> JSONValue {
        guard let bytes = archive.cString(reference) else { return .scalar(.null) }
        let text = Self.json(of: bytes)
        if graph == nil {
            guard isShared(reference) else { return text }
        } else if graph?.forms.isFirst(reference) == true {
            return text
        } else if bytes.isLongInJSON, graph?.forms.isShared(reference) == false {
            return text
        }
        guard written.insert(reference.number).inserted else { return Self.json(of: reference) }
        return .object([SequentialJSON.identifier: .integer(reference.number), SequentialJSON.value: text])
    }

    /// Whether several values refer to an object or a C string of the envelope.
    private func isShared(_ reference: SequentialReference) -> Bool { (references?[reference] ?? 0) > 1 }

    /// A reference to an object or a C string with an `$id`.
    private static func json(of reference: SequentialReference) -> JSONValue {
        .marked(SequentialJSON.reference, .integer(reference.number))
    }

    private static func json(of bytes: [UInt8]) -> JSONValue {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .marked("$data", .text(JSONText.base64Text(bytes)))
        }
        return .text(text)
    }
}

extension SequentialJSONWriter<JSONTree> {
    /// The JSON of a value of an entry, or of the whole archive for nil, which is put together in `tree`.
    mutating func json(ofEntryValue value: PropertyList?, on tree: JSONTree) throws(ArchiveError) -> JSONValue {
        (sink, written, continued, continuedNumbers) = (tree, [], [], [])
        graph?.forget()
        guard let value else {
            try writeGraph()
            return sink.root
        }
        try write(entryValue: value)
        return sink.root.withValueAlone
    }
}

extension SequentialValue {
    /// Whether objects are in the value; types nest within bounds, so this may recurse.
    fileprivate var holdsObjects: Bool {
        switch self {
        case .object: true
        case .array(let parts), .structure(let parts): parts.contains(where: \.holdsObjects)
        default: false
        }
    }
}
