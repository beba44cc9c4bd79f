extension Codingable {
    /// The type's full name, such as `Module.Person`.
    public static var codedClassName: String { ClassNaming.isProbing ? "" : String(reflecting: Self.self) }

    /// The coded names of this class and of its superclasses that are ``Codingable``, and `NSObject`.
    public static var codedClassHierarchy: [String] { inheritedNames }

    /// The coded names of this class and of its superclasses that are ``Codingable``, and `NSObject`.
    static var inheritedNames: [String] {
        var names: [String] = []
        names.reserveCapacity(4)
        names.append(codedClassName)
        var superclass = codedSuperclass
        while let type = superclass {
            if names.last != type.codedClassName { names.append(type.codedClassName) }
            superclass = type.codedSuperclass
        }
        if names.last != "NSObject" { names.append("NSObject") }
        return names
    }

    /// The nearest superclass that is ``Codingable``, or nil.
    static var codedSuperclass: (any Codingable.Type)? {
        var superclass: AnyClass? = (Self.self as? AnyClass).flatMap { _getSuperclass($0) }
        while let type = superclass {
            if let coded = type as? any Codingable.Type { return coded }
            superclass = _getSuperclass(type)
        }
        return nil
    }

    /// No fallbacks.
    public static var codedClassFallbacks: [String] { [] }

    /// No other names.
    public static var codedClassAliases: [String] { [] }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// Nil: the object's own type.
    public var typeForKeyedArchiver: (any Codingable.Type)? { nil }

    /// This object.
    @inlinable
    public func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? { self }

    /// Nil: this object.
    @inlinable
    public func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { nil }

    /// This type.
    public static func typeForKeyedUnarchiver() -> any Codingable.Type { Self.self }
}
