/// The elements of an array or a set: a value with copy-on-write storage that is released without recursion.
public struct PropertyListArray: Sendable {
    var storage: ContainerStorage

    /// Creates an array with the given elements.
    public init(_ elements: [PropertyList] = []) {
        storage = ContainerStorage(elements)
    }

    /// The elements.
    public var elements: [PropertyList] {
        get { storage.elements }
        set {
            if isKnownUniquelyReferenced(&storage) {
                storage.elements = newValue
            } else {
                storage = ContainerStorage(newValue)
            }
        }
    }

    /// Appends an element.
    ///
    /// - Complexity: amortised O(1) when the storage is not shared.
    public mutating func append(_ element: PropertyList) {
        makeUnique()
        storage.elements.append(element)
    }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) {
            storage = ContainerStorage(storage.elements)
        }
    }
}

extension PropertyListArray: RandomAccessCollection {
    /// The first position, 0.
    public var startIndex: Int { 0 }

    /// The number of elements.
    public var endIndex: Int { storage.elements.count }

    /// The element at `position`.
    ///
    /// - Precondition: `position` is in `0 ..< count`, as for `Array`.
    public subscript(position: Int) -> PropertyList {
        storage.elements[position]
    }
}

extension PropertyListArray: ExpressibleByArrayLiteral {
    /// Creates an array with the given elements.
    public init(arrayLiteral elements: PropertyList...) {
        self.init(elements)
    }
}

/// The shared storage of containers.
///
/// Its only trick is its `deinit`. Swift releases nested values recursively, so a tree a million levels deep would
/// overflow the stack. Here a container that dies hands its uniquely held child containers to a work list and lets them
/// die empty, one after the other.
///
/// `elements` changes only while the storage is uniquely referenced, which makes sharing it between threads safe.
final class ContainerStorage: @unchecked Sendable {
    var elements: [PropertyList]

    init(_ elements: [PropertyList]) {
        self.elements = elements
    }

    deinit {
        var dying: [ContainerStorage] = []
        Self.moveContainers(of: &elements, to: &dying)
        while var container = dying.popLast() {
            if isKnownUniquelyReferenced(&container) {
                Self.moveContainers(of: &container.elements, to: &dying)
            }
        }
    }

    private static func moveContainers(of elements: inout [PropertyList], to dying: inout [ContainerStorage]) {
        guard elements.contains(where: \.isContainer) else { return }
        for element in elements {
            if let storage = element.containerStorage { dying.append(storage) }
        }
        elements = []
    }
}

extension PropertyList {
    var containerStorage: ContainerStorage? {
        switch self {
        case .array(let array), .orderedSet(let array), .set(let array): array.storage
        case .dictionary(let dictionary): dictionary.storage
        default: nil
        }
    }
}
