internal import PropertyLists

// Names of classes are compared code unit by code unit: see `ClassNameTable`.

extension ArchivedClass {
    /// Whether the class has a name, code unit by code unit.
    @inline(__always)
    func isNamed(_ name: String) -> Bool { self.name.isIdentical(to: name) }

    /// Whether the class or one of its superclasses has a name, as it is stored or as the source of a program has it.
    package func isKind(ofClassNamed name: String) -> Bool {
        if isNamed(name) || hierarchy.contains(where: { $0.isIdentical(to: name) }) { return true }
        return ([self.name] + hierarchy).contains { Self.isName($0, readAs: name) }
    }

    /// Whether a name is stored mangled that the source of a program has as another.
    static func isName(_ stored: String, readAs name: String) -> Bool {
        MangledClassName.readable(stored)?.isIdentical(to: name) == true
    }

    /// Whether the chain of names begins with the name of the class.
    var isFirstOfHierarchy: Bool { hierarchy.first.map { isNamed($0) } == true }

    /// Whether the class and another have the same chain of names.
    func hasHierarchy(of other: ArchivedClass) -> Bool { Self.areIdentical(hierarchy, other.hierarchy) }

    @inline(__always)
    private static func areIdentical(_ names: [String], _ others: [String]) -> Bool {
        names.count == others.count && zip(names, others).allSatisfy { $0.isIdentical(to: $1) }
    }
}

extension ArchivedClass {
    /// Compares the names code unit by code unit.
    public static func == (lhs: ArchivedClass, rhs: ArchivedClass) -> Bool {
        lhs.isNamed(rhs.name) && lhs.hasHierarchy(of: rhs) && areIdentical(lhs.fallbacks, rhs.fallbacks)
    }

    /// Hashes the code units of the names.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(PropertyListString(name))
        // The count tells where the superclasses end and the stand-ins begin.
        hasher.combine(hierarchy.count)
        for name in hierarchy { hasher.combine(PropertyListString(name)) }
        for name in fallbacks { hasher.combine(PropertyListString(name)) }
    }
}
