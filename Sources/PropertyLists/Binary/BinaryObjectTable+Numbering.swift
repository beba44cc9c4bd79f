extension BinaryObjectTable {
    /// The order in which objects are listed, and the number of each.
    ///
    /// The numbers of all sorts of objects lie in one table, one sort after the other, so that finding one is adding an
    /// index to where its sort begins.
    struct Numbering: ~Copyable {
        /// What is listed, in order; a UID or a boolean may stand there more than once.
        var list = GrowingTable<Entry>()
        /// Where the numbers of each sort begin and end in `numbers`.
        let begins: FixedTable<Int>
        let ends: FixedTable<Int>
        /// The number of each object, or `none`.
        var numbers: FixedTable<UInt32>
        /// The numbers of UIDs beyond the end of the table.
        var farUIDs: [Int: UInt32] = [:]
        /// Whether an entry was met that does not belong to the table.
        var hasForeignEntry = false

        static var none: UInt32 { .max }

        /// How many UIDs have their numbers in the table.
        var uidCount: Int {
            ends[Int(Sort.uid.rawValue)] - begins[Int(Sort.uid.rawValue)]
        }

        /// The number of the object that an entry stands for.
        @inline(__always)
        func number(of entry: Entry) -> UInt32 {
            let sort = Int(truncatingIfNeeded: entry.sort)
            let place = begins[sort] &+ entry.index
            return place < ends[sort] ? numbers[place] : farUIDs[entry.index] ?? Self.none
        }

        /// Lists one object and numbers it.
        mutating func appendNumbered(_ entry: Entry) {
            let number = UInt32(truncatingIfNeeded: list.count)
            list.append(entry)
            let sort = Int(truncatingIfNeeded: entry.sort)
            let place = begins[sort] &+ entry.index
            if place < ends[sort] { numbers[place] = number } else { farUIDs[entry.index] = number }
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
        // Runs of entries still to be visited, around the innermost one.
        var pending = GrowingTable<PendingRun>()
        var next = 0
        var end = 0
        var entry = top
        while true {
            let sort = Int(truncatingIfNeeded: entry.sort)
            let place = numbering.begins[sort] &+ entry.index
            if place >= numbering.ends[sort] {
                visitFar(entry, &numbering, withOrphans)
            } else if numbering.numbers[place] == Numbering.none {
                numbering.numbers[place] = UInt32(truncatingIfNeeded: numbering.list.count)
                numbering.list.append(entry)
                if sort == Int(Sort.container.rawValue) {
                    let container = containers[entry.index]
                    pending.append(PendingRun(next: next, end: end))
                    next = container.start
                    end = container.start &+ container.referenceCount
                }
            } else if withOrphans, isRepeated(entry) {
                numbering.list.append(entry)
            }
            while next == end {
                guard !pending.isEmpty else { return numbering }
                let run = pending[pending.count &- 1]
                pending.truncate(to: pending.count &- 1)
                next = run.next
                end = run.end
            }
            entry = entries[next]
            next &+= 1
        }
    }

    /// A part of a container that is still to be visited.
    private struct PendingRun: BitwiseCopyable {
        var next: Int
        var end: Int
    }

    /// Whether Apple's writer lists an object anew at each visit.
    @inline(__always)
    private func isRepeated(_ entry: Entry) -> Bool {
        switch entry.sort {
        case Sort.uid.rawValue, Sort.boolean.rawValue: true
        case Sort.container.rawValue: containers[entry.index].count == 0
        default: false
        }
    }

    /// Visits a UID that has no place in the table, or an entry of another table.
    private func visitFar(_ entry: Entry, _ numbering: inout Numbering, _ withOrphans: Bool) {
        guard entry.sort == Sort.uid.rawValue else { return numbering.hasForeignEntry = true }
        if numbering.farUIDs[entry.index] == nil {
            numbering.appendNumbered(entry)
        } else if withOrphans {
            numbering.list.append(entry)
        }
    }

    /// Numbers the given objects in the given order, then all others that a container refers to.
    func listedNumbering(_ order: [Entry], top: Entry) -> Numbering {
        var numbering = emptyNumbering()
        guard holds(top), order.allSatisfy({ holds($0) }), (0..<entries.count).allSatisfy({ holds(entries[$0]) })
        else {
            numbering.hasForeignEntry = true
            return numbering
        }
        for entry in order { numbering.appendNumbered(entry) }
        if numbering.number(of: top) == Numbering.none { numbering.appendNumbered(top) }
        for position in 0..<entries.count where numbering.number(of: entries[position]) == Numbering.none {
            numbering.appendNumbered(entries[position])
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
    /// UIDs far beyond the size of the table, which only damaged files have, get no place, so that a single one costs no
    /// memory for the gap before it.
    private func emptyNumbering() -> Numbering {
        let uidCount = min(Int(largestUID) + 1, 65536 + 8 * entries.count)
        // In the order of the sorts' numbers; the last two sorts do not exist.
        let counts = [scalarEnds.count, largeData.count, containers.count, uidCount, 2, 0, 0, 0]
        var begins = FixedTable(repeating: 0, count: counts.count)
        var ends = FixedTable(repeating: 0, count: counts.count)
        var total = 0
        for (sort, count) in counts.enumerated() {
            begins[sort] = total
            total += count
            ends[sort] = total
        }
        var numbering = Numbering(
            begins: begins,
            ends: ends,
            numbers: FixedTable(repeating: Numbering.none, count: total)
        )
        numbering.list.reserve(entries.count + 1)
        return numbering
    }
}
