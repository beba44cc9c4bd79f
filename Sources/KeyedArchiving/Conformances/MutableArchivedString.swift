public import PropertyLists

/// A string as an instance: `NSMutableString`.
///
/// This is what a call that asks for any object gets for a mutable string, which has an identity; an immutable one is a
/// `String`. A call that asks for a `String` gets that for both.
///
/// ```swift
/// try archiver.encode(MutableArchivedString("draft"), forKey: "text")
/// ```
public final class MutableArchivedString: Codingable {
    /// The characters, unpaired surrogates too, which strings of other systems may hold.
    public var text: PropertyListString

    /// The characters, with U+FFFD in place of each unpaired surrogate; ``text`` has them.
    public var string: String {
        get { text.repaired }
        set { text = PropertyListString(newValue) }
    }

    /// Creates a mutable string.
    public init(_ string: String) {
        text = PropertyListString(string)
    }

    /// `NSMutableString`.
    public static var codedClassName: String { "NSMutableString" }

    /// `NSMutableString`, `NSString`, `NSObject`.
    public static var codedClassHierarchy: [String] { ["NSMutableString", "NSString", "NSObject"] }

    /// Writes the characters under `NS.string`.
    public func encode(with archiver: KeyedArchiver) throws {
        try text.encode(with: archiver)
    }

    /// Reads the characters.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        text = try PropertyListString(coder: unarchiver)
    }
}
