import KeyedArchiving
import PropertyLists

/// Determines the shapes of an archive's values.
struct ShapeReader: ~Copyable {
    private let archive: KeyedArchive
    private let document: DocumentBudget
    private var cache = FoundationValueCache()
    private var budget: Budget
    /// The shapes of the elements of collections, by the collection and the number of collections around it.
    private var elements: [Collection: SampledShape?] = [:]

    private struct Collection: Hashable {
        var uid: UID
        var depth: Int
    }

    /// How deep collections in collections are looked into.
    static let maximumDepth = 3

    init(_ archive: KeyedArchive, charging document: DocumentBudget) {
        self.archive = archive
        self.document = document
        budget = archive.budget
    }

    mutating func entry(at uid: UID) throws(ArchiveError) -> ArchiveEntry {
        try cache.entry(at: uid, of: archive, charging: &budget)
    }

    /// The shape of a value.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError`` if it can't be read, or exceeds a limit.
    mutating func shape(of value: PropertyList) throws(ArchiveError) -> SampledShape { try shape(of: value, depth: 0) }

    private mutating func shape(of value: PropertyList, depth: Int) throws(ArchiveError) -> SampledShape {
        guard case .uid(let uid) = value else { return SampledShape(Self.kind(of: value), isReference: false) }
        let entry: ArchiveEntry
        do throws(ArchiveError) {
            entry = try self.entry(at: uid)
        } catch {
            if error.endsWork { throw error }
            return SampledShape(.unreadable("a reference that leads nowhere"), isReference: true)
        }
        switch entry {
        case .null: return SampledShape(.null, isReference: true)
        case .value(let value): return SampledShape(Self.kind(of: value), isReference: true)
        case .classRecord: return SampledShape(.unreadable("a class"), isReference: true)
        case .object(let record): return try shape(of: record, uid, depth: depth)
        }
    }

    private mutating func shape(of record: ArchivedRecord, _ uid: UID, depth: Int) throws(ArchiveError) -> SampledShape
    {
        let archivedClass = try archive.archivedClass(at: record.classUID)
        let name = archivedClass.name
        // The name is looked up, here and where shapes are merged.
        try budget.step(name.utf8.count / 4)
        guard LibraryType.plainClasses.contains(name) else {
            return SampledShape(try kind(of: record, archivedClass), isReference: true)
        }
        if name == "NSNumber" { return SampledShape(.other("NSNumber"), isReference: true) }
        let content = try archive.foundationValue(
            of: record, ofClass: archivedClass, caching: &cache, charging: &budget)?.content
        let collection = Collection(uid: uid, depth: depth)
        switch content {
        // In a list it is nil.
        case .null: return SampledShape(depth > 0 ? .null : .other("NSNull"), isReference: true)
        case .string: return SampledShape(.string, isReference: true)
        case .data: return SampledShape(.data, isReference: true)
        case .list(let elements):
            let kind: SampledShape.Kind = name.hasSuffix("OrderedSet") ? .orderedSet : .list
            return SampledShape(kind, isReference: true, elements: try merged(elements, in: collection))
        case .set(let elements):
            return SampledShape(.set, isReference: true, elements: try merged(elements, in: collection))
        case .countedSet(let elements):
            let shape = try merged(elements.map(\.element), in: collection)
            return SampledShape(.countedSet, isReference: true, elements: shape)
        // A dictionary that is a key, perhaps of itself, isn't looked into.
        case .dictionary(let pairs) where depth <= Self.maximumDepth:
            let keys = try merged(pairs.map(\.key), in: Collection(uid: uid, depth: Self.maximumDepth + 1))
            let isPlain = keys.map { $0.kinds == [.string] } ?? true
            return SampledShape(
                isPlain ? .dictionary : .table, isReference: true,
                elements: try merged(pairs.map(\.value), in: collection))
        default: return SampledShape(.other(name), isReference: true)
        }
    }

    /// The kind of an object whose class gets a generated type, or has a type of the library.
    private mutating func kind(
        of record: ArchivedRecord,
        _ archivedClass: ArchivedClass
    ) throws(ArchiveError) -> SampledShape.Kind {
        let name = archivedClass.name
        switch name {
        case _ where LibraryType.isColor(name):
            var number = 0
            if case .integer(let kind)? = record[ColorFields.kind] { number = Int(exactly: kind) ?? 0 }
            // The library's type has no room for patterns.
            if case .none = ColorFields.Form(kind: number, has: { record[$0] != nil }) { return .other(name) }
        case "NSValue":
            let content = try archive.foundationValue(
                of: record, ofClass: archivedClass, caching: &cache, charging: &budget)?.content
            if case .geometry? = content { return .geometry }
        case LibraryType.partOfNames: return .other(name)
        default: break
        }
        return .object(name)
    }

    /// The merged shape of the elements of a collection; nil if there are none, or if the collection is too deep.
    private mutating func merged(
        _ values: [PropertyList],
        in collection: Collection
    ) throws(ArchiveError) -> SampledShape? {
        let isKeys = collection.depth == Self.maximumDepth + 1
        guard collection.depth < Self.maximumDepth || isKeys, !values.isEmpty else { return nil }
        if let known = elements[collection] { return known }
        var merged = SampledShape()
        for value in values { merged.merge(try shape(of: value, depth: collection.depth + 1)) }
        try document.make(merged.cost)
        elements[collection] = .some(merged)
        return merged
    }

    private static func kind(of value: PropertyList) -> SampledShape.Kind {
        switch value {
        case .boolean: .boolean
        case .integer: .integer
        case .float: .float
        case .double: .double
        case .string: .string
        case .data: .data
        default: .unreadable("\(value.kind) in the field")
        }
    }
}
