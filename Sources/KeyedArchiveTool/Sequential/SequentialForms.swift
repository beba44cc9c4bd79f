import KeyedArchiving
import PropertyLists
import SequentialArchives

/// How JSON shows an object of a sequential archive: by the value that it represents, by its groups, or by both.
struct SequentialForm {
    var content: SequentialContent?
    /// The groups that ``content`` doesn't say.
    var groups: ArraySlice<SequentialGroup>

    /// The values that lead on to other objects, each as often as JSON has it.
    var references: [SequentialValue] {
        let own: [SequentialValue] =
            switch content {
            case .url(_, let base): [base]
            case .elements(let elements): elements
            case .entries(let entries): entries
            case .runs(_, let runs): runs.map(\.attributes)
            case .null, .string, .number, .data, .date, .decimal, nil: []
            }
        return own + groups.flatMap(\.values)
    }
}

/// Finds the forms of the objects of a sequential archive, and where each of them stands in JSON.
struct SequentialForms {
    let archive: SequentialArchive
    let classes: SequentialClassNames
    private let showsRawFields: Bool
    private let budget: DocumentBudget
    private var kinds = SequentialKinds()
    /// How many values of the archive refer to each object and C string.
    private let counts: ReferenceCounts
    /// The first C string with some bytes; others with the same are objects apart from it.
    private var cStrings: [[UInt8]: SequentialReference] = [:]
    /// Whether objects that several values refer to are plain, and the text of those that are text.
    private var plain: [Int: SequentialContent?] = [:]
    /// How many objects lie around each object on its shortest path.
    private var distances: [Int: Int] = [:]
    /// How many places of the JSON show each object and C string, or refer to it.
    private var uses: [Int: Int] = [:]

    init(
        _ archive: SequentialArchive,
        _ classes: SequentialClassNames,
        showsRawFields: Bool,
        charging budget: DocumentBudget
    ) {
        self.archive = archive
        self.classes = classes
        self.showsRawFields = showsRawFields
        self.budget = budget
        counts = ReferenceCounts(in: archive)
    }

    // MARK: - Places

    /// Forgets what values were shown, of which what is shown next stands apart.
    mutating func forget() {
        (distances, uses, cStrings, plain) = ([:], [:], [:], [:])
    }

    /// Finds to all objects that values lead to the shortest path, and how many places refer to them.
    ///
    /// - Parameter isDeep: Whether what these objects hold is shown, too.
    mutating func survey(_ values: [SequentialValue], isDeep: Bool = true) throws(ArchiveError) {
        var queue: [SequentialObject] = []
        try survey(values, distance: 0, &queue)
        guard isDeep else { return }
        var next = 0
        while next < queue.count {
            let object = queue[next]
            next += 1
            guard try plainContent(of: object.reference) == nil else { continue }
            let distance = distances[object.reference.number, default: 0]
            try survey(try form(of: object).references, distance: distance + 1, &queue)
        }
    }

    private mutating func survey(
        _ values: [SequentialValue],
        distance: Int,
        _ queue: inout [SequentialObject]
    ) throws(ArchiveError) {
        var pending: [SequentialValue] = values.reversed()
        while let value = pending.popLast() {
            switch value {
            case .object(let reference):
                try budget.step()
                uses[reference.number, default: 0] += 1
                guard distances[reference.number] == nil, let object: SequentialObject = archive.object(reference)
                else { continue }
                distances[reference.number] = distance
                queue.append(object)
            case .cString(let reference):
                try budget.step()
                uses[reference.number, default: 0] += 1
                _ = isFirst(reference)
            case .array(let parts), .structure(let parts): pending += parts.reversed()
            default: continue
            }
        }
    }

    /// Whether an object may stand at a place with so many objects around it, rather than where there are fewer.
    func standsAt(distance: Int, _ reference: SequentialReference) -> Bool {
        distances[reference.number, default: distance] >= distance
    }

