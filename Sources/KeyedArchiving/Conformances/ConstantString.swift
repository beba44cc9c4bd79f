internal import PropertyLists

/// A string constant of a program: one object in an archive however often it is encoded.
///
/// Strings that are made at run time are separate objects, and Apple's archiver writes equal ones several times. A
/// constant, such as the name of an attribute or a key that a framework defines, is one object in memory. The
/// difference is in the bytes alone: decoded, both are strings.
///
/// ```swift
/// try archiver.encode(ConstantString("NSFont"), forKey: "attribute")
/// ```
package struct ConstantString: Hashable, Sendable {
    /// The text.
    package var string: String

    /// Creates a constant.
    package init(_ string: String) {
        self.string = string
    }
}

extension ConstantString: ExpressibleByStringLiteral {
    /// Creates a constant.
    package init(stringLiteral value: String) {
        self.init(value)
    }
}

extension ConstantString: Codingable, ValueCoding {
    /// `NSString`.
    package static var codedClassName: String { String.codedClassName }

    /// Writes the string as the field of an object, as a subclass of `NSString` would.
    package func encode(with archiver: KeyedArchiver) throws {
        try string.encode(with: archiver)
    }

    /// Reads a string.
    package init(coder unarchiver: KeyedUnarchiver) throws {
        string = try String(coder: unarchiver)
    }

    /// Strings are plain values.
    package static var _kind: _CodingKind { _CodingKind(.special(self)) }

    package static var isInline: Bool { true }

    /// Stores the string, or finds it.
    package static func reference(to value: ConstantString, with archiver: KeyedArchiver) throws -> UID {
        try archiver.checkNotFinished()
        return try archiver.encodeInline(value) { $0.constantStringUID($1.string) }
    }

    /// Reads the string.
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> ConstantString? {
        try String.value(from: source, with: unarchiver).map { ConstantString($0) }
    }
}
