/// The number of an object, a class or a C string in an archive.
public struct SequentialReference: Hashable, Sendable {
    /// The number: objects, classes and C strings are counted together, from 0 on, in the order in which they begin.
    public let number: Int

    /// Creates a reference to the item with a number.
    public init(_ number: Int) { self.number = number }
}

extension SequentialReference: CustomStringConvertible {
    /// The number, such as `#3`.
    public var description: String { "#\(number)" }
}

/// A value of a group, as its type code says.
public enum SequentialValue: Hashable, Sendable {
    /// A signed integer: `c`, `s`, `i`, `l`, `q`.
    case integer(Int64)
    /// An unsigned integer: `C`, `S`, `I`, `L`, `Q`, and `B`, which is 0 or 1.
    case unsignedInteger(UInt64)
    /// A real number: `f`, `d`.
    case real(Double)
    /// Bytes: a string's `+`, an array of characters `[Nc]` or `[NC]`, a union `(…)`.
    case bytes([UInt8])
    /// A unique string of NeXT's: `%`.
    case atom([UInt8])
    /// A selector's name: `:`.
    case selector([UInt8])
    /// An object: `@`.
    case object(SequentialReference)
    /// A class: `#`, or `@` where it holds a class.
    case `class`(SequentialReference)
    /// A C string: `*`.
    case cString(SequentialReference)
    /// Nothing, where one of the five above may be, or the bytes of a string.
    case null
    /// The elements of an array: `[Nt]`.
    case array([SequentialValue])
    /// The fields of a structure: `{name=tt}`.
    case structure([SequentialValue])
    /// A value that is left out: `!`.
    case ignored
}