    /// Whether several places of the JSON show an object or a C string, or refer to it.
    func isShared(_ reference: SequentialReference) -> Bool { uses[reference.number] != 1 }

    /// Whether a C string is the only one that JSON has with its bytes, wherever it is referred to.
    mutating func isFirst(_ reference: SequentialReference) -> Bool {
        guard let bytes = archive.cString(reference), !bytes.isLongInJSON else { return false }
        guard let first = cStrings[bytes] else {
            cStrings[bytes] = reference
            return true
        }
        return first == reference
    }

    // MARK: - Forms

    /// The value of an object that JSON shows without a class: text, a number, data or NSNull; nil for other objects.
    mutating func plainContent(of reference: SequentialReference) throws(ArchiveError) -> SequentialContent? {
        if let known = plain[reference.number] { return known }
        let content = try newPlainContent(of: reference)
        if counts[reference] > 1 {
            if case .string(let text)? = content { try budget.make(text.size) }
            plain[reference.number] = .some(content)
        }
        return content
    }

    private mutating func newPlainContent(of reference: SequentialReference) throws(ArchiveError) -> SequentialContent?
    {
        guard !showsRawFields, let object: SequentialObject = archive.object(reference),
            let classReference = object.classReference,
            let kind = kinds.kind(of: classReference, in: archive), kind.isPlain,
            SequentialContent.plainClasses.contains(classes[classReference])
        else { return nil }
        guard let content = SequentialContent(of: object, kind, in: archive) else { return nil }
        // Numbers share the C string of their type.
        if case .number(_, _, let type) = content, !isFirst(type) { return nil }
        return content
    }

    /// The text of an object that JSON shows as nothing but that text, in the place of the object.
    private mutating func ownText(of value: SequentialValue) throws(ArchiveError) -> PropertyListString? {
        guard case .object(let reference) = value, case .string(let text)? = try plainContent(of: reference),
            !text.isLongInJSON || counts[reference] == 1
        else { return nil }
        return text
    }

    /// How an object is shown that isn't plain.
    mutating func form(of object: SequentialObject) throws(ArchiveError) -> SequentialForm {
        let groups = object.groups
        guard !showsRawFields, let classReference = object.classReference,
            let kind = kinds.kind(of: classReference, in: archive)
        else { return SequentialForm(groups: groups[...]) }
        var cursor = GroupCursor(groups)
        guard let content = SequentialContent(kind, &cursor, in: archive), try isExact(content, kind) else {
            return SequentialForm(groups: groups[...])
        }
        return SequentialForm(content: content, groups: groups[cursor.position...])
    }

    /// Whether building the value of an object gives the objects that it holds.
    private mutating func isExact(_ content: SequentialContent, _ kind: SequentialKind) throws(ArchiveError) -> Bool {
        switch content {
        // Such numbers are plain.
        case .number, .null: return false
        case .url(let text, _): return try ownText(of: text) != nil
        case .entries(let entries): return try names(of: entries) != nil
        case .runs(let text, let runs):
            guard runs.allSatisfy({ isDictionary($0.attributes) }) else { return false }
            let text = try wholeText(text, kind)
            return text?.utf16.count == runs.reduce(0) { $0.addingOrMaximum($1.length) }
        default: return true
        }
    }

    /// Whether a value is an object of a class of dictionaries, as the attributes of a run are.
    private mutating func isDictionary(_ value: SequentialValue) -> Bool {
        guard case .object(let reference) = value, let object: SequentialObject = archive.object(reference),
            let classReference = object.classReference
        else { return false }
        return kinds.kind(of: classReference, in: archive) == .dictionary
    }

