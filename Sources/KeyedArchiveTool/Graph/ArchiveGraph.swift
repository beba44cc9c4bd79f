import KeyedArchiving
import PropertyLists

/// The objects of one archive as a graph: references resolved, well-known classes understood, and known which objects
/// are shared.
///
/// A property list that isn't an archive is a graph without objects.
///
/// Whatever is read is charged each time; long values are read once and kept.
struct ArchiveGraph {
    private(set) var entries: any ArchiveEntries
    let showsRawFields: Bool
    /// Whether fields and dictionaries come in the order of their keys, and sets in that of their values, as far as
    /// these are plain.
    let isSorted: Bool
    /// Whether people read the output, rather than programs.
    let isForPeople: Bool
    /// Whether fields that say no more than the line of their object are kept.
    let isByPath: Bool
    /// Whether number objects are read as numbers.
    private let readsNumbers: Bool
    private var sharedUIDs: Set<UID>
    private var classes: [UID: KnownClass] = [:]
    private var names = LongNames()
    private var summaries = ObjectSummaries()

    init(
        _ entries: any ArchiveEntries,
        showsRawFields: Bool,
        isSorted: Bool = false,
        isForPeople: Bool = false,
        isByPath: Bool = false,
        readsNumbers: Bool = false
    ) throws(ArchiveError) {
        self.entries = entries
        self.showsRawFields = showsRawFields
        self.isSorted = isSorted
        self.isForPeople = isForPeople
        self.isByPath = isByPath
        self.readsNumbers = readsNumbers || isForPeople
        sharedUIDs = try entries.sharedUIDs()
    }

    /// Whether more than one reference leads to any entry.
    var hasSharedObjects: Bool { !sharedUIDs.isEmpty }

    /// Whether more than one reference leads to an entry.
    func isShared(_ uid: UID) -> Bool {
        sharedUIDs.contains(uid)
    }

    /// The object of a reference that was resolved before, without its contents.
    mutating func resolveAgain(
        _ uid: UID,
        ofClass classUID: UID,
        _ budget: inout Budget
    ) throws(ArchiveError) -> GraphItem.Content {
        .object(try object(at: uid, ofClass: classUID, &budget))
    }

    /// The content of a field's value: a reference is resolved, every other value represents itself.
    ///
    /// - Throws: The error of an exhausted budget; every other error becomes a problem at this place.
    mutating func resolve(_ value: PropertyList, _ budget: inout Budget) throws(ArchiveError) -> GraphItem.Content {
        guard case .uid(let uid) = value else {
            return value.isContainer ? .container(value) : .scalar(value)
        }
        do {
            switch try entries.entry(at: uid, charging: &budget) {
            case .null: return .null
            case .value(let value): return .scalar(value)
            case .classRecord(let archivedClass): return .classRecord(archivedClass)
            case .object(let record):
                return .object(try object(record, at: uid, &budget))
            }
        } catch {
            // Where a limit is reached for the file as a whole, the same would be said of every further place.
            if error.endsWork { throw error }
            return .problem(error)
        }
    }

    private mutating func object(
        _ record: ArchivedRecord,
        at uid: UID,
        _ budget: inout Budget
    ) throws(ArchiveError) -> GraphObject {
        var object = try object(at: uid, ofClass: record.classUID, &budget)
        let archivedClass = object.archivedClass
        var fields = record.fields
        if !showsRawFields,
            let foundationValue = try entries.foundationValue(
                of: record, ofClass: archivedClass, charging: &budget)
        {
            object.content = foundationValue.content
            object.children = try children(of: foundationValue.content, &budget)
            if isByPath, case .dictionary(let pairs) = object.content, let places = entries.entryPlaces(of: record) {
                var keys: [PropertyList?] = []
                for pair in pairs { keys.append(try text(of: pair.key, &budget)) }
                let areDifferent = names.areDifferent(keys, at: pairs.lazy.map(\.key))
                // A key that many dictionaries share is hashed for each.
                for case .string(let text)? in keys where !areDifferent { try budget.step(text.size / 16) }
                object.entryPaths = EntryPaths(
                    places, EntrySteps(keys: keys, areDifferent: areDifferent), of: record)
            }
            fields = foundationValue.otherFields
        }
        let allFields = fields
        var isFolded = !isByPath
        if readsNumbers, !showsRawFields, classes[record.classUID]?.isNumber == true,
            let number = NumberSummary(of: record)
        {
            object.content = .decimal(number.text)
            fields.removeAll { NumberSummary.isFolded($0.key) }
            // Those of a sequential archive are made of the number, and no place of their own.
            if entries.archiver == SequentialEntries.archiverName { isFolded = true }
        } else if isForPeople, !showsRawFields {
            if let color = try ColorSummary(of: record, ofClass: archivedClass, in: &entries, &budget) {
                object.color = color
                fields.removeAll { color.isFolded($0.key) }
            } else if object.content == nil,
                let summary = summaries.summary(of: record, ofClass: archivedClass, in: &entries, budget)
            {
                object.summary = summary.text
            } else if !isByPath, case .string(let text) = object.content,
                let runs = try AttributedRuns(of: fields, text: text, in: &entries, &budget)
            {
                object.children.append(contentsOf: runs.children)
                sharedUIDs.formUnion(runs.repeated)
                fields.removeAll { AttributedRuns.isFolded($0.key) }
            }
        }
        if !isFolded { fields = allFields }
        object.children.append(contentsOf: sorted(fields).lazy.map { (.field($0.key), $0.value) })
        return object
    }

