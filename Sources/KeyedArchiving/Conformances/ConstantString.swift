public import PropertyLists

/// A string constant of a program: one object in an archive however often it is encoded.
///
/// Strings that are made at run time are separate objects, and Apple's archiver writes equal ones several times. A
/// constant, such as the name of an attribute or a key that a framework defines, is one object in memory. The
/// difference is in the bytes alone: decoded, both are strings.
///
/// ```swift
/// try archiver.encode(ConstantString("NSFont"), forKey: "attribute")
/// ```
public struct ConstantString: Hashable, Sendable {
    /// The text.
    public var string: String

    /// Creates a constant.
    public init(_ string: String) {
        self.string = string
    }
}

extension ConstantString: ExpressibleByStringLiteral {
    /// Creates a constant.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension ConstantString: Codingable {
    /// `NSString`.
    public static var codedClassName: String { String.codedClassName }

    /// Writes the string as the field of an object, as a subclass of `NSString` would.
    public func encode(with archiver: KeyedArchiver) throws {
        try string.encode(with: archiver)
    }

    /// Reads a string.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        string = try String(coder: unarchiver)
    }

    /// Strings are plain values.
    public static var _kind: _CodingKind { .inline }

    /// Stores the string, or finds it.
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try archiver.checkNotFinished()
        return try archiver.encodeInline(self) { $0.constantStringUID($1.string) }
    }

    /// Reads the string.
    public static func _decode(_ source: _CodingSource, from unarchiver: KeyedUnarchiver) throws -> ConstantString? {
        try String._decode(source, from: unarchiver).map { ConstantString($0) }
    }
}
