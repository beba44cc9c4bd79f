/// Tells whether a hook put another object in the place of an object.
enum Substitution {
    /// Whether two objects are one: the same instance or, for values, which have no identity, equal ones of one type.
    ///
    /// Values of a type that is not `Equatable` count as the same.
    static func isSame(_ object: any Codingable, _ other: (any Codingable)?) -> Bool {
        guard let other else { return false }
        if object._object != nil || other._object != nil { return object._object === other._object }
        guard type(of: object) == type(of: other) else { return false }
        guard let value = object as? any Equatable else { return true }
        return isEqual(value, other)
    }

    private static func isEqual<Value: Equatable>(_ value: Value, _ other: any Codingable) -> Bool {
        other as? Value == value
    }
}

/// What the hook of a decoded object put in its place.
///
/// An optional object of any type is five words, and letting go of it takes sixty instructions even if it is nil. This
/// is one pointer, and mostly nil.
public final class _Substitute {
    @usableFromInline let object: any Codingable

    @inlinable
    init(_ object: any Codingable) {
        self.object = object
    }
}
