import KeyedArchiving
import PropertyLists

/// Gathers the classes of sample archives.
struct TypeSampler {
    /// The classes that aren't Foundation's, in the order in which they were found.
    private(set) var types: [SampledType] = []
    private var positions: [String: Int] = [:]
    /// The classes of the root objects.
    private(set) var roots: [String] = []

    /// How deep collections in collections are looked into.
    private static let maximumDepth = 3
    /// How many elements of a collection are looked at.
    private static let elementLimit = 64

    /// The classes that have a type in the registry of Foundation's classes.
    private static let foundationClasses: Set<String> = [
        "NSNull", "NSString", "NSMutableString", "NSData", "NSMutableData", "NSDecimalNumber",
        "NSDecimalNumberPlaceholder", "NSDate", "NSURL", "NSUUID", "NSValue", "NSArray", "NSMutableArray",
        "NSOrderedSet", "NSMutableOrderedSet", "NSSet", "NSMutableSet", "NSCountedSet", "NSDictionary",
        "NSMutableDictionary", "NSIndexSet", "NSMutableIndexSet", "NSIndexPath", "NSAttributedString",
        "NSMutableAttributedString", "NSNumber",
    ]

    /// Adds what was gathered of other samples.
    mutating func add(_ other: TypeSampler) {
        for type in other.types {
            if let position = positions[type.name] {
                types[position].merge(type)
            } else {
                positions[type.name] = types.count
                types.append(type)
            }
        }
        for root in other.roots where !roots.contains(root) { roots.append(root) }
    }

    /// Adds an archive.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError`` if it can't be read, or exceeds a limit.
    mutating func add(_ archive: KeyedArchive, charging document: DocumentBudget) throws(ArchiveError) {
        var cache = FoundationValueCache()
        var budget = archive.budget
        // Many objects can have one class, with a name that takes long to look up; nil for classes of Foundation.
        var positionsByClass: [UID: Int?] = [:]
        for number in 0..<archive.objectCount {
            let uid = UID(UInt64(number))
            guard case .object(let record) = try cache.entry(at: uid, of: archive, charging: &budget) else { continue }
            if positionsByClass[record.classUID] == nil {
                let archivedClass = try archive.archivedClass(at: record.classUID)
                positionsByClass[record.classUID] = .some(try position(of: archivedClass, charging: document))
            }
            guard case .some(.some(let position)) = positionsByClass[record.classUID] else { continue }
            types[position].objectCount += 1
            for field in record.fields {
                let shape = try shape(of: field.value, archive, &cache, &budget, depth: 0)
                try document.make(types[position].add(shape, under: field.key.repaired))
            }
        }
        for (field, count) in try BackReferences(archive).counts {
            if let position = positions[field.className] { types[position].add(count, under: field.key) }
        }
        if let root = archive.topLevelValue(forKey: "root"),
            case .object(let name)? = try shape(of: root, archive, &cache, &budget, depth: 0).kinds.first,
            !roots.contains(name)
        {
            roots.append(name)
        }
    }

    /// The position of a class among those that were found, which it is added to; nil for a class of Foundation.
    private mutating func position(
        of archivedClass: ArchivedClass,
        charging document: DocumentBudget
    ) throws(ArchiveError) -> Int? {
        guard !Self.foundationClasses.contains(archivedClass.name) else { return nil }
        if let known = positions[archivedClass.name] { return known }
        types.append(SampledType(archivedClass))
        positions[archivedClass.name] = types.count - 1
        try document.make(types[types.count - 1].textSize)
        return types.count - 1
    }

    private func shape(
        of value: PropertyList,
        _ archive: KeyedArchive,
        _ cache: inout FoundationValueCache,
        _ budget: inout Budget,
        depth: Int
    ) throws(ArchiveError) -> SampledShape {
        guard case .uid(let uid) = value else { return SampledShape(Self.kind(of: value), isReference: false) }
        let entry: ArchiveEntry
        do throws(ArchiveError) {
            entry = try cache.entry(at: uid, of: archive, charging: &budget)
        } catch {
            if error.code == .limitExceeded { throw error }
            return SampledShape(.other("a reference that leads nowhere"), isReference: true)
        }
        switch entry {
        case .null: return SampledShape(.null, isReference: true)
        case .value(let value): return SampledShape(Self.kind(of: value), isReference: true)
        case .classRecord: return SampledShape(.other("a class"), isReference: true)
        case .object(let record):
            let archivedClass = try archive.archivedClass(at: record.classUID)
            // The name is looked up, here and where shapes are merged.
            try budget.step(archivedClass.name.utf8.count / 4)
            guard Self.foundationClasses.contains(archivedClass.name) else {
                return SampledShape(.object(archivedClass.name), isReference: true)
            }
            let content = try archive.foundationValue(
                of: record, ofClass: archivedClass, caching: &cache, charging: &budget)?.content
            return try shape(of: content, archivedClass.name, archive, &cache, &budget, depth: depth)
        }
    }

    private func shape(
        of content: FoundationValue.Content?,
        _ className: String,
        _ archive: KeyedArchive,
        _ cache: inout FoundationValueCache,
        _ budget: inout Budget,
        depth: Int
    ) throws(ArchiveError) -> SampledShape {
        switch content {
        case .string: return SampledShape(.string, isReference: true)
        case .data: return SampledShape(.data, isReference: true)
        case .decimal: return SampledShape(.decimal, isReference: true)
        case .date: return SampledShape(.date, isReference: true)
        case .url(_, base: nil): return SampledShape(.url, isReference: true)
        case .uuid: return SampledShape(.uuid, isReference: true)
        case .list(let elements), .set(let elements):
            return SampledShape(
                .list, isReference: true, elements: try merged(elements, archive, &cache, &budget, depth: depth))
        // A dictionary that is a key, perhaps of itself, isn't looked into.
        case .dictionary(let pairs) where depth <= Self.maximumDepth:
            for pair in pairs.prefix(Self.elementLimit) {
                let key = try shape(of: pair.key, archive, &cache, &budget, depth: Self.maximumDepth + 1)
                guard key.kinds == [.string] else {
                    return SampledShape(.other("a dictionary whose keys aren't all strings"), isReference: true)
                }
            }
            return SampledShape(
                .dictionary, isReference: true,
                elements: try merged(pairs.map(\.value), archive, &cache, &budget, depth: depth))
        default: return SampledShape(.other(className), isReference: true)
        }
    }

    /// What the elements of a collection are together; nil if there are none.
    private func merged(
        _ elements: [PropertyList],
        _ archive: KeyedArchive,
        _ cache: inout FoundationValueCache,
        _ budget: inout Budget,
        depth: Int
    ) throws(ArchiveError) -> SampledShape? {
        guard depth < Self.maximumDepth, !elements.isEmpty else { return nil }
        var merged = SampledShape()
        for element in elements.prefix(Self.elementLimit) {
            merged.merge(try shape(of: element, archive, &cache, &budget, depth: depth + 1))
        }
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
        default: .other("\(value.kind) in the field")
        }
    }
}
