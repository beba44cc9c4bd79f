/// What stands for class names.
///
/// Class names are compared code unit by code unit, as the Objective-C runtime compares them and as keys are: a name
/// with `é` as one character isn't the one with an `e` and an accent.
package struct ClassNameTable<Value> {
    private var values: [PropertyListString: Value] = [:]

    package init() {}

    package var isEmpty: Bool { values.isEmpty }
    package var count: Int { values.count }

    /// The values in the order of their names.
    package var inOrder: [Value] { values.sorted { $0.key < $1.key }.map(\.value) }

    package subscript(name: String) -> Value? {
        get { values[PropertyListString(name)] }
        set { values[PropertyListString(name)] = newValue }
    }
}

extension ClassNameTable: Sendable where Value: Sendable {}

extension ClassNameTable: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, Value)...) {
        for (name, value) in elements { self[name] = value }
    }
}
