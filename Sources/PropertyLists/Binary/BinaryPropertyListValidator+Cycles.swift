extension BinaryPropertyListValidator {
    /// Reports every container that holds itself, at any distance.
    ///
    /// Walks depth first with a stack of its own. A reference to a container that is still being walked closes a cycle;
    /// a container that has been walked is not walked again, so all takes time in proportion to the references.
    mutating func checkCycles() {
        let reader = reader
        var states = Array(repeating: CycleState.unseen, count: kinds.count)
        var path: [(index: ObjectIndex, references: BinaryReferences, next: Int)] = []
        for start in reader.objectIndices where hasRoom {
            enter(start, &states, &path)
            while let (index, references, next) = path.last, hasRoom {
                guard next < references.count else {
                    states[index] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next = next + 1
                enter(reader.unchecked(next, of: references), &states, &path)
            }
        }
    }

    /// Steps into a container that has not been seen.
    private mutating func enter(
        _ index: ObjectIndex,
        _ states: inout [CycleState],
        _ path: inout [(index: ObjectIndex, references: BinaryReferences, next: Int)]
    ) {
        guard reader.contains(index), let kind = kinds[index], kind.isContainer else { return }
        switch states[index] {
        case .unseen:
            guard let header = header(at: index) else { return }
            states[index] = .open
            path.append((index, header.references, 0))
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
