import KeyedArchiving
import PropertyLists

/// Makes files of the envelope form.
///
/// Nothing is checked but that it can be written, so damaged archives come back damaged as they were.
struct EnvelopeBuilder {
    /// The text, in which the places of errors are found.
    let source: [UInt8]
    let budget: DocumentBudget

    /// The file that JSON with an envelope represents.
    ///
    /// - Parameter format: The form to write; nil for the form that the envelope names.
    func file(of json: JSONValue, _ envelope: JSONValue, format: PropertyListFormat?) throws(ArchiveError) -> [UInt8] {
        try budget.make(source.count)
        let content: JSONValue
        if json["$propertyList"] == nil {
            let members = (json.members ?? []).filter { $0.key.string.map(Envelope.ownKeys.contains) != true }
            content = JSONValue(.object(members), at: json.offset)
        } else {
            guard let value = json["$value"] else { throw error(at: json, "\"$value\" is missing", "add it") }
            content = value
        }
        let root = try content.stored(in: source)
        var read = try self.envelope(envelope, isArchive: root.isArchiveForEnvelope)
        if let name = json["$propertyList"] { read.format = try form(name) }
        switch format ?? read.format {
        case .binary: return try SharedScalarWriter(root, charging: budget).write(root, read)
        case .xml:
            return try XMLPropertyListWriter(documentType: read.documentType, limits: budget.remaining).write(root)
        case .openStep:
            return try OpenStepPropertyListWriter(dialect: root.openStepDialect, limits: budget.remaining).write(root)
        }
    }

    private func envelope(_ json: JSONValue, isArchive: Bool) throws(ArchiveError) -> Envelope {
        guard let members = json.members else {
            throw error(at: json, "it isn't an object", "write {\"version\": 1.0}")
        }
        guard let version = json["version"] else {
            throw error(at: json, "it has no version", "write \"version\": 1.0")
        }
        _ = try GraphVersion.number(version) {
            var error = error(at: version, $0, $1)
            error.code = $2
            return error
        }
        var envelope = Envelope(isArchive: isArchive)
        for member in members {
            let value = member.value
            switch member.key.string {
            case "version": break
            case "format": envelope.format = try form(value)
            case "doctype":
                guard value.text == "Apple Computer" else {
                    throw error(at: value, "it is no document type", "write \"Apple Computer\", or leave it out")
                }
                envelope.documentType = .appleComputer
            case "orphans": envelope.hasOrphans = try boolean(value)
            case "threeByteOffsets": envelope.allowsThreeByteOffsets = try boolean(value)
            case "separateUIDs": envelope.exceptions.separatesUIDs = try boolean(value)
            case "sharing": envelope.exceptions.scalars = try groups(value)
            case "containers": envelope.exceptions.containers = try groups(value)
            default:
                throw error(
                    at: value, "an envelope has no \(JSONText.string(member.key))",
                    "take it out, or use a newer keyed-archive")
            }
        }
        return envelope
    }

    private func form(_ json: JSONValue) throws(ArchiveError) -> PropertyListFormat {
        guard let form = json.text.flatMap(PropertyListFormat.init) else {
            throw error(
                at: json, "\(JSONText.short(json)) is no form of property lists",
                "write \"binary\", \"xml\" or \"openStep\"")
        }
        return form
    }

    private func boolean(_ json: JSONValue) throws(ArchiveError) -> Bool {
        guard case .scalar(.boolean(let value)) = json.content else {
            throw error(at: json, "it isn't a boolean", "write true or false")
        }
        return value
    }

    private func groups(_ json: JSONValue) throws(ArchiveError) -> [[Int]] {
        guard let lists = json.elements else { throw noPlaces(json) }
        var groups: [[Int]] = []
        for list in lists { groups.append(try places(list)) }
        return groups
    }

    private func places(_ json: JSONValue) throws(ArchiveError) -> [Int] {
        guard let elements = json.elements, !elements.isEmpty else { throw noPlaces(json) }
        var places: [Int] = []
        for element in elements {
            guard case .scalar(.integer(let number)) = element.content, let place = Int(exactly: number), place >= 0
            else {
                throw noPlaces(element)
            }
            places.append(place)
        }
        return places
    }

    private func noPlaces(_ json: JSONValue) -> ArchiveError {
        error(at: json, "it is no list of places", "leave it out: what is equal is shared by the usual rule then")
    }

    private func error(at json: JSONValue, _ reason: String, _ remedy: String) -> ArchiveError {
        JSONPlace(json.offset, in: source)
            .error(.invalidType, reason, path: ArchivePath([.key(Envelope.key)]), remedy: remedy)
    }
}
