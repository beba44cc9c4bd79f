#if !hasFeature(Embedded)
    /// A table of the types that are registered for the class names of archives: a value that coders copy.
    ///
    /// A registry is built once and used by many coders on any thread, for keyed and for sequential archives. If several
    /// types are registered for a name, each coder takes the last one that it can read. An unarchiver instantiates only
    /// types that the caller names in a decoding call or that are in its registry.
    ///
    /// ```swift
    /// var registry = ClassRegistry.standard
    /// registry.register(Dog.self, Cat.self)
    /// registry.register(Cat.self, forClassName: "OldApp.Cat")
    /// registry.renameClasses(withPrefix: "OldApp.", to: "NewApp.")
    /// ```
    ///
    /// The modules of the coders add `register`, and registries of the classes that they know.
    ///
    /// A type that belongs to the main actor, or whose conformance to the protocol of a coder does, can't be registered: the
    /// compiler refuses it. Name it in the call that decodes it, on that actor.
    public struct ClassRegistry: Sendable {
        /// A type that was registered; the coders ask whether it is one of theirs.
        package typealias Registered = any SendableMetatype.Type

        /// The types for each name, in the order in which they were registered.
        private var types = ClassNameTable<[Registered]>()
        /// The rules that rename classes, in the order in which they were given.
        private var rules: [@Sendable (String) -> String?] = []
        /// The types of the library's own registries, which only hold content, in an order that is the same each time.
        ///
        /// They are few: looking through them takes less code than a table.
        package private(set) var contentTypes: [Registered] = []

        /// Creates an empty registry: every class is unknown unless a decoding call names it.
        ///
        /// ```swift
        /// var registry = ClassRegistry()
        /// registry.register(Dog.self)
        /// ```
        public init() {}

        /// Registers a type under a name.
        package mutating func add(_ type: Registered, forClassName name: String) {
            var registered = types[name] ?? []
            registered.removeAll { $0 == type }
            registered.append(type)
            types[name] = registered
        }

        /// Removes all types that are registered under a name.
        ///
        /// ```swift
        /// registry.removeTypes(forClassName: "OldApp.Cat")
        /// ```
        public mutating func removeTypes(forClassName name: String) { types[name] = nil }

        /// Registers all types of another registry, whose types win where both have a name, and adds its rules for names.
        ///
        /// A module that has many types offers a registry of them.
        ///
        /// ```swift
        /// registry.merge(zoo)
        /// ```
        public mutating func merge(_ other: ClassRegistry) {
            types.merge(other.types) { types, others in
                types.filter { type in !others.contains { $0 == type } } + others
            }
            rules += other.rules
            contentTypes += other.contentTypes.filter { !isLibraryType($0) }
        }

        /// Reads class names that start with a prefix as if they started with another, such as those of a renamed module.
        ///
        /// The rule applies only to names that no type is registered for. Prefixes are compared by code units.
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
        /// A rule applies only to names that no type is registered for. Of several rules, the last one counts that returns
        /// a name with a type; its name isn't renamed again.
        ///
        /// ```swift
        /// registry.renameClasses { name in name.hasPrefix("Old.") ? "PL" + name.dropFirst(4) : nil }
        /// ```
        public mutating func renameClasses(_ rule: @escaping @Sendable (String) -> String?) {
            rules.append(rule)
        }

        /// The type for a class name as it is given, or as a rule renames it.
        ///
        /// - Parameter convert: A type as one that the coder can read, or nil.
        package func type<Coded>(forExactName name: String, _ convert: (Registered) -> Coded?) -> Coded? {
            if let registered = types[name], let type = Self.last(of: registered, convert) { return type }
            for rule in rules.reversed() {
                guard let new = rule(name), let registered = types[new] else { continue }
                if let type = Self.last(of: registered, convert) { return type }
            }
            return nil
        }

        private static func last<Coded>(of types: [Registered], _ convert: (Registered) -> Coded?) -> Coded? {
            for type in types.reversed() {
                if let coded = convert(type) { return coded }
            }
            return nil
        }

        /// Whether a rule gives a class another name, and no later one gives it a name that has a type.
        package func renames(_ name: String, to other: String) -> Bool {
            for rule in rules.reversed() {
                guard let new = rule(name) else { continue }
                if new.isIdentical(to: other) { return true }
                if types[new] != nil { return false }
            }
            return false
        }

        /// Records which of the types registered so far are the library's own.
        package mutating func markLibraryTypes(_ types: [Registered]) { contentTypes = types }

        /// Whether a type is one of the library's own registries.
        package func isLibraryType(_ type: Any.Type) -> Bool { contentTypes.contains { $0 == type } }
    }

    extension ClassRegistry: CustomStringConvertible {
        /// How many class names the registry knows.
        public var description: String { "registry of \(types.count) class names" }
    }
#endif
