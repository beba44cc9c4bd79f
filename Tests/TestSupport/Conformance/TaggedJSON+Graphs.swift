package import KeyedArchiving
internal import PropertyLists
package import SequentialArchives

// MARK: - Keyed archives

extension TaggedJSON {
    /// The content of a keyed archive as a graph of the objects that its top level leads to.
    package init(graphOf archive: KeyedArchive) throws {
        var graph = KeyedGraph(archive: archive)
        let top = try archive.topLevel().map { try graph.field($0) }
        try graph.addObjects()
        self = .tagged("graph", .object(["top": .array(top), "objects": .object(graph.objects)]))
    }
}

/// The objects of a keyed archive that were seen.
private struct KeyedGraph {
    let archive: KeyedArchive
    var objects: [String: TaggedJSON] = [:]
    /// The objects that were seen, of which some are not among `objects` yet.
    private var seen: [UID] = []
    private var known: Set<UID> = []

    init(archive: KeyedArchive) { self.archive = archive }

    mutating func field(_ field: ArchivedRecord.Field) throws -> TaggedJSON {
        .array([TaggedJSON(field.key), try resolved(field.value)])
    }

    private mutating func resolved(_ value: PropertyList) throws -> TaggedJSON {
        switch value {
        case .array(let elements): return .array(try elements.map { try resolved($0) })
        case .uid(let uid):
            switch try archive.entry(at: uid) {
            case .null: return .null
            case .value(let value): return TaggedJSON(value)
            case .object:
                if known.insert(uid).inserted { seen.append(uid) }
                return .tagged("object", String(uid.rawValue))
            case .classRecord: throw MalformedContent(reason: "a class record in the place of an object")
            }
        default: return TaggedJSON(value)
        }
    }

    /// Adds the objects that were seen, and those that these lead to.
    mutating func addObjects() throws {
        while let uid = seen.popLast() {
            guard case .object(let record) = try archive.entry(at: uid) else { continue }
            let archivedClass = try archive.archivedClass(at: record.classUID)
            objects[String(uid.rawValue)] = .object([
                "class": .string(archivedClass.name),
                "classes": .strings(archivedClass.hierarchy),
                "hints": .strings(archivedClass.fallbacks),
                "fields": .array(try record.fields.map { try field($0) }),
            ])
        }
    }
}

// MARK: - Sequential archives

extension TaggedJSON {
    /// The content of a sequential archive: its groups and its objects.
    package init(groupsOf archive: SequentialArchive) throws {
        var objects: [String: TaggedJSON] = [:]
        for object in archive.objects {
            objects[String(object.reference.number)] = .object([
                "classes": .chain(object.classes),
                "groups": .array(try object.groups.map { try TaggedJSON($0, in: archive) }),
            ])
        }
        self = .object([
            "order": .string(archive.header.byteOrder.rawValue),
            "system": .integer(Int64(archive.header.systemVersion)),
            "groups": .array(try archive.groups.map { try TaggedJSON($0, in: archive) }),
            "objects": .object(objects),
        ])
    }

    private init(_ group: SequentialGroup, in archive: SequentialArchive) throws {
        self = .object([
            "types": .string(group.typeBytes.latin1),
            "values": .array(try group.values.map { try TaggedJSON($0, in: archive) }),
        ])
    }

    private init(_ value: SequentialValue, in archive: SequentialArchive) throws {
        switch value {
        case .integer(let value): self = .tagged("integer", String(value))
        case .unsignedInteger(let value): self = .tagged("integer", String(value))
        case .real(let value): self = .tagged("real", "\(value)")
        case .bytes(let bytes): self = .tagged("data", bytes.hexadecimal)
        case .atom(let bytes): self = .tagged("atom", bytes.latin1)
        case .selector(let bytes): self = .tagged("selector", bytes.latin1)
        case .object(let reference): self = .tagged("object", String(reference.number))
        case .class(let reference): self = .tagged("class", .chain(try Self.classes(from: reference, in: archive)))
        case .cString(let reference):
            guard let bytes = archive.cString(reference) else {
                throw MalformedContent(reason: "no C string has the number \(reference.number)")
            }
            self = .tagged("cString", bytes.latin1)
        case .null: self = .null
        case .array(let values): self = .tagged("array", .array(try values.map { try TaggedJSON($0, in: archive) }))
        case .structure(let values):
            self = .tagged("struct", .array(try values.map { try TaggedJSON($0, in: archive) }))
        case .ignored: self = .tagged("ignored", .null)
        }
    }

    /// A class and its superclasses.
    private static func classes(
        from reference: SequentialReference,
        in archive: SequentialArchive
    ) throws -> [SequentialClass] {
        var classes: [SequentialClass] = []
        var next: SequentialReference? = reference
        while let reference = next {
            guard let record = archive.classRecord(reference) else {
                throw MalformedContent(reason: "no class has the number \(reference.number)")
            }
            classes.append(record)
            next = record.superclass
        }
        return classes
    }

    private static func chain(_ classes: [SequentialClass]) -> TaggedJSON {
        .array(classes.map { .array([.string($0.nameBytes.latin1), .integer(Int64($0.version))]) })
    }
}
