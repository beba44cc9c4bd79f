public import PropertyLists

extension ClassRegistry {
    /// Foundation's classes in sequential archives: strings, numbers and other values, data, dates, URLs, collections,
    /// attributed strings, colors and fonts.
    public static let sequential: ClassRegistry = {
        var registry = ClassRegistry()
        for (name, type) in standardTypes { registry.add(type, forClassName: name) }
        return registry
    }()

    /// Registers types under their own names, ``SequentialCodingable/codedClassName``, one after the other.
    ///
    /// A type of both coders uses the method of KeyedArchiving, which registers it for both.
    ///
    /// ```swift
    /// registry.register(Person.self, Node.self)
    /// ```
    @_disfavoredOverload
    public mutating func register<each Object: SequentialCodingable & SendableMetatype>(
        _ types: repeat (each Object).Type
    ) {
        repeat add(each types, forClassName: (each Object).codedClassName)
    }

    /// Registers a type for a class name, in place of the one that was registered for it.
    ///
    /// ```swift
    /// registry.register(Person.self, forClassName: "OldPerson")
    /// ```
    @_disfavoredOverload
    public mutating func register<Object: SequentialCodingable & SendableMetatype>(
        _ type: Object.Type,
        forClassName name: String
    ) {
        add(type, forClassName: name)
    }

    /// The type that a sequential unarchiver takes for a class name, or nil.
    ///
    /// ```swift
    /// if registry.sequentialType(forClassName: "Person") == nil { print("no type reads persons") }
    /// ```
    public func sequentialType(forClassName name: String) -> (any SequentialCodingable.Type)? {
        type(forExactName: name) { $0 as? any SequentialCodingable.Type }
    }
}
