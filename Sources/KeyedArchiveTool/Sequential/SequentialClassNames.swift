import KeyedArchiving
import PropertyLists
import SequentialArchives

/// The names that JSON gives to the classes of a sequential archive: each has its own.
struct SequentialClassNames {
    private let archive: SequentialArchive
    private let budget: DocumentBudget
    private var labels: [Int: String] = [:]

    /// Names the classes; a second class of a name gets its number, too.
    init(_ archive: SequentialArchive, charging budget: DocumentBudget) throws(ArchiveError) {
        self.archive = archive
        self.budget = budget
        var names: Set<String> = []
        for record in archive.classes {
            guard String(validating: record.nameBytes, as: UTF8.self) != nil else {
                throw ArchiveError(
                    .unrepresentable, "the name of a class isn't text, which JSON can't hold",
                    remedy: SequentialJSON.bytesRemedy)
            }
            var label = record.name
            while !names.insert(label).inserted { label += "#\(record.reference.number)" }
            try budget.make(values: 1, textSize: label.utf8.count)
            labels[record.reference.number] = label
        }
    }

    subscript(reference: SequentialReference) -> String { labels[reference.number] ?? "" }

    /// The version of a class of which JSON says none.
    static func standardVersion(ofClassNamed name: String) -> Int {
        name == "NSString" || name == "NSMutableString" ? 1 : 0
    }

    /// The classes that differ from the standard ones of their names, in the graph form.
    ///
    /// - Parameter isKeyed: Whether superclasses are listed by their names, as in keyed archives.
    func members(isKeyed: Bool) throws(ArchiveError) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        for record in archive.classes where !isStandard(record) {
            var values: [JSONValue.Member] = []
            let label = self[record.reference]
            if label != record.name { values.append(JSONValue.Member(key: "name", value: .text(record.name))) }
            if record.version != Self.standardVersion(ofClassNamed: record.name) {
                values.append(JSONValue.Member(key: "version", value: .integer(record.version)))
            }
            let superclasses = try superclasses(of: record, isKeyed: isKeyed)
            if values.isEmpty {
                members.append(JSONValue.Member(key: PropertyListString(label), value: superclasses))
            } else {
                values.append(JSONValue.Member(key: "superclasses", value: superclasses))
                members.append(JSONValue.Member(key: PropertyListString(label), value: .object(values)))
            }
        }
        return members
    }

    private func superclasses(of record: SequentialClass, isKeyed: Bool) throws(ArchiveError) -> JSONValue {
        var names: [JSONValue] = []
        var next = record.superclass
        while let current = next {
            let record = archive.classRecord(current)
            let label = isKeyed ? record?.name ?? "" : self[current]
            try budget.make(values: 1, textSize: label.utf8.count)
            names.append(.text(label))
            next = record?.superclass
        }
        return names.isEmpty ? .scalar(.null) : .array(names)
    }

    private func isStandard(_ record: SequentialClass) -> Bool {
        guard record.version == Self.standardVersion(ofClassNamed: record.name) else { return false }
        var next: SequentialReference? = record.reference
        for name in ArchivedClass(standardNamed: record.name).hierarchy {
            guard let current = next, self[current] == name else { return false }
            next = archive.classRecord(current)?.superclass
        }
        return next == nil
    }
}
