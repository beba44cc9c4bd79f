import KeyedArchiving
import PropertyLists

/// The objects of one archive as a graph: references resolved, well-known classes understood, and known which objects
/// are shared.
struct ArchiveGraph {
    let archive: KeyedArchive
    let showsRawFields: Bool
    /// How many references lead to each entry, up to 2.
    private let referenceCounts: [UInt8]
    private var classes: [UID: ArchivedClass] = [:]

    init(_ archive: KeyedArchive, showsRawFields: Bool, budget: inout WorkBudget) throws(ArchiveError) {
        self.archive = archive
        self.showsRawFields = showsRawFields
        var counter = ReferenceCounter(archive)
        try counter.count(&budget)
        referenceCounts = counter.counts
    }

    /// Whether more than one reference leads to an entry.
    func isShared(_ uid: UID) -> Bool {
        uid.rawValue < UInt64(referenceCounts.count) && referenceCounts[Int(uid.rawValue)] > 1
    }

    /// What a value of a field is: a reference is resolved, everything else stands for itself.
    mutating func resolve(_ value: PropertyList) -> GraphItem.Content {
        guard case .uid(let uid) = value else { return value.isContainer ? .container(value) : .scalar(value) }
        do {
            switch try archive.entry(at: uid) {
            case .null: return .null
            case .value(let value): return .scalar(value)
            case .classRecord(let archivedClass): return .classRecord(archivedClass)
            case .object(let record): return .object(try object(record, at: uid))
            }
        } catch {
            return .problem(error)
        }
    }

    private mutating func object(_ record: ArchivedRecord, at uid: UID) throws(ArchiveError) -> GraphObject {
        let archivedClass = try archivedClass(at: record.classUID)
        var object = GraphObject(uid: uid, archivedClass: archivedClass, content: nil, children: [])
        var fields = record.fields
        if !showsRawFields, let meaning = archive.meaning(of: record, ofClass: archivedClass) {
            object.content = meaning.content
            object.children = children(of: meaning.content)
            fields = meaning.otherFields
        }
        object.children += fields.lazy.map { (.field($0.key), $0.value) }
        return object
    }

    private mutating func archivedClass(at uid: UID) throws(ArchiveError) -> ArchivedClass {
        if let known = classes[uid] { return known }
        let archivedClass = try archive.archivedClass(at: uid)
        classes[uid] = archivedClass
        return archivedClass
    }

    private func children(of content: ArchivedMeaning.Content) -> [(label: GraphLabel, value: PropertyList)] {
        switch content {
        case .list(let elements), .set(let elements):
            elements.enumerated().map { (.element($0), $1) }
        case .countedSet(let members):
            members.enumerated().map { (.counted($0, count: $1.count), $1.element) }
        case .dictionary(let pairs): children(of: pairs)
        case .url(_, let base?): [(.field("NS.base"), .uid(base))]
        default: []
        }
    }

    /// The entries of a dictionary.
    ///
    /// Keys that are different strings name their values. Otherwise a plain key stands beside its value, and a key that
    /// is an object is a child of its own.
    private func children(
        of pairs: [(key: PropertyList, value: PropertyList)]
    ) -> [(label: GraphLabel, value: PropertyList)] {
        let keys = pairs.map { plainValue($0.key) }
        var names: Set<PropertyListString> = []
        let areNames = keys.allSatisfy {
            if case .string(let name) = $0 { names.insert(name).inserted } else { false }
        }
        var children: [(label: GraphLabel, value: PropertyList)] = []
        for (position, pair) in pairs.enumerated() {
            switch keys[position] {
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
    private func plainValue(_ reference: PropertyList) -> PropertyList? {
        guard case .uid(let uid) = reference, case .value(let value) = try? archive.entry(at: uid) else { return nil }
        return value
    }
}
