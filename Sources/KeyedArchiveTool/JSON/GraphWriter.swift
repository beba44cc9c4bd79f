import KeyedArchiving
import PropertyLists
import SequentialArchives

/// The version of the graph form; that of the envelope follows it.
enum GraphVersion {
    static let current = 1.0

    /// The number that JSON gives as its version.
    ///
    /// - Parameter error: The error for a version, of a reason and a remedy.
    /// - Throws: For a later version, and for an integer: who makes one of 1.0 makes integers of all whole reals.
    static func number(
        _ version: JSONValue,
        _ error: (_ reason: String, _ remedy: String, _ code: ArchiveError.Code) -> ArchiveError
    ) throws(ArchiveError) -> Double {
        var number = version.plainNumber
        if let text = version.text { number = Double(text) }
        if case .scalar(.integer(let integer)) = version.content, Double(integer) <= current {
            throw error(
                "it is \(integer), not \(integer).0: the program that wrote this makes integers of whole reals",
                "use another, or write \"\(integer).0\" in quotes if all reals have a fraction or are {\"$real\":12}",
                .invalidValue)
        }
        guard let number else { throw error("it isn't a version", "write 1.0", .invalidType) }
        guard number <= current else {
            throw error("version \(number) is a later one", "use a newer keyed-archive", .unsupportedVersion)
        }
        return number
    }
}

/// Makes JSON of documents in the graph form: the form that people read and edit, and ``GraphBuilder`` builds.
struct GraphWriter {
    /// The rule for which data are shown as the documents that they hold.
    enum Opening {
        case never
        /// All that can be read.
        case readable
        /// Data that can be built again.
        case buildable
    }

    let options: GraphOptions
    private let opening: Opening
    let showsDerived: Bool
    /// Whether the JSON isn't to be built, and says of each object what it stands for.
    let showsReadings: Bool
    /// The parts that the JSON doesn't have.
    private(set) var unshown = UnshownParts()

    init(_ options: GraphOptions, opening: Opening, showsDerived: Bool = true, showsReadings: Bool = false) {
        self.options = options
        self.opening = opening
        self.showsDerived = showsDerived
        self.showsReadings = showsReadings
    }

    /// Forgets which parts the JSON doesn't have.
    mutating func forget() { unshown = UnshownParts() }

    // MARK: - Documents

    /// The JSON of a document.
    ///
    /// - Parameter origin: Where it came from, to be said in it.
    mutating func document(
        _ document: Document,
        from origin: [JSONValue.Member] = []
    ) throws(ArchiveError) -> JSONValue {
        var members = origin
        members.append(JSONValue.Member(key: "$graph", value: .scalar(.double(GraphVersion.current))))
        return .object(members + (try content(of: document, opening)))
    }

    /// The JSON of the value at a path.
    mutating func value(at path: ArchivePath, of document: Document) throws(ArchiveError) -> JSONValue {
        let place = try document.place(at: path)
        var values = try GraphValues(of: place.archive, in: place.document, self, opening)
        let json = try values.json(of: place.value)
        unshown += values.unshown
        return json
    }

    mutating func content(
        of document: Document,
        _ opening: Opening
    ) throws(ArchiveError) -> [JSONValue.Member] {
        switch document.content {
        case .sequential(let archive):
            let json = try sequential(archive, of: document, opening) { writer throws(ArchiveError) in
                try writer.writeGraph()
            }
            return json.members ?? []
        case .archive(let archive):
            var writer = try ArchiveWriter(archive, of: document, self, opening)
            let members = try writer.members()
            unshown += writer.unshown
            return members
        case .list(let list):
            let format = JSONValue.text(list.format.rawValue)
            let head = JSONValue.Member(key: "$propertyList", value: format)
            // What holds archives and is none of them shows them.
            let content = try self.list(
                list.root, in: document, opening == .never ? .readable : opening, depth: -1)
            switch list.root {
            case .array: return [head, JSONValue.Member(key: "$elements", value: content)]
            case .dictionary:
                guard let members = content.members, members.first?.key.isIdentical(to: "$entries") != true else {
                    break
                }
                return [head] + members
            default: break
            }
            return [head, JSONValue.Member(key: "$value", value: content)]
        }
    }

    // MARK: - Sequential archives

    /// The JSON of a sequential archive without the types of numbers, as a keyed archive is built of it.
    mutating func keyed(_ archive: SequentialArchive, of document: Document) throws(ArchiveError) -> JSONValue {
        try sequential(archive, of: document, .never, isKeyed: true) { writer throws(ArchiveError) in
            try writer.writeGraph()
        }
    }

