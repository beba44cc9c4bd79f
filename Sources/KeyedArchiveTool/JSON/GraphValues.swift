import KeyedArchiving
import PropertyLists

/// Makes JSON of single values of one document in the graph form.
///
/// What is known of the document is found once, however many values are shown.
struct GraphValues {
    /// What the values are of.
    private enum Source {
        case list
        case archive(GraphWriter.ArchiveWriter)
        case sequential(SequentialJSONWriter<JSONTree>)
    }

    private let document: Document
    private let opening: GraphWriter.Opening
    private var writer: GraphWriter
    private var source: Source
    /// What is shown of objects without those that they hold, of which there may be many.
    private var known: [UID: JSONValue] = [:]
    /// The parts that the JSON doesn't have.
    private(set) var unshown = UnshownParts()

    /// Shows values of an archive, or of a property list that isn't one.
    ///
    /// - Parameter document: The document that the archive or the list is, or is in.
    init(
        of archive: ShownArchive?,
        in document: Document,
        _ writer: GraphWriter,
        _ opening: GraphWriter.Opening
    ) throws(ArchiveError) {
        (self.document, self.writer, self.opening) = (document, writer, opening)
        self.writer.forget()
        switch archive {
        case .sequential(let archive)?:
            source = .sequential(try writer.sequentialWriter(archive, of: document, opening))
        case .keyed(let archive)?:
            source = .archive(try GraphWriter.ArchiveWriter(archive, of: document, writer, opening))
        case nil: source = .list
        }
    }

    /// Shows values of an archive, or of a property list that isn't one, without the objects that they hold.
    init(of archive: ShownArchive?, in document: Document, dates: DateForm) throws(ArchiveError) {
        var options = GraphOptions.everything
        (options.maximumDepth, options.dates) = (0, dates)
        try self.init(of: archive, in: document, GraphWriter(options, opening: .never), .never)
    }

    /// The JSON of a value; of the whole archive or list for nil.
    mutating func json(of value: PropertyList?) throws(ArchiveError) -> JSONValue {
        guard case .uid(let uid)? = value else { return try newJSON(of: value) }
        if let json = known[uid] {
            try document.budget.make(json.size)
            return json
        }
        let json = try newJSON(of: value)
        if json["$cut"] != nil { known[uid] = json }
        return json
    }

    private mutating func newJSON(of value: PropertyList?) throws(ArchiveError) -> JSONValue {
        switch source {
        case .list:
            if let value { return try json(ofPlain: value) }
            let json = JSONValue.object(try writer.content(of: document, opening))
            unshown += writer.unshown
            writer.forget()
            return json
        case .archive(var archive):
            source = .list
            defer { source = .archive(archive) }
            let json: JSONValue = if let value { try archive.value(value) } else { .object(try archive.members()) }
            unshown += archive.unshown
            return json
        case .sequential(var sequential):
            source = .list
            defer { source = .sequential(sequential) }
            let json = try sequential.json(ofEntryValue: value, on: JSONTree(charging: document.budget))
            unshown += sequential.graph?.writer.unshown ?? UnshownParts()
            return json
        }
    }

    /// The JSON of a plain value, whether it is in a field, in an entry or in a list.
    mutating func json(ofPlain value: PropertyList) throws(ArchiveError) -> JSONValue {
        let json = try writer.list(value, in: document, .readable)
        unshown += writer.unshown
        writer.forget()
        return json
    }
}
