public import KeyedArchiving

/// An ordered set of members of one type: `NSOrderedSet`.
///
/// Use ``MutableVariant`` to write it as `NSMutableOrderedSet`.
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

    /// `NSMutableOrderedSet`.
    public static var mutableClassName: String { "NSMutableOrderedSet" }

    /// `NSMutableOrderedSet`.
    public static var codedClassAliases: [String] { ["NSMutableOrderedSet"] }

    /// Writes the members under `NS.object.0`, `NS.object.1` and so on.
    public func encode(with archiver: KeyedArchiver) throws {
        for (position, member) in members.enumerated() {
            try archiver.encode(member, forNumberedKey: position)
        }
    }

    /// Reads the members; of equal ones the first is kept.
    ///
    /// A member that is not equal to itself, such as a NaN, is refused, as in a `Set`; an ``ArchivedOrderedSet`` keeps
    /// it.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let members = try unarchiver.decodeElements(of: Member.self)
        try unarchiver._checkCompleteness(forKey: "NS.objects")
        for member in members { try unarchiver.checkEqualToItself(member, "NS.objects") }
        self.init(members)
    }
}

extension TypedOrderedSet: Equatable {}
extension TypedOrderedSet: Hashable {}
extension TypedOrderedSet: Sendable where Member: Sendable {}
