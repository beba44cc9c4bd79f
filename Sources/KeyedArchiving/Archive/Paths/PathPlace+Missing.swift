internal import PropertyLists

extension PathPlace {
    /// The error of a step of a path that leads nowhere from here.
    ///
    /// A name with dots, brackets or exclamation marks that isn't quoted is several steps: then the remedy is the path
    /// with the quotes.
    func missing(at position: Int, of path: ArchivePath) throws(ArchiveError) -> ArchiveError {
        var error = try missing(path.steps[position])
        var name = path.steps[position].name
        var end = position + 1
        while let start = name, end < path.steps.count, end < position + Self.longestDottedName,
            let next = path.steps[end].text(after: path.steps[end - 1])
        {
            let joined = start + next
            name = joined
            end += 1
            guard try member(joined) != nil else { continue }
            let quoted = ArchivePath(path.steps[..<position] + [.key(joined)] + path.steps[end...])
            error.remedy = "quote the name: \(quoted)"
            break
        }
        return error
    }

    /// Up to how many steps are tried as one name.
    private static var longestDottedName: Int { 8 }

    /// The error of a step that leads nowhere, which names the existing keys or elements.
    func missing(_ step: ArchivePath.Step) throws(ArchiveError) -> ArchiveError {
        switch step {
        case .key(let key), .text(let key): return try missing(key)
        case .index(let position):
            if let elements = try elements {
                return notFound(
                    "position \(position) does not exist; there are \(elements.count)",
                    otherwise: elements.count == 0 ? nil : "the last one is \(elements.count - 1)")
            }
            if case .topLevel = self { return notFound("the top level has keys, not positions", try names()) }
            return notFound("\(try kind.withArticle) has no positions", try names(), otherwise: try entriesRemedy)
        case .nestedArchive:
            if case .topLevel = self {
                return notFound("`!` needs a data value before it", try names())
            }
            return notFound("\(try kind.withArticle) does not hold an archive", otherwise: "leave out the `!`")
        case .anyElement, .anyKey, .descendants, .ofClass:
            return ArchiveError(
                .invalidPath,
                "the path has `\(ArchivePath([step]))`, which may lead to many places",
                remedy: "ask for all of them with `matches`"
            )
        }
    }

    private func missing(_ key: String) throws(ArchiveError) -> ArchiveError {
        let name = key.quotedForDisplay
        switch self {
        case .topLevel: return notFound("there is no top-level key \(name)", try names())
        case .value(let value, _):
            guard value.dictionaryValue == nil else {
                return notFound("the dictionary has no key \(name)", try names())
            }
        case .slot:
            if let object = try object, let archive {
                let layout: CollectionLayout?
                do throws(CollectionDamage) {
                    layout = try archive.layout(of: .slots(object.fields), archive.family(ofClassAt: object.classUID))
                } catch {
                    return notFound("the object has no field \(name); \(error.reason)", try names())
                }
                if let layout, layout.keys != nil {
                    if layout.count == 0 { return notFound("the dictionary has no key \(name); it is empty") }
                    return notFound("the dictionary has no key \(name)", try names(), otherwise: try entriesRemedy)
                }
                if let elements = try elements(of: object) {
                    return notFound(
                        "the \(try kind) has positions, not the key \(name); there are \(elements.count)",
                        otherwise: elements.count == 0 ? nil : "write a position, as in [0]")
                }
                return notFound("the object has no field \(name)", try names())
            }
        }
        return notFound("\(try kind.withArticle) has no fields")
    }

    /// How many elements there are, after which another can be added.
    ///
    /// - Parameter path: The path that led here.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/valueNotFound`` for a place without elements.
    func elementCount(forAppendingAt path: ArchivePath) throws(ArchiveError) -> Int {
        if let elements = try elements { return elements.count }
        let kind = if case .topLevel = self { "the top level" } else { try self.kind.withArticle }
        // In quotes it is a text, also where other keys are integers.
        let key = ArchivePath(path.steps + [.text("key")]).description
        throw ArchiveError(
            .valueNotFound, "\(kind) has no elements that another could follow", path: path,
            remedy: try hasEntries
                ? "set the value of a new key, such as \(key)"
                : documentKind.map { "name an array or a set of the \($0) in the data, which starts with \(path)!" }
                    ?? "name an array or a set")
    }

    /// What data here hold, a property list or an archive; nil if they hold neither.
    private var documentKind: String? {
        guard let data = (try? data) ?? nil else { return nil }
        if (try? nestedArchive(in: data)) ?? nil != nil { return "archive" }
        return (try? nestedList(in: data)) ?? nil == nil ? nil : "property list"
    }

    /// Whether values are here by keys that may be any.
    private var hasEntries: Bool {
        get throws(ArchiveError) {
            switch self {
            case .topLevel: return true
            case .value(let value, _): return value.dictionaryValue != nil
            case .slot(_, let shared):
                guard let (fields, classUID) = try object else { return false }
                return shared.archive.soundLayout(of: fields, classUID)?.keys != nil
            }
        }
    }

