/// The containers of a tree that is being written as text, some of whose contents are still to be written.
struct OpenContainers {
    /// What to write next.
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
        /// The order in which the entries of a dictionary are written, or nil for their own.
        var order: [Int]?
        var written = 0
    }

    private var containers: [Container] = []

    /// How many are open.
    var count: Int { containers.count }

    var isEmpty: Bool { containers.isEmpty }

    /// Opens an array.
    mutating func open(_ array: PropertyListArray) {
        containers.append(Container(elements: array.elements))
    }

    /// Opens a dictionary.
    ///
    /// - Parameter sortsKeys: Whether its keys come in the order of UTF-16 code units, or in their own.
    mutating func open(_ dictionary: PropertyListDictionary, sortsKeys: Bool) {
        let order = sortsKeys ? dictionary.keyOrder : nil
        let (keys, values) = (dictionary.keyBody.elements, dictionary.valueBody.elements)
        containers.append(Container(keys: keys, elements: values, order: order))
    }

    /// The next step in the innermost container; nil if none is open.
    mutating func next() -> Step? {
        let innermost = containers.count - 1
        guard innermost >= 0 else { return nil }
        let position = containers[innermost].written
        guard position < containers[innermost].elements.count else {
            return .end(isDictionary: containers.removeLast().keys != nil)
        }
        containers[innermost].written += 1
        let entry = containers[innermost].order?[position] ?? position
        let value = containers[innermost].elements[entry]
        if let key = containers[innermost].keys?[entry] { return .entry(key: key, value: value) }
        return .element(value, isLast: position + 1 == containers[innermost].elements.count)
    }

    /// The place of the last value that was returned, such as `$objects[3]`; of a long path, both ends.
    var path: String {
        let shown = 8
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

extension PropertyListDictionary {
    /// The positions of the entries in the order of their keys' UTF-16 code units, or nil if they are in order already.
    ///
    /// Entries with the same key stay in their own order, so that the same tree always gives the same text.
    var keyOrder: [Int]? {
        let keys = keys
        let isSorted = keys.indices.dropFirst().allSatisfy { !Self.key(keys[$0], precedes: keys[$0 - 1]) }
        if isSorted { return nil }
        return keys.indices.sorted { left, right in
            if Self.key(keys[left], precedes: keys[right]) { return true }
            return left < right && !Self.key(keys[right], precedes: keys[left])
        }
    }

    /// Compares strings; what isn't a string comes in any order, because it cannot be written.
    private static func key(_ left: PropertyList, precedes right: PropertyList) -> Bool {
        guard case .string(let left) = left, case .string(let right) = right else { return false }
        return left < right
    }
}
