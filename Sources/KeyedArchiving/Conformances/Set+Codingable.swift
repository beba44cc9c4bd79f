public import PropertyLists

/// `NSSet`, written in a stable order like a dictionary's keys.
extension Set: Codingable where Element: Codingable {
    /// `NSSet`.
    public static var codedClassName: String { "NSSet" }

    /// `NSMutableSet`.
    public static var codedClassAliases: [String] { ["NSMutableSet"] }

    /// Writes the members under `NS.objects`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeElements(try StableOrder.sorted(Array(self)), forKey: "NS.objects")
    }

    /// Reads the members.
    @inlinable
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self = Set(try unarchiver.decodeElements(of: Element.self))
    }

    /// Decodes the collection.
    @inlinable
    public static func _decode(reference: UID, from unarchiver: KeyedUnarchiver) throws -> Self? {
        try unarchiver.decodeAnew(Self.self, reference: reference)
    }
}
