/// A base class that declares every hook of ``Codingable``, so that its subclasses can override them, as `NSObject`
/// does for `NSCoding`.
///
/// In Swift a subclass can only override what its superclass declares. Where a class conforms to ``Codingable`` and
/// leaves hooks to their defaults, a declaration of the same hook in a subclass compiles, but is never called. A class
/// that others subclass therefore declares what they may change, or derives from this class:
///
/// ```swift
/// class Account: CodedObject {
///     override class var codedClassName: String { "Account" }
///     …
/// }
///
/// final class LegacyAccount: Account {
///     override class var codedClassName: String { "LegacyAccount" }
///     override class var supportsSecureCoding: Bool { false }
/// }
/// ```
///
/// A subclass overrides ``encode(with:)`` and ``init(coder:)``, and calls both of its superclass. It may also be a
/// ``TwoPhaseCodingable``.
///
/// Archives name this class `NSObject`; it stores nothing.
///
/// It belongs to no actor, and so do its subclasses, also in a module that isolates its declarations to the main actor
/// by default: methods of a subclass that use what belongs to the main actor are marked `@MainActor`.
nonisolated open class CodedObject: Codingable, SharedSubstitution {
    /// Creates an object.
    public init() {}

    /// The class's full name, such as `Module.Person`; override it, so that renaming or moving the class does no harm.
    open class var codedClassName: String {
        ObjectIdentifier(self) == ObjectIdentifier(CodedObject.self) ? "NSObject" : String(reflecting: self)
    }

    /// The coded names of this class and of its superclasses, and `NSObject`.
    open class var codedClassHierarchy: [String] { ClassNaming.hierarchy(of: self) }

    /// No fallbacks.
    open class var codedClassFallbacks: [String] { [] }

    /// None, unless the class has the name of one of Foundation's.
    open class var codedClassAliases: [String] { ClassNaming.aliases(of: self) }

    /// True.
    ///
    /// A class that overrides ``init(coder:)`` and does not name the types that it decodes returns false.
    open class var supportsSecureCoding: Bool { true }

    /// Writes nothing.
    open func encode(with archiver: KeyedArchiver) throws {}

    /// Reads nothing.
    public required init(coder unarchiver: KeyedUnarchiver) throws {}

    /// Nil: the object's own class.
    open var typeForCoder: Any.Type? { nil }

    /// The result of `typeForCoder` of ``/PropertyLists/SharedSubstitution``, if it is ``Codingable``.
    open var typeForKeyedArchiver: (any Codingable.Type)? { sharedTypeForKeyedArchiver }

    /// This object.
    open func replacementObjectForCoder() throws -> Any? { self }

    /// The result of `replacementObjectForCoder()` of ``/PropertyLists/SharedSubstitution``.
    open func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? { try sharedReplacement() }

    /// Nil: this object.
    open func awakeAfterDecoding() throws -> Any? { nil }

    /// The result of `awakeAfterDecoding()` of ``/PropertyLists/SharedSubstitution``.
    open func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { try sharedAwakening() }

    /// Nil; a subclass that is ported overrides it with the result type of Apple's hook.
    @_disfavoredOverload
    @_documentation(visibility: internal)
    open func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> Any? { nil }

    /// This class.
    open class func typeForKeyedUnarchiver() -> any Codingable.Type { self }

    // MARK: Apple's names, which a subclass that overrides them is led away from

    /// Not available: use ``typeForCoder``.
    @available(*, unavailable, renamed: "typeForCoder")
    open var classForCoder: AnyClass { Self.self }

    /// Not available: use ``typeForKeyedArchiver``.
    @available(*, unavailable, renamed: "typeForKeyedArchiver")
    open var classForKeyedArchiver: AnyClass? { nil }

    /// Not available: use ``typeForKeyedUnarchiver()``.
    @available(*, unavailable, renamed: "typeForKeyedUnarchiver()")
    open class func classForKeyedUnarchiver() -> AnyClass { self }

    /// Not available: use ``codedClassFallbacks``.
    @available(*, unavailable, renamed: "codedClassFallbacks")
    open class func classFallbacksForKeyedArchiver() -> [String] { [] }
}
