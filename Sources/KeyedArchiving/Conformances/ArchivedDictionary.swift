/// A dictionary of objects of any types, as an instance: `NSDictionary` or `NSMutableDictionary`.
///
/// Entries are kept in stored order, and keys are not compared: what equality means is up to their types.
public final class ArchivedDictionary: TwoPhaseCodingable, ObjectContainer {
    /// One entry.
    public typealias Entry = (key: any Codingable, value: any Codingable)

    /// The entries.
    public var entries: [Entry]

    /// Whether the dictionary is written as `NSMutableDictionary`.
    public var isMutable: Bool

    /// Whether keys that are strings are written as constants of a program, like the names of attributes.
    ///
    /// See ``ConstantString``.
    public var hasConstantKeys = false

    /// Creates a dictionary.
    public init(_ entries: [Entry], isMutable: Bool = false) {
        self.entries = entries
        self.isMutable = isMutable
    }

    /// Creates an empty dictionary.
    public convenience init() {
        self.init([])
    }

    /// The value of the first entry with the given string as its key, or nil.
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
        try archiver.encodeElements(entries.map { hasConstantKeys ? constant($0.key) : $0.key }, forKey: "NS.keys")
        try archiver.encodeElements(entries.map(\.value), forKey: "NS.objects")
    }

    private func constant(_ key: any Codingable) -> any Codingable {
        (key as? String).map { ConstantString($0) } ?? key
    }

    /// Reads the entries.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        isMutable = unarchiver.currentClass?.name == "NSMutableDictionary"
        let keys = try unarchiver.decodeElements(forKey: "NS.keys")
        let values = try unarchiver.decodeElements()
        try unarchiver.checkCounts(keys.count, values.count)
        entries = Array(zip(keys, values).map { (key: $0, value: $1) })
    }

    deinit {
        var contents = takeContents()
        ObjectGraph.release(&contents)
    }

    /// Leaves the dictionary empty.
    ///
    /// - Returns: The instances that it held.
    package func takeContents() -> [AnyObject] {
        defer { entries = [] }
        return entries.flatMap { entry in [entry.key, entry.value].compactMap { $0._object } }
    }
}
