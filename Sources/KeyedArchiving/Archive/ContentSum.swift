internal import PropertyLists

/// The size of an archive's contents as one number, which bounds the time and memory of all walks together.
///
/// It adds up two things. Each object of the container counts 1, and its bytes or references: objects of a hostile file
/// can overlap, so that they have more than the file. And each place in an entry counts 1, and 1 for every 16 bytes of
/// its content: many entries can be one object, and many fields one list. The object at a UID counts as an entry, not
/// at each reference to it.
enum ContentSum {
    /// The sum for an archive; nil if it is more than ``/PropertyLists/Limits/expansion`` allows for its size.
    ///
    /// Below that, a walk that visits each place a constant number of times takes time in proportion to the file, and
    /// needs no separate budget.
    static func withinLimit(_ index: ArchiveIndex) -> Int? {
        of(index, upTo: index.reader.limits.mostContent(ofInputOf: index.reader.bytes.count))
    }

    /// The sum for an archive; nil if it is more than a limit, or if a container is in itself.
    ///
    /// - Complexity: O(*n*) in the number of objects and references, with 8 bytes of memory for each object; less where
    ///   the limit is reached before.
    static func of(_ index: ArchiveIndex, upTo limit: Int) -> Int? {
        let reader = index.reader
        let isOpen = -1
        var own = 0
        // What a place costs where an object lies; 0 for containers that weren't looked at.
        var costs = Array(repeating: 0, count: reader.objectCount)
        for object in reader.objectIndices {
            guard let header = try? reader.header(at: object) else {
                costs[object] = 1
                continue
            }
            own = own.addingOrMaximum(1 + header.references.count).addingOrMaximum(header.scalarSize)
            guard own <= limit else { return nil }
            if !header.kind.isContainer { costs[object] = 1 + header.scalarSize / 16 }
        }

        // What is in the outer dictionary: all entries, the top level, and whatever is beside them.
        let top = reader.topObject
        guard reader.contains(top), costs[top] == 0 else { return own }
        var path = DepthFirstPath<(object: ObjectIndex, references: BinaryReferences)>()
        func enter(_ container: ObjectIndex) {
            costs[container] = isOpen
            let references = index.references(at: container)
            path.enter((container, references), childCount: references.count)
        }
        // The costs of the containers in the path so far, from the outermost one.
        var sums = [1]
        enter(top)
        while let step = path.next() {
            switch step {
            case .child(let position, let container):
                let member = reader.unchecked(position, of: container.references)
                guard reader.contains(member) else { continue }
                guard costs[member] != isOpen else { return nil }
                if costs[member] == 0 {
                    sums.append(1)
                    enter(member)
                } else {
                    sums[sums.count - 1] = sums[sums.count - 1].addingOrMaximum(costs[member])
                }
            case .leave(let container, _):
                let sum = sums.popLast() ?? 0
                guard sum <= limit - own else { return nil }
                costs[container.object] = sum
                if let last = sums.indices.last { sums[last] = sums[last].addingOrMaximum(sum) }
            }
        }
        return own + costs[top]
    }
}
