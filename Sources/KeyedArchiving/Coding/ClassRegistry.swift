internal import PropertyLists

/// Which type stands for which coded class name: a value that coders copy.
///
/// A registry is built once and used by many coders on any thread. An unarchiver instantiates only types that the
/// caller names in a decoding call or that are in its registry.
///
/// ```swift
/// var registry = ClassRegistry.standard
/// registry.register(Dog.self, Cat.self)
/// registry.register(Cat.self, forClassName: "OldApp.Cat")
/// registry.renameClasses(withPrefix: "OldApp.", to: "NewApp.")
/// ```
///
/// A type that belongs to the main actor, or whose conformance to ``Codingable`` does, can't be registered: the compiler
/// refuses it. Name it in the call that decodes it, on that actor.
public struct ClassRegistry: Sendable {
    private var types = ClassNameTable<any (Codingable & SendableMetatype).Type>()
    /// The rules that rename classes, in the order in which they were given.
    private var rules: [@Sendable (String) -> String?] = []
    /// The types of the library's own registries.
    private var libraryTypes: Set<ObjectIdentifier> = []
    /// The same types, which only hold content, in an order that is the same each time.
    private(set) var contentTypes: [any (Codingable & SendableMetatype).Type] = []

    /// Creates an empty registry: every class is unknown unless a decoding call names it.
    ///
    /// ```swift
    /// var registry = ClassRegistry()
    /// registry.register(Dog.self)
    /// ```
    public init() {}

    /// Registers a type under its coded class name and its aliases.
    ///
    /// A class that inherits its name is not registered under it: the name stands for the superclass, no matter which
    /// of the two is registered first.
    ///
    /// ```swift
    /// registry.register(Dog.self)
    /// ```
    public mutating func register<Object: Codingable & SendableMetatype>(_ type: Object.Type) {
        add(type)
    }

    /// Registers types under their coded class names and their aliases, one after the other.
    ///
    /// ```swift
    /// registry.register(Dog.self, Cat.self)
    /// ```
    public mutating func register<each Object: Codingable & SendableMetatype>(_ types: repeat (each Object).Type) {
        repeat add(each types)
    }

    private mutating func add(_ type: any (Codingable & SendableMetatype).Type) {
        if ClassNaming.superclassOfSameName(type) == nil { types[type.codedClassName] = type }
        for alias in type.codedClassAliases { types[alias] = type }
    }

    /// Registers a type under a name.
    ///
    /// ```swift
    /// registry.register(Cat.self, forClassName: "OldApp.Cat")
    /// ```
    public mutating func register<Object: Codingable & SendableMetatype>(
        _ type: Object.Type,
        forClassName name: String
    ) {
        types[name] = type
    }

    /// Takes the type away that is registered under a name.
    ///
    /// ```swift
    /// registry.removeType(forClassName: "OldApp.Cat")
    /// ```
    public mutating func removeType(forClassName name: String) { types[name] = nil }

    /// Registers all types of another registry, which count where both have a name, and takes over its rules for names.
    ///
    /// A module that has many types offers a registry of them.
    ///
    /// ```swift
    /// registry.merge(zoo)
    /// ```
    public mutating func merge(_ other: ClassRegistry) {
        types.merge(other.types)
        rules += other.rules
        contentTypes += other.contentTypes.filter { libraryTypes.insert(ObjectIdentifier($0)).inserted }
    }

    /// Reads class names that start with a prefix as if they started with another, such as those of a renamed module.
    ///
    /// Names are looked up as they are first. Prefixes are compared by code units.
    ///
    /// ```swift
    /// registry.renameClasses(withPrefix: "OldApp.", to: "NewApp.")
    /// ```
    public mutating func renameClasses(withPrefix prefix: String, to newPrefix: String) {
        renameClasses { name in
            guard name.utf8.starts(with: prefix.utf8) else { return nil }
            return newPrefix + String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        }
    }

    /// Reads classes as if they had the names that a rule gives them; nil leaves a name as it is.
    ///
    /// Names are looked up as they are first. Of several rules, the one that was given last and has a name counts; its
    /// name isn't renamed again.
    ///
    /// ```swift
    /// registry.renameClasses { name in name.hasPrefix("Old.") ? "PL" + name.dropFirst(4) : nil }
    /// ```
    public mutating func renameClasses(_ rule: @escaping @Sendable (String) -> String?) {
        rules.append(rule)
    }

    /// The type for a class name, or nil; for a mangled name also the one for the name in the source.
    ///
    /// ```swift
    /// if registry.type(forClassName: "Dog") == nil { print("no type reads dogs") }
    /// ```
    ///
    /// - Complexity: O(*n*) in the length of a mangled name; O(1) for others.
    public func type(forClassName name: String) -> (any (Codingable & SendableMetatype).Type)? {
        type(forExactName: name) ?? MangledClassName.readable(name).flatMap { type(forExactName: $0) }
    }

    /// The type for a class name as it is given, or as a rule renames it.
    func type(forExactName name: String) -> (any (Codingable & SendableMetatype).Type)? {
        types[name] ?? renamed(name).flatMap { types[$0] }
    }

    /// How many class names have a type.
    var typeCount: Int { types.count }

    /// Takes note that all types registered so far are the library's own.
    package mutating func markLibraryTypes() {
        libraryTypes = []
        contentTypes = []
        for type in types.inOrder where libraryTypes.insert(ObjectIdentifier(type)).inserted {
            contentTypes.append(type)
        }
    }

    /// Whether a type is one of the library's own registries.
    func isLibraryType(_ type: any Codingable.Type) -> Bool { libraryTypes.contains(ObjectIdentifier(type)) }

    /// The name that a rule gives a class, or nil if no rule applies.
    func renamed(_ name: String) -> String? {
        for rule in rules.reversed() {
            if let new = rule(name) { return new }
        }
        return nil
    }
}

extension ClassRegistry {
    /// The classes whose contents the standard library can express: strings, numbers, data, dates, arrays, dictionaries
    /// and sets, immutable and mutable.
    ///
    /// Where a call asks for any object, collections come as ``ArchivedArray``, ``ArchivedDictionary`` and
    /// ``ArchivedSet``, which may hold objects of different types and may contain themselves, mutable strings as
    /// ``MutableArchivedString`` and mutable data as ``MutableArchivedData``. Where a call names a Swift type, it gets
    /// that. The localizable strings of nibs are strings too: as long as they aren't changed, they are written with
    /// their keys.
    public static let standard: ClassRegistry = {
        var registry = ClassRegistry()
        for type in standardTypes { registry.add(type) }
        registry.markLibraryTypes()
        return registry
    }()

    private static let standardTypes: [any (Codingable & SendableMetatype).Type] = [
        String.self, ArchivedNumber.self, ArchivedData.self, ArchivedDate.self, ArchivedNull.self,
        ArchivedArray.self, ArchivedDictionary.self, ArchivedSet.self, MutableArchivedString.self,
        MutableArchivedData.self,
    ]
}
