internal import PropertyLists

/// A set of objects of any types, as an instance: `NSSet` or `NSMutableSet`.
///
/// Members are kept in stored order and are not compared: their types define equality.
public final class ArchivedSet: TwoPhaseCodingable, ValueCoding, StoredContainer, ObjectContainer {
    /// The members.
    public var members: [any Codingable] {
        get { contents }
        set {
            // What the object held may refer back to it, and is released once the object is no longer being changed.
            let old = contents
            contents = newValue
            withExtendedLifetime(old) {}
        }
        _modify {
            // Moved out, the array has one holder and is changed in place.
            var members = contents
            contents = []
            defer { contents = members }
            yield &members
        }
    }

    private var contents: [any Codingable]

    /// Whether the set is written as `NSMutableSet`.
    public var isMutable: Bool

    /// The entry that it was decoded from.
    package private(set) var entry: StoredEntry?

    /// Creates a set.
    ///
    /// ```swift
    /// let tags = ArchivedSet(["draft", Int64(1)])
    /// ```
    public init(_ members: [any Codingable], isMutable: Bool = false) {
        contents = members
        self.isMutable = isMutable
    }

    /// Creates an empty set.
    public convenience init() {
        self.init([])
    }

    /// `NSSet`.
    public static var codedClassName: String { "NSSet" }

    /// Objects with another class record than that of the type.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The class record by whether the set is mutable.
    @usableFromInline
    package static func classRecord(of set: ArchivedSet) -> ArchivedClass? { records.record(isMutable: set.isMutable) }

    private static let records = VariantRecords(of: "NSSet")

    /// Writes the members under `NS.objects`.
    public func encode(with archiver: KeyedArchiver) throws {
        archiver.begin(self, at: entry)
        try archiver.encodeElements(members, forKey: CollectionPart.values.key)
    }

    /// Reads the members.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        entry = unarchiver.currentEntry
        isMutable = unarchiver.state.isClass(named: "NSMutableSet")
        members = try unarchiver.decodeElements()
    }

    deinit {
        var contents = takeContents()
        ObjectGraph.release(&contents)
    }

    /// Leaves the set empty.
    ///
    /// - Returns: The instances that it held.
    package func takeContents() -> [AnyObject] {
        defer { members = [] }
        return members.compactMap { $0.instance }
    }
}
