public import PropertyLists

/// `NSArray`.
extension Array: Codingable, ValueCoding where Element: Codingable {
    /// `NSArray`.
    public static var codedClassName: String { "NSArray" }

    /// Writes the elements under `NS.objects`.
    @inlinable
    public func encode(with archiver: KeyedArchiver) throws {
        // The elements' type is compared, where a cast of the array would look at the array: the type is usually known
        // at compile time, and then so is this result.
        if Element.self == String.self {
            // Safe: the types of the elements are one.
            return try archiver.encodeStrings(
                unsafe unsafeBitCast(self, to: [String].self), forKey: CollectionFields.elements)
        }
        try archiver.encodeElements(self, forKey: CollectionFields.elements)
    }

    /// Reads the elements from `NS.objects`, or from numbered keys.
    @inlinable
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self = try unarchiver.decodeElements(of: Element.self)
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
        // The type is usually known at compile time, and then so is this result.
        if case .reference(let uid) = source, Element.self == String.self,
            let strings = unarchiver.decodePlainStrings(uid),
            let array = Substitution.exact(strings, as: Self.self)
        {
            return array
        }
        return try unarchiver.decodeCollection(Self.self, source)
    }
}
