extension BinaryObjectTable {
    /// The order in which objects are listed, and the number of each.
    struct Numbering {
        /// What is listed, in order; a UID or a boolean may stand there more than once.
        var list: [Entry] = []
        /// The number of each object by its index, or `none`.
        var scalars: [UInt32]
        var largeData: [UInt32]
        var containers: [UInt32]
        var uids: [UInt32]
        /// The numbers of UIDs beyond the end of `uids`.
        var farUIDs: [Int: UInt32] = [:]
        var booleans: [UInt32] = [none, none]
        /// Whether an entry was met that does not belong to the table.
        var hasForeignEntry = false

        static let none = UInt32.max

        /// The number of the object that an entry stands for.
        @inline(__always)
        func number(of entry: Entry) -> UInt32 {
            switch entry.sort {
            case Sort.scalar.rawValue: scalars[entry.index]
            case Sort.uid.rawValue: number(ofUID: entry.index)
            case Sort.container.rawValue: containers[entry.index]
            case Sort.boolean.rawValue: booleans[entry.index]
            default: largeData[entry.index]
            }
        }

        @inline(__always)
        func number(ofUID uid: Int) -> UInt32 {
            uid < uids.count ? uids[uid] : farUIDs[uid] ?? Self.none
        }

        @inline(__always)
        mutating func set(_ number: UInt32, ofUID uid: Int) {
            if uid < uids.count { uids[uid] = number } else { farUIDs[uid] = number }
        }

        /// Lists one object and numbers it.
        mutating func append(_ entry: Entry) {
            let number = UInt32(truncatingIfNeeded: list.count)
            list.append(entry)
            switch entry.sort {
            case Sort.scalar.rawValue: scalars[entry.index] = number
            case Sort.uid.rawValue: set(number, ofUID: entry.index)
            case Sort.container.rawValue: containers[entry.index] = number
            case Sort.boolean.rawValue: booleans[entry.index] = number
            default: largeData[entry.index] = number
            }
        }
    }

    /// Numbers everything that can be reached from `top` in depth-first order: a dictionary, then its keys, then its
    /// values; an array, then its elements.
    ///
    /// Strings, numbers, dates and data are listed on their first visit. With orphans, a UID or a boolean is listed on
    /// every visit and all references use the first number: Apple's writer does not look whether those are listed
    /// already. By the same rule it would repeat a shared container with all its contents; only shared empty arrays
    /// have been met, and those are repeated here. Repeating others would let a few bytes grow without bound.
    func depthFirstNumbering(top: Entry, withOrphans: Bool) -> Numbering {
        var numbering = emptyNumbering()
        // Runs of entries still to be visited; the innermost is last.
        var pending: [(next: Int, end: Int)] = []
        visit(top, &numbering, &pending, withOrphans)
        while let (next, end) = pending.last {
            if next == end {
                pending.removeLast()
            } else {
                pending[pending.count &- 1].next = next &+ 1
                visit(entries[next], &numbering, &pending, withOrphans)
            }
        }
        return numbering
    }

    /// Numbers the given objects in the given order, then all others that a container refers to.
    func listedNumbering(_ order: [Entry], top: Entry) -> Numbering {
        var numbering = emptyNumbering()
        guard holds(top), order.allSatisfy(holds), entries.allSatisfy(holds) else {
            numbering.hasForeignEntry = true
            return numbering
        }
        for entry in order { numbering.append(entry) }
        for entry in [top] + entries where numbering.number(of: entry) == Numbering.none {
            numbering.append(entry)
        }
        return numbering
    }

    /// Whether an entry belongs to this table, as far as can be told.
    private func holds(_ entry: Entry) -> Bool {
        switch entry.sort {
        case Sort.scalar.rawValue: entry.index < scalarEnds.count
        case Sort.container.rawValue: entry.index < containers.count
        case Sort.largeData.rawValue: entry.index < largeData.count
        default: true
        }
    }

    /// A numbering with nothing numbered yet.
    ///
    /// UIDs far beyond the size of the table, which only damaged files have, get no slot, so that a single one costs no
    /// memory for the gap before it.
    private func emptyNumbering() -> Numbering {
        let none = Numbering.none
        let slots = min(Int(largestUID) + 1, 65536 + 8 * entries.count)
        var numbering = Numbering(
            scalars: Array(repeating: none, count: scalarEnds.count),
            largeData: Array(repeating: none, count: largeData.count),
            containers: Array(repeating: none, count: containers.count),
            uids: Array(repeating: none, count: slots)
        )
        numbering.list.reserveCapacity(entries.count + 1)
        return numbering
    }

    @inline(__always)
    private func visit(
        _ entry: Entry,
        _ numbering: inout Numbering,
        _ pending: inout [(next: Int, end: Int)],
        _ withOrphans: Bool
    ) {
        let index = entry.index
        let number = UInt32(truncatingIfNeeded: numbering.list.count)
        switch entry.sort {
        case Sort.scalar.rawValue:
            guard index < numbering.scalars.count else { return numbering.hasForeignEntry = true }
            guard numbering.scalars[index] == Numbering.none else { return }
            numbering.scalars[index] = number
        case Sort.uid.rawValue:
            if numbering.number(ofUID: index) == Numbering.none {
                numbering.set(number, ofUID: index)
            } else if !withOrphans {
                return
            }
        case Sort.boolean.rawValue:
            if numbering.booleans[index] == Numbering.none {
                numbering.booleans[index] = number
            } else if !withOrphans {
                return
            }
        case Sort.container.rawValue:
            guard index < containers.count else { return numbering.hasForeignEntry = true }
            let container = containers[index]
            if numbering.containers[index] == Numbering.none {
                numbering.containers[index] = number
                pending.append((container.start, container.start &+ container.referenceCount))
            } else if !withOrphans || container.count > 0 {
                return
            }
        default:
            guard index < numbering.largeData.count else { return numbering.hasForeignEntry = true }
            guard numbering.largeData[index] == Numbering.none else { return }
            numbering.largeData[index] = number
        }
        numbering.list.append(entry)
    }
}
