public import PropertyLists

/// `NSSet`, written in a stable order.
///
/// Members that are not `Comparable` are compared by their fields and the fields of what these refer to; for that
/// their `encode(with:)` may run more than once. Where this does not suffice, make the type `Comparable`.
extension Set: Codingable where Element: Codingable {
    /// `NSSet`.
    public static var codedClassName: String { "NSSet" }

    /// `NSSet` and `NSObject`.
    public static var codedClassHierarchy: [String] { ["NSSet", "NSObject"] }

    /// `NSMutableSet`.
    public static var codedClassAliases: [String] { ["NSMutableSet"] }

    /// Writes the members under `NS.objects`.
    @inlinable
    public func encode(with archiver: KeyedArchiver) throws {
        let members = Array(self)
        let order = try StableOrder.order(of: members, for: archiver)
        try archiver.encodeElements(order.lazy.map { members[$0] }, forKey: "NS.objects")
    }

    /// Reads the members.
    ///
    /// A member that is not equal to itself, such as a NaN, could never be found again and is refused; an
    /// ``ArchivedSet`` keeps it.
    @inlinable
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let paidBefore = unarchiver.paidSteps
        let members = try unarchiver.decodeElements(of: Element.self)
        try unarchiver._checkCompleteness(forKey: "NS.objects")
        try unarchiver.checkHashing(of: members, "NS.objects", since: paidBefore)
        try unarchiver.chargeTable(of: members.count, MemoryLayout<Element>.stride)
        self = Set(members)
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

/// A set of objects of any types, as an instance: `NSSet` or `NSMutableSet`.
///
/// Members are kept in stored order and are not compared: what equality means is up to their types.
public final class ArchivedSet: TwoPhaseCodingable, ObjectContainer {
    /// The members.
    public var members: [any Codingable]

    /// Whether the set is written as `NSMutableSet`.
    public var isMutable: Bool

    /// Creates a set.
    ///
    /// ```swift
    /// let tags = ArchivedSet(["draft", Int64(1)])
    /// ```
    public init(_ members: [any Codingable], isMutable: Bool = false) {
        self.members = members
        self.isMutable = isMutable
    }

    /// Creates an empty set.
    public convenience init() {
        self.init([])
    }

    /// `NSSet`.
    public static var codedClassName: String { "NSSet" }

    /// `NSMutableSet`.
    public static var codedClassAliases: [String] { ["NSMutableSet"] }

    /// The class record by whether the set is mutable.
    public var _classRecord: ArchivedClass? {
        CollectionClass.record("NSSet", "NSMutableSet", isMutable)
    }

    /// Writes the members under `NS.objects`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeElements(members, forKey: CollectionFields.elements)
    }

    /// Reads the members.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
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
        return members.compactMap { $0._object }
    }
}
