internal import PropertyLists

/// A type whose values can be written to and read from keyed archives: Apple's `NSCoding`, for classes, structures and
/// enumerations.
///
/// Write each stored property under its own key, and read it back under the same key, in any order:
///
/// ```swift
/// final class Person: Codingable {
///     static var codedClassName: String { "Person" }
///     var name: String
///     var friend: Person?
///
///     func encode(with archiver: KeyedArchiver) throws {
///         try archiver.encode(name, forKey: "name")
///         try archiver.encode(friend, forKey: "friend")
///     }
///
///     init(coder unarchiver: KeyedUnarchiver) throws {
///         name = try unarchiver.decode(String.self, forKey: "name")
///         try unarchiver.register(self)  // a friend may refer back to this person
///         friend = try unarchiver.decodeObject(of: Person.self, forKey: "friend")
///     }
/// }
/// ```
///
/// An enumeration or an option set with raw values only has to name the protocol: `enum Kind: String, Codingable {}`.
/// It is stored as its raw value, unless it declares its own ``codedClassName``.
///
/// An instance of a class is written once, however often it is reached, and comes back as one instance. Values have no
/// identity: each encoding of a structure is a separate object.
///
/// Keys are private to an object, but a class shares them with its superclasses. In a class that others subclass, start
/// keys with the class name. Keys that start with `$` are reserved; they work, but are stored with another `$` in
/// front.
///
/// A subclass inherits the conformance of its superclass. Derive a class that others subclass from ``CodedObject``,
/// which says what they can override and declares every hook, or declare in it, as `class var` and `func`, the hooks that they
/// may change, ``codedClassName`` always. In a subclass write `override`: the compiler then refuses a hook that would
/// never be called.
///
/// A class of an actor conforms in its isolation, and is encoded and decoded there:
/// `@MainActor final class Window: @MainActor Codingable`.
///
/// If objects of a class can refer to each other in a cycle, see ``KeyedUnarchiver/register(_:)`` and
/// ``TwoPhaseCodingable``.
public protocol Codingable {
    /// The name of the class in archives (`$classname`).
    ///
    /// Declare it, so that renaming, moving or nesting the type does no harm. The default is the type's full name,
    /// such as `Module.Person`. A private type, or one inside a function, has no name that another run of the program
    /// would know, so archivers refuse to write it until it declares one.
    ///
    /// In a class that others subclass, declare it as a `class var`, and override it in each subclass: one that
    /// inherits the name would silently be read back as its superclass, and one that declares a name where its
    /// superclass declared none would not be asked for it, so archivers refuse to write either.
    static var codedClassName: String { get }

    /// The coded names of the class and its superclasses, most derived first (`$classes`).
    ///
    /// The default follows the superclasses that are ``Codingable``, then those of the Foundation class that has the
    /// last name, and ends with `NSObject`, as Apple's readers expect.
    ///
    /// ```swift
    /// static var codedClassHierarchy: [String] { ["Puppy", "Dog", "NSObject"] }
    /// ```
    static var codedClassHierarchy: [String] { get }

    /// Names of classes that older readers should use where this one is unknown, best first (`$classhints`).
    ///
    /// This is Apple's `classFallbacksForKeyedArchiver()`. The default is none.
    ///
    /// ```swift
    /// static var codedClassFallbacks: [String] { ["Dog"] }
    /// ```
    static var codedClassFallbacks: [String] { get }

    /// Other coded class names that this type reads, such as older names.
    ///
    /// The default is none; for a type with the name of one of Foundation's classes, the names of its mutable variant
    /// and of others that are read alike.
    ///
    /// ```swift
    /// static var codedClassAliases: [String] { ["OldApp.Puppy"] }
    /// ```
    static var codedClassAliases: [String] { get }

    /// Whether the type decodes with explicit types throughout, and may be decoded where secure coding is required.
    ///
    /// The default is true.
    static var supportsSecureCoding: Bool { get }

    /// Writes the value.
    ///
    /// A subclass calls `super.encode(with:)` first if its superclass is ``Codingable``.
    func encode(with archiver: KeyedArchiver) throws

    /// Reads a value.
    ///
    /// A subclass calls `super.init(coder:)` if its superclass is ``Codingable``.
    init(coder unarchiver: KeyedUnarchiver) throws

    /// The type to name as this object's class in archives; nil for its own.
    ///
    /// Return a public superclass or stand-in, so that a private subclass stays private. The type's name and hierarchy
    /// are written; the object still encodes itself. This is Apple's `classForKeyedArchiver`.
    ///
    /// ```swift
    /// var typeForKeyedArchiver: (any Codingable.Type)? { Pet.self }
    /// ```
    var typeForKeyedArchiver: (any Codingable.Type)? { get }

