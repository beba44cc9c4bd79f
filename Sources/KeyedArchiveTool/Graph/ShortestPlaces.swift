import KeyedArchiving
import PropertyLists

/// The places at which objects with several references are shown: each at the end of its shortest path.
///
/// They are found before anything is shown, breadth first through the shown contents of each object.
struct ShortestPlaces {
    /// The object that holds the nearest reference to each shared object; nil for the top level.
    private var holders: [UID: UID?] = [:]

    /// Finds the places below the contents shown first.
    ///
    /// - Complexity: O(*n*) in the size of the shown graph.
    init(of start: GraphChildren, in graph: inout ArchiveGraph, _ budget: inout Budget) throws(ArchiveError) {
        guard graph.hasSharedObjects else { return }
        var seen: Set<UID> = []
        // The objects and containers to look into. Their contents are read in turn, so that those of one are there at a
        // time: many objects of a hostile file share long contents.
        var queue: [(holder: UID?, value: PropertyList)] = []
        var next = 0
        var (holder, children): (UID?, GraphChildren) = (nil, start)
        while true {
            for position in 0..<children.count {
                let value = children[position].value
                guard case .uid(let uid) = value else {
                    if value.isContainer { queue.append((holder, value)) }
                    continue
                }
                guard seen.insert(uid).inserted else { continue }
                if graph.isShared(uid) { holders[uid] = .some(holder) }
                queue.append((uid, value))
            }
            guard next < queue.count else { return }
            holder = queue[next].holder
            switch try graph.resolve(queue[next].value, &budget) {
            case .object(let object): children = object.children
            case .container(let value): children = value.graphChildren
            default: children = GraphChildren()
            }
            next += 1
        }
    }

    /// Whether an object stands among the children of another, or of the top level.
    ///
    /// One that wasn't found below the start stands wherever it is seen.
    func isPlace(of uid: UID, in holder: UID?) -> Bool {
        guard let nearest = holders[uid] else { return true }
        return nearest == holder
    }
}
