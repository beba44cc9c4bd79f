/// The elements of an array or a set: a value with copy-on-write storage that is released without recursion.
///
/// ```swift
/// var tags: PropertyListArray = ["a", "b"]
/// tags.append(3)
/// ```
public struct PropertyListArray: Sendable {
    private(set) var body: ContainerStorage

    /// How many levels of containers lie below this one.
    private(set) var height: Int

    /// Creates an array with the given elements.
    public init(_ elements: [PropertyList] = []) {
        self.init(elements, height: ContainerStorage.height(of: elements))
    }

    /// Creates an array with the given elements, below which there are as many levels as said.
    @inline(__always)
    init(_ elements: [PropertyList], height: Int) {
        self.height = height
        body = ContainerStorage(elements, height: height)
    }

    /// Creates an array with elements none of which is a container.
    @inline(__always)
    init(scalars: [PropertyList]) {
        height = 0
        body = .shallow(scalars)
    }

    /// The elements.
    public var elements: [PropertyList] {
        get { body.elements }
        set { self = PropertyListArray(newValue) }
    }

    /// Appends an element.
    ///
    /// - Complexity: amortized O(1) when the storage is not shared.
    public mutating func append(_ element: PropertyList) {
        height = Swift.max(height, element.level)
        body.append(element)
    }
}

extension PropertyListArray: RandomAccessCollection {
    /// The first position, 0.
    public var startIndex: Int { 0 }

    /// The number of elements.
    public var endIndex: Int { body.elements.count }

    /// The element at `position`.
    ///
    /// - Precondition: `position` is in `0 ..< count`, as for `Array`.
    public subscript(position: Int) -> PropertyList {
        body.elements[position]
    }
}

extension PropertyListArray: ExpressibleByArrayLiteral {
    /// Creates an array with the given elements.
    public init(arrayLiteral elements: PropertyList...) {
        self.init(elements)
    }
}
