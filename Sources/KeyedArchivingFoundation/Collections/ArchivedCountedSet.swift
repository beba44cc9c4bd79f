public import KeyedArchiving

/// A set of objects of any types that counts how often it holds each, as an instance: `NSCountedSet`.
///
/// A call that asks for any object returns this type for a counted set. Members are not compared, since their types
/// define equality. ``TypedCountedSet`` has members of one type.
public final class ArchivedCountedSet: TwoPhaseCodingable, ValueCoding, StoredContainer, ObjectContainer {
    /// One member, with the number of times that the set holds it.
    public typealias Member = (object: any Codingable, count: Int)

    /// The members.
    public var members: [Member]

    /// The entry that it was decoded from.
    package private(set) var entry: StoredEntry?

    /// Creates a set.
    public init(_ members: [Member]) {
        self.members = members
    }

    /// Creates an empty set.
    public convenience init() {
        self.init([])
    }

    /// `NSCountedSet`.
    public static var codedClassName: String { "NSCountedSet" }

    /// Objects with another class record than that of the type.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// `NSCountedSet`; one that was decoded is written with the class record that it had.
    @usableFromInline
    package static func classRecord(of set: ArchivedCountedSet) -> ArchivedClass? { .countedSet }

    /// Whether a stored field is one of those of a counted set.
    package static func owns(_ key: String) -> Bool { CountedSetFields.owns(key) }

    /// Writes the number of members, and of each the object and the count.
    public func encode(with archiver: KeyedArchiver) throws {
        archiver.begin(self, at: entry)
        try archiver.encodeCounted(members)
    }

    /// Reads the members.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        entry = unarchiver.currentEntry
        members = []
        for (position, count) in try unarchiver.timesOfMembers().enumerated() {
            let key = CountedSetFields.object(position)
            guard let object = try unarchiver.decodeObject(forKey: key) else { throw unarchiver.missing(key) }
            members.append((object, count))
        }
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
        return members.compactMap(\.object.instance)
    }
}

extension ArchivedCountedSet: CustomStringConvertible {
    /// The number of different members and the first of them: `NSCountedSet of 2: "a", "b"`.
    public var description: String {
        ObjectDescription.text("NSCountedSet", members: members.prefix(9).map(\.object), count: members.count)
    }
}

/// A set that counts how often it holds each member, all of one type: `NSCountedSet`.
///
/// ```swift
/// let words = TypedCountedSet(["a", "b", "a"])
/// print(words.count(for: "a"))
/// ```
public struct TypedCountedSet<Member: Codingable & Hashable> {
    /// How often the set holds each member, at least once.
    public private(set) var counts: [Member: Int]

    /// Creates a set of the members, each as often as it occurs.
    public init(_ members: some Sequence<Member>) {
        counts = members.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// Creates a set with the given counts; a member with a count below 1 is left out.
    public init(counts: [Member: Int]) {
        self.counts = counts.filter { $0.value > 0 }
    }

    /// How often the set holds a member.
    public func count(for member: Member) -> Int {
        counts[member] ?? 0
    }
}

extension TypedCountedSet: Codingable {
    /// `NSCountedSet`.
    public static var codedClassName: String { "NSCountedSet" }

    /// Writes the number of members, and of each the object and the count, in a stable order: that of a `Set`.
    public func encode(with archiver: KeyedArchiver) throws {
        let (members, counts) = (Array(counts.keys), Array(counts.values))
        let order = try StableOrder.order(of: members, for: archiver)
        try archiver.encodeCounted(order.map { (members[$0], counts[$0]) })
    }

    /// Reads the members; the counts of equal ones are added.
    ///
    /// A member that is not equal to itself, such as a NaN, is refused, as in a `Set`; an ``ArchivedCountedSet`` keeps
    /// it.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        counts = [:]
        let chargedBefore = unarchiver.chargedSteps
        let times = try unarchiver.timesOfMembers()
        var members: [Member] = []
        for position in times.indices {
            let key = CountedSetFields.object(position)
            guard let member = try unarchiver.decodeIfPresent(Member.self, forKey: key) else {
                throw unarchiver.missing(key)
            }
            try unarchiver._checkCompleteness(forKey: key)
            members.append(member)
        }
        try unarchiver.checkHashing(of: members, CountedSetFields.object(0), since: chargedBefore)
        try unarchiver.chargeTable(of: members.count, MemoryLayout<(key: Member, value: Int)>.stride)
        for (position, (member, count)) in zip(members, times).enumerated() {
            let (sum, overflow) = self.count(for: member).addingReportingOverflow(count)
            guard !overflow else {
                throw unarchiver.damaged(
                    "the counts of a member do not fit", key: CountedSetFields.count(position), code: .range)
            }
            counts[member] = sum
        }
    }
}

extension TypedCountedSet: StoredContainer {
    /// Whether a stored field is one of those of a counted set.
    package static func owns(_ key: String) -> Bool { CountedSetFields.owns(key) }
}

extension TypedCountedSet: Equatable {}
extension TypedCountedSet: Hashable {}
extension TypedCountedSet: Sendable where Member: Sendable {}

extension ArchivedClass {
    fileprivate static let countedSet = ArchivedClass(standardNamed: "NSCountedSet")
}

extension KeyedArchiver {
    /// Encodes the number of members, and of each the object and the count.
    fileprivate func encodeCounted(_ members: [ArchivedCountedSet.Member]) throws {
        if let member = members.first(where: { $0.count < 1 }) {
            throw ArchiveError(
                .unrepresentable, "a counted set holds no member \(member.count) times",
                remedy: "leave the member out, or give it a count of 1 or more")
        }
        try encode(members.count, forKey: CountedSetFields.count)
        try encode(members.map(\.object), forKeys: CountedSetFields.object) { position in
            try encode(members[position].count, forKey: CountedSetFields.count(position))
        }
    }
}
