import KeyedArchiving
import PropertyLists

/// The properties of a file, besides its values, that the envelope form records, so that the same bytes can be made of
/// it.
///
/// Most properties follow from the values: an archive whose outer keys have the order of a generation of Apple's
/// archiver has the layout of that generation. Only differences are written.
struct Envelope {
    static let key = "$envelope"
    /// The members beside `$envelope` that are no keys of the file.
    static let ownKeys = GraphMark.origin.union([key, "$graph", "$propertyList", "$typedstream"])

    /// The form of the file.
    var format = PropertyListFormat.binary
    var documentType = XMLPropertyListWriter.DocumentType.apple
    /// Whether UIDs and booleans that come again are listed again, as Apple's archiver does it.
    var hasOrphans: Bool
    /// Whether offsets of 3 bytes are used.
    var allowsThreeByteOffsets = false
    /// The equal values that are one object, if they differ from those of the generation.
    var exceptions = ScalarSharing.Exceptions()

    /// Creates the default properties of a file.
    init(isArchive: Bool) {
        hasOrphans = isArchive
    }

    /// Creates the properties of a file with the given bytes and values.
    init(of bytes: [UInt8], _ root: PropertyList, charging budget: DocumentBudget) throws(ArchiveError) {
        let isArchive = root.isArchiveForEnvelope
        self.init(isArchive: isArchive)
        format = try PropertyListFormat(detecting: bytes)
        switch format {
        case .openStep: break
        case .xml: documentType = XMLPropertyListReader.documentType(of: bytes)
        case .binary:
            let reader = try BinaryPropertyListReader(bytes, limits: budget.remaining)
            allowsThreeByteOffsets = reader.trailer.offsetSize == 3
            let source = try BinaryObjectTableSource(reader)
            switch source.options.objectOrder {
            case .depthFirst: hasOrphans = false
            case .depthFirstWithOrphans: hasOrphans = true
            case .listed: return  // The order is that of another writer, which isn't kept.
            }
            exceptions = try ScalarSharing(of: root).exceptions(in: reader, charging: budget)
        }
    }

    // MARK: - As JSON

    func json(isArchive: Bool) -> JSONValue {
        let usual = Envelope(isArchive: isArchive)
        var members: [JSONValue.Member] = [
            JSONValue.Member(key: "version", value: .number(.double(GraphVersion.current)))
        ]
        func add(_ key: PropertyListString, _ value: JSONValue) {
            members.append(JSONValue.Member(key: key, value: value))
        }
        if format != usual.format, isArchive { add("format", .text(format.rawValue)) }
        if documentType != usual.documentType { add("doctype", .text("Apple Computer")) }
        if hasOrphans != usual.hasOrphans { add("orphans", .scalar(.boolean(hasOrphans))) }
        if allowsThreeByteOffsets { add("threeByteOffsets", .scalar(.boolean(true))) }
        if exceptions.separatesUIDs { add("separateUIDs", .scalar(.boolean(true))) }
        for (key, groups) in [("sharing", exceptions.scalars), ("containers", exceptions.containers)]
        where !groups.isEmpty {
            add(PropertyListString(key), .array(groups.map { .array($0.map { .integer($0) }) }))
        }
        return .object(members)
    }
}

extension PropertyList {
    /// Whether the envelope form has the keys of the file as its own: it is, or was, an archive.
    var isArchiveForEnvelope: Bool {
        guard case .dictionary(let outer) = self, let names = outer.envelopeNames,
            let position = names.firstIndex(of: "$objects"), case .array = outer.values[position]
        else { return false }
        return !names.contains { $0.string.map(Envelope.ownKeys.contains) == true }
    }
}

// MARK: - Printing

/// Prints files in the envelope form: one line for each object, and for each other key.
struct EnvelopePrinter {
    private let output: TextOutput
    private let budget: DocumentBudget

    init(_ output: TextOutput, charging budget: DocumentBudget) {
        self.output = output
        self.budget = budget
    }

    func print(_ bytes: [UInt8]) throws(ArchiveError) {
        let root = try PropertyListDocument(bytes, limits: budget.remaining).root
        let envelope = try Envelope(of: bytes, root, charging: budget)
        output.write("{")
        if case .dictionary(let outer) = root, let names = outer.envelopeNames, root.isArchiveForEnvelope {
            for (position, (name, value)) in zip(names, outer.values).enumerated() {
                begin(name, isFirst: position == 0)
                if name.isIdentical(to: "$objects"), case .array(let objects) = value {
                    writeLines(objects.elements)
                } else {
                    JSONValue(envelope: value).write(on: output, isCompact: true)
                }
            }
            begin(PropertyListString(Envelope.key), isFirst: false)
            envelope.json(isArchive: true).write(on: output, isCompact: true)
        } else {
            begin("$propertyList", isFirst: true)
            JSONValue.text(envelope.format.rawValue).write(on: output, isCompact: true)
            begin("$value", isFirst: false)
            if case .array(let elements) = root {
                writeLines(elements.elements)
            } else {
                JSONValue(envelope: root).write(on: output, isCompact: true)
            }
            begin(PropertyListString(Envelope.key), isFirst: false)
            envelope.json(isArchive: false).write(on: output, isCompact: true)
        }
        output.write("\n}\n")
    }

    private func begin(_ key: PropertyListString, isFirst: Bool) {
        output.write(isFirst ? "\n" : ",\n")
        output.write(JSONText.string(key) + ": ")
    }

    private func writeLines(_ elements: [PropertyList]) {
        output.write("[")
        for (position, element) in elements.enumerated() where output.takesMore {
            output.write(position == 0 ? "\n" : ",\n")
            JSONValue(envelope: element).write(on: output, isCompact: true)
        }
        output.write("\n]")
    }
}
