import KeyedArchiving
import PropertyLists

/// A class as sample archives have it, from which a Swift type is written.
struct SampledType {
    var name: String
    var hierarchy: [String]
    var objectCount = 0
    private(set) var fields: [Field] = []
    /// Whether there is an object that several others refer to.
    var isShared = false
    private var positions: [String: Int] = [:]

    /// A field of the class.
    struct Field {
        var key: String
        /// How many objects have it.
        var count = 0
        var shape = SampledShape()
        /// How often it holds a reference to an object, and how often that leads back to one around this.
        var references = BackReferences.Count()

        /// Whether some object is part of a cycle by this field, which is the one to leave out.
        var closesCycle = false
        /// Whether it holds a collection that leads to itself by another reference.
        var holdsSharedCollection = false

        /// Whether it always leads back to an object around this, as that of a parent does.
        var leadsBack: Bool { references.all > 0 && references.back == references.all }
    }

    init(_ archivedClass: ArchivedClass) {
        name = archivedClass.name
        hierarchy = archivedClass.hierarchy
    }

    /// Whether a superclass is that of strings, data or collections.
    var isPlainSubclass: Bool { hierarchy.dropFirst().contains { LibraryType.plainClasses.contains($0) } }

    /// How many bytes the names take.
    var textSize: Int { hierarchy.reduce(name.utf8.count) { $0 + DocumentBudget.valueCost + $1.utf8.count } }

    /// Adds the value that an object has under a key.
    ///
    /// - Returns: The size in bytes of the added facts.
    @discardableResult
    mutating func add(_ shape: SampledShape, under key: String) -> Int {
        var cost = 0
        let position = positions[key] ?? fields.count
        if position == fields.count {
            fields.append(Field(key: key))
            positions[key] = position
            cost += DocumentBudget.valueCost + key.utf8.count
        }
        fields[position].count += 1
        return cost + fields[position].shape.merge(shape)
    }

    /// Adds how often a field leads back.
    mutating func add(_ count: BackReferences.Count, under key: String) {
        guard let position = positions[key] else { return }
        fields[position].references.all += count.all
        fields[position].references.back += count.back
    }

    /// Notes that a field closes a cycle.
    mutating func noteCycle(under key: String) {
        if let position = positions[key] { fields[position].closesCycle = true }
    }

    /// Notes that a field holds a collection that leads to itself by another reference.
    mutating func noteSharedCollection(under key: String) {
        if let position = positions[key] { fields[position].holdsSharedCollection = true }
    }

    /// Adds the facts that other samples have about the class.
    mutating func merge(_ other: SampledType) {
        objectCount += other.objectCount
        isShared = isShared || other.isShared
        for field in other.fields {
            add(field.shape, under: field.key)
            add(field.references, under: field.key)
            if field.closesCycle { noteCycle(under: field.key) }
            if field.holdsSharedCollection { noteSharedCollection(under: field.key) }
            if let position = positions[field.key] { fields[position].count += field.count - 1 }
        }
    }

    /// Whether some objects lack a field, or have nil under it.
    func isOptional(_ field: Field) -> Bool { field.count < objectCount || field.shape.kinds.contains(.null) }
}

/// The values seen in one place of samples.
struct SampledShape {
    enum Kind: Hashable {
        case null, boolean, integer, float, double, string, data
        /// An array.
        case list
        case set, orderedSet, countedSet
        /// A dictionary whose keys are strings.
        case dictionary
        /// A dictionary with other keys.
        case table
        /// A point, a size, a rectangle or a range, of the class `NSValue`.
        case geometry
        /// An object of a class that gets a type, or for which the library has one.
        case object(String)
        /// An object that no type is written for.
        case other(String)
        /// Something that can't be decoded as an object.
        case unreadable(String)

        /// The class of an object that has a type.
        var className: String? { if case .object(let name) = self { name } else { nil } }
    }

    var kinds: Set<Kind> = []
    /// Whether values were in the field itself, and whether references were.
    var isInline = false
    var isReference = false
    /// The shape of the elements of collections, or of the values of dictionaries: one shape, or none.
    private(set) var elements: [SampledShape] = []

    init() {}

    init(_ kind: Kind, isReference: Bool, elements: SampledShape? = nil) {
        kinds = [kind]
        self.isReference = isReference && kind != .null
        isInline = !isReference
        self.elements = elements.map { [$0] } ?? []
    }

    /// The shape of the elements; nil if none were seen.
    var element: SampledShape? { elements.first }

    /// The kinds other than nil.
    var values: Set<Kind> { kinds.subtracting([.null]) }

    /// Adds the values seen in another place.
    ///
    /// - Returns: The size in bytes of the added facts.
    @discardableResult
    mutating func merge(_ other: SampledShape) -> Int {
        var cost = 0
        for kind in other.kinds where kinds.insert(kind).inserted { cost += kind.cost }
        isInline = isInline || other.isInline
        isReference = isReference || other.isReference
        guard let element = other.element else { return cost }
        if elements.isEmpty { elements = [SampledShape()] }
        return cost + elements[0].merge(element)
    }

    /// How many bytes the shape takes.
    var cost: Int { kinds.reduce(element?.cost ?? 0) { $0 + $1.cost } }
}

extension SampledShape.Kind {
    /// How many bytes the kind takes.
    fileprivate var cost: Int {
        switch self {
        case .object(let text), .other(let text), .unreadable(let text):
            DocumentBudget.valueCost + text.utf8.count
        default: DocumentBudget.valueCost
        }
    }
}
