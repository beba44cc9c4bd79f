internal import PropertyLists

/// The class and the keys of objects of one class with the same keys in the same order.
///
/// Most objects of an archive have the class and the keys of another, so that each holds one reference instead of a
/// class record and a text for each field.
final class FieldLayout {
    let archivedClass: ArchivedClass
    let keys: [String]
    /// The archive that they were decoded from.
    let origin: Origin?

    init(_ archivedClass: ArchivedClass, keys: [String] = [], _ origin: Origin? = nil) {
        self.archivedClass = archivedClass
        self.keys = keys
        self.origin = origin
    }
}

/// The value of a field as an ``ArchivedObject`` keeps it: in 24 bytes, where an ``ArchivedValue`` takes 48.
///
/// The most frequent kinds of values have separate cases. The box that can hold any object is five words.
enum CompactValue {
    /// A reference that stands for nil.
    case null
    /// A reference to a string.
    case string(String)
    /// A reference to an integer.
    case integer(Int64)
    /// A reference to a real.
    case double(Double)
    /// A reference to an instance of a class.
    case instance(any Codingable & AnyObject)
    /// A reference to any other object.
    indirect case object(any Codingable)
    /// An inline array of references.
    case objects(CompactList)
    /// An inline value.
    case inline(PropertyList)

    /// The compact form of an object, or of nil.
    init(_ object: (any Codingable)?) {
        guard let object else {
            self = .null
            return
        }
        let type = ObjectIdentifier(type(of: object))
        if type == ObjectIdentifier(String.self), let text = object as? String {
            self = .string(text)
        } else if type == ObjectIdentifier(Int64.self), let number = object as? Int64 {
            self = .integer(number)
        } else if let instance = object.instance, ObjectIdentifier(Swift.type(of: instance)) == type {
            // An optional has an instance too, but isn't it.
            self = .instance(instance)
        } else {
            self = .object(object)
        }
    }

    /// The compact form of the value of a field.
    init(_ value: ArchivedValue) {
        switch value {
        case .object(let object): self.init(object)
        case .objects(let objects):
            var list = CompactListBuilder(capacity: objects.count)
            for object in objects { list.append(CompactValue(object)) }
            self = .objects(list.finished())
        case .inline(let value): self = .inline(value)
        }
    }

    /// The object of a reference; nil if it stands for nil, or if this isn't a reference.
    var object: (any Codingable)? {
        switch self {
        case .null, .objects, .inline: nil
        case .string(let text): text
        case .integer(let number): number
        case .double(let number): number
        case .instance(let instance): instance
        case .object(let object): object
        }
    }

    /// The value as it is returned.
    var value: ArchivedValue {
        switch self {
        case .objects(let list): .objects(list.elements.map(\.object))
        case .inline(let value): .inline(value)
        default: .object(object)
        }
    }
}

/// The values of an object's fields, references of an inline array, or the elements of a decoded collection.
enum CompactList {
    /// Up to how many objects of a collection are kept in their compact form, of which an array is made each time that
    /// it is asked for.
    static let maximumCount = 32

    /// No instance of a class is among them, so that releasing the list releases nothing that may hold others.
    case leaves([CompactValue])
    /// Instances are among them.
    case values([CompactValue])

    var elements: [CompactValue] {
        switch self {
        case .leaves(let elements), .values(let elements): elements
        }
    }

    var count: Int {
        switch self {
        case .leaves(let elements), .values(let elements): elements.count
        }
    }

    /// Replaces a range of values, which must be within the list.
    mutating func replaceSubrange(_ range: Range<Int>, with new: [CompactValue]) {
        var holdsInstances = new.contains { $0.holdsInstances }
        if case .values = self { holdsInstances = true }
        var elements = elements
        // The elements have one holder, and are changed in place.
        self = .leaves([])
        elements.replaceSubrange(range, with: new)
        self = holdsInstances ? .values(elements) : .leaves(elements)
    }
}

/// A list that is being made.
struct CompactListBuilder {
    private var elements: [CompactValue] = []
    private var holdsInstances = false

    /// Begins a list with room for so many values.
    init(capacity: Int) {
        elements.reserveCapacity(capacity)
    }

    /// How many values were added.
    var count: Int { elements.count }

    @inline(__always)
    mutating func append(_ value: CompactValue) {
        if value.holdsInstances { holdsInstances = true }
        elements.append(value)
    }

    consuming func finished() -> CompactList {
        holdsInstances ? .values(elements) : .leaves(elements)
    }
}

// MARK: - Release

extension CompactValue {
    /// Whether an instance of a class is here, which may hold others.
    fileprivate var holdsInstances: Bool {
        @inline(__always) get {
            switch self {
            case .instance, .objects(.values): true
            case .object(let object): object.instance != nil
            case .null, .string, .integer, .double, .objects(.leaves), .inline: false
            }
        }
    }

    /// Whether an instance is here that holds others, as far as that is known.
    fileprivate var holdsGraphs: Bool {
        switch self {
        case .instance(let instance): !ArchivedObject.isLeaf(instance)
        case .objects(let list): list.holdsGraphs
        case .object(let object): object.instance != nil
        case .null, .string, .integer, .double, .inline: false
        }
    }

    /// Adds the instances here.
    fileprivate consuming func appendInstances(to instances: inout [AnyObject]) {
        switch self {
        case .instance(let instance): instances.append(instance)
        case .objects(let list): list.appendInstances(to: &instances)
        case .object(let object): if let instance = object.instance { instances.append(instance) }
        case .null, .string, .integer, .double, .inline: break
        }
    }
}

extension CompactList {
    /// Whether instances are among the values that hold others, as far as that is known.
    var holdsGraphs: Bool {
        guard case .values(let elements) = self else { return false }
        return elements.contains { $0.holdsGraphs }
    }

    /// Adds the instances among the values.
    consuming func appendInstances(to instances: inout [AnyObject]) {
        guard case .values = self else { return }
        var rest = elements
        self = .leaves([])
        // The elements of a long list are moved to a place that is made for all of them.
        if instances.isEmpty { instances.reserveCapacity(rest.count) }
        // Taken out one by one, values are moved and not copied.
        while let value = rest.popLast() { value.appendInstances(to: &instances) }
    }
}
