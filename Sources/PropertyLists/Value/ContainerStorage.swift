/// The elements of a container, held so that they are released without recursion.
///
/// Swift releases, compares and hashes nested arrays recursively, so a tree a million levels deep would overflow the
/// stack. A container with few levels below it, and real files have no others, is a plain array and left to Swift. One
/// with more keeps its elements in an object that releases them without recursion, and walking it needs a work
/// list.
enum ContainerStorage: Sendable {
    case shallow([PropertyList])
    case deep(NestedStorage)

    /// How many levels may lie below a container that is a plain array.
    static let recursionLimit = 64

    /// Holds elements.
    ///
    /// - Parameter height: How many levels of containers lie below.
    @inline(__always)
    init(_ elements: [PropertyList], height: Int) {
        self = height <= Self.recursionLimit ? .shallow(elements) : .deep(NestedStorage(elements))
    }

    /// How many levels of containers lie below a container of some elements.
    static func height(of elements: [PropertyList]) -> Int {
        var height = 0
        for element in elements { height = max(height, element.level) }
        return height
    }

    var elements: [PropertyList] {
        switch self {
        case .shallow(let elements): elements
        case .deep(let storage): storage.elements
        }
    }

    /// The object that holds the elements if there are many levels below; otherwise nil.
    var deepElements: NestedStorage? {
        switch self {
        case .shallow: nil
        case .deep(let storage): storage
        }
    }

    /// Appends an element.
    ///
    /// - Complexity: amortized O(1) when the elements are not shared.
    mutating func append(_ element: PropertyList) {
        // The body releases the elements before they change; otherwise they would be copied.
        switch self {
        case .shallow(var elements):
            self = .shallow([])
            elements.append(element)
            self = ContainerStorage(elements, height: element.level)
        case .deep(var storage):
            self = .shallow([])
            if !isKnownUniquelyReferenced(&storage) { storage = NestedStorage(storage.elements) }
            storage.append(element)
            self = .deep(storage)
        }
    }
}

/// The elements of a container with many levels below it.
///
/// A container that dies hands the deep containers that it holds alone to a work list and lets them die empty, one
/// after the other.
///
/// `elements` changes only while the object is uniquely referenced, which makes sharing it between threads safe.
final class NestedStorage: @unchecked Sendable {
    private(set) var elements: [PropertyList]

    init(_ elements: [PropertyList]) {
        self.elements = elements
    }

    /// Appends an element; only for the one holder of the object.
    fileprivate func append(_ element: PropertyList) {
        elements.append(element)
    }

    deinit {
        var dying: [NestedStorage] = []
        moveDeepContainers(to: &dying)
        while var container = dying.popLast() {
            if isKnownUniquelyReferenced(&container) { container.moveDeepContainers(to: &dying) }
        }
    }

    private func moveDeepContainers(to dying: inout [NestedStorage]) {
        for element in elements {
            switch element {
            case .array(let array), .orderedSet(let array), .set(let array):
                if let deep = array.body.deepElements { dying.append(deep) }
            case .dictionary(let dictionary):
                if let deep = dictionary.keyBody.deepElements { dying.append(deep) }
                if let deep = dictionary.valueBody.deepElements { dying.append(deep) }
            default: break
            }
        }
        elements = []
    }
}

extension PropertyList {
    /// How many levels of containers this value adds to one that holds it: 0 for a scalar.
    package var level: Int {
        switch self {
        case .array(let array), .orderedSet(let array), .set(let array): array.height &+ 1
        case .dictionary(let dictionary): dictionary.height &+ 1
        default: 0
        }
    }
}
