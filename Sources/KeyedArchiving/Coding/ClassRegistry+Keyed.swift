public import PropertyLists

extension ClassRegistry {
    /// Registers types under their coded class names and their aliases, one after the other.
    ///
    /// A class that inherits its name is not registered under it: the name stays with the superclass. A type that
    /// sequential archives can hold, too, is registered for both.
    ///
    /// ```swift
    /// registry.register(Dog.self, Cat.self)
    /// ```
    public mutating func register<each Object: Codingable & SendableMetatype>(_ types: repeat (each Object).Type) {
        repeat add(each types)
    }

    /// Not available: the compiler can't check the actor of a type that only a variable holds.
    @available(
        *, unavailable,
        message: """
            name the types, as in 'register(A.self, B.self)', so that the compiler can check that none belongs to an \
            actor; a module that has many offers a registry of them, for 'merge(_:)'
            """
    )
    @_disfavoredOverload
    public mutating func register(_ type: any Codingable.Type) {}

    /// Not available: the compiler can't check the actor of a type that only a list holds.
    @available(
        *, unavailable,
        message: """
            name the types, as in 'register(A.self, B.self)', so that the compiler can check that none belongs to an \
            actor; a module that has many offers a registry of them, for 'merge(_:)'
            """
    )
    @_disfavoredOverload
    public mutating func register(_ types: [any Codingable.Type]) {}

    /// Registers a type under a name, in place of the one that was registered for it.
    ///
    /// ```swift
    /// registry.register(Cat.self, forClassName: "OldApp.Cat")
    /// ```
    public mutating func register<Object: Codingable & SendableMetatype>(
        _ type: Object.Type,
        forClassName name: String
    ) {
        add(type, forClassName: name)
    }

    /// Registers a type under its coded class name and its aliases.
    package mutating func add(_ type: any (Codingable & SendableMetatype).Type) {
        if ClassNaming.superclassOfSameName(type) == nil { add(type, forClassName: type.codedClassName) }
        for alias in type.codedClassAliases { add(type, forClassName: alias) }
    }

    /// The type that a keyed unarchiver takes for a class name, or nil; for a mangled name also the one for the name in
    /// the source.
    ///
    /// ```swift
    /// if registry.type(forClassName: "Dog") == nil { print("no type reads dogs") }
    /// ```
    ///
    /// - Complexity: O(*n*) in the length of a mangled name; O(1) for others.
    public func type(forClassName name: String) -> (any Codingable.Type)? {
        type(forExactName: name) ?? MangledClassName.readable(name).flatMap { type(forExactName: $0) }
    }

    /// The type for a class name as it is given, or as a rule renames it.
    func type(forExactName name: String) -> (any Codingable.Type)? {
        type(forExactName: name) { $0 as? any Codingable.Type }
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
        registry.markLibraryTypes(standardTypes)
        return registry
    }()

    private static let standardTypes: [any (Codingable & SendableMetatype).Type] = [
        String.self, ArchivedNumber.self, ArchivedData.self, ArchivedDate.self, ArchivedNull.self,
        ArchivedArray.self, ArchivedDictionary.self, ArchivedSet.self, MutableArchivedString.self,
        MutableArchivedData.self,
    ]
}
