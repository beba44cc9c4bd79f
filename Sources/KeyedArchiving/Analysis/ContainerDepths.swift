internal import PropertyLists

/// How deep the containers of a property list nest.
struct ContainerDepths {
    private let index: ArchiveIndex
    /// How many levels each container has, with what is in it; 0 for those that weren't looked at.
    private var levels: [Int]

    init(_ index: ArchiveIndex) {
        self.index = index
        levels = Array(repeating: 0, count: index.reader.objectCount)
    }

    /// The depth of the list, in which UIDs are a level of their own, as they are in XML.
    ///
    /// - Complexity: O(*n*) in the size of the archive; no recursion. A container that is in itself ends there.
    mutating func greatestDepth(charging budget: inout Budget) throws(ArchiveError) -> Int {
        var path: [(container: ObjectIndex, next: Int)] = []
        func enter(_ object: ObjectIndex, _ levels: inout [Int]) throws(ArchiveError) {
            let count = index.members(at: object).count
            try budget.step(through: count)
            levels[object] = 1
            path.append((object, 0))
        }
        let top = index.reader.topObject
        guard index.reader.contains(top), index.kind(of: top).isContainer else { return 1 }
        try enter(top, &levels)
        while let (container, next) = path.last {
            let members = index.members(at: container)
            guard next < members.count else {
                path.removeLast()
                if let parent = path.last?.container { levels[parent] = max(levels[parent], 1 + levels[container]) }
                continue
            }
            path[path.count - 1].next = next + 1
            let member = members[members.index(members.startIndex, offsetBy: next)]
            guard index.reader.contains(member) else { continue }
            let kind = index.kind(of: member)
            if kind.isContainer, levels[member] == 0 {
                try enter(member, &levels)
            } else {
                let depth = kind.isContainer ? levels[member] : kind == .reference ? 1 : 0
                levels[container] = max(levels[container], 1 + depth)
            }
        }
        return levels[top]
    }
}
