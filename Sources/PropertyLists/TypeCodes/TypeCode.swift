/// A scalar type of a type string: the one table of the type codes of the Objective-C run time.
///
/// It is the table of `NSCoder` and, before it, of NeXT's `typedstream.m`. The raw value is the character that stands
/// for the type.
package enum TypeCode: UInt8, CaseIterable, BitwiseCopyable, Sendable {
    /// `c`: an integer of 8 bits, which `BOOL` is on Intel systems.
    case int8 = 0x63
    /// `C`: an integer of 8 bits without a sign.
    case uint8 = 0x43
    /// `B`: a boolean.
    case boolean = 0x42
    /// `s`: an integer of 16 bits.
    case int16 = 0x73
    /// `S`: an integer of 16 bits without a sign.
    case uint16 = 0x53
    /// `i`: an integer of 32 bits.
    case int32 = 0x69
    /// `I`: an integer of 32 bits without a sign.
    case uint32 = 0x49
    /// `l`: a long, which has 32 bits in archives of Apple's.
    case long = 0x6C
    /// `L`: a long without a sign.
    case unsignedLong = 0x4C
    /// `q`: an integer of 64 bits.
    case int64 = 0x71
    /// `Q`: an integer of 64 bits without a sign.
    case uint64 = 0x51
    /// `f`: a real number of 32 bits.
    case float = 0x66
    /// `d`: a real number of 64 bits.
    case double = 0x64
    /// `@`: an object.
    case object = 0x40
    /// `#`: a class.
    case `class` = 0x23
    /// `:`: the name of a selector.
    case selector = 0x3A
    /// `*`: a C string.
    case cString = 0x2A
    /// `%`: a unique string of NeXT's.
    case atom = 0x25
    /// `+`: the characters of a string object.
    case characters = 0x2B

    /// The kind of the values of a type.
    package enum Kind: Sendable {
        /// Integers that have a sign.
        case integer
        /// Integers without a sign, and booleans.
        case unsignedInteger
        /// Real numbers.
        case real
        /// Objects, classes and strings, which may be nil.
        case reference
    }

    /// The kind of the type's values.
    package var kind: Kind {
        switch self {
        case .int8, .int16, .int32, .long, .int64: .integer
        case .uint8, .boolean, .uint16, .uint32, .unsignedLong, .uint64: .unsignedInteger
        case .float, .double: .real
        case .object, .class, .selector, .cString, .atom, .characters: .reference
        }
    }

    /// How many bytes a value takes in memory: a long as many as on systems of 32 bits, a pointer as on those of 64.
    package var size: Int {
        switch self {
        case .int8, .uint8, .boolean: 1
        case .int16, .uint16: 2
        case .int32, .uint32, .long, .unsignedLong, .float: 4
        case .int64, .uint64, .double: 8
        case .object, .class, .selector, .cString, .atom, .characters: 8
        }
    }

    /// How many bits of an integer count: all of its bytes, but of a boolean one.
    package var bitWidth: Int { self == .boolean ? 1 : 8 * size }

    /// Whether arrays of the type are bytes.
    package var isCharacter: Bool { self == .int8 || self == .uint8 }

    /// Whether a value is a number.
    package var isNumber: Bool { kind != .reference }

    /// The code as a character.
    package var character: Character { Character(Unicode.Scalar(rawValue)) }

    /// The code as a type string.
    package var text: String { String(character) }

    /// The code of the integers of a type of Swift's.
    ///
    /// `Int` and `UInt` have 64 bits on every system, as the native integers of today's.
    package init<Integer: FixedWidthInteger>(of type: Integer.Type) {
        let bitWidth = Integer.self == Int.self || Integer.self == UInt.self ? 64 : Integer.bitWidth
        switch bitWidth {
        case 8: self = Integer.isSigned ? .int8 : .uint8
        case 16: self = Integer.isSigned ? .int16 : .uint16
        case 32: self = Integer.isSigned ? .int32 : .uint32
        default: self = Integer.isSigned ? .int64 : .uint64
        }
    }
}
