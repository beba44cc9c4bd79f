public import PropertyLists

/// `NSArray`.
extension Array: Codingable where Element: Codingable {
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

    /// Encodes the collection as an object.
    @inlinable
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver.encodeCollection(self)
    }

    /// Decodes the collection.
    @inlinable
    public static func _decode(_ source: _CodingSource, from unarchiver: KeyedUnarchiver) throws -> Self? {
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
