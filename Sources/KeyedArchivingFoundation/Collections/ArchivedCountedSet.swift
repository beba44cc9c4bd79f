public import KeyedArchiving

/// A set of objects of any types that counts how often it holds each, as an instance: `NSCountedSet`.
///
/// This is what a call that asks for any object gets for a counted set. Members are not compared: what equality means
/// is up to their types. ``TypedCountedSet`` has members of one type.
public final class ArchivedCountedSet: TwoPhaseCodingable, ObjectContainer {
    /// One member, with the number of times that the set holds it.
    public typealias Member = (object: any Codingable, count: Int)

    /// The members.
    public var members: [Member]

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

    /// The class and its superclasses.
    public static var codedClassHierarchy: [String] { CountedSetKeys.hierarchy }

    /// Writes the number of members, and of each the object and the count.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(members.count, forKey: CountedSetKeys.count)
        for (position, member) in members.enumerated() {
            try archiver.encode(member.object, forKey: CountedSetKeys.object(position))
            try archiver.encode(member.count, forKey: CountedSetKeys.count(position))
        }
    }

    /// Reads the members.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        members = []
        for position in 0..<(try unarchiver.memberCount()) {
            let key = CountedSetKeys.object(position)
            guard let object = try unarchiver.decodeObject(forKey: key) else { throw unarchiver.missing(key) }
            members.append((object, try unarchiver.count(ofMember: position)))
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
        return members.compactMap(\.object._object)
    }
}
