public import KeyedArchiving

/// An ordered set of objects of any types, as an instance: `NSOrderedSet` or `NSMutableOrderedSet`.
///
/// This is what a call that asks for any object gets for an ordered set. Members are not compared: what equality means
/// is up to their types. ``TypedOrderedSet`` has members of one type.
public final class ArchivedOrderedSet: TwoPhaseCodingable, ObjectContainer {
    /// The members, in order.
    public var members: [any Codingable]

    /// Whether the set is written as `NSMutableOrderedSet`.
    public var isMutable: Bool

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

    /// `NSMutableOrderedSet`.
    public static var codedClassAliases: [String] { ["NSMutableOrderedSet"] }

    /// The class record by whether the set is mutable.
    public var _classRecord: ArchivedClass? {
        isMutable
            ? ArchivedClass(
                name: "NSMutableOrderedSet", hierarchy: ["NSMutableOrderedSet", "NSOrderedSet", "NSObject"])
            : ArchivedClass(name: "NSOrderedSet", hierarchy: ["NSOrderedSet", "NSObject"])
    }

    /// Writes the members under `NS.object.0`, `NS.object.1` and so on.
    public func encode(with archiver: KeyedArchiver) throws {
        for (position, member) in members.enumerated() {
            try archiver.encode(member, forNumberedKey: position)
        }
    }

    /// Reads the members.
    public func decode(with unarchiver: KeyedUnarchiver) throws {
        isMutable = unarchiver.currentClass?.name == "NSMutableOrderedSet"
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
        return members.compactMap(\._object)
    }
}
