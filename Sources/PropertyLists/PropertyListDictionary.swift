/// The entries of a dictionary in their stored order, duplicate keys included.
///
/// Apple's writer orders keys by hash bucket, and a file can only be written back as it was if that order is kept. The
/// keys of a file are strings; a dictionary made in code may have any value as a key, but is refused by the writers then.
/// Look-up by string compares code units. Where a key occurs more than once, the first one counts.
public struct PropertyListDictionary: Sendable {
    /// All keys, then all values: the order of the binary form.
    var storage: ContainerStorage

    /// One entry.
    public typealias Element = (key: PropertyList, value: PropertyList)

    /// Creates a dictionary with the given entries, kept in that order.
    public init(_ entries: some Sequence<Element> = []) {
        var keys: [PropertyList] = []
        var values: [PropertyList] = []
        for (key, value) in entries {
            keys.append(key)
            values.append(value)
        }
        storage = ContainerStorage(keys + values)
    }

    /// Creates a dictionary from all keys followed by all values.
    ///
    /// An odd last element is dropped.
    package init(keysThenValues elements: [PropertyList]) {
        storage = ContainerStorage(elements.count.isMultiple(of: 2) ? elements : elements.dropLast())
    }

    /// The keys in order.
    public var keys: ArraySlice<PropertyList> {
        storage.elements.prefix(count)
    }

    /// The values in the order of their keys.
    public var values: ArraySlice<PropertyList> {
        storage.elements.suffix(count)
    }

    /// The value of the first entry with the given string as its key, or nil.
    ///
    /// Setting changes that entry in place, adds an entry at the end, or, with nil, removes every entry with the key.
    ///
    /// - Complexity: O(*n*). To look up many keys of a wide dictionary, build an index of ``keys``.
    public subscript(key: String) -> PropertyList? {
        get {
            position(of: key).map { self[$0].value }
        }
        set {
            var entries = Array(self)
            if let newValue {
                if let position = position(of: key) {
                    entries[position].value = newValue
                } else {
                    entries.append((key: .string(PropertyListString(key)), value: newValue))
                }
            } else {
                entries.removeAll { $0.key.isString(key) }
            }
            self = PropertyListDictionary(entries)
        }
    }

    /// The position of the first entry with the given string as its key, or nil.
    ///
    /// - Complexity: O(*n*).
    public func position(of key: String) -> Int? {
        keys.firstIndex { $0.isString(key) }
    }
}

extension PropertyListDictionary: RandomAccessCollection {
    /// The first position, 0.
    public var startIndex: Int { 0 }

    /// The number of entries.
    public var endIndex: Int { storage.elements.count / 2 }

    /// The entry at `position`.
    ///
    /// - Precondition: `position` is in `0 ..< count`, as for `Array`.
    public subscript(position: Int) -> Element {
        let elements = storage.elements
        return (elements[position], elements[elements.count / 2 + position])
    }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
    /// Creates a dictionary with its entries in the order written.
    public init(dictionaryLiteral elements: (PropertyList, PropertyList)...) {
        self.init(elements.lazy.map { (key: $0, value: $1) })
    }
}

extension PropertyList {
    /// Whether this is a string with exactly the given characters.
    func isString(_ other: String) -> Bool {
        guard case .string(let string) = self else { return false }
        return string.isIdentical(to: other)
    }
}
