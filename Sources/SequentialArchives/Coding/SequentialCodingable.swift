public import PropertyLists

/// A type whose values can be written to and read from sequential archives: the half of `NSCoding` that `NSArchiver`
/// serves.
///
/// There are no keys: values are read in the order in which they were written, and each call reads the values of one
/// call. A type that may change later looks at the ``version`` with which it was written:
///
/// ```swift
/// final class Person: SequentialCodingable {
///     static var codedClassName: String { "Person" }
///     static var version: Int { 1 }
///     var name: String
///     var age: Int32
///     var friend: Person?
///
///     func encode(with archiver: SequentialArchiver) throws {
///         try archiver.encode(SequentialString(name))
///         try archiver.encodeValue(age)
///         try archiver.encodeConditionalObject(friend)
///     }
///
///     init(coder unarchiver: SequentialUnarchiver) throws {
///         name = try unarchiver.decodeString() ?? ""
///         age = unarchiver.version(forClassName: "Person") == 0 ? 0 : try unarchiver.decodeValue(Int32.self)
///         try unarchiver.register(self)  // a friend may refer back to this person
///         friend = try unarchiver.decodeObject(of: Person.self)
///     }
/// }
/// ```
///
/// A type declares by its conformances which coders it supports: this protocol, `Codingable` for keyed archives, or
/// both. One that conforms to both declares ``codedClassName`` once, and may write its substitutions once, too:
/// ``/PropertyLists/SharedSubstitution``.
///
/// An instance of a class is written once, however often it is reached, and comes back as one instance. Values have no
/// identity: each encoding of a structure is a separate object.
///
/// A class that others subclass declares the members that they may override, as `class var` and `func`; see
/// `CodedObject` of keyed coding for the reason.
public protocol SequentialCodingable {
    /// The name of the class in archives.
    static var codedClassName: String { get }

    /// The version of the class, which is written with its name: Apple's `+version`.
    ///
    /// The default is 0.
    static var version: Int { get }

    /// The class and its superclasses with their versions, the class first.
    ///
    /// The default has the superclasses that are ``SequentialCodingable`` and ends with version 0 of `NSObject`.
    ///
    /// - Complexity: O(*n*), where *n* is the number of superclasses.
    static var codedClassVersions: [CodedClassVersion] { get }

    /// The class and its superclasses under which this object is written; those of its type unless it carries others.
    var codedClassVersions: [CodedClassVersion] { get }

    /// Writes the value.
    ///
    /// A subclass calls `super.encode(with:)` first. ``SequentialArchiver/encodeRootObject(_:)`` calls this twice, so
    /// it makes the same calls each time.
    func encode(with archiver: SequentialArchiver) throws

    /// Reads a value.
    ///
    /// A subclass calls `super.init(coder:)` first.
    init(coder unarchiver: SequentialUnarchiver) throws

    /// The type to name as this object's class; nil for its own.
    ///
    /// This is Apple's `classForArchiver`.
    var typeForSequentialArchiver: (any SequentialCodingable.Type)? { get }

    /// The object to write in place of this one: by default this one; nil to write nil.
    ///
    /// Asked once for each object and archiver. This is Apple's `replacementObjectForArchiver:`.
    func replacementObject(for archiver: SequentialArchiver) throws -> (any SequentialCodingable)?

    /// The object to return in place of this one after it has been decoded, or nil for this one.
    ///
    /// This is Apple's `awakeAfter(using:)`. References that were returned before keep the first object: those in a
    /// cycle, and those of a two-phase object to another, which is filled after it.
    func awakeAfter(using unarchiver: SequentialUnarchiver) throws -> (any SequentialCodingable)?
}

extension SequentialCodingable {
    /// 0.
    public static var version: Int { 0 }

    /// The class and its superclasses that are ``SequentialCodingable``, and version 0 of `NSObject`.
    public static var codedClassVersions: [CodedClassVersion] {
        var versions = [CodedClassVersion(codedClassName, version: version)]
        var superclass: AnyClass? = (self as? AnyClass).flatMap { _getSuperclass($0) }
        while let type = superclass {
            if let coded = type as? any SequentialCodingable.Type,
                versions.last?.name.isIdentical(to: coded.codedClassName) != true
            {
                versions.append(CodedClassVersion(coded.codedClassName, version: coded.version))
            }
            superclass = _getSuperclass(type)
        }
        if versions.last?.name != "NSObject" { versions.append(CodedClassVersion("NSObject")) }
        return versions
    }

    /// The class and its superclasses as the type declares them.
    public var codedClassVersions: [CodedClassVersion] { type(of: self).codedClassVersions }

    /// Nil: the object's own type.
    public var typeForSequentialArchiver: (any SequentialCodingable.Type)? { nil }

    /// This object.
    public func replacementObject(for archiver: SequentialArchiver) throws -> (any SequentialCodingable)? { self }

    /// Nil: this object.
    public func awakeAfter(using unarchiver: SequentialUnarchiver) throws -> (any SequentialCodingable)? { nil }
}

/// A class that is decoded in two phases: created empty, then filled.
///
/// Because the empty instance exists before anything it refers to is decoded, references may form any cycle, and
/// because filling waits in a work list, objects may nest to any depth.
///
/// Inside ``decode(with:)`` store the objects you get, but do not look into them: another two-phase object may not have
/// been filled yet. All of them are filled when the call at the top level returns.
public protocol TwoPhaseSequentialCodingable: AnyObject, SequentialCodingable {
    /// Creates an empty instance.
    init()

    /// Fills the instance from the archive.
    ///
    /// A subclass calls `super.decode(with:)` first.
    func decode(with unarchiver: SequentialUnarchiver) throws
}

extension TwoPhaseSequentialCodingable {
    /// Creates an instance, makes it known to the unarchiver and fills it.
    public init(coder unarchiver: SequentialUnarchiver) throws {
        self.init()
        try unarchiver.register(self)
        try decode(with: unarchiver)
    }
}

/// The name of a class and its version, as sequential archives store them.
public struct CodedClassVersion: Hashable, Sendable {
    /// The name in archives.
    public var name: String
    /// The version of the class: Apple's `+version`.
    public var version: Int

    /// Creates the version of a class.
    public init(_ name: String, version: Int = 0) {
        self.name = name
        self.version = version
    }
}

extension CodedClassVersion: CustomStringConvertible {
    /// The name and the version, such as `NSString:1`.
    public var description: String { "\(name):\(version)" }
}

/// A value that a call of a sequential coder writes or reads, as its type code says.
///
/// Objects are those of types that conform to ``SequentialCodingable``; a class is itself and its superclasses, with
/// their versions.
public typealias CodedValue = TypeCodedValue<any SequentialCodingable, [CodedClassVersion], CodedCString>
