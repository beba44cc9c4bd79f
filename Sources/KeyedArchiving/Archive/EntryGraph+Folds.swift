internal import PropertyLists

// The questions about what leads where. Each takes O(n) in the number of entries and references, and no recursion.

extension EntryGraph {
    /// For each entry, whether it is reachable from the outer dictionary.
    ///
    /// - Parameter throughClasses: Whether references to class records count.
    func reachable(throughClasses: Bool = true) -> [Bool] {
        var isReached = Array(repeating: false, count: count)
        var pending: [EntryUID] = []
        func reach(_ uid: EntryUID) {
            guard !isReached[uid] else { return }
            isReached[uid] = true
            pending.append(uid)
        }
        for root in roots { reach(root) }
        while let uid = pending.popLast() {
            for target in references(of: uid) { reach(target) }
            if throughClasses, let record = classRecord(of: uid), record != .null { reach(record) }
        }
        return isReached
    }

    /// Visits each entry that the top level leads to, and those it leads to in turn, not through classes.
    ///
    /// - Parameter isFollowed: Whether the references of an entry of a class are followed; it gets the class record, nil
    ///   where that can't be told.
    func visitFromTop<Failure>(where isFollowed: (EntryUID?) throws(Failure) -> Bool) throws(Failure) {
        var isReached = Array(repeating: false, count: count)
        var pending = Array(topRoots)
        while let uid = pending.popLast() {
            guard !isReached[uid] else { continue }
            isReached[uid] = true
            if try isFollowed(classRecord(of: uid)) { pending += references(of: uid) }
        }
    }

    /// How many references lead to each entry, from the outer dictionary and from fields; those to classes don't count.
    var referrers: [UInt32] {
        var counts = Array(repeating: UInt32(0), count: count)
        func add(_ uid: EntryUID) {
            if counts[uid] < .max { counts[uid] += 1 }
        }
        for root in roots { add(root) }
        for number in 0..<count {
            for target in references(of: EntryUID(number)) { add(target) }
        }
        return counts
    }

    // MARK: Paths

    /// How each entry is reached first when references are followed breadth first.
    struct NearestPaths {
        /// The entries that are reached, the nearest first.
        private(set) var order: [EntryUID] = []
        /// The entry by which each is reached; 0 for one that isn't, `start` for one that no other is needed for.
        private var parents: [UInt32]
        private static let start = UInt32.max

        fileprivate init(count: Int) {
            parents = Array(repeating: 0, count: count)
        }

        fileprivate mutating func arrive(at uid: EntryUID, from parent: EntryUID?) {
            guard parents[uid] == 0 else { return }
            parents[uid] = parent.map { UInt32(truncatingIfNeeded: $0.number) } ?? Self.start
            order.append(uid)
        }

        /// The entries on the shortest path to one, which is the last; nil if it isn't reached.
        func path(to uid: EntryUID) -> [EntryUID]? {
            guard uid.number < parents.count, parents[uid] != 0 else { return nil }
            var path = [uid]
            var last = uid
            while parents[last] != Self.start {
                last = EntryUID(Int(truncatingIfNeeded: parents[last]))
                path.append(last)
            }
            return path.reversed()
        }
    }

    /// The shortest path to each entry, through fields and classes.
    ///
    /// - Parameters:
    ///   - starts: The entries that paths start with.
    ///   - isFollowed: Whether the references of an entry count.
    func nearestPaths(
        from starts: some Sequence<EntryUID>,
        where isFollowed: (EntryUID) -> Bool = { _ in true }
    ) -> NearestPaths {
        var paths = NearestPaths(count: count)
        for start in starts { paths.arrive(at: start, from: nil) }
        var next = 0
        while next < paths.order.count {
            let uid = paths.order[next]
            next += 1
            guard isFollowed(uid) else { continue }
            for target in references(of: uid) { paths.arrive(at: target, from: uid) }
            if let record = classRecord(of: uid), record != .null { paths.arrive(at: record, from: uid) }
        }
        return paths
    }

    // MARK: Components

    /// The entries in groups that lead to one another, not through classes.
    struct Components {
        /// The group of each entry.
        fileprivate(set) var componentOf: [Int]
        /// The entries of each group; a group is before all groups that lead to it.
        fileprivate(set) var components: [[EntryUID]] = []
    }

    /// Finds the groups.
    func components() -> Components {
        let found = StrongComponents(nodeCount: count) { node, position in
            let references = references(of: EntryUID(node))
            return position < references.count ? references[references.startIndex + position].number : nil
        }
        var components: [[EntryUID]] = Array(repeating: [], count: found.sizes.count)
        for (entry, number) in found.numbers.enumerated() { components[number].append(EntryUID(entry)) }
        return Components(componentOf: found.numbers, components: components)
    }
}