    /// The object to write in place of this one: by default this one; nil to write nil.
    ///
    /// Asked once for each object and archiver. This is Apple's `replacementObject(for:)`.
    ///
    /// ```swift
    /// func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? {
    ///     isDraft ? nil : self
    /// }
    /// ```
    func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)?

    /// The object to return in place of this one after it has been decoded, or nil for this one.
    ///
    /// This is Apple's `awakeAfter(using:)`. References that were returned while the object was being decoded, which
    /// happens only in cycles, keep the first object.
    ///
    /// ```swift
    /// func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
    ///     Self.known[name] ?? self
    /// }
    /// ```
    func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)?

    /// The same with the result type of Apple's hook, so that ported code is called: the default of the other asks it.
    @_documentation(visibility: internal)
    func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> Any?

    /// The type to instantiate in place of this one, regardless of the tables of class names. The default is this one.
    ///
    /// This is Apple's `classForKeyedUnarchiver()`.
    ///
    /// ```swift
    /// static func typeForKeyedUnarchiver() -> any Codingable.Type { Dog.self }
    /// ```
    static func typeForKeyedUnarchiver() -> any Codingable.Type

    // Don't implement this; documentation leaves it out.

    /// How values are written and read, which only the library's own types decide.
    static var _kind: _CodingKind { get }
}

extension Codingable {
    /// The type's full name, such as `Module.Person`.
    public static var codedClassName: String { ClassNaming.defaultName(of: self) }

    /// The coded names of this class and of its superclasses, up to `NSObject`.
    public static var codedClassHierarchy: [String] { ClassNaming.hierarchy(of: self) }

    /// No fallbacks.
    public static var codedClassFallbacks: [String] { [] }

    /// The mutable variant and others that are read alike, for one of Foundation's classes; none for others.
    public static var codedClassAliases: [String] { ClassNaming.aliases(of: self) }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// Nil: the object's own type.
    public var typeForKeyedArchiver: (any Codingable.Type)? { nil }

    /// This object.
    @inlinable
    public func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? { self }

    /// The result of the method that returns `Any?`, if there is one; else nil: this object.
    @inlinable
    public func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
        // Asked here: an unarchiver that asks both hooks of each object takes longer (row
        // `decode two-phase node` of `Instructions.tsv`).
        guard let other: Any = try awakeAfter(using: unarchiver) else { return nil }
        return try unarchiver.awakened(other, of: Self.self)
    }

    /// Nil: this object.
    @inlinable
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> Any? { nil }

    /// This type.
    public static func typeForKeyedUnarchiver() -> any Codingable.Type { self }
}

/// A class that is decoded in two phases: created empty, then filled.
///
/// Because the empty instance exists before anything it refers to is decoded, references may form any cycle, and
/// because filling waits in a work list, objects may nest to any depth: a chain of a million nodes needs no more stack
/// than one of ten.
///
/// ```swift
/// final class Node: TwoPhaseCodingable {
///     var next: Node?
///     init() {}
///
///     func encode(with archiver: KeyedArchiver) throws {
///         try archiver.encode(next, forKey: "next")
///     }
///
///     func decode(with unarchiver: KeyedUnarchiver) throws {
///         next = try unarchiver.decodeObject(of: Node.self, forKey: "next")
///     }
/// }
/// ```
///
/// Inside ``decode(with:)`` store the objects you get, but do not look into them: another two-phase object may not have
/// been filled yet. All of them are filled when the call at the top level returns. A one-phase type gets its two-phase
/// objects filled, except those that are being filled around it. If a hook throws, the objects it requested
/// stay empty.
///
/// Swift releases a chain of objects recursively. A class whose instances form long chains needs a `deinit` that takes
/// the chain apart:
///
/// ```swift
/// deinit {
///     var rest = next.take()
///     while isKnownUniquelyReferenced(&rest) { rest = rest?.next.take() }
/// }
/// ```
public protocol TwoPhaseCodingable: AnyObject, Codingable {
    /// Creates an empty instance.
    init()

    /// Fills the instance from the archive.
    ///
    /// A subclass calls `super.decode(with:)` first.
    func decode(with unarchiver: KeyedUnarchiver) throws
}

extension TwoPhaseCodingable {
    /// Creates an instance, makes it known to the unarchiver and fills it.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init()
        try unarchiver.register(self)
        try decode(with: unarchiver)
    }
}