    /// The text of an attributed string: an object of a mutable one.
    mutating func wholeText(_ value: SequentialValue, _ kind: SequentialKind) throws(ArchiveError)
        -> PropertyListString?
    {
        guard kind == .attributedString(isMutable: true) else { return try ownText(of: value) }
        guard case .object(let reference) = value, counts[reference] == 1,
            let object: SequentialObject = archive.object(reference), let classReference = object.classReference,
            classes[classReference] == "NSMutableString",
            case .string? = kinds.kind(of: classReference, in: archive),
            case let form = try form(of: object), form.groups.isEmpty, case .string(let text)? = form.content
        else { return nil }
        return text
    }

    /// The text of an attributed string that is shown by its runs.
    mutating func wholeText(
        _ value: SequentialValue,
        of object: SequentialObject
    ) throws(ArchiveError) -> PropertyListString? {
        let kind = object.classReference.flatMap { kinds.kind(of: $0, in: archive) }
        return try kind.flatMap { (kind) throws(ArchiveError) in try wholeText(value, kind) }
    }

    /// Whether an object is an empty dictionary that nothing else refers to, as runs without attributes have one.
    mutating func isOwnEmptyDictionary(_ value: SequentialValue) throws(ArchiveError) -> Bool {
        guard case .object(let reference) = value, uses[reference.number] == 1, counts[reference] == 1,
            let object: SequentialObject = archive.object(reference), let classReference = object.classReference,
            classes[classReference] == "NSDictionary", case let form = try form(of: object), form.groups.isEmpty,
            case .entries(let entries)? = form.content
        else { return false }
        return entries.isEmpty
    }

    /// The form of a dictionary's keys in JSON.
    enum Names {
        /// Texts, which are the names of members.
        case texts([PropertyListString])
        /// Objects.
        case objects
    }

    /// The form of the keys among entries in JSON; nil if two keys are equal, of which only one counts.
    mutating func names(of entries: [SequentialValue]) throws(ArchiveError) -> Names? {
        var names: [PropertyListString]? = []
        var seen: Set<SequentialPlainValue> = []
        for position in stride(from: 0, to: entries.count, by: 2) {
            guard case .object(let key) = entries[position] else { return nil }
            let content = try plainContent(of: key)
            let value = content.flatMap(SequentialPlainValue.init) ?? .object(key)
            try budget.step(value.size / 16)
            guard seen.insert(value).inserted else { return nil }
            if let text = try ownText(of: entries[position]) {
                names?.append(ObjectForm.escaped(text))
            } else {
                names = nil
            }
        }
        return names.map { .texts($0) } ?? .objects
    }
}

extension SequentialKind {
    /// Whether objects that are equal are one when they are built.
    fileprivate var isPlain: Bool {
        switch self {
        case .string, .number, .data, .null: true
        default: false
        }
    }
}

/// Plain values that are one object when they are built, as long as they are short.
enum SequentialPlainValue: Hashable {
    case null
    case string(PropertyListString)
    case number(SequentialValue, code: UInt8)
    case data([UInt8])
    case object(SequentialReference)

    /// Creates the plain value of an object; nil if it is none.
    init?(_ content: SequentialContent) {
        switch content {
        case .null: self = .null
        case .string(let text): self = .string(text)
        // By their bits, 0 and -0 are two numbers, and equal ones that aren't numbers are one.
        case .number(.real(let real), let code, _): self = .number(.unsignedInteger(real.bitPattern), code: code)
        case .number(let value, let code, _): self = .number(value, code: code)
        case .data(let bytes): self = .data(bytes)
        default: return nil
        }
    }

    /// How long the text or the data are, in bytes.
    var size: Int {
        switch self {
        case .string(let text): text.size
        case .data(let bytes): bytes.count
        default: 0
        }
    }
}

extension SequentialContent {
    /// The classes whose objects JSON may show without them, where equal ones are one.
    static let plainClasses: Set = ["NSString", "NSNumber", "NSData", "NSNull"]

    /// Whether an object with that content is a separate object, also where there are equal ones.
    var isLong: Bool {
        switch self {
        case .string(let text): text.isLongInJSON
        case .data(let bytes): bytes.isLongInJSON
        default: false
        }
    }
}
