import KeyedArchiving
import PropertyLists
import SequentialArchives

/// Writes all that a sequential archive holds as JSON: its header, groups, objects and classes.
///
/// ``SequentialJSONReader`` reads it. An object stands where it is met first; one that several places refer to has an
/// `$id` there, and is `{"$ref":id}` elsewhere. Objects that would nest too deep for readers of JSON follow under
/// `$continued`.
struct SequentialJSONWriter {
    private let archive: SequentialArchive
    private let output: TextOutput
    /// What is kept beside the text is charged to.
    private let budget: DocumentBudget
    private var json: JSONWriter
    /// How many references lead to each object and C string.
    private let references: ReferenceCounts
    /// The numbers of the objects and C strings that have been written, or that are in ``continued``.
    private var written: Set<Int> = []
    /// The objects to write under `$continued`.
    private var continued: [SequentialObject] = []
    private var continuedNumbers: Set<Int> = []
    /// The names of classes in `$classes`, by their numbers.
    private var labels: [Int: String] = [:]

    /// How many arrays and objects of JSON lie one inside the other before an object is left to ``continued``.
    private static let maximumDepth = 120

    init(_ archive: SequentialArchive, on output: TextOutput, charging budget: DocumentBudget) {
        self.archive = archive
        self.output = output
        self.budget = budget
        references = ReferenceCounts(in: archive)
        json = JSONWriter(output)
    }

    /// Writes the archive; ``finish()`` ends the text.
    mutating func write() throws(ArchiveError) {
        try nameClasses()
        json.open(.object)
        let header = archive.header
        json.member(
            SequentialJSON.header,
            JSONText.line(
                .object([
                    "byteOrder": .text(header.byteOrder.rawValue), "systemVersion": .integer(header.systemVersion),
                ])))
        try write(archive.groups, depth: 1)
        if !continued.isEmpty { try writeContinued() }
        try writeClasses()
    }

    mutating func finish() {
        json.close()
        output.write("\n")
    }

    // MARK: - Numbers and names

    /// What to do about names that JSON can't hold.
    private static let bytesRemedy = "keyed-archive dump shows it"

    /// Gives each class its own name; a second class of a name gets its number, too.
    private mutating func nameClasses() throws(ArchiveError) {
        var names: Set<String> = []
        for record in archive.classes {
            guard String(validating: record.nameBytes, as: UTF8.self) != nil else {
                throw ArchiveError(
                    .unrepresentable, "the name of a class isn't text, which JSON can't hold",
                    remedy: Self.bytesRemedy)
            }
            let label = names.insert(record.name).inserted ? record.name : "\(record.name)#\(record.reference.number)"
            names.insert(label)
            try budget.make(values: 1, textSize: label.utf8.count)
            labels[record.reference.number] = label
        }
    }

    private mutating func writeClasses() throws(ArchiveError) {
        json.key(PropertyListString(SequentialJSON.classes), in: nil)
        json.text("{")
        for (position, record) in archive.classes.enumerated() {
            var members = [JSONValue.Member(key: "version", value: .integer(record.version))]
            if let superclass = record.superclass {
                members.append(JSONValue.Member(key: "superclass", value: .text(label(of: superclass))))
            }
            let label = self.label(of: record.reference)
            if label != record.name { members.append(JSONValue.Member(key: "name", value: .text(record.name))) }
            let text = JSONText.line(.object(members))
            json.text("\(position == 0 ? "" : ",")\n  \(JSONText.string(label)): \(text)")
            try output.check()
        }
        json.text(archive.classes.isEmpty ? "}" : "\n }")
    }

    private func label(of reference: SequentialReference) -> String { labels[reference.number] ?? "" }

    // MARK: - Objects

    /// Writes the objects that nest too deep; they may leave others to the end of the list.
    private mutating func writeContinued() throws(ArchiveError) {
        json.key(PropertyListString(SequentialJSON.continued), in: nil)
        json.open(.array)
        var next = 0
        while next < continued.count {
            json.element(in: "")
            try write(continued[next], depth: 2)
            next += 1
        }
        json.close()
    }

