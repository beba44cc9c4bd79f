/// A string as an instance: `NSMutableString`.
///
/// This is what a call that asks for any object gets for a mutable string, which has an identity; an immutable one is a
/// `String`. A call that asks for a `String` gets that for both.
public final class ObjectString: Codingable {
    /// The characters.
    public var string: String

    /// Creates a mutable string.
    public init(_ string: String) {
        self.string = string
    }

    /// `NSMutableString`.
    public static var codedClassName: String { "NSMutableString" }

    /// `NSMutableString`, `NSString`, `NSObject`.
    public static var codedClassHierarchy: [String] { ["NSMutableString", "NSString", "NSObject"] }

    /// Writes the characters under `NS.string`.
    public func encode(with archiver: KeyedArchiver) throws {
        try string.encode(with: archiver)
    }

    /// Reads the characters.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        string = try String(coder: unarchiver)
    }
}
