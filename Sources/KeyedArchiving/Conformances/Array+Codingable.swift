public import PropertyLists

/// `NSArray`.
extension Array: Codingable where Element: Codingable {
    /// `NSArray`.
    public static var codedClassName: String { "NSArray" }

    /// `NSMutableArray`.
    public static var codedClassAliases: [String] { ["NSMutableArray"] }

    /// Writes the elements under `NS.objects`.
    @inlinable
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeElements(self, forKey: "NS.objects")
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
        // Where the type is known at compile time, as it mostly is, so is the outcome of this.
        if case .reference(let uid) = source, Element.self == String.self,
            let strings = unarchiver.decodePlainStrings(uid) as? Self
        {
            return strings
        }
        return try unarchiver.decodeUncached(Self.self, source)
    }
}