    /// Writes the member `$groups` of what is open; the depth is bounded, so this may recurse.
    private mutating func write(_ groups: [SequentialGroup], depth: Int) throws(ArchiveError) {
        json.key(PropertyListString(SequentialJSON.groups), in: nil)
        json.open(.array)
        for group in groups {
            try output.check()
            json.element(in: "")
            guard let types = String(validating: group.typeBytes, as: UTF8.self) else {
                throw ArchiveError(
                    .unrepresentable, "a type string isn't text, which JSON can't hold", remedy: Self.bytesRemedy)
            }
            let isFloat = !group.typeBytes.contains(UInt8(ascii: "d"))
            if group.values.contains(where: \.holdsObjects) {
                json.open(.object)
                json.key(PropertyListString(types), in: nil)
                if group.count == 1 {
                    try write(group[0], depth: depth + 2, isFloat: isFloat)
                } else {
                    try write(group.values, depth: depth + 2, isFloat: isFloat)
                }
                json.close()
            } else {
                json.text("{\(JSONText.string(types)): ")
                if group.count == 1 {
                    try writeInLine(group[0], isFloat: isFloat)
                } else {
                    try writeInLine(group.values, isFloat: isFloat)
                }
                json.text("}")
            }
        }
        json.close()
    }

    private mutating func write(_ values: [SequentialValue], depth: Int, isFloat: Bool) throws(ArchiveError) {
        json.open(.array)
        for value in values {
            json.element(in: "")
            try write(value, depth: depth + 1, isFloat: isFloat)
        }
        json.close()
    }

    private mutating func write(_ value: SequentialValue, depth: Int, isFloat: Bool) throws(ArchiveError) {
        switch value {
        case .object(let reference):
            guard let object: SequentialObject = archive.object(reference) else { return json.text("null") }
            if written.contains(reference.number) {
                json.text(Self.text(of: reference))
            } else if depth > Self.maximumDepth {
                written.insert(reference.number)
                continuedNumbers.insert(reference.number)
                continued.append(object)
                json.text(Self.text(of: reference))
            } else {
                try write(object, depth: depth)
            }
        case .array(let parts), .structure(let parts): try write(parts, depth: depth, isFloat: isFloat)
        default: try writeInLine(value, isFloat: isFloat)
        }
    }

    private mutating func write(_ object: SequentialObject, depth: Int) throws(ArchiveError) {
        try output.check()
        let number = object.reference.number
        written.insert(number)
        json.open(.object)
        if references[object.reference] > 1 || continuedNumbers.contains(number) {
            json.member(SequentialJSON.identifier, String(number))
        }
        json.member(SequentialJSON.className, JSONText.string(object.classReference.map(label) ?? ""))
        let groups = object.groups
        if !groups.isEmpty { try write(groups, depth: depth + 1) }
        json.close()
    }

    // MARK: - Values

    /// Writes a value without objects in the line; types nest within bounds, so this may recurse.
    private mutating func writeInLine(_ value: SequentialValue, isFloat: Bool) throws(ArchiveError) {
        switch value {
        case .array(let parts), .structure(let parts): try writeInLine(parts, isFloat: isFloat)
        default: json.text(text(of: value, isFloat: isFloat))
        }
        try output.check()
    }

    private mutating func writeInLine(_ values: [SequentialValue], isFloat: Bool) throws(ArchiveError) {
        json.text("[")
        for (position, value) in values.enumerated() {
            if position > 0 { json.text(", ") }
            try writeInLine(value, isFloat: isFloat)
        }
        json.text("]")
    }

    /// A value that has no parts.
    private mutating func text(of value: SequentialValue, isFloat: Bool) -> String {
        switch value {
        case .integer(let value): return String(value)
        case .unsignedInteger(let value): return String(value)
        case .real(let value):
            return isFloat && value.isFinite ? Float(value).description : JSONText.real(value)
        case .bytes(let bytes), .atom(let bytes), .selector(let bytes): return Self.text(of: bytes)
        case .class(let reference):
            return JSONText.line(.marked(SequentialJSON.classRecord, .text(label(of: reference))))
        case .cString(let reference):
            guard let bytes = archive.cString(reference) else { return "null" }
            guard references[reference] > 1 else { return Self.text(of: bytes) }
            guard written.insert(reference.number).inserted else { return Self.text(of: reference) }
            return """
                {"\(SequentialJSON.identifier)": \(reference.number), "\(SequentialJSON.value)": \(Self.text(of: bytes))}
                """
        case .object, .null, .ignored, .array, .structure: return "null"
        }
    }

    /// A reference to what has an `$id`.
    private static func text(of reference: SequentialReference) -> String {
        "{\"\(SequentialJSON.reference)\": \(reference.number)}"
    }

    private static func text(of bytes: [UInt8]) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return JSONText.scalar(.data(bytes))
        }
        return JSONText.string(text)
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
