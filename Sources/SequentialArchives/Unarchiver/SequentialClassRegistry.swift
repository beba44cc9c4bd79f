internal import PropertyLists

/// Which types stand for which class names of archives.
///
/// ```swift
/// var registry = SequentialClassRegistry.standard
/// registry.register(Person.self)
/// unarchiver.registry = registry
/// ```
public struct SequentialClassRegistry: Sendable {
    private var types = ClassNameTable<any (SequentialCodingable & SendableMetatype).Type>()
    private var names = ClassNameTable<String>()

    /// Creates a registry without types.
    ///
    /// ```swift
    /// var registry = SequentialClassRegistry()
    /// registry.register(Person.self)
    /// ```
    public init() {}

    /// Foundation's classes: strings, numbers and other values, data, dates, URLs, collections, attributed strings,
    /// colors and fonts.
    public static let standard: SequentialClassRegistry = {
        var registry = SequentialClassRegistry()
        for (name, type) in standardTypes { registry.types[name] = type }
        return registry
    }()

    /// Registers a type under its own name, ``SequentialCodingable/codedClassName``.
    ///
    /// ```swift
    /// registry.register(Person.self)
    /// ```
    public mutating func register<Object: SequentialCodingable & SendableMetatype>(_ type: Object.Type) {
        types[type.codedClassName] = type
    }

    /// Registers types under their own names, one after the other.
    ///
    /// ```swift
    /// registry.register(Person.self, Node.self)
    /// ```
    public mutating func register<each Object: SequentialCodingable & SendableMetatype>(
        _ types: repeat (each Object).Type
    ) {
        repeat register(each types)
    }

    /// Registers a type for a class name, in place of the one that was registered for it.
    ///
    /// ```swift
    /// registry.register(Person.self, forClassName: "OldPerson")
    /// ```
    public mutating func register<Object: SequentialCodingable & SendableMetatype>(
        _ type: Object.Type,
        forClassName name: String
    ) {
        types[name] = type
    }

    /// Takes the type away that is registered for a class name.
    ///
    /// ```swift
    /// registry.removeType(forClassName: "OldPerson")
    /// ```
    public mutating func removeType(forClassName name: String) { types[name] = nil }

    /// Reads a class of one name as that of another.
    ///
    /// This is Apple's `decodeClassName(_:asClassName:)`.
    ///
    /// ```swift
    /// registry.decodeClassName("OldPerson", asClassName: "Person")
    /// ```
    public mutating func decodeClassName(_ name: String, asClassName other: String) { names[name] = other }

    /// The name as which a class is read: its own if none was set.
    ///
    /// This is Apple's `classNameDecoded(forArchiveClassName:)`.
    public func classNameDecoded(forArchiveClassName name: String) -> String { names[name] ?? name }

    /// The type for a class name of an archive, or for the name that it is read as; nil if there is none.
    ///
    /// ```swift
    /// if registry.type(forClassName: "Person") == nil { print("no type reads persons") }
    /// ```
    public func type(forClassName name: String) -> (any SequentialCodingable.Type)? {
        types[classNameDecoded(forArchiveClassName: name)]
    }
}
