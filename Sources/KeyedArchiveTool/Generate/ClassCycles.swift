/// Which sampled classes lead to each other by their fields.
///
/// Each class gets the number of its component (Tarjan's algorithm, with a list in place of recursion), so that all
/// questions together take as much memory as the classes themselves.
struct ClassCycles {
    private var components: [String: Int] = [:]

    /// A class whose fields are being followed.
    private struct Frame {
        var position: Int
        var rest: [Int]
    }

    /// - Complexity: O(*n*) in the classes and in what their fields hold.
    init(of types: [SampledType]) {
        var positions: [String: Int] = [:]
        for (position, type) in types.enumerated() { positions[type.name] = position }
        func targets(_ position: Int) -> [Int] {
            var classes: Set<String> = []
            for field in types[position].fields { classes.formUnion(field.shape.classes) }
            return classes.compactMap { positions[$0] }
        }

        var order: [Int?] = Array(repeating: nil, count: types.count)
        var lowest = Array(repeating: 0, count: types.count)
        var isWaiting = Array(repeating: false, count: types.count)
        var waiting: [Int] = []
        var frames: [Frame] = []
        var count = 0
        func enter(_ position: Int) {
            order[position] = count
            lowest[position] = count
            count += 1
            waiting.append(position)
            isWaiting[position] = true
            frames.append(Frame(position: position, rest: targets(position)))
        }

        for start in types.indices where order[start] == nil {
            enter(start)
            while let frame = frames.last {
                let position = frame.position
                // Follow the next field of the innermost class.
                if let next = frames[frames.count - 1].rest.popLast() {
                    if order[next] == nil {
                        enter(next)
                    } else if isWaiting[next] {
                        lowest[position] = min(lowest[position], order[next] ?? 0)
                    }
                    continue
                }
                // All fields were followed: what waits since this class is its component, if nothing led further up.
                frames.removeLast()
                if let outer = frames.last { lowest[outer.position] = min(lowest[outer.position], lowest[position]) }
                guard lowest[position] == order[position] else { continue }
                while let member = waiting.popLast() {
                    isWaiting[member] = false
                    components[types[member].name] = position
                    if member == position { break }
                }
            }
        }
    }

    /// Whether objects of one class lead to those of another, some of whose fields hold the first.
    func leads(from first: String, to second: String) -> Bool {
        components[first].map { $0 == components[second] } ?? false
    }
}
