/// One type in a type string of the Objective-C run time, such as `i`, `[3{if}]` or `@`.
///
/// The types of a string lie in one list: a composite type is followed by the types in it.
package struct TypeCodeNode: BitwiseCopyable, Sendable {
    /// The character that begins the type.
    package var code: UInt8
    /// The scalar type; nil for a composite type and for `!`.
    package var scalar: TypeCode?
    /// The number of elements of an array; the size in bytes of a union; otherwise 0.
    package var count: UInt32
    /// How many nodes the type has, itself included.
    package var nodeCount: UInt32
    /// How many scalars the type has, and so how many bytes its value takes in an archive at least; `.max` if more
    /// than a number holds.
    package var scalarCount: Int
    /// How many values there are for a value of the type that take no byte of an archive: containers and `!`.
    package var emptyCount: Int
    /// The start of the type in the string.
    package var start: UInt32
    /// The end of the type.
    package var end: UInt32

    /// The node of a scalar that is at a place in the string.
    @inline(__always)
    static func scalar(_ type: TypeCode, at position: Int) -> TypeCodeNode {
        let start = UInt32(truncatingIfNeeded: position)
        return TypeCodeNode(
            code: type.rawValue, scalar: type, count: 0, nodeCount: 1, scalarCount: 1, emptyCount: 0, start: start,
            end: start &+ 1)
    }

    /// Whether a value takes no byte of an archive.
    package var isEmpty: Bool { scalarCount == 0 }

    /// Whether arrays of the type are bytes.
    package var isCharacter: Bool { scalar?.isCharacter == true }

    /// Whether a value of the type is an object, a class or a string, and so may be nil.
    package var mayBeNull: Bool { scalar?.kind == .reference }
}
