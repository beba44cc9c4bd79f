public import PropertyLists

/// `NSDictionary`.
///
/// The same dictionary is written in the same order always: that of its keys, as in a set.
extension Dictionary: Codingable where Key: Codingable, Value: Codingable {
    /// `NSDictionary`.
    public static var codedClassName: String { "NSDictionary" }

    /// `NSDictionary` and `NSObject`.
    public static var codedClassHierarchy: [String] { ["NSDictionary", "NSObject"] }

    /// `NSMutableDictionary`.
    public static var codedClassAliases: [String] { ["NSMutableDictionary"] }

    /// Writes all keys under `NS.keys`, then all values under `NS.objects`.
    @inlinable
    public func encode(with archiver: KeyedArchiver) throws {
        let keys = Array(self.keys)
        let values = Array(self.values)
        let order = try StableOrder.order(of: keys, for: archiver)
        try archiver.encodeElements(order.lazy.map { keys[$0] }, forKey: "NS.keys")
        try archiver.encodeElements(order.lazy.map { values[$0] }, forKey: "NS.objects")
    }

    /// Reads the entries.
    ///
    /// Of two with equal keys the later counts. A key that is not equal to itself, such as a NaN, could never be looked
    /// up and is refused; an ``ArchivedDictionary`` keeps it.
    @inlinable
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let paidBefore = unarchiver.paidSteps
        let keys = try unarchiver.decodeElements(of: Key.self, forKey: "NS.keys")
        try unarchiver._checkCompleteness(forKey: "NS.keys")
        try unarchiver.checkHashing(of: keys, "NS.keys", since: paidBefore)
        try unarchiver.chargeTable(of: keys.count, MemoryLayout<Key>.stride + MemoryLayout<Value>.stride)
        self.init(minimumCapacity: keys.count)
        do {
            let list = try unarchiver.elementList(forKey: "NS.objects", elementSize: 0)
            try unarchiver.checkCounts(keys.count, list.count)
            // A value goes into the dictionary as soon as it is decoded: an array of all values would hold each of them
            // a second time.
            try unarchiver.forEachElement(of: Value.self, in: list, "NS.objects") { position, value in
                self[keys[position]] = value
            }
        } catch {
            try unarchiver.recover(from: error)
        }
    }

    /// Encodes the collection as an object.
    @inlinable
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver.encodeCollection(self)
    }

    /// Decodes the collection.
    @inlinable
    public static func _decode(_ source: _CodingSource, from unarchiver: KeyedUnarchiver) throws -> Self? {
        try unarchiver.decodeUncached(Self.self, source)
    }
}

extension KeyedUnarchiver {
    /// Checks that a dictionary has as many keys as values.
    @usableFromInline
    func checkCounts(_ keys: Int, _ values: Int) throws {
        guard keys != values else { return }
        throw failure(
            .invalidValue,
            "a dictionary has \(keys) keys and \(values) values",
            key: CollectionFields.keys,
            remedy: PropertyListError.damageRemedy
        )
    }
}

/// A dictionary of objects of any types, as an instance: `NSDictionary` or `NSMutableDictionary`.
///
/// Entries are kept in stored order, and keys are not compared: what equality means is up to their types.
public final class ArchivedDictionary: TwoPhaseCodingable, ObjectContainer {
    /// One entry.
    public typealias Entry = (key: any Codingable, value: any Codingable)

    /// The entries.
    ///
    /// - Complexity: O(1); O(*n*) in the number of entries, up to 32, of a dictionary that was decoded and not changed.
    public var entries: [Entry] {
        get {
            switch contents {
            case .entries(let entries), .leaves(let entries): entries
            case .compact(let keys, let values): Self.entries(keys, values)
            }
        }
        set { contents = .entries(newValue) }
        _modify {
            // Moved out, the array has one holder and is changed in place.
            var entries = entries
            contents = .entries([])
            defer { contents = .entries(entries) }
            yield &entries
        }
    }

    private var contents: Contents

    /// The entries as they are returned, or keys and values as they were decoded.
    private enum Contents {
        case entries([Entry])
        /// No instance of a class is among them, so that there is none to look for at the end.
        case leaves([Entry])
        case compact(keys: CollectionContents, values: CollectionContents)
    }

