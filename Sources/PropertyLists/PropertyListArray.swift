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
            storage = ContainerStorage(newValue)
        }
    }

    /// Appends an element.
    ///
    /// - Complexity: amortised O(1) when the storage is not shared.
    public mutating func append(_ element: PropertyList) {
        storage.append(element)
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
