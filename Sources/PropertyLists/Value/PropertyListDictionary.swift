/// The entries of a dictionary in their stored order, duplicate keys included.
///
/// Apple's writer orders keys by hash bucket, and a file can only be written back as it was if that order is kept. Keys
/// are strings in files of Apple's systems; in binary files they may be other scalars, which are read and written
/// back. A dictionary made in code may have any value as a key, but the binary writer refuses containers as keys, and
/// the writers of text all but strings. Look-up by string compares code units. Where a key occurs more than once, the
/// first one counts.
///
/// ```swift
/// let fields: PropertyListDictionary = ["name": "Ada", "age": 36]
/// print(fields["name"]?.stringValue ?? "", fields.keys.count)
/// ```
public struct PropertyListDictionary: Sendable {
    /// The keys, in a separate array.
    ///
    /// The dictionaries of an archive are the objects of a few classes, and those of a class have the same keys.
    /// Readers let such dictionaries share one array, for which see `BinaryKeyMemory`.
    let keyBody: ContainerStorage
    /// The values, one for each key.
    let valueBody: ContainerStorage

    /// How many levels of containers lie below this one, in 32 bits to fit a ``PropertyList`` of 24 bytes.
    private let levels: UInt32

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
        self.init(keys: keys, values: values)
    }

    /// Creates a dictionary from all keys followed by all values.
    ///
    /// An odd last element is dropped.
    package init(keysThenValues elements: [PropertyList]) {
        let count = elements.count / 2
        self.init(keys: Array(elements[..<count]), values: Array(elements[count..<2 * count]))
    }

    /// Creates a dictionary from its keys and, in the same order, as many values.
    private init(keys: [PropertyList], values: [PropertyList]) {
        let keyHeight = ContainerStorage.height(of: keys)
        let valueHeight = ContainerStorage.height(of: values)
        keyBody = ContainerStorage(keys, height: keyHeight)
        valueBody = ContainerStorage(values, height: valueHeight)
        levels = UInt32(clamping: Swift.max(keyHeight, valueHeight))
    }

    /// Creates a dictionary from scalars as keys and, in the same order, as many values, below which there are as many
    /// levels as said.
    @inline(__always)
    init(scalarKeys: [PropertyList], values: [PropertyList], height: Int) {
        keyBody = .shallow(scalarKeys)
        valueBody = ContainerStorage(values, height: height)
        levels = UInt32(clamping: height)
    }

    /// Creates a dictionary from scalars as keys and, in the same order, as many values, none of them a container.
    @inline(__always)
    init(scalarKeys: [PropertyList], scalars: [PropertyList]) {
        keyBody = .shallow(scalarKeys)
        valueBody = .shallow(scalars)
        levels = 0
    }

    /// Creates a dictionary from scalars as keys and, in the same order, as many values.
    init(scalarKeys: [PropertyList], values: [PropertyList]) {
        self.init(scalarKeys: scalarKeys, values: values, height: ContainerStorage.height(of: values))
    }

    /// How many levels of containers lie below this one.
    var height: Int { Int(levels) }

    /// The keys in order.
    public var keys: ArraySlice<PropertyList> {
        keyBody.elements[...]
    }

    /// The values in the order of their keys.
    public var values: ArraySlice<PropertyList> {
        valueBody.elements[...]
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
    /// ```swift
    /// if let position = fields.position(of: "name") { print(fields.values[position]) }
    /// ```
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
    public var endIndex: Int { keyBody.elements.count }

    /// The entry at `position`.
    ///
    /// - Precondition: `position` is in `0 ..< count`, as for `Array`.
    public subscript(position: Int) -> Element {
        (keyBody.elements[position], valueBody.elements[position])
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
