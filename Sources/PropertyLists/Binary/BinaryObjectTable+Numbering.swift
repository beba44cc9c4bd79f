extension BinaryObjectTable {
    /// The order in which objects are listed, and the number of each.
    ///
    /// The numbers of all sorts of objects lie in one table, one sort after the other: scalars, large data, containers,
    /// UIDs and the two booleans.
    struct Numbering: ~Copyable {
        /// What is listed, in order; a UID or a boolean may stand there more than once.
        var list = GrowingTable<Entry>()
        /// Where the numbers of the sorts after the first begin in `numbers`: those of scalars lie before, those of
        /// booleans last.
        let largeData: Int
        let containers: Int
        let uids: Int
        let booleans: Int
        /// How many UIDs have their numbers in the table.
        let uidCount: Int
        /// The number of each object, or `none`.
        var numbers: FixedTable<UInt32>
        /// The number that each reference of the table's containers is to; 0 for those of containers that are not listed.
        var references: FixedTable<UInt32>
        /// How many scalars are listed.
        var scalarCount = 0
        /// The size of everything else that is listed, in bytes, without references.
        var otherSize = 0
        /// How many references there are in everything listed.
        var referenceCount = 0
        /// The numbers of UIDs beyond the end of the table.
        var farUIDs: [Int: UInt32] = [:]
        /// Whether an entry was met that does not belong to the table.
        var hasForeignEntry = false

        static var none: UInt32 { .max }

        /// The place of an entry's number; nil for a UID beyond the end of the table and an entry of another table.
        @inline(__always)
        func place(of entry: Entry) -> Int? {
            let index = entry.index
            switch entry.sort {
            case Sort.scalar.rawValue: return index < largeData ? index : nil
            case Sort.uid.rawValue: return index < uidCount ? uids &+ index : nil
            case Sort.container.rawValue: return index < uids &- containers ? containers &+ index : nil
            case Sort.largeData.rawValue: return index < containers &- largeData ? largeData &+ index : nil
            default: return index < numbers.count &- booleans ? booleans &+ index : nil
            }
        }

        /// The number of the object that an entry stands for.
        func number(of entry: Entry) -> UInt32 {
            if let place = place(of: entry) { return numbers[place] }
            return entry.sort == Sort.uid.rawValue ? farUIDs[entry.index] ?? Self.none : Self.none
        }

        /// Numbers the object that is listed next.
        mutating func setNumber(of entry: Entry) {
            let number = UInt32(truncatingIfNeeded: list.count)
            if let place = place(of: entry) { numbers[place] = number } else { farUIDs[entry.index] = number }
        }
    }

    /// Lists one object.
    @inline(__always)
    private func list(_ entry: Entry, in numbering: inout Numbering) {
        numbering.list.append(entry)
        switch entry.sort {
        case Sort.scalar.rawValue: numbering.scalarCount &+= 1
        case Sort.uid.rawValue: numbering.otherSize &+= 1 &+ minimalWidth(of: UInt64(entry.index))
        case Sort.boolean.rawValue: numbering.otherSize &+= 1
        case Sort.container.rawValue:
            let container = containers[entry.index]
            numbering.otherSize &+= markerSize(count: container.count)
            numbering.referenceCount &+= container.referenceCount
        default:
            let size = largeData[entry.index].count
            numbering.otherSize &+= markerSize(count: size) &+ size
        }
    }

    /// The size of everything listed, in bytes, without references.
    ///
    /// Where every scalar is listed, which is the rule, their sizes need not be added up.
    func contentSize(_ numbering: borrowing Numbering) -> Int {
        if numbering.scalarCount == scalarEnds.count { return numbering.otherSize + scalarBytes.count }
        var size = numbering.otherSize
        for position in 0..<numbering.list.count where numbering.list[position].sort == Sort.scalar.rawValue {
            size += scalarSize(numbering.list[position].index)
        }
        return size
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
            // What is most frequent is spelled out; the rest takes the long way.
            if entry.sort == Sort.uid.rawValue, entry.index < numbering.uidCount {
                let place = numbering.uids &+ entry.index
                let number = numbering.numbers[place]
                if number == Numbering.none {
                    numbering.numbers[place] = UInt32(truncatingIfNeeded: numbering.list.count)
                    numbering.references[next] = UInt32(truncatingIfNeeded: numbering.list.count)
                    listUID(entry, in: &numbering)
                } else {
                    numbering.references[next] = number
                    if withOrphans { listUID(entry, in: &numbering) }
                }
                next &+= 1
            } else if entry.sort == Sort.scalar.rawValue, entry.index < numbering.largeData {
                let number = numbering.numbers[entry.index]
                if number == Numbering.none {
                    numbering.numbers[entry.index] = UInt32(truncatingIfNeeded: numbering.list.count)
                    numbering.references[next] = UInt32(truncatingIfNeeded: numbering.list.count)
                    numbering.list.append(entry)
                    numbering.scalarCount &+= 1
                } else {
                    numbering.references[next] = number
                }
                next &+= 1
            } else {
                guard holds(entry) else {
                    numbering.hasForeignEntry = true
                    return numbering
                }
                let known = numbering.number(of: entry)
                let number = known == Numbering.none ? UInt32(truncatingIfNeeded: numbering.list.count) : known
                numbering.references[next] = number
                next &+= 1
                if known == Numbering.none {
                    numbering.setNumber(of: entry)
                    list(entry, in: &numbering)
                    push(entry, &pending, &next, &end)
                } else if withOrphans, isRepeated(entry) {
                    list(entry, in: &numbering)
                }
            }
        }
    }

    /// Lists a UID that lives inside its entry.
    @inline(__always)
    private func listUID(_ entry: Entry, in numbering: inout Numbering) {
        numbering.list.append(entry)
        numbering.otherSize &+= 1 &+ minimalWidth(of: UInt64(entry.index))
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
        let containers = scalarEnds.count + largeData.count
        let uids = containers + self.containers.count
        var numbering = Numbering(
            largeData: scalarEnds.count,
            containers: containers,
            uids: uids,
            booleans: uids + uidCount,
            uidCount: uidCount,
            numbers: FixedTable(repeating: Numbering.none, count: uids + uidCount + 2),
            references: FixedTable(repeating: 0, count: entries.count)
        )
        numbering.list.reserve(entries.count + 1)
        return numbering
    }
}
