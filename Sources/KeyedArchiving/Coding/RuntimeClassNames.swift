internal import PropertyLists

// Names of Swift's classes as Apple's runtime has them.

extension ArchivedClass {
    /// The name as the source of a program has it: `App.Outer.Inner` for `_TtCC3App5Outer5Inner`.
    ///
    /// Apple's runtime, and so Apple's archiver, has mangled names for Swift classes that are nested, generic or private.
    /// Other names, and mangled ones with parts that aren't understood, are as they are stored.
    ///
    /// ```swift
    /// print(ArchivedClass(name: "_TtCC3App5Outer5Inner").readableName)  // App.Outer.Inner
    /// ```
    ///
    /// Source of the rules: "Mangling" in the documentation of Swift's ABI.
    ///
    /// - Complexity: O(*n*) in the length of the name.
    public var readableName: String { MangledClassName.readable(name) ?? name }

    /// The class with the names that Apple's runtime has for a type and its superclasses, where they declare no other
    /// names.
    func withRuntimeNames(of type: any Codingable.Type) -> ArchivedClass {
        var names: [String: String] = [:]
        var next: (any Codingable.Type)? = type
        while let type = next {
            let name = String(reflecting: type)
            names[name] = ClassNaming.runtimeName(name)
            next = ClassNaming.superclass(of: type)
        }
        guard !names.isEmpty else { return self }
        return ArchivedClass(
            name: names[name] ?? name, hierarchy: hierarchy.map { names[$0] ?? $0 }, fallbacks: fallbacks)
    }
}

extension ClassNaming {
    /// The name that Apple's runtime has for a class that is nested in other types; nil for other types, and for generic
    /// and private ones.
    ///
    /// - Parameter name: Its full name in the source.
    static func runtimeName(_ name: String) -> String? {
        let levels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard levels.count > 2, !name.utf8.contains(where: { "<>()$ ".utf8.contains($0) }) else { return nil }
        func counted(_ level: Substring) -> String { "\(level.utf8.count)\(level)" }
        // What each level is, the program itself knows.
        var path = counted(levels[0])
        var kinds = ""
        for level in levels.dropFirst() {
            path += counted(level)
            guard let kind = ["C", "V", "O"].first(where: { _typeByName(path + $0) != nil }) else { return nil }
            path += kind
            kinds = kind + kinds
        }
        return "_Tt" + kinds + levels.map(counted).joined()
    }

    /// The names under which a class of an archive may be registered or requested: its stored name, and the source name
    /// of a mangled one.
    static func names(for name: String) -> [String] {
        MangledClassName.readable(name).map { [name, $0] } ?? [name]
    }
}
