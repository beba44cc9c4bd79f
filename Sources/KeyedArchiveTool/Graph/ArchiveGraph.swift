import KeyedArchiving
import PropertyLists

/// The objects of one archive as a graph: references resolved, well-known classes understood, and known which objects
/// are shared.
///
/// Whatever is read is paid for each time; long values are read once and kept.
struct ArchiveGraph {
    let archive: KeyedArchive
    let showsRawFields: Bool
    private let sharedUIDs: Set<UID>
    private var classes: [UID: ArchivedClass] = [:]
    private var longValues: [UID: PropertyList] = [:]

    init(_ archive: KeyedArchive, showsRawFields: Bool) {
        self.archive = archive
        self.showsRawFields = showsRawFields
        sharedUIDs = archive.sharedUIDs()
    }

    /// Whether more than one reference leads to an entry.
    func isShared(_ uid: UID) -> Bool {
        sharedUIDs.contains(uid)
    }

    /// What a reference leads to that was resolved before to an object: the object without what it holds.
    mutating func resolveAgain(
        _ uid: UID,
        ofClass classUID: UID,
        _ budget: inout Budget
    ) throws(ArchiveError) -> GraphItem.Content {
        let archivedClass = try archivedClass(at: classUID, &budget)
        return .object(GraphObject(uid: uid, classUID: classUID, archivedClass: archivedClass))
    }

    /// What a value of a field is: a reference is resolved, everything else stands for itself.
    ///
    /// - Throws: The error of an exhausted budget; everything else that is wrong is a problem at this place.
    mutating func resolve(_ value: PropertyList, _ budget: inout Budget) throws(ArchiveError) -> GraphItem.Content {
        guard case .uid(let uid) = value else { return value.isContainer ? .container(value) : .scalar(value) }
        do {
            if let known = try keptValue(at: uid, &budget) { return .scalar(known) }
            switch try archive.entry(at: uid, charging: &budget) {
            case .null: return .null
            case .value(let value):
                keep(value, at: uid)
                return .scalar(value)
            case .classRecord(let archivedClass): return .classRecord(archivedClass)
            case .object(let record):
                let archivedClass = try archivedClass(at: record.classUID, &budget)
                return .object(try object(record, of: archivedClass, at: uid, &budget))
            }
        } catch {
            // Where a limit is reached for the file as a whole, the same would be said of every further place.
            if error.code == .limitExceeded { throw error }
            return .problem(error)
        }
    }

    /// Keeps a long value, so that it is read only once, whatever the number of references to it.
    private mutating func keep(_ value: PropertyList, at uid: UID) {
        if value.isLong { longValues[uid] = value }
    }

    /// A long value that was kept; going through it once more takes a step for 16 bytes.
    private func keptValue(at uid: UID, _ budget: inout Budget) throws(ArchiveError) -> PropertyList? {
        guard let value = longValues[uid] else { return nil }
        try budget.pay { budget throws(PropertyListError) in try budget.step(1 + value.shownSize / 16) }
        return value
    }

    private mutating func object(
        _ record: ArchivedRecord,
        of archivedClass: ArchivedClass,
        at uid: UID,
        _ budget: inout Budget
    ) throws(ArchiveError) -> GraphObject {
        var object = GraphObject(uid: uid, classUID: record.classUID, archivedClass: archivedClass)
        var fields = record.fields
        if !showsRawFields, let meaning = archive.meaning(of: record, ofClass: archivedClass) {
            object.content = meaning.content
            object.children = try children(of: meaning.content, &budget)
            fields = meaning.otherFields
        }
        object.children.append(contentsOf: fields.lazy.map { (.field($0.key), $0.value) })
        return object
    }

    private mutating func archivedClass(
        at uid: UID,
        _ budget: inout Budget
    ) throws(ArchiveError) -> ArchivedClass {
        if let known = classes[uid] { return known }
        let archivedClass = try archive.archivedClass(at: uid, charging: &budget)
        classes[uid] = archivedClass
        return archivedClass
    }

    private mutating func children(
        of content: ArchivedMeaning.Content,
        _ budget: inout Budget
    ) throws(ArchiveError) -> GraphChildren {
        switch content {
        case .list(let elements), .set(let elements): GraphChildren(elements: elements)
        case .countedSet(let members):
            GraphChildren(others: members.enumerated().map { (.counted($0, count: $1.count), $1.element) })
        case .dictionary(let pairs): GraphChildren(others: try children(of: pairs, &budget))
        case .url(_, let base?): GraphChildren(others: [(.field("NS.base"), .uid(base))])
        default: GraphChildren()
        }
    }

    /// The entries of a dictionary.
    ///
    /// Keys that are different strings name their values. Otherwise a plain key stands beside its value, and a key that
    /// is an object is a child of its own.
    private mutating func children(
        of pairs: [(key: PropertyList, value: PropertyList)],
        _ budget: inout Budget
    ) throws(ArchiveError) -> [GraphChildren.Child] {
        var keys: [PropertyList?] = []
        for pair in pairs { keys.append(try plainValue(pair.key, &budget)) }
        var names: Set<PropertyListString> = []
        let areNames = keys.allSatisfy {
            if case .string(let name) = $0 { names.insert(name).inserted } else { false }
        }
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
        return children
    }

    /// The value that a reference leads to, if it is a plain one.
    private mutating func plainValue(
        _ reference: PropertyList,
        _ budget: inout Budget
    ) throws(ArchiveError) -> PropertyList? {
        guard case .uid(let uid) = reference else { return nil }
        do {
            if let known = try keptValue(at: uid, &budget) { return known }
            guard case .value(let value) = try archive.entry(at: uid, charging: &budget) else { return nil }
            keep(value, at: uid)
            return value
        } catch {
            if error.code == .limitExceeded { throw error }
            return nil
        }
    }
}