    private static func entries(_ keys: CollectionContents, _ values: CollectionContents) -> [Entry] {
        zip(keys.elements, values.elements).map { (key: $0, value: $1) }
    }

    /// Whether the dictionary is written as `NSMutableDictionary`.
    public var isMutable: Bool

    /// Whether keys that are strings are written as constants of a program, like the names of attributes.
    ///
    /// See ``ConstantString``.
    public var hasConstantKeys = false

    /// Creates a dictionary.
    ///
    /// ```swift
    /// let options = ArchivedDictionary([(key: "volume", value: 0.5), (key: 7, value: "seven")])
    /// ```
    public init(_ entries: [Entry], isMutable: Bool = false) {
        contents = .entries(entries)
        self.isMutable = isMutable
    }

    /// Creates an empty dictionary.
    public convenience init() {
        self.init([])
    }

    /// The value of the first entry with the given string as its key, or nil.
    ///
    /// ```swift
    /// let volume = options["volume"] as? Double
    /// ```
    ///
    /// - Complexity: O(*n*).
    public subscript(key: String) -> (any Codingable)? {
        entries.first { String._cast($0.key) == key }?.value
    }

    /// `NSDictionary`.
    public static var codedClassName: String { "NSDictionary" }

    /// `NSMutableDictionary`.
    public static var codedClassAliases: [String] { ["NSMutableDictionary"] }

    /// The class record by whether the dictionary is mutable.
    public var _classRecord: ArchivedClass? {
        CollectionClass.record("NSDictionary", "NSMutableDictionary", isMutable)
    }

    /// Writes all keys under `NS.keys`, then all values under `NS.objects`.
    public func encode(with archiver: KeyedArchiver) throws {
        let entries = entries
        try archiver.encodeElements(
            entries.map { hasConstantKeys ? constant($0.key) : $0.key }, forKey: CollectionFields.keys)
        try archiver.encodeElements(entries.map(\.value), forKey: CollectionFields.elements)
    }

    private func constant(_ key: any Codingable) -> any Codingable {
        (key as? String).map { ConstantString($0) } ?? key
    }

    /// Reads the entries.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        isMutable = unarchiver.state.isClass(named: "NSMutableDictionary")
        let keys = try unarchiver.decodeContents(forKey: CollectionFields.keys)
        let values = try unarchiver.decodeContents(forKey: CollectionFields.elements)
        try unarchiver.checkCounts(keys.count, values.count)
        if case .compact = keys, case .compact = values {
            contents = .compact(keys: keys, values: values)
        } else if keys.areLeaves, values.areLeaves {
            contents = .leaves(Self.entries(keys, values))
        } else {
            contents = .entries(Self.entries(keys, values))
        }
    }

    deinit {
        guard holdsGraphs else { return }
        var contents = takeContents()
        ObjectGraph.release(&contents)
    }

    /// Leaves the dictionary empty.
    ///
    /// - Returns: The instances that it held.
    package func takeContents() -> [AnyObject] {
        var instances: [AnyObject] = []
        moveContents(to: &instances)
        return instances
    }

    /// Moves the instances that the dictionary holds to a list, if one of them may hold others.
    func moveGraphs(to instances: inout [AnyObject]) {
        if holdsGraphs { moveContents(to: &instances) }
    }

    private func moveContents(to instances: inout [AnyObject]) {
        let taken = contents
        contents = .entries([])
        switch taken {
        case .entries(let entries):
            for (key, value) in entries {
                if let instance = key._object { instances.append(instance) }
                if let instance = value._object { instances.append(instance) }
            }
        case .leaves: break
        case .compact(let keys, let values):
            keys.appendInstances(to: &instances)
            values.appendInstances(to: &instances)
        }
    }

    /// Whether instances may be here that hold others.
    private var holdsGraphs: Bool {
        switch contents {
        case .entries(let entries): !entries.isEmpty
        case .leaves: false
        case .compact(let keys, let values): keys.holdsGraphs || values.holdsGraphs
        }
    }
}
