public import PropertyLists

/// `NSSet`, written in a stable order.
///
/// Members that are not `Comparable` are compared by their fields and the fields of the objects that these refer to;
/// for that their `encode(with:)` may run more than once. Where this does not suffice, make the type `Comparable`.
extension Set: Codingable, ValueCoding where Element: Codingable {
    /// `NSSet`.
    public static var codedClassName: String { "NSSet" }

    /// Writes the members under `NS.objects`.
    @inlinable
    public func encode(with archiver: KeyedArchiver) throws {
        let members = Array(self)
        let order = try StableOrder.order(of: members, for: archiver)
        try archiver.encodeElements(members, in: order, forKey: CollectionFields.elements)
    }

    /// Reads the members.
    ///
    /// A member that is not equal to itself, such as a NaN, could never be found again and is refused; an
    /// ``ArchivedSet`` keeps it.
    @inlinable
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let chargedBefore = unarchiver.chargedSteps
        let members = try unarchiver.decodeElements(of: Element.self)
        try unarchiver.checkMembers(members, since: chargedBefore)
        try unarchiver.chargeTable(of: members.count, MemoryLayout<Element>.stride)
        self = Set(members)
    }

    /// Objects without an identity.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// Encodes the collection as an object.
    @inlinable
    package static func reference(to value: Self, with archiver: KeyedArchiver) throws -> UID {
        try archiver.encodeCollection(value)
    }

    /// Decodes the collection.
    @inlinable
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> Self? {
        try unarchiver.decodeCollection(Self.self, source)
    }
}