    /// An object without its contents.
    ///
    /// One whose class record is missing or damaged is an object all the same: its fields can be shown.
    private mutating func object(
        at uid: UID,
        ofClass classUID: UID,
        _ budget: inout Budget
    ) throws(ArchiveError) -> GraphObject {
        let known: KnownClass
        if let found = classes[classUID] {
            known = found
        } else {
            do {
                known = KnownClass(try entries.archivedClass(at: classUID, charging: &budget))
            } catch {
                if error.endsWork { throw error }
                known = KnownClass(problem: error)
            }
            classes[classUID] = known
        }
        return GraphObject(
            uid: uid, classUID: classUID, archivedClass: known.archivedClass, classProblem: known.problem)
    }

    private mutating func children(
        of content: FoundationValue.Content,
        _ budget: inout Budget
    ) throws(ArchiveError) -> GraphChildren {
        switch content {
        case .list(let elements): GraphChildren(elements: elements)
        case .set(let elements): GraphChildren(elements: isSorted ? try sorted(elements, &budget) : elements)
        case .countedSet(let members):
            GraphChildren(others: members.enumerated().map { (.counted($0, count: $1.stored), $1.element) })
        case .dictionary(let pairs): GraphChildren(others: try children(of: pairs, &budget))
        case .url(_, let base?): GraphChildren(others: [(.field(PropertyListString(URLFields.base)), .uid(base))])
        default: GraphChildren()
        }
    }

    /// The places of the keys and the values of the dictionary that an entry is; nil for other entries.
    mutating func entryPlaces(at uid: UID, _ budget: inout Budget) throws(ArchiveError) -> EntryPlaces? {
        guard case .object(let record) = try entries.entry(at: uid, charging: &budget) else { return nil }
        return entries.entryPlaces(of: record)
    }

    /// The entries of a dictionary.
    ///
    /// Keys that are different strings name their values. Otherwise a plain key is printed with its value, and a key
    /// that is an object is a separate child.
    private mutating func children(
        of pairs: [(key: PropertyList, value: PropertyList)],
        _ budget: inout Budget
    ) throws(ArchiveError) -> [GraphChildren.Child] {
        var keys: [PropertyList?] = []
        for pair in pairs { keys.append(try plainValue(pair.key, &budget)) }
        let areNames = names.areDifferent(keys, at: pairs.lazy.map(\.key))
        var children: [GraphChildren.Child] = []
        for (position, (key, pair)) in zip(keys, pairs).enumerated() {
            switch key {
            case .string(let name) where areNames: children.append((.entry(name), pair.value))
            case let key?: children.append((.scalarKey(key), pair.value))
            case nil:
                children.append((.keyAt(position), pair.key))
                children.append((.valueAt(position), pair.value))
            }
        }
        guard isSorted, areNames else { return children }
        return zip(keys, children).map { (key: $0?.stringKey ?? "", child: $1) }.sorted { $0.key < $1.key }.map(\.child)
    }

    /// Fields in the order of their keys, if that is wanted.
    func sorted(_ fields: [ArchivedRecord.Field]) -> [ArchivedRecord.Field] {
        isSorted ? fields.sorted { $0.key < $1.key } : fields
    }

    /// The elements of a set in the order of their values, if all of them are plain; numbers as their texts.
    private mutating func sorted(
        _ elements: [PropertyList],
        _ budget: inout Budget
    ) throws(ArchiveError) -> [PropertyList] {
        var keyed: [(text: String, element: PropertyList)] = []
        for element in elements {
            guard let value = try plainValue(element, &budget) else { return elements }
            keyed.append((JSONText.scalar(value), element))
        }
        return keyed.sorted { $0.text < $1.text }.map(\.element)
    }

    /// The value that a key stands for, if that is a plain one: itself, or the text that a string's object holds.
    private mutating func text(
        of key: PropertyList,
        _ budget: inout Budget
    ) throws(ArchiveError) -> PropertyList? {
        if let value = try plainValue(key, &budget) { return value }
        guard case .uid(let uid) = key,
            case .object(let record)? = try entries.readableEntry(at: key, charging: &budget)
        else { return nil }
        let archivedClass = try object(at: uid, ofClass: record.classUID, &budget).archivedClass
        let known = try entries.foundationValue(of: record, ofClass: archivedClass, charging: &budget)
        if case .string(let text)? = known?.content { return .string(text) }
        return nil
    }

    /// The value that a reference leads to, if it is a plain one.
    private mutating func plainValue(
        _ reference: PropertyList,
        _ budget: inout Budget
    ) throws(ArchiveError) -> PropertyList? {
        guard case .value(let value)? = try entries.readableEntry(at: reference, charging: &budget) else { return nil }
        return value
    }
}

/// The content of a class record, or the error of reading it.
private struct KnownClass {
    let archivedClass: ArchivedClass
    let problem: ArchiveError?
    /// Whether objects of the class are numbers; found once, as chains of classes may be long.
    let isNumber: Bool

    init(_ archivedClass: ArchivedClass) {
        self.archivedClass = archivedClass
        problem = nil
        isNumber = archivedClass.hierarchy.contains("NSNumber")
    }

    init(problem: ArchiveError) {
        archivedClass = ArchivedClass(name: "unknown class", hierarchy: [])
        self.problem = problem
        isNumber = false
    }
}

extension PropertyList {
    /// The text of a key by which entries are sorted.
    fileprivate var stringKey: PropertyListString {
        if case .string(let text) = self { text } else { "" }
    }
}
