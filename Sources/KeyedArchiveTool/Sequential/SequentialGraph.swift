import KeyedArchiving
import PropertyLists
import SequentialArchives

/// The state that the graph form of a sequential archive needs besides the archive.
struct SequentialGraph {
    var forms: SequentialForms
    private(set) var writer: GraphWriter
    private let opening: GraphWriter.Opening
    private let document: Document
    private let archive: SequentialArchive
    /// Whether the JSON is to become a keyed archive, in which numbers have no types.
    let isKeyed: Bool
    /// How many arrays and objects of JSON may lie around an object, of which one with groups is three: all its lines
    /// are indented.
    static let maximumDepth = 20

    /// The summaries of the objects in words.
    private var readings: SequentialReadings?

    init(
        _ archive: SequentialArchive,
        _ classes: SequentialClassNames,
        of document: Document,
        _ writer: GraphWriter,
        _ opening: GraphWriter.Opening,
        isKeyed: Bool = false
    ) {
        forms = SequentialForms(
            archive, classes, showsRawFields: writer.options.showsRawFields, charging: document.budget)
        self.writer = writer
        self.opening = opening
        self.document = document
        self.archive = archive
        self.isKeyed = isKeyed
    }

    /// Forgets what was shown, of which what is shown next stands apart.
    mutating func forget() {
        forms.forget()
        writer.forget()
    }

    /// The document in data; nil if there is none, or none that is to be opened.
    mutating func opened(_ bytes: [UInt8]) throws(ArchiveError) -> JSONValue? {
        try writer.opened(bytes, in: document, opening)
    }

    /// The summary in words of an object that is shown by its groups; nil for objects without one.
    mutating func derivedText(of reference: SequentialReference) throws(ArchiveError) -> String? {
        guard writer.showsDerived, !writer.options.showsRawFields else { return nil }
        if readings == nil {
            let budget = Budget(inputSize: document.readSize, limits: document.limits)
            readings = try SequentialReadings(archive, budget)
        }
        return try readings?.text(of: reference)
    }
}

/// Summaries in words of the objects of a sequential archive.
struct SequentialReadings {
    private var forms: ObjectForms

    init(_ archive: SequentialArchive, _ budget: Budget) throws(ArchiveError) {
        forms = try ObjectForms(SequentialEntries(archive), showsRawFields: false, budget)
    }

    /// The words; nil for objects that say nothing.
    mutating func text(of reference: SequentialReference) throws(ArchiveError) -> String? {
        try ObjectForms.readable { () throws(ArchiveError) -> String? in
            guard case .object(let record) = try forms.entry(at: UID(reference)) else { return nil }
            if let text = try forms.derivedText(of: record) { return text }
            // Old fonts have their name and their size as fields.
            if case .string(let name)? = record["NSName"], let size = record["NSSize"]?.doubleValue {
                return "\(name.repaired) \(Float(size).description)"
            }
            return try forms.boxedText(of: record)
        } ?? nil
    }
}
