internal import PropertyLists

/// Tells whether a hook put another object in the place of an object.
@usableFromInline
enum Substitution {
    /// Whether two objects are one: the same instance or, for values, which have no identity, equal ones of one type.
    ///
    /// Values of a type that is not `Equatable` count as the same.
    static func isSame<Object: Codingable, Other: Codingable>(_ object: Object, _ other: Other) -> Bool {
        // Usually nothing is replaced; then nothing has to be looked up and compared.
        var candidate = other
        if isIdentical(object, &candidate) { return true }
        guard ObjectIdentifier(Object.self) == ObjectIdentifier(Other.self), object.instance == nil else {
            return false
        }
        guard let value = object as? any Equatable else { return true }
        return isEqual(value, other)
    }

    /// Whether two objects are one instance, or values of one type that are the same bytes in memory.
    ///
    /// Bytes are compared first: an instance is a pointer. The result of a hook is passed `inout`, by its address,
    /// which costs less than a closure that borrows a value of an unknown type (row `decode person with a delegate` of
    /// `Instructions.tsv`).
    static func isIdentical<Object: Codingable, Other: Codingable>(_ object: Object, _ other: inout Other) -> Bool {
        // Safe: as in `hasBytes(_:of:)`.
        if unsafe withUnsafeBytes(of: object, { unsafe hasBytes(&other, $0, Object.self) }) { return true }
        guard let instance = object.instance else { return false }
        return instance === other.instance
    }

    /// Whether an object is of the type of a value and the same bytes in memory, and so the same value.
    ///
    /// The bytes of the value are found where its type is known, so that one call less has to look at a type at run time
    /// (row `encode person with a delegate` of `Instructions.tsv`).
    @inline(__always)
    static func hasBytes<Value>(_ object: inout any Codingable, of value: Value) -> Bool {
        // Safe: nothing is read but the values themselves, and no pointer leaves the closure or the call.
        unsafe withUnsafeBytes(of: value) { unsafe hasBytes(&object, $0, Value.self) }
    }

    private static func hasBytes<Object: Codingable>(
        _ object: inout Object,
        _ bytes: UnsafeRawBufferPointer,
        _ type: Any.Type
    ) -> Bool {
        Object.self == type ? unsafe hasBytes(at: &object, bytes) : false
    }

    @inline(__always)
    private static func hasBytes<Object>(at object: UnsafePointer<Object>, _ bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe UnsafeRawBufferPointer(start: object, count: MemoryLayout<Object>.size).hasSameBytes(as: bytes)
    }

    private static func isEqual<Value: Equatable>(_ value: Value, _ other: any Codingable) -> Bool {
        other as? Value == value
    }

    /// An object as a type if it is exactly of that type; nil for all else.
    ///
    /// There is no cast.
    @inlinable
    static func exact<Object: Codingable, Value>(_ object: Object, as type: Value.Type) -> Value? {
        // Safe: the types are compared, so that not a bit is taken for something else.
        Object.self == type ? unsafe unsafeBitCast(object, to: type) : nil
    }

    /// Whether an object is an instance that the caller has as another type.
    ///
    /// For an object that was just made of the instance the compiler knows the answer.
    @inlinable
    @inline(__always)
    static func isInstance<Object: Codingable>(_ object: Object, _ instance: AnyObject) -> Bool {
        guard case .instance = Object._kind.content else { return object.instance === instance }
        // Safe: the kind says that it is a class.
        return unsafe reinterpreted(object, as: AnyObject.self) === instance
    }

    /// The same bytes in memory as a value of another type, of which the caller knows that they are one: an instance,
    /// where one side isn't known to be a class.
    @inlinable
    @inline(__always)
    @unsafe
    static func reinterpreted<Value, Other>(_ value: Value, as type: Other.Type) -> Other {
        unsafe unsafeBitCast(value, to: type)
    }
}
