/// The elements of a container, and how deep they nest.
///
/// Swift releases, compares and hashes nested arrays recursively, so a tree a million levels deep would overflow the
/// stack. A container with few levels below it, and real files have no others, is a plain array and left to Swift. One
/// with more keeps its elements in an object that releases them without recursion, and whoever walks it needs a work
/// list.
struct ContainerStorage: Sendable {
    private enum Body: Sendable {
        case shallow([PropertyList])
        case deep(DeepElements)
    }

    private var body: Body

    /// How many levels of containers lie below this one.
    private(set) var height: Int

    /// How many levels may lie below a container that is a plain array.
    static let recursionLimit = 64

    init(_ elements: [PropertyList]) {
        var height = 0
        for element in elements { height = max(height, element.level) }
        self.height = height
        body = height <= Self.recursionLimit ? .shallow(elements) : .deep(DeepElements(elements))
    }

    var elements: [PropertyList] {
        switch body {
        case .shallow(let elements): elements
        case .deep(let storage): storage.elements
        }
    }

    /// The object that holds the elements if there are many levels below, else nil.
    var deepElements: DeepElements? {
        switch body {
        case .shallow: nil
        case .deep(let storage): storage
        }
    }

    /// Appends an element.
    ///
    /// - Complexity: amortised O(1) when the storage is not shared.
    mutating func append(_ element: PropertyList) {
        guard element.level <= Self.recursionLimit || deepElements != nil else {
            self = ContainerStorage(elements + [element])
            return
        }
        height = max(height, element.level)
        // The body lets go of the elements before they change, for they would be copied otherwise.
        switch body {
        case .shallow(var elements):
            body = .shallow([])
            elements.append(element)
            body = .shallow(elements)
        case .deep(var storage):
            body = .shallow([])
            if !isKnownUniquelyReferenced(&storage) { storage = DeepElements(storage.elements) }
            storage.elements.append(element)
            body = .deep(storage)
        }
    }
}

/// The elements of a container with many levels below it.
///
/// A container that dies hands the deep containers that it holds alone to a work list and lets them die empty, one after
/// the other.
///
/// `elements` changes only while the object is uniquely referenced, which makes sharing it between threads safe.
final class DeepElements: @unchecked Sendable {
    fileprivate(set) var elements: [PropertyList]

    fileprivate init(_ elements: [PropertyList]) {
        self.elements = elements
    }

    deinit {
        var dying: [DeepElements] = []
        moveDeepContainers(to: &dying)
        while var container = dying.popLast() {
            if isKnownUniquelyReferenced(&container) { container.moveDeepContainers(to: &dying) }
        }
    }

    private func moveDeepContainers(to dying: inout [DeepElements]) {
        for element in elements {
            if let storage = element.containerStorage?.deepElements { dying.append(storage) }
        }
        elements = []
    }
}

extension PropertyList {
    /// The storage of a container, or nil for a scalar.
    var containerStorage: ContainerStorage? {
        switch self {
        case .array(let array), .orderedSet(let array), .set(let array): array.storage
        case .dictionary(let dictionary): dictionary.storage
        default: nil
        }
    }

    /// How many levels of containers this value adds to one that holds it: 0 for a scalar.
    fileprivate var level: Int {
        containerStorage.map { $0.height + 1 } ?? 0
    }
}
