internal import PropertyLists

/// How deep the containers of a property list nest.
struct ContainerDepths: ~Copyable {
    private let index: ArchiveIndex
    /// The number of levels of each container, nested containers included; 0 for containers that weren't visited.
    private var levels: [Int]

    init(_ index: ArchiveIndex) {
        self.index = index
        levels = Array(repeating: 0, count: index.reader.objectCount)
    }

    /// The depth of the list, in which UIDs are a separate level, as they are in XML.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/cancelled`` only.
    /// - Complexity: O(*n*) in the size of the archive; no recursion. A container that is in itself ends there.
    mutating func greatestDepth() throws(ArchiveError) -> Int {
        let top = index.reader.topObject
        guard index.reader.contains(top), index.kind(of: top).isContainer else { return 1 }
        var path = ContainerPath()
        enter(top, &path)
        var stepCount = 0
        while let step = path.next() {
            try Cancellation.check(atStep: stepCount)
            stepCount += 1
            switch step {
            case .child(let position, let container):
                let member = index.reader.unchecked(position, of: container.references)
                guard index.reader.contains(member) else { continue }
                let kind = index.kind(of: member)
                if kind.isContainer, levels[member] == 0 {
                    enter(member, &path)
                } else {
                    let depth = kind.isContainer ? levels[member] : kind == .reference ? 1 : 0
                    levels[container.index] = max(levels[container.index], 1 + depth)
                }
            case .leave(let container, let parent?):
                levels[parent.index] = max(levels[parent.index], 1 + levels[container.index])
            case .leave(_, nil): break
            }
        }
        return levels[top]
    }

    private typealias ContainerPath = DepthFirstPath<(index: ObjectIndex, references: BinaryReferences)>

    private mutating func enter(_ container: ObjectIndex, _ path: inout ContainerPath) {
        let references = index.references(at: container)
        levels[container] = 1
        path.enter((container, references), childCount: references.count)
    }
}
