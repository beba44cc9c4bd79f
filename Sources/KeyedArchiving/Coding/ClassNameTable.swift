internal import PropertyLists

/// What stands for class names.
///
/// Class names are compared code unit by code unit, as the Objective-C runtime compares them and as keys are: a name
/// with `é` as one character isn't the one with an `e` and an accent.
struct ClassNameTable<Value> {
    private var values: [PropertyListString: Value] = [:]

    var isEmpty: Bool { values.isEmpty }
    var count: Int { values.count }

    /// The values in the order of their names.
    var inOrder: [Value] { values.sorted { $0.key < $1.key }.map(\.value) }

    subscript(name: String) -> Value? {
        get { values[PropertyListString(name)] }
        set { values[PropertyListString(name)] = newValue }
    }
}

extension ClassNameTable: Sendable where Value: Sendable {}

extension ArchivedClass {
    /// Whether the class has a name, code unit by code unit.
    @inline(__always)
    func isNamed(_ name: String) -> Bool { self.name.isIdentical(to: name) }

    /// Whether the class or one of its superclasses has a name.
    func isKind(ofClassNamed name: String) -> Bool {
        isNamed(name) || hierarchy.contains { $0.isIdentical(to: name) }
    }
}
