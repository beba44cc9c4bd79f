import KeyedArchiving
import PropertyLists

/// A class as sample archives have it, from which a Swift type is written.
struct SampledType {
    var name: String
    var hierarchy: [String]
    var objectCount = 0
    private(set) var fields: [Field] = []
    private var positions: [String: Int] = [:]

    /// A field of the class.
    struct Field {
        var key: String
        /// How many objects have it.
        var count = 0
        var shape = SampledShape()
        /// How often it holds a reference to an object, and how often that leads back to one around this.
        var references = BackReferences.Count()

        /// Whether it always leads back to an object around this, as that of a parent does.
        var leadsBack: Bool { references.all > 0 && references.back == references.all }
    }

    init(_ archivedClass: ArchivedClass) {
        name = archivedClass.name
        hierarchy = archivedClass.hierarchy
    }

    /// How many bytes the names take.
    var textSize: Int { hierarchy.reduce(name.utf8.count) { $0 + DocumentBudget.valueCost + $1.utf8.count } }

    /// Adds what an object has under a key.
    ///
    /// - Returns: How many bytes what is new takes.
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

    /// Adds what other samples have of the class.
    mutating func merge(_ other: SampledType) {
        objectCount += other.objectCount
        for field in other.fields {
            add(field.shape, under: field.key)
            add(field.references, under: field.key)
            if let position = positions[field.key] { fields[position].count += field.count - 1 }
        }
    }

    /// Whether some objects lack a field, or have nil under it.
    func isOptional(_ field: Field) -> Bool { field.count < objectCount || field.shape.kinds.contains(.null) }
}

/// What was seen in one place of samples.
struct SampledShape {
    enum Kind: Hashable {
        case null, boolean, integer, float, double, string, data, date, url, uuid, decimal, list, dictionary
        /// An object of a class that isn't Foundation's.
        case object(String)
        /// Something that no type is written for.
        case other(String)
    }

    var kinds: Set<Kind> = []
    /// Whether values were in the field itself, and whether references were.
    var isInline = false
    var isReference = false
    /// What the elements of collections are, or the values of dictionaries: one shape, or none.
    private(set) var elements: [SampledShape] = []

    init() {}

    init(_ kind: Kind, isReference: Bool, elements: SampledShape? = nil) {
        kinds = [kind]
        self.isReference = isReference && kind != .null
        isInline = !isReference
        self.elements = elements.map { [$0] } ?? []
    }

    /// What the elements are; nil if none were seen.
    var element: SampledShape? { elements.first }

    /// The kinds other than nil.
    var values: Set<Kind> { kinds.subtracting([.null]) }

    /// Adds what was seen elsewhere.
    ///
    /// - Returns: How many bytes what is new takes.
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

    /// The classes that objects here have, also in collections.
    var classes: Set<String> {
        var classes = element?.classes ?? []
        for case .object(let name) in kinds { classes.insert(name) }
        return classes
    }
}

extension SampledShape.Kind {
    /// How many bytes the kind takes.
    fileprivate var cost: Int {
        switch self {
        case .object(let text), .other(let text): DocumentBudget.valueCost + text.utf8.count
        default: DocumentBudget.valueCost
        }
    }
}
