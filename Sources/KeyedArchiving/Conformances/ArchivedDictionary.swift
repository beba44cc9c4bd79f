internal import PropertyLists

/// A dictionary of objects of any types, as an instance: `NSDictionary` or `NSMutableDictionary`.
///
/// Entries are kept in stored order, and keys are not compared: their types define equality.
public final class ArchivedDictionary: TwoPhaseCodingable, ValueCoding, StoredContainer, GraphContainer {
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
        set {
            // What the object held may refer back to it, and is released once the object is no longer being changed.
            let old = contents
            contents = .entries(newValue)
            withExtendedLifetime(old) {}
        }
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
    /// See `ConstantString`.
    package var hasConstantKeys = false

    /// The entry that it was decoded from.
    package private(set) var entry: StoredEntry?

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

    /// The value of the last entry with the given string as its key, or nil.
    ///
    /// ```swift
    /// let volume = options["volume"] as? Double
    /// ```
    ///
    /// - Complexity: O(*n*).
    public subscript(key: String) -> (any Codingable)? {
        entries.last { String.converted($0.key)?.isIdentical(to: key) == true }?.value
    }

    /// `NSDictionary`.
    public static var codedClassName: String { "NSDictionary" }

    /// Objects with another class record than that of the type.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The class record by whether the dictionary is mutable.
    @usableFromInline
    package static func classRecord(of dictionary: ArchivedDictionary) -> ArchivedClass? {
        records.record(isMutable: dictionary.isMutable)
    }

    private static let records = VariantRecords(of: "NSDictionary")

    /// Writes all keys under `NS.keys`, then all values under `NS.objects`.
    ///
    /// In a layout with ``ArchiveLayout/numbersElements`` each key and each value has a field, the key first.
    public func encode(with archiver: KeyedArchiver) throws {
        archiver.begin(self, at: entry)
        let entries = entries
        let keys = entries.map { hasConstantKeys ? constant($0.key) : $0.key }
        if archiver.hasPlace { return try archiver.encodeEntriesInPlace(keys, entries.map(\.value)) }
        if archiver.numbersElements {
            for (position, entry) in entries.enumerated() {
                try archiver.encodeEntry(keys[position], entry.value, at: position)
            }
            return
        }
        try archiver.encodeElements(keys, forKey: CollectionPart.keys.key)
        try archiver.encodeElements(entries.map(\.value), forKey: CollectionPart.values.key)
    }

    private func constant(_ key: any Codingable) -> any Codingable {
        (key as? String).map { ConstantString($0) } ?? key
    }

    /// Reads the entries.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        entry = unarchiver.currentEntry
        isMutable = unarchiver.state.isClass(named: "NSMutableDictionary")
        let keys = try unarchiver.decodeContents(forKey: CollectionPart.keys.key)
        let values = try unarchiver.decodeContents(forKey: CollectionPart.values.key)
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

    func moveContents(to instances: inout [AnyObject]) {
        let taken = contents
        contents = .entries([])
        switch taken {
        case .entries(let entries):
            for (key, value) in entries {
                if let instance = key.instance { instances.append(instance) }
                if let instance = value.instance { instances.append(instance) }
            }
        case .leaves: break
        case .compact(let keys, let values):
            keys.appendInstances(to: &instances)
            values.appendInstances(to: &instances)
        }
    }

    var holdsGraphs: Bool {
        switch contents {
        case .entries(let entries): !entries.isEmpty
        case .leaves: false
        case .compact(let keys, let values): keys.holdsGraphs || values.holdsGraphs
        }
    }
}
