public import KeyedArchiving

/// A value that is written as the mutable variant of its class: `NSMutableData` for data, `NSMutableArray` for an
/// array.
///
/// ```swift
/// try archiver.encode(MutableVariant("draft"), forKey: "text")
/// ```
///
/// Nothing needs it to read: the value's own type reads both variants.
public struct MutableVariant<Value: HasMutableVariant> {
    /// The value.
    public var value: Value

    /// Creates a mutable variant.
    public init(_ value: Value) {
        self.value = value
    }
}

extension MutableVariant: Codingable {
    /// The name of the mutable class.
    public static var codedClassName: String { Value.mutableClassName }

    /// The mutable class, then the value's own class and its superclasses.
    public static var codedClassHierarchy: [String] { [Value.mutableClassName] + Value.codedClassHierarchy }

    /// Writes the fields of the value.
    public func encode(with archiver: KeyedArchiver) throws {
        try value.encode(with: archiver)
    }

    /// Reads the fields of the value.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        value = try Value(coder: unarchiver)
    }
}

extension MutableVariant: Equatable where Value: Equatable {}
extension MutableVariant: Hashable where Value: Hashable {}
extension MutableVariant: Sendable where Value: Sendable {}
