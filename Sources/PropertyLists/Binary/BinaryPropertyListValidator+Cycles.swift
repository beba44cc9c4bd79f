extension BinaryPropertyListValidator {
    /// Reports every container that holds itself, at any distance.
    ///
    /// Walks depth first. A reference to a container that is still being walked closes a cycle; a container that has
    /// been walked is not walked again, so all takes time in proportion to the references.
    mutating func checkCycles() {
        let reader = reader
        var states = Array(repeating: CycleState.unseen, count: kinds.count)
        var path = ContainerPath()
        for start in reader.objectIndices where hasRoom {
            enter(start, &states, &path)
            while hasRoom, let step = path.next() {
                switch step {
                case .child(let position, let container):
                    enter(reader.unchecked(position, of: container.references), &states, &path)
                case .leave(let container, _): states[container.index] = .done
                }
            }
        }
    }

    private typealias ContainerPath = DepthFirstPath<(index: ObjectIndex, references: BinaryReferences)>

    /// Steps into a container that has not been seen.
    private mutating func enter(_ index: ObjectIndex, _ states: inout [CycleState], _ path: inout ContainerPath) {
        guard reader.contains(index), let kind = kinds[index], kind.isContainer else { return }
        switch states[index] {
        case .unseen:
            guard let header = header(at: index) else { return }
            states[index] = .open
            path.enter((index, header.references), childCount: header.references.count)
        case .open: report(.cycle(kind, index, at: reader.position(of: index)))
        case .done: break
        }
    }
}

/// How far the walk has come with a container.
private enum CycleState: UInt8 {
    case unseen
    case open
    case done
}
