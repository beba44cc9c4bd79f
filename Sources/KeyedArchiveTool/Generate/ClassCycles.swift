/// Which sampled classes hold each other directly, rather than in arrays or dictionaries.
///
/// Structures of such classes would have no end.
struct ClassCycles {
    private var positions: [String: Int] = [:]
    private let components: StrongComponents

    /// - Parameter isRead: Whether a field of a class is read.
    /// - Complexity: O(*n*) in the classes and in what their fields hold.
    init(of types: [SampledType], isRead: (SampledType, SampledType.Field) -> Bool) {
        for (position, type) in types.enumerated() { positions[type.name] = position }
        let positions = positions
        components = StrongComponents(nodeCount: types.count) { position in
            let type = types[position]
            return type.fields.filter { isRead(type, $0) }.flatMap { field in
                field.shape.kinds.compactMap { $0.className.flatMap { positions[$0] } }
            }
        }
    }

    /// Whether objects of one class lead directly to those of another, some of whose fields hold the first.
    func leads(from first: String, to second: String) -> Bool {
        guard let first = positions[first], let second = positions[second] else { return false }
        return components.joins(first, second)
    }
}