    /// The first keys that lead on from here as a path has them, one more than an error lists.
    private func names() throws(ArchiveError) -> [String] {
        var budget = budget
        var names: [String] = []
        switch self {
        case .value(let value, _):
            for key in (value.dictionaryValue?.keys ?? []).prefix(KeyList.maximum + 1) {
                if case .string(let name) = key { names.append(name.repaired.quotedForDisplay) }
            }
        case .topLevel(let shared):
            for field in shared.archive.topFields.prefix(KeyList.maximum + 1) {
                names.append(try shared.archive.key(field.key, charging: &budget).repaired.quotedForDisplay)
            }
        case .slot(_, let shared):
            let archive = shared.archive
            guard let (fields, classUID) = try object else { return [] }
            if let keys = archive.soundLayout(of: fields, classUID)?.keys {
                for position in 0..<keys.count where names.count <= KeyList.maximum {
                    let key = archive.index.slot(position, of: keys.slots)
                    guard let name = try archive.name(ofKey: key, charging: &budget) else { continue }
                    names.append(name.displayInPath)
                }
            } else {
                for field in fields where names.count <= KeyList.maximum {
                    if try archive.isKey(field.key, ClassFields.instanceClass) { continue }
                    names.append(try archive.key(field.key, charging: &budget).repaired.quotedForDisplay)
                }
            }
        }
        return names
    }

    /// The content of the place in words: the class of an object, or the kind of a value.
    var kind: String {
        get throws(ArchiveError) {
            switch self {
            case .topLevel: return "top level"
            case .value(let value, _): return value.kind
            case .slot(let slot, let shared):
                let archive = shared.archive
                guard let uid = try archive.reference(slot) else { return try archive.kind(of: slot) }
                if let (_, classUID) = try object {
                    return try archive.className(at: classUID).escapedForDisplay()
                }
                if archive.isNil(uid) { return "nil" }
                if case .scalar(let slot) = try archive.content(at: uid) { return try archive.kind(of: slot) }
                _ = try archive.entry(at: uid)
                return "class record"
            }
        }
    }

    /// The error for a value that isn't here.
    ///
    /// - Parameters:
    ///   - names: The first keys that lead on from here, which the remedy lists.
    ///   - remedy: The remedy if there are none.
    private func notFound(
        _ reason: String,
        _ names: [String] = [],
        otherwise remedy: String? = nil
    ) -> ArchiveError {
        let documentRemedy = documentKind.map { "put `!` before this step, which leads into the \($0) in the data" }
        return ArchiveError(.valueNotFound, reason, remedy: documentRemedy ?? Self.listing(names) ?? remedy ?? endsHere)
    }

    /// A remedy that says how to reach the values of a dictionary whose keys aren't text; nil for other places.
    private var entriesRemedy: String? {
        get throws(ArchiveError) {
            guard case .slot(_, let shared) = self, let (fields, classUID) = try object,
                let layout = shared.archive.soundLayout(of: fields, classUID), layout.keys != nil, layout.count > 0
            else { return nil }
            let steps = ArchivePath(layout.steps(toValue: 0))
            return "its keys aren't text; the value of the first is at .\(steps)"
        }
    }

    /// The remedy where nothing leads on.
    private var endsHere: String {
        if case .topLevel = self { return "set a top-level key first; there is none" }
        return "end the path before this step"
    }

    /// The first keys that lead on from here, in words; nil if none do.
    func listing() throws(ArchiveError) -> String? { Self.listing(try names()) }

    private static func listing(_ names: [String]) -> String? {
        guard !names.isEmpty else { return nil }
        return KeyList.clause(ofShown: Array(names.prefix(KeyList.maximum)), hasMore: names.count > KeyList.maximum)
    }
}

extension ArchivePath.Step {
    /// The text of the step in a path without quotes, after another step; nil for a step that leads to many places.
    fileprivate func text(after last: ArchivePath.Step) -> String? {
        guard !isPattern else { return nil }
        guard let name else { return ArchivePath([self]).description }
        // The dot between a nested archive and the key in it is seldom written.
        if case .nestedArchive = last { return name }
        return ".\(name)"
    }
}

extension KeyedArchive {
    /// The kind of a value, which isn't read for it.
    fileprivate func kind(of slot: Slot) throws(ArchiveError) -> String {
        guard case .stored(let object) = slot else { return try value(slot).kind }
        let kind = index.kind(of: object)
        // An ordered set has another name; what can't be read is an error.
        return kind == .set || kind == .unreadable ? try value(slot).kind : kind.name
    }

    /// The top-level keys and values.
    var topFields: [(key: Slot, value: Slot)] { edits.top?.fields ?? sourceFields(index.top) }
}
