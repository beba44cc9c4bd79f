/// The objects in an array of one of the library's types.
///
/// Most arrays are short, and are read once or never after decoding.
enum CollectionContents {
    /// The objects as they are returned.
    case elements([any Codingable])
    /// Objects without an instance of a class among them, so that releasing them needs no search for instances.
    case leaves([any Codingable])
    /// Up to ``CompactList/maximumCount`` objects, none of them nil.
    case compact(CompactList)

    /// Creates contents from decoded elements: numbers, and the objects after them.
    init(_ numbers: [any Codingable], _ rest: CompactList) {
        guard numbers.count + rest.count > CompactList.maximumCount else {
            self = .compact(rest)
            return
        }
        var elements = numbers
        elements.reserveCapacity(numbers.count + rest.count)
        for value in rest.elements { if let object = value.object { elements.append(object) } }
        self = if case .leaves = rest { .leaves(elements) } else { .elements(elements) }
    }

    /// The objects as they are returned; those in their compact form are made each time.
    var elements: [any Codingable] {
        switch self {
        case .elements(let elements), .leaves(let elements): elements
        case .compact(let list): list.elements.compactMap(\.object)
        }
    }

    var count: Int {
        switch self {
        case .elements(let elements), .leaves(let elements): elements.count
        case .compact(let list): list.count
        }
    }

    /// Whether no instance of a class is known to be here.
    var areLeaves: Bool {
        switch self {
        case .leaves, .compact(.leaves): true
        case .elements, .compact(.values): false
        }
    }

    /// Whether instances may be here that hold others.
    var holdsGraphs: Bool {
        switch self {
        case .elements(let elements): !elements.isEmpty
        case .leaves: false
        case .compact(let list): list.holdsGraphs
        }
    }

    /// Adds the instances here.
    consuming func appendInstances(to instances: inout [AnyObject]) {
        switch self {
        case .elements(let elements):
            for element in elements { if let instance = element.instance { instances.append(instance) } }
        case .leaves: break
        case .compact(let list): list.appendInstances(to: &instances)
        }
    }
}
