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
        /// The number that each reference of the table's containers is to; 0 for those of containers that are not listed.
        var references: FixedTable<UInt32>
        /// The size of everything listed, in bytes, without references.
        var contentSize = 0
        /// How many references there are in everything listed.
        var referenceCount = 0
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

        /// Numbers the object that is listed next.
        @inline(__always)
        mutating func setNumber(of entry: Entry) {
            let number = UInt32(truncatingIfNeeded: list.count)
            let sort = Int(truncatingIfNeeded: entry.sort)
            let place = begins[sort] &+ entry.index
            if place < ends[sort] { numbers[place] = number } else { farUIDs[entry.index] = number }
        }
    }

    /// Lists one object.
    @inline(__always)
    private func list(_ entry: Entry, in numbering: inout Numbering) {
        numbering.list.append(entry)
        switch entry.sort {
        case Sort.scalar.rawValue: numbering.contentSize &+= scalarSize(entry.index)
        case Sort.uid.rawValue: numbering.contentSize &+= 1 &+ minimalWidth(of: UInt64(entry.index))
        case Sort.boolean.rawValue: numbering.contentSize &+= 1
        case Sort.container.rawValue:
            let container = containers[entry.index]
            numbering.contentSize &+= markerSize(count: container.count)
            numbering.referenceCount &+= container.referenceCount
        default:
            let size = largeData[entry.index].count
            numbering.contentSize &+= markerSize(count: size) &+ size
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
        guard holds(top) else {
            numbering.hasForeignEntry = true
            return numbering
        }
        // Runs of entries still to be visited, around the innermost one.
        var pending = GrowingTable<PendingRun>()
        var next = 0
        var end = 0
        numbering.setNumber(of: top)
        list(top, in: &numbering)
        push(top, &pending, &next, &end)
        while true {
            while next == end {
                guard !pending.isEmpty else { return numbering }
                let run = pending[pending.count &- 1]
                pending.truncate(to: pending.count &- 1)
                next = run.next
                end = run.end
            }
            let entry = entries[next]
            let sort = Int(truncatingIfNeeded: entry.sort)
            let place = numbering.begins[sort] &+ entry.index
            var number = Numbering.none
            if place < numbering.ends[sort] {
                number = numbering.numbers[place]
            } else if sort == Int(Sort.uid.rawValue) {
                number = numbering.farUIDs[entry.index] ?? Numbering.none
            } else {
                numbering.hasForeignEntry = true
                return numbering
            }
            if number == Numbering.none {
                numbering.references[next] = UInt32(truncatingIfNeeded: numbering.list.count)
                next &+= 1
                numbering.setNumber(of: entry)
                list(entry, in: &numbering)
                push(entry, &pending, &next, &end)
            } else {
                numbering.references[next] = number
                next &+= 1
                if withOrphans, isRepeated(entry) { list(entry, in: &numbering) }
            }
        }
    }

    /// Goes into a container.
    @inline(__always)
    private func push(_ entry: Entry, _ pending: inout GrowingTable<PendingRun>, _ next: inout Int, _ end: inout Int) {
        guard entry.sort == Sort.container.rawValue else { return }
        let container = containers[entry.index]
        pending.append(PendingRun(next: next, end: end))
        next = container.start
        end = container.start &+ container.referenceCount
    }

    /// A part of a container that is still to be visited.
    struct PendingRun: BitwiseCopyable {
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

    /// Numbers the given objects in the given order, then all others that a container refers to.
    func listedNumbering(_ order: [Entry], top: Entry) -> Numbering {
        var numbering = emptyNumbering()
        guard holds(top), order.allSatisfy({ holds($0) }), (0..<entries.count).allSatisfy({ holds(entries[$0]) })
        else {
            numbering.hasForeignEntry = true
            return numbering
        }
        for entry in order { listNumbered(entry, in: &numbering) }
        if numbering.number(of: top) == Numbering.none { listNumbered(top, in: &numbering) }
        for position in 0..<entries.count {
            if numbering.number(of: entries[position]) == Numbering.none {
                listNumbered(entries[position], in: &numbering)
            }
            numbering.references[position] = numbering.number(of: entries[position])
        }
        return numbering
    }

    private func listNumbered(_ entry: Entry, in numbering: inout Numbering) {
        numbering.setNumber(of: entry)
        list(entry, in: &numbering)
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
            numbers: FixedTable(repeating: Numbering.none, count: total),
            references: FixedTable(repeating: 0, count: entries.count)
        )
        numbering.list.reserve(entries.count + 1)
        return numbering
    }
}
