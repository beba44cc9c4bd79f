import KeyedArchiving

/// The sampled classes that hold each other directly, rather than in arrays or dictionaries.
///
/// Structures of such classes would have infinite size.
struct ClassCycles {
    private var positions: [String: Int] = [:]
    private let components: StrongComponents

    /// Finds the cycles of the fields that are read: those that close none among the objects.
    ///
    /// - Complexity: O(*n*) in the number of classes and of the kinds of values in their fields.
    init(of types: [SampledType]) {
        for (position, type) in types.enumerated() { positions[type.name] = position }
        let positions = positions
        let targets = types.map { type in
            type.fields.filter { !$0.closesCycle }.flatMap { field in
                field.shape.kinds.compactMap { $0.className.flatMap { positions[$0] } }
            }
        }
        components = StrongComponents(nodeCount: types.count) { node, position in
            position < targets[node].count ? targets[node][position] : nil
        }
    }

    /// Whether objects of one class lead directly to those of another, some of whose fields hold the first.
    func leads(from first: String, to second: String) -> Bool {
        guard let first = positions[first], let second = positions[second] else { return false }
        return components.joins(first, second)
    }
}
