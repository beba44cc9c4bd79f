public import KeyedArchiving

/// A set that counts how often it holds each member, all of one type: `NSCountedSet`.
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

    /// The class and its superclasses.
    public static var codedClassHierarchy: [String] { CountedSetKeys.hierarchy }

    /// Writes the number of members, and of each the object and the count, in a stable order: that of a `Set`.
    public func encode(with archiver: KeyedArchiver) throws {
        let (members, counts) = (Array(counts.keys), Array(counts.values))
        let order = try StableOrder.order(of: members, for: archiver)
        try archiver.encode(members.count, forKey: CountedSetKeys.count)
        for (position, index) in order.enumerated() {
            try archiver.encode(members[index], forKey: CountedSetKeys.object(position))
            try archiver.encode(counts[index], forKey: CountedSetKeys.count(position))
        }
    }

    /// Reads the members; the counts of equal ones are added.
    ///
    /// A member that is not equal to itself, such as a NaN, is refused, as in a `Set`; an ``ArchivedCountedSet`` keeps
    /// it.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        counts = [:]
        for position in 0..<(try unarchiver.memberCount()) {
            let key = CountedSetKeys.object(position)
            guard let member = try unarchiver.decodeIfPresent(Member.self, forKey: key) else {
                throw unarchiver.missing(key)
            }
            try unarchiver._checkCompleteness(forKey: key)
            try unarchiver.checkEqualToItself(member, key)
            let (sum, overflow) = count(for: member)
                .addingReportingOverflow(try unarchiver.count(ofMember: position))
            guard !overflow else {
                throw unarchiver.failure(
                    .range, "the counts of a member do not fit", key: CountedSetKeys.count(position))
            }
            counts[member] = sum
        }
    }
}

extension TypedCountedSet: Equatable {}
extension TypedCountedSet: Hashable {}
extension TypedCountedSet: Sendable where Member: Sendable {}
