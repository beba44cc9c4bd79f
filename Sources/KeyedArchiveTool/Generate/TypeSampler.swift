import KeyedArchiving
import PropertyLists

/// Gathers the classes of sample archives.
struct TypeSampler {
    /// The classes that get a type, in the order in which they were found.
    private(set) var types: [SampledType] = []
    private var positions: [String: Int] = [:]
    /// The top-level keys of archives with the shapes of their values, each once.
    private(set) var roots: [Root] = []

    /// A top-level key of an archive with the shape of its value.
    struct Root {
        var key: String
        var shape: SampledShape
    }

    /// Adds the facts of other samples.
    mutating func add(_ other: TypeSampler) {
        for type in other.types {
            if let position = positions[type.name] {
                types[position].merge(type)
            } else {
                positions[type.name] = types.count
                types.append(type)
            }
        }
        for root in other.roots { add(root) }
    }

    private mutating func add(_ root: Root) {
        if let position = roots.firstIndex(where: { $0.key == root.key && $0.shape.kinds == root.shape.kinds }) {
            roots[position].shape.merge(root.shape)
        } else if roots.count < Self.maximumRootCount {
            roots.append(root)
        }
    }

    private static let maximumRootCount = 64

    /// Adds an archive.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError`` if it can't be read, or exceeds a limit.
    mutating func add(_ archive: KeyedArchive, charging document: DocumentBudget) throws(ArchiveError) {
        var shapes = ShapeReader(archive, charging: document)
        // Many objects can have one class, with a name that takes long to look up; nil for classes without a type.
        var positionsByClass: [UID: Int?] = [:]
        for number in 0..<archive.objectCount {
            guard case .object(let record) = try shapes.entry(at: UID(UInt64(number))) else { continue }
            if positionsByClass[record.classUID] == nil {
                let archivedClass = try archive.archivedClass(at: record.classUID)
                positionsByClass[record.classUID] = .some(try position(of: archivedClass, charging: document))
            }
            guard case .some(.some(let position)) = positionsByClass[record.classUID] else { continue }
            types[position].objectCount += 1
            for field in record.fields {
                let shape = try shapes.shape(of: field.value)
                try document.make(types[position].add(shape, under: field.key.repaired))
            }
        }
        for (field, count) in try BackReferences(archive, charging: document).counts {
            if let position = positions[field.className] { types[position].add(count, under: field.key) }
        }
        try note(ObjectCycles(archive, charging: document))
        for field in try archive.topLevel().prefix(Self.maximumRootCount) {
            let shape = try shapes.shape(of: field.value)
            try document.make(shape.cost + field.key.repaired.utf8.count)
            add(Root(key: field.key.repaired, shape: shape))
        }
    }

    private mutating func note(_ cycles: ObjectCycles) {
        for field in cycles.leftOut {
            if let position = positions[field.className] { types[position].noteCycle(under: field.key) }
        }
        for field in cycles.sharedCollections {
            if let position = positions[field.className] { types[position].noteSharedCollection(under: field.key) }
        }
        for name in cycles.sharedClasses {
            if let position = positions[name] { types[position].isShared = true }
        }
    }

    /// The position of a class among those that were found, which it is added to; nil for a class that gets no type.
    private mutating func position(
        of archivedClass: ArchivedClass,
        charging document: DocumentBudget
    ) throws(ArchiveError) -> Int? {
        guard !LibraryType.knows(archivedClass.name) else { return nil }
        if let known = positions[archivedClass.name] { return known }
        types.append(SampledType(archivedClass))
        positions[archivedClass.name] = types.count - 1
        try document.make(types[types.count - 1].textSize)
        return types.count - 1
    }
}
