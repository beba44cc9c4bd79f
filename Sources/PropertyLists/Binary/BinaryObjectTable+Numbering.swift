extension BinaryObjectTable {
    /// Adds a listed object to the totals.
    @inline(__always)
    private func count(_ entry: Entry, in totals: inout LayoutTotals) {
        switch entry.kind {
        case Kind.scalar.rawValue: totals.scalarCount &+= 1
        case Kind.uid.rawValue: totals.otherSize &+= 1 &+ minimalWidth(of: UInt64(entry.index))
        case Kind.boolean.rawValue: totals.otherSize &+= 1
        case Kind.container.rawValue:
            count(containers[entry.index], in: &totals)
        default:
            let size = externalData[entry.index].count
            totals.otherSize &+= markerSize(count: size) &+ size
        }
    }

    /// Adds a listed container to the totals.
    @inline(__always)
    private func count(_ container: Container, in totals: inout LayoutTotals) {
        let count = count(of: container)
        totals.otherSize &+= markerSize(count: count)
        totals.referenceCount &+= container.isDictionary ? 2 &* count : count
    }

    /// The size of everything listed, in bytes, without references.
    ///
    /// Most scalars are listed, or all, so that only the sizes of the others need be added up. Those are mostly among
    /// the first.
    func contentSize(_ numbering: borrowing Numbering) -> Int {
        var size = numbering.totals.otherSize + scalarBytes.count
        var unlistedCount = scalarCount - numbering.totals.scalarCount
        var index = 0
        while unlistedCount > 0, index < scalarCount {
            if numbering.numbers[index] == Numbering.none {
                size -= rangeOfScalar(index).count
                unlistedCount -= 1
            }
            index += 1
        }
        return size
    }

    /// Numbers everything that can be reached from `top` in depth-first order: a dictionary, then its keys, then its
    /// values; an array, then its elements.
    ///
    /// Strings, numbers, dates and data are listed on their first visit. With orphans, a UID or a boolean is listed on
    /// every visit and all references use the first number: Apple's writer does not look whether those are listed
    /// already. By the same rule it would repeat a shared container with all its contents; only shared empty arrays
    /// have been seen, and those are repeated here. Repeating others would let a few bytes grow without bound.
    ///
    /// - Parameters:
    ///   - entries: Those of the table's containers.
    ///   - list: A table to list the objects in.
    func depthFirstNumbering(
        top: Entry,
        withOrphans: Bool,
        _ entries: consuming GrowingTable<Entry>,
        _ list: consuming GrowingTable<Entry>
    ) -> Numbering {
        guard holds(top) else { return Numbering(foreignTo: self) }
        // As long as they are filled, the tables are separate variables: what belongs to a structure that functions
        // are given is read from memory and written back at every step.
        let offsets = ObjectOffsets(of: self, entryCount: entries.count)
        var list = list
        list.truncate(to: 0)
        list.reserve(entries.count + 1)
        var numbers = FixedTable(repeating: Numbering.none, count: offsets.count)
        var references = entries
        var totals = LayoutTotals()
        var farUIDs: [Int: UInt32]?
        // The runs of entries that are still to be visited around the innermost one.
        var pending = GrowingTable<PendingRun>()
        var run = PendingRun(next: 0, end: 0)

        list.appendWithinCapacity(top)
        count(top, in: &totals)
        _ = knownNumber(of: top, orElse: 0, in: &numbers, &farUIDs, offsets)
        if top.kind == Kind.container.rawValue { run = enter(containers[top.index], &pending, &numbers, offsets) }
        while true {
            numberScalars(&run, &references, &numbers, &list, &totals, offsets, withOrphans: withOrphans)
            guard run.next < run.end else {
                guard let outer = pending.popLast() else {
                    return Numbering(list, offsets, numbers, references, totals, farUIDs)
                }
                run = outer
                continue
            }
            let entry = references[run.next]
            let next = UInt32(truncatingIfNeeded: list.count)
            guard let known = knownNumber(of: entry, orElse: next, in: &numbers, &farUIDs, offsets) else {
                return Numbering(foreignTo: self)
            }
            references[run.next] = Entry(rawValue: known == Numbering.none ? next : known)
            run.next &+= 1
            if entry.kind == Kind.container.rawValue {
                let container = containers[entry.index]
                guard known == Numbering.none || withOrphans && count(of: container) == 0 else { continue }
                list.appendWithinCapacity(entry)
                count(container, in: &totals)
                if run.next < run.end { pending.append(run) }
                run = enter(container, &pending, &numbers, offsets)
            } else if known == Numbering.none || withOrphans && isRepeated(entry) {
                list.appendWithinCapacity(entry)
                count(entry, in: &totals)
            }
        }
    }

    /// Numbers the scalars and UIDs that come next in a run, up to the first of anything else.
    ///
    /// Most references are to those: keys, strings, classes, what others refer to.
    @inline(__always)
    private func numberScalars(
        _ run: inout PendingRun,
        _ references: inout GrowingTable<Entry>,
        _ numbers: inout FixedTable<UInt32>,
        _ list: inout GrowingTable<Entry>,
        _ totals: inout LayoutTotals,
        _ offsets: ObjectOffsets,
        withOrphans: Bool
    ) {
        while run.next < run.end {
            let entry = references[run.next]
            var number: UInt32
            if let offset = offsets.scalarOffset(of: entry) {
                number = numbers[offset]
                if number == Numbering.none {
                    number = UInt32(truncatingIfNeeded: list.count)
                    numbers[offset] = number
                    list.appendWithinCapacity(entry)
                    totals.scalarCount &+= 1
                }
            } else if let offset = offsets.uidOffset(of: entry) {
                number = numbers[offset]
                if number == Numbering.none || withOrphans {
                    if number == Numbering.none {
                        number = UInt32(truncatingIfNeeded: list.count)
                        numbers[offset] = number
                    }
                    list.appendWithinCapacity(entry)
                    totals.otherSize &+= 1 &+ minimalWidth(of: UInt64(entry.index))
                }
            } else {
                return
            }
            references[run.next] = Entry(rawValue: number)
            run.next &+= 1
        }
    }

    /// The number of an object; `none` if it has none and gets the next, and nil if it belongs to another table.
    @inline(__always)
    private func knownNumber(
        of entry: Entry,
        orElse next: UInt32,
        in numbers: inout FixedTable<UInt32>,
        _ farUIDs: inout [Int: UInt32]?,
        _ offsets: ObjectOffsets
    ) -> UInt32? {
        guard let offset = offsets.containerOffset(of: entry) ?? offsets.offset(of: entry) else {
            return entry.kind == Kind.uid.rawValue ? Self.number(ofFar: entry, orElse: next, in: &farUIDs) : nil
        }
        let known = numbers[offset]
        if known == Numbering.none { numbers[offset] = next }
        return known
    }

    /// The run of a container to visit first; the rest is left pending.
    @inline(__always)
    private func enter(
        _ container: Container,
        _ pending: inout GrowingTable<PendingRun>,
        _ numbers: inout FixedTable<UInt32>,
        _ offsets: ObjectOffsets
    ) -> PendingRun {
        guard let number = container.keyList else {
            return PendingRun(next: container.start, end: container.start &+ container.ownReferenceCount)
        }
        let list = keyLists[number]
        let values = PendingRun(next: container.start, end: container.start &+ list.count)
        // The references of a list need no second visit.
        if numbers[offsets.keyLists &+ number] != Numbering.none { return values }
        numbers[offsets.keyLists &+ number] = 0
        pending.append(values)
        return PendingRun(next: list.start, end: list.start &+ list.count)
    }

    /// The number of a UID beyond the end of the table; if it has none, it gets the next.
    @inline(never)
    private static func number(ofFar uid: Entry, orElse next: UInt32, in farUIDs: inout [Int: UInt32]?) -> UInt32 {
        if let known = farUIDs?[uid.index] { return known }
        if farUIDs == nil { farUIDs = [:] }
        farUIDs?[uid.index] = next
        return Numbering.none
    }

    /// Whether Apple's writer lists an object that isn't a container again at each visit.
    @inline(__always)
    private func isRepeated(_ entry: Entry) -> Bool {
        entry.kind == Kind.uid.rawValue || entry.kind == Kind.boolean.rawValue
    }

    /// A part of a container that is still to be visited.
    private struct PendingRun: BitwiseCopyable {
        var next: Int
        var end: Int
    }

    /// Numbers the given objects in the given order, then all others that a container refers to.
    ///
    /// - Parameter entries: Those of the table's containers.
    func listedNumbering(_ order: [Entry], top: Entry, _ entries: consuming GrowingTable<Entry>) -> Numbering {
        var areHeld = holds(top) && order.allSatisfy { holds($0) }
        for position in 0..<entries.count where !holds(entries[position]) { areHeld = false }
        guard areHeld else { return Numbering(foreignTo: self) }
        var numbering = Numbering(of: self, entries)
        for entry in order where numbering.number(of: entry) == Numbering.none { listNumbered(entry, in: &numbering) }
        if numbering.number(of: top) == Numbering.none { listNumbered(top, in: &numbering) }
        for position in 0..<numbering.references.count {
            let entry = numbering.references[position]
            if numbering.number(of: entry) == Numbering.none { listNumbered(entry, in: &numbering) }
            numbering.references[position] = Entry(rawValue: numbering.number(of: entry))
        }
        return numbering
    }

    private func listNumbered(_ entry: Entry, in numbering: inout Numbering) {
        numbering.setNumber(of: entry)
        numbering.list.append(entry)
        count(entry, in: &numbering.totals)
    }

    /// Whether an entry belongs to this table, as far as is known.
    private func holds(_ entry: Entry) -> Bool {
        switch entry.kind {
        case Kind.scalar.rawValue: entry.index < scalarCount
        case Kind.container.rawValue: entry.index < containers.count
        case Kind.externalData.rawValue: entry.index < externalData.count
        default: true
        }
    }
}
