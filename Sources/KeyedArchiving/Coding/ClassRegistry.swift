/// Which type stands for which coded class name: a value that coders copy.
///
/// A registry is built once and used by many coders on any thread. An unarchiver instantiates only types that the
/// caller names in a decoding call or that are in its registry.
///
/// ```swift
/// var registry = ClassRegistry.standard
/// registry.register(Dog.self)
/// registry.register(Cat.self, forClassName: "OldApp.Cat")
/// registry.renameModule("OldApp", to: "NewApp")
/// ```
public struct ClassRegistry: Sendable {
    private var types = ClassNameTable<any (Codingable & SendableMetatype).Type>()
    private var modules = ClassNameTable<String>()
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
    public mutating func register(_ type: any (Codingable & SendableMetatype).Type) {
        if ClassNaming.superclassOfSameName(type) == nil { types[type.codedClassName] = type }
        for alias in type.codedClassAliases { types[alias] = type }
    }

    /// Registers a type under a name, or removes the name if `type` is nil.
    ///
    /// ```swift
    /// registry.register(Cat.self, forClassName: "OldApp.Cat")
    /// ```
    public mutating func register(_ type: (any (Codingable & SendableMetatype).Type)?, forClassName name: String) {
        types[name] = type
    }

    /// Reads class names that start with `old.` as if they started with `new.`.
    ///
    /// One call covers a whole module. Names are looked up as they are first.
    ///
    /// ```swift
    /// registry.renameModule("OldApp", to: "NewApp")
    /// ```
    public mutating func renameModule(_ old: String, to new: String) {
        modules[old] = new
    }

    /// The type for a class name, or nil.
    ///
    /// ```swift
    /// if registry.type(forClassName: "Dog") == nil { print("no type reads dogs") }
    /// ```
    ///
    /// - Complexity: O(1).
    public func type(forClassName name: String) -> (any (Codingable & SendableMetatype).Type)? {
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

    /// The name with its module replaced, or nil if no rule applies.
    ///
    /// Only one rule is applied, so rules that lead in a cycle do no harm.
    func renamed(_ name: String) -> String? {
        guard !modules.isEmpty, let dot = name.firstIndex(of: "."), let module = modules[String(name[..<dot])] else {
            return nil
        }
        return module + name[dot...]
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
        for type in standardTypes { registry.register(type) }
        registry.markLibraryTypes()
        return registry
    }()

    private static let standardTypes: [any (Codingable & SendableMetatype).Type] = [
        String.self, ArchivedNumber.self, ArchivedData.self, ArchivedDate.self, ArchivedNull.self,
        ArchivedArray.self, ArchivedDictionary.self, ArchivedSet.self, MutableArchivedString.self,
        MutableArchivedData.self,
    ]
}