    private mutating func sequential(
        _ archive: SequentialArchive,
        of document: Document,
        _ opening: Opening,
        isKeyed: Bool = false,
        _ write: (inout SequentialJSONWriter<JSONTree>) throws(ArchiveError) -> Void
    ) throws(ArchiveError) -> JSONValue {
        var writer = try sequentialWriter(archive, of: document, opening, isKeyed: isKeyed)
        try write(&writer)
        if let graph = writer.graph { unshown = graph.writer.unshown }
        return writer.sink.root
    }

    /// Makes JSON of a sequential archive.
    func sequentialWriter(
        _ archive: SequentialArchive,
        of document: Document,
        _ opening: Opening,
        isKeyed: Bool = false
    ) throws(ArchiveError) -> SequentialJSONWriter<JSONTree> {
        let classes = try SequentialClassNames(archive, charging: document.budget)
        let graph = SequentialGraph(archive, classes, of: document, self, opening, isKeyed: isKeyed)
        return SequentialJSONWriter(archive, classes, on: JSONTree(charging: document.budget), graph: graph)
    }

    // MARK: - Data

    /// The document in data; nil if there is none, or none that is to be opened.
    mutating func opened(
        _ bytes: [UInt8],
        in document: Document,
        _ opening: Opening
    ) throws(ArchiveError) -> JSONValue? {
        guard opening != .never, FileKind(bytes).isOpenedInData else { return nil }
        guard let nested = try document.open(bytes) else { return nil }
        if opening == .buildable, nested.sequential?.contradictions.isEmpty == false { return nil }
        var writer = self
        writer.unshown = UnshownParts()
        let content: [JSONValue.Member]
        do throws(ArchiveError) {
            content = try writer.content(of: nested, opening)
        } catch {
            // What JSON can't hold stays data.
            guard opening == .buildable, !error.endsWork else { throw error }
            return nil
        }
        guard opening == .readable || writer.unshown.isEmpty else { return nil }
        unshown += writer.unshown
        return .object(content)
    }

    // MARK: - Property lists

    /// The JSON of a value of a property list that is no archive; reading has bounded how deep it nests.
    ///
    /// - Parameter depth: How many containers lie around it, without that of the whole list.
    mutating func list(
        _ value: PropertyList,
        in document: Document,
        _ opening: Opening,
        depth: Int = 0
    ) throws(ArchiveError) -> JSONValue {
        try document.budget.make(values: 1)
        if depth >= options.maximumDepth, !value.graphChildren.isEmpty { return .marked("$cut", .text(value.kind)) }
        switch value {
        case .array(let elements): return .array(try list(elements, in: document, opening, depth))
        case .set(let elements): return .marked("$set", .array(try list(elements, in: document, opening, depth)))
        case .orderedSet(let elements):
            return .marked("$orderedSet", .array(try list(elements, in: document, opening, depth)))
        case .dictionary(let entries):
            var members: [JSONValue.Member] = []
            var pairs: [JSONValue] = []
            var names: Set<PropertyListString> = []
            var areNames = true
            for (key, value) in entries {
                let json = try list(value, in: document, opening, depth: depth + 1)
                if case .string(let name) = key, name.string != nil, names.insert(name).inserted {
                    members.append(JSONValue.Member(key: ObjectForm.escaped(name), value: json))
                } else {
                    areNames = false
                }
                pairs.append(.array([try list(key, in: document, .never), json]))
            }
            return areNames ? .object(members) : .marked("$entries", .array(pairs))
        case .data(let bytes):
            if let document = try opened(bytes, in: document, opening) { return .marked("$document", document) }
            try document.budget.make(bytes.count)
            return .marked("$data", .text(JSONText.base64Text(bytes)))
        case .date(let seconds): return .marked("$date", .date(seconds, options.dates))
        case .uid(let uid): return .marked("$uid", .integer(uid.rawValue))
        case .null, .string: return .scalar(value)
        case .boolean, .integer, .unsignedInteger, .integer128, .float, .double: return .number(value)
        }
    }

    private mutating func list(
        _ elements: PropertyListArray,
        in document: Document,
        _ opening: Opening,
        _ depth: Int
    ) throws(ArchiveError) -> [JSONValue] {
        var values: [JSONValue] = []
        for element in elements { values.append(try list(element, in: document, opening, depth: depth + 1)) }
        return values
    }
}
