/// A dictionary of objects of any types, as an instance: `NSDictionary` or `NSMutableDictionary`.
///
/// Entries are kept in stored order, and keys are not compared: what equality means is up to their types.
public final class ObjectDictionary: TwoPhaseCodingable {
    /// One entry.
    public typealias Entry = (key: any Codingable, value: any Codingable)

    /// The entries.
    public var entries: [Entry]

    /// Whether the dictionary is written as `NSMutableDictionary`.
    public var isMutable: Bool

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
        entries.first { ($0.key as? String ?? ($0.key as? ObjectString)?.string) == key }?.value
    }

    /// `NSDictionary`.
    public static var codedClassName: String { "NSDictionary" }

    /// `NSMutableDictionary`.
    public static var codedClassAliases: [String] { ["NSMutableDictionary"] }

    /// The class record by whether the dictionary is mutable.
    public var _codedClass: ArchivedClass? {
        CollectionClass.record("NSDictionary", "NSMutableDictionary", isMutable)
    }

    /// Writes all keys under `NS.keys`, then all values under `NS.objects`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeElements(entries.map(\.key), forKey: "NS.keys")
        try archiver.encodeElements(entries.map(\.value), forKey: "NS.objects")
    }

    /// Reads the entries.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        isMutable = unarchiver.currentClass?.name == "NSMutableDictionary"
        let keys = try unarchiver.decodeElements(forKey: "NS.keys")
        let values = try unarchiver.decodeElements()
        try unarchiver.checkCounts(keys.count, values.count)
        entries = Array(zip(keys, values).map { (key: $0, value: $1) })
    }
}
