/// `NSArray`.
extension Array: Codingable where Element: Codingable {
    /// `NSArray`.
    public static var codedClassName: String { "NSArray" }

    /// `NSMutableArray`.
    public static var codedClassAliases: [String] { ["NSMutableArray"] }

    /// Writes the elements under `NS.objects`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encodeElements(self, forKey: "NS.objects")
    }

    /// Reads the elements from `NS.objects`, or from numbered keys.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self = try unarchiver.decodeElements(of: Element.self)
    }

    /// True: an array is a value.
    public static var _isDecodedAnew: Bool { true }
}
