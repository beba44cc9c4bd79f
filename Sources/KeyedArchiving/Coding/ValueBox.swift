internal import PropertyLists

/// An object as one pointer: an instance, or a value in a ``ValueBox``.
///
/// Decoded objects are passed on and kept in this form, and so are their replacements by hooks. An existential of `any
/// Codingable` is three words and two tables for copying it, and an optional one is released by a call of the runtime
/// even if it is nil (row `decode registered node` of `Instructions.tsv`).
@usableFromInline
typealias BoxedObject = any Codingable & AnyObject

/// A value behind a pointer; callers and hooks get the value itself.
@usableFromInline
final class ValueBox: Codingable {
    let value: any Codingable

    /// Puts a value that is no instance, and holds none as an optional does, into a box.
    init(_ value: any Codingable) {
        self.value = value
    }

    /// An object as one pointer.
    @usableFromInline
    static func boxed(_ object: any Codingable) -> BoxedObject { object.instance ?? ValueBox(object) }

    /// An object as callers and hooks get it.
    @usableFromInline
    @inline(__always)
    static func unboxed(_ object: BoxedObject) -> any Codingable {
        let unboxed = value(in: object) ?? object
        assert(!(unboxed is ValueBox), "a box is within a box")
        return unboxed
    }

    /// The value in a box; nil for an instance.
    @inline(__always)
    static func value(in object: BoxedObject) -> (any Codingable)? {
        // Safe: the types are compared.
        isBox(object) ? unsafe unsafeDowncast(object, to: ValueBox.self).value : nil
    }

    /// The type of an object, or of the value in its box.
    static func type(of object: BoxedObject) -> any Codingable.Type { Swift.type(of: unboxed(object)) }

    /// Whether an object is a value in a box.
    @inline(__always)
    static func isBox(_ object: BoxedObject) -> Bool { Swift.type(of: object) == ValueBox.self }

    /// Always throws: no class of an archive stands for a box.
    @usableFromInline
    convenience init(coder unarchiver: KeyedUnarchiver) throws {
        throw ArchiveError(.unknownClass, "no class of an archive stands for a box")
    }

    /// Writes the value.
    @usableFromInline
    func encode(with archiver: KeyedArchiver) throws { try value.encode(with: archiver) }
}
