/// How objects are first reached when references are followed breadth first, and the shortest path to each.
///
/// A search asks for the ``next()`` object and records each reference that leaves it, until the target was reached.
struct BreadthFirstSearch<Object: Hashable, Reference> {
    /// How an object was first reached: from which object, nil for the start, and by which reference.
    typealias Arrival = (parent: Object?, reference: Reference)

    private var arrivals: [Object: Arrival] = [:]
    private var queue: [Object] = []
    private var head = 0

    /// Whether an object was reached.
    func hasReached(_ object: Object) -> Bool { arrivals[object] != nil }

    /// Records a reference to an object that wasn't reached before.
    ///
    /// - Parameter isFollowed: Whether its own references are asked for in turn.
    mutating func arrive(at object: Object, from parent: Object?, by reference: Reference, isFollowed: Bool = true) {
        guard arrivals[object] == nil else { return }
        arrivals[object] = (parent, reference)
        if isFollowed { queue.append(object) }
    }

    /// The next object whose references are to be recorded; nil if there is none.
    mutating func next() -> Object? {
        guard head < queue.count else { return nil }
        head += 1
        return queue[head - 1]
    }

    /// The references that lead to an object, in order; nil if it wasn't reached.
    ///
    /// - Parameter root: Where to start, if that is an object.
    func path(to target: Object, from root: Object? = nil) -> [Arrival]? {
        var path: [Arrival] = []
        var next: Object? = target
        while let object = next, object != root {
            // An object is reached once, so that a longer path can only be a cycle that the start is on.
            guard let arrival = arrivals[object], path.count < arrivals.count else { return nil }
            path.append(arrival)
            next = arrival.parent
        }
        return path.reversed()
    }
}
