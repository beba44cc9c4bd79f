/// The containers of a tree that is being written as text, some of whose contents are still to be written.
struct OpenContainers: ~Copyable {
    /// The next part to write.
    enum Step {
        case entry(key: PropertyList, value: PropertyList)
        case element(PropertyList, isLast: Bool)
        /// The end of the innermost container, which is open no more.
        case end(isDictionary: Bool)
    }

    private struct Container {
        /// The keys of a dictionary, nil for an array.
        var keys: [PropertyList]?
        /// The elements or values.
        var elements: [PropertyList]
        /// The entries of a dictionary that are written, in their order; nil for all in their own.
        var order: [Int]?
        var written = 0
    }

    /// The containers around the innermost one.
    private var outer: [Container] = []
    private var innermost: Container?
    private var orders = KeyOrders()

    /// How many are open.
    var count: Int { outer.count + (innermost == nil ? 0 : 1) }

    /// Opens an array.
    mutating func open(_ array: PropertyListArray) {
        open(Container(elements: array.elements))
    }

    /// Opens a dictionary.
    ///
    /// - Parameter sortsKeys: Whether its keys come in the order of UTF-16 code units, or in their own.
    mutating func open(_ dictionary: PropertyListDictionary, sortsKeys: Bool) {
        let keys = dictionary.keyBody.elements
        let order = orders.order(of: keys, isSorted: sortsKeys)
        open(Container(keys: keys, elements: dictionary.valueBody.elements, order: order))
    }

    private mutating func open(_ container: consuming Container) {
        if let innermost { outer.append(innermost) }
        innermost = container
    }

    /// The next step in the innermost container; nil if none is open.
    @inline(__always)
    mutating func next() -> Step? {
        guard let position = innermost?.written, let count = innermost?.order?.count ?? innermost?.elements.count else {
            return nil
        }
        guard position < count else {
            let isDictionary = innermost?.keys != nil
            innermost = outer.popLast()
            return .end(isDictionary: isDictionary)
        }
        innermost?.written = position &+ 1
        let entry = innermost?.order?[position] ?? position
        guard let value = innermost?.elements[entry] else { return nil }
        if let key = innermost?.keys?[entry] { return .entry(key: key, value: value) }
        return .element(value, isLast: position &+ 1 == count)
    }

    /// The place of the last value that was returned, such as `$objects[3]`; of a long path, both ends.
    var path: String {
        let shown = 8
        var containers = outer
        if let innermost { containers.append(innermost) }
        guard containers.count > 3 * shown else {
            let path = Self.path(of: containers[...])
            return path.isEmpty ? "the root" : path
        }
        let (start, end) = (Self.path(of: containers.prefix(shown)), Self.path(of: containers.suffix(shown)))
        return "\(start)…(\(containers.count) steps)….\(end)"
    }

    private static func path(of containers: ArraySlice<Container>) -> String {
        var path = PathText()
        for container in containers {
            let position = container.written - 1
            guard let keys = container.keys else {
                path.append(index: position)
                continue
            }
            let key = keys[container.order?[position] ?? position]
            if case .string(let string) = key { path.append(key: string.repaired, limit: 64) }
        }
        return path.text
    }
}
