import PropertyLists

/// Takes JSON piece by piece: as text, or as one value.
protocol JSONSink {
    /// Opens an object or an array as the next value.
    mutating func open(_ kind: JSONBracket) throws(ArchiveError)
    /// Closes the innermost object or array.
    mutating func close() throws(ArchiveError)
    /// Names the member of the innermost object that the next value is.
    mutating func key(_ key: PropertyListString) throws(ArchiveError)
    /// Begins the next element of the innermost array.
    mutating func element() throws(ArchiveError)
    /// Takes a whole value.
    mutating func value(_ json: JSONValue) throws(ArchiveError)
}

extension JSONSink {
    /// Takes a member whose value is whole.
    mutating func member(_ member: JSONValue.Member) throws(ArchiveError) {
        try key(member.key)
        try value(member.value)
    }

    mutating func member(_ key: String, _ json: JSONValue) throws(ArchiveError) {
        try member(JSONValue.Member(key: PropertyListString(key), value: json))
    }
}

/// The kinds of JSON values that hold other values.
enum JSONBracket {
    case object, array
}

/// Writes JSON as text, with commas, line breaks and indentation; whole values stand in the line.
///
/// As one ``JSONValue``, a sequential archive would take many times the memory of its file.
struct JSONWriter: JSONSink {
    private let output: TextOutput
    /// The objects and arrays that are open, and whether they have members.
    private var open: [(kind: JSONBracket, hasMembers: Bool)] = []

    init(_ output: TextOutput) {
        self.output = output
    }

    mutating func open(_ kind: JSONBracket) {
        output.write(kind == .object ? "{" : "[")
        open.append((kind, false))
    }

    mutating func close() {
        guard let (kind, hasMembers) = open.popLast() else { return }
        if hasMembers { newLine() }
        output.write(kind == .object ? "}" : "]")
    }

    mutating func key(_ key: PropertyListString) throws(ArchiveError) {
        try element()
        output.write(JSONText.string(key) + ": ")
    }

    mutating func element() throws(ArchiveError) {
        // Nothing more is made of a text that isn't whole.
        try output.check()
        guard let last = open.indices.last else { return }
        if open[last].hasMembers { output.write(",") }
        open[last].hasMembers = true
        newLine()
    }

    func value(_ json: JSONValue) throws(ArchiveError) {
        json.write(on: output, isCompact: true)
        try output.check()
    }

    private func newLine() {
        output.write("\n")
        output.write(spaces: open.count)
    }
}

/// Makes one value of JSON, each part of which is charged.
struct JSONTree: JSONSink {
    /// An object or an array that is open.
    private struct Frame {
        let kind: JSONBracket
        /// The key of the next member.
        var key: PropertyListString = ""
        var elements: [JSONValue] = []
        var members: [JSONValue.Member] = []

        var content: JSONValue.Content { kind == .object ? .object(members) : .array(elements) }
    }

    private let budget: DocumentBudget
    private var frames: [Frame] = []
    /// The value, once it is complete.
    private(set) var root = JSONValue.scalar(.null)

    init(charging budget: DocumentBudget) {
        self.budget = budget
    }

    mutating func open(_ kind: JSONBracket) throws(ArchiveError) {
        try budget.make(values: 1, textSize: DocumentBudget.containerCost)
        frames.append(Frame(kind: kind))
    }

    mutating func close() {
        guard let frame = frames.popLast() else { return }
        append(JSONValue(frame.content))
    }

    mutating func key(_ key: PropertyListString) {
        guard let last = frames.indices.last else { return }
        frames[last].key = key
    }

    func element() {}

    mutating func value(_ json: JSONValue) throws(ArchiveError) {
        try budget.make(values: 1, textSize: json.size)
        append(json)
    }

    private mutating func append(_ json: JSONValue) {
        guard let last = frames.indices.last else {
            root = json
            return
        }
        switch frames[last].kind {
        case .array: frames[last].elements.append(json)
        case .object: frames[last].members.append(JSONValue.Member(key: frames[last].key, value: json))
        }
    }
}
