internal import PropertyLists

/// Which entries of an archive refer to which, without class references and references to nil.
///
/// References of an entry are one after the other in one array. The archive must be within its limit: a long list that
/// many entries share is gone through for each of them.
struct EntryGraph {
    /// Where the references of each entry begin in `targets`; one more than there are entries.
    private(set) var starts: [Int] = [0]
    private(set) var targets: [EntryUID] = []
    /// The class that each entry refers to.
    private(set) var classes: [EntryUID?] = []
    /// The entries that the top level refers to.
    private(set) var roots: [EntryUID] = []

    /// How many entries there are.
    var count: Int { classes.count }

    init(_ index: ArchiveIndex) {
        func collect(_ value: ObjectIndex, in references: inout [EntryUID]) {
            index.forEachReference(in: value) { uid in
                if let uid = index.entry(uid), uid != .null { references.append(uid) }
            }
        }
        for field in index.pairs(of: index.top) { collect(field.value, in: &roots) }
        for uid in index.uids {
            var classUID: EntryUID?
            if let fields = index.fields(at: index[uid]) {
                let classPosition = index.position(of: ClassFields.instanceClass, in: fields)
                classUID = classPosition.flatMap { index.entryUID(at: index.reader.value($0, of: fields)) }
                for position in fields.positions where position != classPosition {
                    collect(index.reader.value(position, of: fields), in: &targets)
                }
            }
            classes.append(classUID)
            starts.append(targets.count)
        }
    }

    /// The entries that an entry refers to, once for each reference.
    func references(of uid: EntryUID) -> ArraySlice<EntryUID> {
        targets[starts[uid.number]..<starts[uid.number + 1]]
    }
}

/// The entries of an archive in groups that lead to one another, those that others lead to first.
struct EntryComponents {
    /// The group of each entry.
    private(set) var componentOf: [Int]
    /// The entries of each group; a group is before all groups that lead to it.
    private(set) var components: [[EntryUID]] = []

    /// Finds the groups: Tarjan's algorithm with a stack of its own.
    init(_ graph: EntryGraph) {
        let unseen = -1
        componentOf = Array(repeating: unseen, count: graph.count)
        var order = Array(repeating: unseen, count: graph.count)
        var lowest = Array(repeating: 0, count: graph.count)
        var seenCount = 0
        var open: [EntryUID] = []
        var path = DepthFirstPath<EntryUID>()

        func enter(_ uid: EntryUID) {
            order[uid] = seenCount
            lowest[uid] = seenCount
            seenCount += 1
            open.append(uid)
            path.enter(uid, childCount: graph.references(of: uid).count)
        }

        /// The entries from one on that are in no group yet are one.
        func close(_ first: EntryUID) {
            var members: [EntryUID] = []
            while let member = open.popLast() {
                componentOf[member] = components.count
                members.append(member)
                if member == first { break }
            }
            components.append(members.sorted())
        }

        for start in 0..<graph.count where order[start] == unseen {
            enter(EntryUID(start))
            while let step = path.next() {
                switch step {
                case .child(let position, let uid):
                    let target = graph.targets[graph.starts[uid.number] + position]
                    if order[target] == unseen {
                        enter(target)
                    } else if componentOf[target] == unseen {
                        lowest[uid] = min(lowest[uid], order[target])
                    }
                case .leave(let uid, let parent):
                    if let parent { lowest[parent] = min(lowest[parent], lowest[uid]) }
                    if lowest[uid] == order[uid] { close(uid) }
                }
            }
        }
    }
}
