public import KeyedArchiving

/// An ordered set of objects of any types, as an instance: `NSOrderedSet` or `NSMutableOrderedSet`.
///
/// A call that asks for any object returns this type for an ordered set. Members are not compared, since their types
/// define equality. ``TypedOrderedSet`` has members of one type.
public final class ArchivedOrderedSet: TwoPhaseCodingable, ValueCoding, StoredContainer, ObjectContainer {
    /// The members, in order.
    public var members: [any Codingable]

    /// Whether the set is written as `NSMutableOrderedSet`.
    public var isMutable: Bool

    /// The entry that it was decoded from.
    package private(set) var entry: StoredEntry?

    /// Creates a set.
    public init(_ members: [any Codingable], isMutable: Bool = false) {
        self.members = members
        self.isMutable = isMutable
    }

    /// Creates an empty set.
    public convenience init() {
        self.init([])
    }

    /// `NSOrderedSet`.
    public static var codedClassName: String { "NSOrderedSet" }

    /// Objects with another class record than that of the type.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The class record by whether the set is mutable.
    @usableFromInline
    package static func classRecord(of set: ArchivedOrderedSet) -> ArchivedClass? {
        records.record(isMutable: set.isMutable)
    }

    private static let records = VariantRecords(of: "NSOrderedSet")

    /// Writes the members under `NS.object.0`, `NS.object.1` and so on.
    public func encode(with archiver: KeyedArchiver) throws {
        archiver.begin(self, at: entry)
        try archiver.encodeNumbered(members)
    }

    /// Reads the members.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        entry = unarchiver.currentEntry
        isMutable = unarchiver.currentClass.map { Self.isMutable($0) } ?? false
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
        return members.compactMap(\.instance)
    }
}

extension ArchivedOrderedSet: CustomStringConvertible {
    /// The size and the first members: `NSOrderedSet of 2: "a", "b"`.
    public var description: String {
        ObjectDescription.text(isMutable ? "NSMutableOrderedSet" : "NSOrderedSet", members: members)
    }
}

/// An ordered set of members of one type: `NSOrderedSet`.
///
/// Use ``MutableVariant`` to write it as `NSMutableOrderedSet`.
///
/// ```swift
/// try archiver.encode(TypedOrderedSet(["b", "a", "b"]), forKey: "tags")
/// ```
public struct TypedOrderedSet<Member: Codingable & Hashable> {
    /// The members, in order, each once.
    public private(set) var members: [Member]

    /// Creates a set; of equal members the first is kept.
    public init(_ members: some Sequence<Member>) {
        var seen: Set<Member> = []
        self.members = members.filter { seen.insert($0).inserted }
    }
}

extension TypedOrderedSet: HasMutableVariant {
    /// `NSOrderedSet`.
    public static var codedClassName: String { "NSOrderedSet" }

    /// Writes the members under `NS.object.0`, `NS.object.1` and so on.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeNumbered(members)
    }

    /// Reads the members; of equal ones the first is kept.
    ///
    /// A member that is not equal to itself, such as a NaN, is refused, as in a `Set`; an ``ArchivedOrderedSet`` keeps
    /// it.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let chargedBefore = unarchiver.chargedSteps
        let members = try unarchiver.decodeElements(of: Member.self)
        try unarchiver.checkMembers(members, since: chargedBefore)
        try unarchiver.chargeTable(of: members.count, MemoryLayout<Member>.stride)
        self.init(members)
    }
}

extension TypedOrderedSet: StoredContainer {
    package static func isMutable(_ record: ArchivedClass) -> Bool { false }
}
extension TypedOrderedSet: Equatable {}
extension TypedOrderedSet: Hashable {}
extension TypedOrderedSet: Sendable where Member: Sendable {}
